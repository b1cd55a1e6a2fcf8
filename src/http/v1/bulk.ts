import type { Context } from 'hono';
import * as z from 'zod';
import {
  createdJobSchema,
  describeCreatedJob,
  describeInsufficientCredits,
  describePricedJob,
  pricedJobSchema,
} from '../../bulk/created-job.ts';
import { requestJob } from '../../bulk/job-creation.ts';
import { cancelJob, listJobs, MAX_LISTED_JOBS, readJob } from '../../bulk/jobs.ts';
import { jobFileKeys, jobStatusObject } from '../../bulk/notifications.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import {
  MAX_RESULT_ROWS,
  type ResultRecord,
  type ResultsPage,
  ROW_STATUSES,
  readResults,
} from '../../bulk/results.ts';
import { decodedBody } from '../../lib/request-body.ts';
import { toIso } from '../../lib/time.ts';
import { callerRealm } from '../../lookup/account/caller.ts';
import type { FileLinks } from '../../lookup/jobs/files.ts';
import { JOB_STATUSES } from '../../lookup/jobs/job.ts';
import { parseIdempotencyKey } from '../../lookup/pipeline/lookup-request.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import {
  idempotencyKeyParameter,
  RATE_LIMITED_HEADERS,
  REPLAY_HEADER,
} from '../openapi/error-responses.ts';
import {
  describePagination,
  paginationSchema,
  schemaRef,
  successSchema,
} from '../openapi/json-schemas.ts';
import { jsonResponse, type RouteCall, route } from '../openapi/route.ts';
import type { AppEnv } from '../request/context.ts';
import { requireJsonType } from '../request/validation.ts';
import { bulkJobRequest, parseJobBody } from './bulk-body.ts';

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

const CSV_NOTE =
  'results_url holds input, status, credits and the classification fields; full_results_url every field. Both are null until the job has ended and are valid for one hour; fetch the job again for fresh ones.';

async function describeJobList(
  { jobs, nextCursor }: Awaited<ReturnType<typeof listJobs>>,
  limit: number,
  origin: string,
  links: FileLinks | null,
) {
  const described = await Promise.all(
    jobs.map(async (job) => ({ ...(await jobStatusObject(job, origin, links)), type: job.type })),
  );
  return { jobs: described, pagination: describePagination(limit, nextCursor) };
}

const describeResultRow = (row: ResultRecord) => ({
  id: row.id,
  input: row.input,
  status: row.status,
  tokens_consumed: row.credits,
  response_data: row.data,
  error_code: row.errorCode,
  error_message: row.errorMessage,
  created_at: toIso(row.startedAt),
  completed_at: toIso(row.endedAt),
});

/** The results object of the specification. */
async function describeJobResults(
  { state, rows, nextCursor }: ResultsPage,
  limit: number,
  origin: string,
  links: FileLinks | null,
) {
  const { results, full } = jobFileKeys(state.id);
  const link = (key: string) => (links && state.hasFiles ? links.link(key, origin) : null);
  return {
    job_id: state.id,
    status: state.status,
    results_url: await link(results),
    full_results_url: await link(full),
    csv_note: CSV_NOTE,
    lookups: rows.map(describeResultRow),
    pagination: describePagination(limit, nextCursor),
  };
}

const bulkTypes = (products: readonly AnyProduct[]): string[] =>
  products.flatMap(({ bulk }) => bulk ?? []);

/** A job of one row: the first bulk type, and the main input of its product. */
function exampleJob(products: readonly AnyProduct[]): unknown {
  const product = products.find(({ bulk }) => bulk !== undefined);
  return { type: product?.bulk, inputs: Object.values(product?.example ?? {}).slice(0, 1) };
}

interface BulkRouteServices {
  bulk: BulkPorts;
  /** Scheme and host in links; undefined takes the request's. */
  publicUrl: string | undefined;
}

const originOf = (c: Context<AppEnv>, { publicUrl }: BulkRouteServices): string =>
  publicUrl ?? new URL(c.req.url).origin;

const namedJob = ({ c, param }: RouteCall<unknown, unknown>) => ({
  ...callerRealm(c.get('caller')),
  jobId: param('id'),
});

const params = {
  id: {
    description: '`job_id` of the job.',
    example: 'job_9f1c2e5a-7d43-4b0e-8a61-0c5d3e7f2b94',
  },
};

const limitField = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual).describe('Most entries of a page.');

const cursorField = z.string().optional().describe('`pagination.next_cursor` of the page before.');

const createdAnswer = {
  name: 'BulkJobCreatedResponse',
  schema: () => successSchema(createdJobSchema),
};
const repeatedAnswer = {
  schema: () => successSchema(z.union([createdJobSchema, pricedJobSchema])),
};
const jobAnswer = { name: 'BulkJobResponse', schema: () => successSchema(jobSchema) };

const createRoute = (products: readonly AnyProduct[]) =>
  route({
    method: 'post',
    path: '/v1/bulk/jobs',
    operationId: 'createBulkJob',
    summary: 'Run one product over a list',
    description:
      'The whole job is priced by the listed price of its rows and refused with 402 unless the balance covers every row. Each row then costs what the single lookup would: nothing where it was paid before, is not found on a product billed on success, or fails. What is left of the price goes back when the job ends. With `dry_run` nothing but the price is made, an Idempotency-Key is not used, and the answer has the status 200.',
    headers: [
      idempotencyKeyParameter(
        'A fresh UUID per job. Sent again within 24 hours it answers the job it created, and creates and charges nothing.',
      ),
    ],
    body: {
      name: 'BulkJobRequest',
      schema: bulkJobRequest(bulkTypes(products)),
      example: exampleJob(products),
      streamed: true,
    },
    status: 201,
    answer: createdAnswer,
    responses: () => ({
      200: {
        ...jsonResponse(repeatedAnswer, { ...RATE_LIMITED_HEADERS, ...REPLAY_HEADER }),
        description: 'On a replay the job as it was created; with `dry_run` its price.',
      },
      402: {
        description:
          'The balance does not cover every row. Nothing was created. This body is not wrapped.',
        headers: RATE_LIMITED_HEADERS,
        content: { 'application/json': { schema: schemaRef('BulkInsufficientCredits') } },
      },
    }),
    errors: ['UnusableJob', 'Conflict'],
    async handle({ c }, services: BulkRouteServices) {
      requireJsonType(c);
      const request = {
        caller: c.get('caller'),
        job: parseJobBody(decodedBody(c.req.raw)),
        idempotencyKey: parseIdempotencyKey(c.req.header('Idempotency-Key'), 'Idempotency-Key'),
        origin: originOf(c, services),
      };
      const job = await requestJob(request, services.bulk);
      if (job.kind === 'refused') return c.json(describeInsufficientCredits(job.shortage), 402);
      if (job.kind === 'priced')
        return c.json({ success: true, data: describePricedJob(job, request.caller.mode) }, 200);
      const created = describeCreatedJob(job);
      if (job.kind === 'created') return created;
      c.header('Idempotent-Replay', 'true');
      return c.json({ success: true, data: created }, 200);
    },
  });

const listRoute = (products: readonly AnyProduct[]) =>
  route({
    method: 'get',
    path: '/v1/bulk/jobs',
    operationId: 'listBulkJobs',
    summary: 'Jobs of the organization, newest first',
    description: 'Free.',
    query: z.object({
      limit: limitField(MAX_LISTED_JOBS, MAX_LISTED_JOBS / 5),
      cursor: cursorField,
    }),
    answer: {
      name: 'BulkJobListResponse',
      schema: () =>
        successSchema(
          z.object({
            jobs: z.array(jobSchema.extend({ type: z.enum(bulkTypes(products)) })),
            pagination: paginationSchema,
          }),
        ),
    },
    async handle({ c, query: { limit, cursor = null } }, services: BulkRouteServices) {
      const { bulk } = services;
      const page = await listJobs({ ...callerRealm(c.get('caller')), limit, cursor }, bulk);
      return describeJobList(page, limit, originOf(c, services), bulk.links);
    },
  });

const readRoute = route({
  method: 'get',
  path: '/v1/bulk/jobs/:id',
  operationId: 'getBulkJob',
  summary: 'Status and counters of a job',
  description:
    'Free, and not counted as a lookup. A job that waits for credits goes on by itself when they are there.',
  params,
  answer: jobAnswer,
  errors: ['NotFound'],
  async handle(call, services: BulkRouteServices) {
    const state = await readJob(namedJob(call), services.bulk);
    return jobStatusObject(state, originOf(call.c, services), services.bulk.links);
  },
});

const resultsRoute = route({
  method: 'get',
  path: '/v1/bulk/jobs/:id/results',
  operationId: 'getBulkResults',
  summary: 'Results row by row, and links to the files',
  description: 'Free. Inputs, results and files are deleted 30 days after the job ended.',
  params,
  query: z.object({
    limit: limitField(MAX_RESULT_ROWS, MAX_RESULT_ROWS / 10),
    offset: z.coerce.number().int().min(0).default(0).describe('Position among the rows sent.'),
    cursor: cursorField,
  }),
  answer: { name: 'BulkResultsResponse', schema: () => successSchema(jobResultsSchema) },
  errors: ['NotFound'],
  async handle(call, services: BulkRouteServices) {
    const { limit, offset, cursor = null } = call.query;
    const { bulk } = services;
    const page = await readResults({ ...namedJob(call), limit, offset, cursor }, bulk);
    return describeJobResults(page, limit, originOf(call.c, services), bulk.links);
  },
});

const cancelRoute = route({
  method: 'post',
  path: '/v1/bulk/jobs/:id/cancel',
  operationId: 'cancelBulkJob',
  summary: 'Stop a job',
  description: 'Stops what has not begun and gives its credits back. What is done stays readable.',
  params,
  answer: jobAnswer,
  errors: ['NotFound'],
  async handle(call, services: BulkRouteServices) {
    const state = await cancelJob(namedJob(call), services.bulk);
    return jobStatusObject(state, originOf(call.c, services), services.bulk.links);
  },
});

/**
 * Bulk jobs: created, watched, read and cancelled. Only the rows cost anything; calls are counted
 * in the account window.
 */
export const bulkRoutes = (products: readonly AnyProduct[]) => ({
  tag: {
    name: 'Bulk jobs',
    description: 'One product over a list of up to 100,000 rows, in the background.',
  },
  routes: [createRoute(products), listRoute(products), readRoute, resultsRoute, cancelRoute],
  schemas: [['BulkInsufficientCredits', insufficientCreditsSchema] as const],
});
