import { type Context, Hono } from 'hono';
import {
  createJob,
  describeCreatedJob,
  describeInsufficientCredits,
} from '../../bulk/job-creation.ts';
import { cancelJob, listJobs, MAX_LISTED_JOBS, readJob } from '../../bulk/jobs.ts';
import { jobFileKeys, jobStatusObject } from '../../bulk/notifications.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import {
  MAX_RESULT_ROWS,
  type ResultRecord,
  type ResultsPage,
  readResults,
} from '../../bulk/results.ts';
import { toIso } from '../../lib/time.ts';
import { callerRealm } from '../../lookup/account/caller.ts';
import type { FileLinks } from '../../lookup/jobs/files.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import {
  type ErrorResponseName,
  errorResponseRefs,
  idempotencyKeyParameter,
  REPLAY_HEADER,
} from '../openapi/error-responses.ts';
import { schemaRef } from '../openapi/json-schemas.ts';
import { type ApiAccess, authorize } from '../request/authorize.ts';
import type { AppEnv } from '../request/context.ts';
import { readIdempotencyKey } from '../request/idempotency-key.ts';
import { requireJsonType, validated } from '../request/validation.ts';
import { parseJobBody } from './bulk-body.ts';
import { jobResultsQuery, listJobsQuery } from './bulk-schemas.ts';
import { jsonResponse, RATE_LIMITED_HEADERS, READ_ERRORS } from './service.ts';

const CSV_NOTE =
  'results_url holds input, status, credits and the classification fields; full_results_url every field. Both are null until the job has ended and are valid for one hour; fetch the job again for fresh ones.';

const describePagination = (limit: number, nextCursor: string | null) => ({
  limit,
  next_cursor: nextCursor,
  has_more: nextCursor !== null,
});

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

/**
 * Bulk jobs: created, watched, read and cancelled. Only the rows cost anything; calls are counted
 * in the account window.
 */
export function bulkRoutes({
  access,
  bulk,
  publicUrl,
}: {
  access: ApiAccess;
  bulk: BulkPorts;
  /** Scheme and host in links; undefined takes the request's. */
  publicUrl: string | undefined;
}): Hono<AppEnv> {
  const originOf = (c: Context<AppEnv>): string => publicUrl ?? new URL(c.req.url).origin;
  const routes = new Hono<AppEnv>();
  const counted = authorize(access, 'account');
  const named = (c: Context<AppEnv, '/bulk/jobs/:id'>) => ({
    ...callerRealm(c.get('caller')),
    jobId: c.req.param('id'),
  });

  routes.post('/bulk/jobs', counted, requireJsonType, async (c) => {
    const request = {
      caller: c.get('caller'),
      job: parseJobBody(c.req.raw.body),
      idempotencyKey: readIdempotencyKey(c),
      origin: originOf(c),
    };
    const job = await createJob(request, bulk);
    if (job.kind === 'refused') return c.json(describeInsufficientCredits(job.shortage), 402);
    if (job.kind === 'replayed') c.header('Idempotent-Replay', 'true');
    return c.json(
      { success: true, data: describeCreatedJob(job) },
      job.kind === 'replayed' ? 200 : 201,
    );
  });

  routes.get('/bulk/jobs', counted, validated('query', listJobsQuery), async (c) => {
    const realm = callerRealm(c.get('caller'));
    const { limit = MAX_LISTED_JOBS / 5, cursor } = c.req.valid('query');
    const page = await listJobs({ ...realm, limit, cursor: cursor ?? null }, bulk);
    return c.json({
      success: true,
      data: await describeJobList(page, limit, originOf(c), bulk.links),
    });
  });

  routes.get('/bulk/jobs/:id', counted, async (c) => {
    const state = await readJob(named(c), bulk);
    return c.json({ success: true, data: await jobStatusObject(state, originOf(c), bulk.links) });
  });

  routes.get('/bulk/jobs/:id/results', counted, validated('query', jobResultsQuery), async (c) => {
    const { limit = MAX_RESULT_ROWS / 10, offset = 0, cursor } = c.req.valid('query');
    const page = await readResults(
      { ...named(c as never), limit, offset, cursor: cursor ?? null },
      bulk,
    );
    return c.json({
      success: true,
      data: await describeJobResults(page, limit, originOf(c), bulk.links),
    });
  });

  routes.post('/bulk/jobs/:id/cancel', counted, async (c) => {
    const state = await cancelJob(named(c as never), bulk);
    return c.json({ success: true, data: await jobStatusObject(state, originOf(c), bulk.links) });
  });
  return routes;
}

export const bulkTag = {
  name: 'Bulk jobs',
  description: 'One product over a list of up to 100,000 rows, in the background.',
};

const JOB_ERRORS: ErrorResponseName[] = [...READ_ERRORS, 'NotFound'];

const JOB_ID_PARAMETER = {
  name: 'id',
  in: 'path',
  required: true,
  description: '`job_id` of the job.',
  schema: { type: 'string' },
  example: 'job_9f1c2e5a-7d43-4b0e-8a61-0c5d3e7f2b94',
};
const CURSOR_PARAMETER = {
  name: 'cursor',
  in: 'query',
  description: '`pagination.next_cursor` of the page before.',
  schema: { type: 'string' },
};

const limitParameter = (most: number, usual: number) => ({
  name: 'limit',
  in: 'query',
  description: 'Most entries of a page.',
  schema: { type: 'integer', minimum: 1, maximum: most, default: usual },
});

const createJobOperation = (example: unknown) => ({
  tags: [bulkTag.name],
  operationId: 'createBulkJob',
  summary: 'Run one product over a list',
  description:
    'The whole job is priced by the listed price of its rows and refused with 402 unless the balance covers every row. Each row then costs what the single lookup would: nothing where it was paid before, is not found on a product billed on success, or fails. What is left of the price goes back when the job ends.',
  parameters: [
    idempotencyKeyParameter(
      'A fresh UUID per job. Sent again within 24 hours it answers the job it created, and creates and charges nothing.',
    ),
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaRef('BulkJobRequest'),
        example,
      },
    },
  },
  responses: {
    200: jsonResponse('BulkJobCreatedResponse', {
      ...RATE_LIMITED_HEADERS,
      ...REPLAY_HEADER,
    }),
    201: jsonResponse('BulkJobCreatedResponse', RATE_LIMITED_HEADERS),
    402: {
      description:
        'The balance does not cover every row. Nothing was created. This body is not wrapped.',
      headers: RATE_LIMITED_HEADERS,
      content: { 'application/json': { schema: schemaRef('BulkInsufficientCredits') } },
    },
    ...errorResponseRefs(['UnusableJob', 'Conflict', ...READ_ERRORS]),
  },
});

/** A job of one row: the first bulk type, and the main input of its product. */
function exampleJob(products: readonly AnyProduct[]): unknown {
  const product = products.find(({ bulk }) => bulk !== undefined);
  return { type: product?.bulk, inputs: Object.values(product?.example ?? {}).slice(0, 1) };
}

/** Paths of bulk jobs. */
export const bulkPaths = (products: readonly AnyProduct[]) => ({
  '/v1/bulk/jobs': {
    post: createJobOperation(exampleJob(products)),
    get: {
      tags: [bulkTag.name],
      operationId: 'listBulkJobs',
      summary: 'Jobs of the organization, newest first',
      description: 'Free.',
      parameters: [limitParameter(MAX_LISTED_JOBS, MAX_LISTED_JOBS / 5), CURSOR_PARAMETER],
      responses: {
        200: jsonResponse('BulkJobListResponse', RATE_LIMITED_HEADERS),
        ...errorResponseRefs(['BadQuery', ...READ_ERRORS]),
      },
    },
  },
  '/v1/bulk/jobs/{id}': {
    get: {
      tags: [bulkTag.name],
      operationId: 'getBulkJob',
      summary: 'Status and counters of a job',
      description:
        'Free, and not counted as a lookup. A job that waits for credits goes on by itself when they are there.',
      parameters: [JOB_ID_PARAMETER],
      responses: {
        200: jsonResponse('BulkJobResponse', RATE_LIMITED_HEADERS),
        ...errorResponseRefs(JOB_ERRORS),
      },
    },
  },
  '/v1/bulk/jobs/{id}/results': {
    get: {
      tags: [bulkTag.name],
      operationId: 'getBulkResults',
      summary: 'Results row by row, and links to the files',
      description: 'Free. Inputs, results and files are deleted 30 days after the job ended.',
      parameters: [
        JOB_ID_PARAMETER,
        limitParameter(MAX_RESULT_ROWS, MAX_RESULT_ROWS / 10),
        {
          name: 'offset',
          in: 'query',
          description: 'Position among the rows sent.',
          schema: { type: 'integer', minimum: 0, default: 0 },
        },
        CURSOR_PARAMETER,
      ],
      responses: {
        200: jsonResponse('BulkResultsResponse', RATE_LIMITED_HEADERS),
        ...errorResponseRefs(['BadQuery', ...JOB_ERRORS]),
      },
    },
  },
  '/v1/bulk/jobs/{id}/cancel': {
    post: {
      tags: [bulkTag.name],
      operationId: 'cancelBulkJob',
      summary: 'Stop a job',
      description:
        'Stops what has not begun and gives its credits back. What is done stays readable.',
      parameters: [JOB_ID_PARAMETER],
      responses: {
        200: jsonResponse('BulkJobResponse', RATE_LIMITED_HEADERS),
        ...errorResponseRefs(JOB_ERRORS),
      },
    },
  },
});
