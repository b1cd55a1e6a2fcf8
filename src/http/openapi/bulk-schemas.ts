import * as z from 'zod';
import { createdJob } from '../../bulk/describe-created.ts';
import { ROW_STATUSES } from '../../bulk/row-records.ts';
import { JOB_STATUSES, MAX_BULK_ROWS } from '../../core/jobs/bulk.ts';
import { pagination, wrapped } from './wrapped.ts';

const count = (description?: string) =>
  description ? z.int().min(0).describe(description) : z.int().min(0);
const link = (what: string) =>
  z.string().nullable().describe(`${what}, valid for one hour; null until the job has ended.`);
const status = z.enum(JOB_STATUSES);
const job = z.object({
  job_id: z.string(),
  status,
  total: count('Rows sent.'),
  processed: count('succeeded + failed + skipped + duplicates'),
  succeeded: count(),
  failed: count('Rows that could not be answered, unusable ones too. Free.'),
  skipped: count('Empty rows. Free.'),
  duplicates: count('Rows that repeat an earlier one after normalisation. Free.'),
  processed_count: count('As processed.'),
  successful_count: count('As succeeded.'),
  failed_count: count('As failed.'),
  credits_used: count('Credits taken so far.'),
  results_url: link('Input, status, credits and the classification fields as CSV'),
  webhook_url: z.string().optional(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

const row = z.object({
  id: z.string(),
  input: z.string().describe('As it was sent, trimmed.'),
  status: z.enum(ROW_STATUSES),
  tokens_consumed: count('Credits this row cost.'),
  response_data: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('`data` of the single lookup; null where there is no answer.'),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

const results = z.object({
  job_id: z.string(),
  status,
  results_url: link('Input, status, credits and the classification fields as CSV'),
  full_results_url: link('Every field as CSV'),
  csv_note: z.string(),
  lookups: z
    .array(row)
    .describe(
      'In the order the rows were sent. While the job runs, rows that have not ended are left out.',
    ),
  pagination,
});

const insufficientCredits = z.object({
  code: z.literal('UPGRADE_REQUIRED'),
  error: z.string().describe('Why the job was refused, for people.'),
  required: count('Listed price of every row, in credits.'),
  available: count('Spendable credits.'),
  shortfall: count(),
  rowCount: count('Rows that would be looked up.'),
  tokenCostPerRow: count('Listed price of the dearest row.'),
  suggestedPlan: z
    .object({
      id: z.string(),
      name: z.string(),
      tier: z.string(),
      tokens: count(),
      monthlyPrice: z.number().describe('In US dollars.'),
      monthlyPriceId: z.string(),
    })
    .nullable()
    .describe('The smallest plan whose credits cover the job; null when none does.'),
  maxPlanTokens: count(),
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
  ['BulkJobCreatedResponse', wrapped(createdJob)],
  ['BulkJobResponse', wrapped(job)],
  [
    'BulkJobListResponse',
    wrapped(z.object({ jobs: z.array(job.extend({ type: z.enum(types) })), pagination })),
  ],
  ['BulkResultsResponse', wrapped(results)],
  ['BulkInsufficientCredits', insufficientCredits],
];
