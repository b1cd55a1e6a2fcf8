import * as z from 'zod';
import { createdJobSchema } from '../../bulk/job-creation.ts';
import { MAX_LISTED_JOBS } from '../../bulk/jobs.ts';
import { MAX_RESULT_ROWS, ROW_STATUSES } from '../../bulk/results.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import { JOB_STATUSES, MAX_BULK_ROWS } from '../../lookup/jobs/job.ts';
import { paginationSchema, successSchema } from '../openapi/json-schemas.ts';
import { optionalField, requiredField } from '../request/validation.ts';

/**
 * What has been seen of the rows while they went by; a class, so that no value of a body can pass
 * for it.
 */
export class RowTally {
  count = 0;
  /** The first that is no string, 1 for the first row. */
  firstInvalid: number | null = null;
}

/** The rows of a job. How many there may be is the verb's to say, as it has a code of its own. */
const rowsField = z
  .unknown()
  .optional()
  .transform((value, context): number => {
    const refuse = (code: ErrorCode, message: string) => {
      context.addIssue({ code: 'custom', message, params: { code } });
      return z.NEVER;
    };
    if (value === undefined || value === null || value === '')
      return refuse('MISSING_FIELD', 'is required');
    if (!(value instanceof RowTally)) return refuse('INVALID_REQUEST', 'must be a list of strings');
    if (value.count === 0) return refuse('MISSING_FIELD', 'needs at least one row');
    if (value.firstInvalid === null) return value.count;
    return refuse('INVALID_REQUEST', `row ${value.firstInvalid} is not a string`);
  });

export const bulkJobBody = z.object({
  type: requiredField(z.string()),
  inputs: rowsField,
  webhook_url: optionalField(z.string()),
});

const limitField = (most: number) => z.coerce.number().int().min(1).max(most).optional();

export const listJobsQuery = z.object({
  limit: limitField(MAX_LISTED_JOBS),
  cursor: z.string().optional(),
});

export const jobResultsQuery = z.object({
  limit: limitField(MAX_RESULT_ROWS),
  offset: z.coerce.number().int().min(0).optional(),
  cursor: z.string().optional(),
});

const countField = (description?: string) =>
  description ? z.int().min(0).describe(description) : z.int().min(0);
const linkField = (what: string) =>
  z.string().nullable().describe(`${what}, valid for one hour; null until the job has ended.`);
const jobStatusField = z.enum(JOB_STATUSES);
const jobSchema = z.object({
  job_id: z.string(),
  status: jobStatusField,
  total: countField('Rows sent.'),
  processed: countField('succeeded + failed + skipped + duplicates'),
  succeeded: countField(),
  failed: countField('Rows that could not be answered, unusable ones too. Free.'),
  skipped: countField('Empty rows. Free.'),
  duplicates: countField('Rows that repeat an earlier one after normalisation. Free.'),
  processed_count: countField('As processed.'),
  successful_count: countField('As succeeded.'),
  failed_count: countField('As failed.'),
  credits_used: countField('Credits taken so far.'),
  results_url: linkField('Input, status, credits and the classification fields as CSV'),
  webhook_url: z.string().optional(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

const resultRowSchema = z.object({
  id: z.string(),
  input: z.string().describe('As it was sent, trimmed.'),
  status: z.enum(ROW_STATUSES),
  tokens_consumed: countField('Credits this row cost.'),
  response_data: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('`data` of the single lookup; null where there is no answer.'),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

const jobResultsSchema = z.object({
  job_id: z.string(),
  status: jobStatusField,
  results_url: linkField('Input, status, credits and the classification fields as CSV'),
  full_results_url: linkField('Every field as CSV'),
  csv_note: z.string(),
  lookups: z
    .array(resultRowSchema)
    .describe(
      'In the order the rows were sent. While the job runs, rows that have not ended are left out.',
    ),
  pagination: paginationSchema,
});

const insufficientCreditsSchema = z.object({
  code: z.literal('UPGRADE_REQUIRED'),
  error: z.string().describe('Why the job was refused, for people.'),
  required: countField('Listed price of every row, in credits.'),
  available: countField('Spendable credits.'),
  shortfall: countField(),
  rowCount: countField('Rows that would be looked up.'),
  tokenCostPerRow: countField('Listed price of the dearest row.'),
  suggestedPlan: z
    .object({
      id: z.string(),
      name: z.string(),
      tier: z.string(),
      tokens: countField(),
      monthlyPrice: z.number().describe('In US dollars.'),
      monthlyPriceId: z.string(),
    })
    .nullable()
    .describe('The smallest plan whose credits cover the job; null when none does.'),
  maxPlanTokens: countField(),
  planFullyCovers: z.boolean(),
});

/** What `POST /v1/bulk/jobs` is sent. @param types bulk types of the products */
export const bulkJobRequest = (types: readonly string[]) =>
  z.object({
    type: z.enum(types).describe('The bulk type of a product, as `GET /v1/products` lists it.'),
    inputs: z
      .array(z.string())
      .min(1)
      .max(MAX_BULK_ROWS)
      .describe(
        "The product's main input, one to a row; or a JSON object of all its fields, written as a string. At most 4,096 bytes a row.",
      ),
    webhook_url: z
      .string()
      .optional()
      .describe('Public HTTPS address that is told when the job ends or pauses.'),
  });

/** Named schemas of what the bulk paths answer. @param types bulk types of the products */
export const bulkSchemas = (types: readonly string[]): [string, z.ZodType][] => [
  ['BulkJobCreatedResponse', successSchema(createdJobSchema)],
  ['BulkJobResponse', successSchema(jobSchema)],
  [
    'BulkJobListResponse',
    successSchema(
      z.object({
        jobs: z.array(jobSchema.extend({ type: z.enum(types) })),
        pagination: paginationSchema,
      }),
    ),
  ],
  ['BulkResultsResponse', successSchema(jobResultsSchema)],
  ['BulkInsufficientCredits', insufficientCreditsSchema],
];
