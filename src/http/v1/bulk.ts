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
import {
  describeJobResults,
  jobResultsSchema,
  jobSchema,
  rowCountField,
} from '../../bulk/job-resources.ts';
import { cancelJob, listJobs, MAX_LISTED_JOBS, readJob } from '../../bulk/jobs.ts';
import { jobStatusObject } from '../../bulk/notifications.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { MAX_RESULT_ROWS, readResults } from '../../bulk/results.ts';
import { decodedBody } from '../../lib/bounded-stream.ts';
import { serviceOrigin } from '../../lib/origin.ts';
import { describePagination } from '../../lib/page.ts';
import { callerRealm } from '../../lookup/account/caller.ts';
import { field } from '../../lookup/answer-fields.ts';
import { errorBody } from '../../lookup/envelope.ts';
import { parseIdempotencyKey } from '../../lookup/pipeline/lookup-request.ts';
import { type AnyProduct, bulkTypes } from '../../lookup/product.ts';
import {
  idempotencyKeyParameter,
  RATE_LIMITED_HEADERS,
  REPLAY_HEADER,
} from '../openapi/error-responses.ts';
import { exampleRequest } from '../openapi/examples.ts';
import { namedAnswer, namedPageAnswer, schemaRef, successSchema } from '../openapi/json-schemas.ts';
import { jsonResponse, type RouteCall, route } from '../openapi/route.ts';
import type { AppEnv } from '../request/context.ts';
import {
  jobQuery,
  listCharset,
  parseTableJob,
  TABLE_TYPES,
  tableTypeOf,
} from '../request/list-body.ts';
import { contentType, pageQuery, queryInteger } from '../request/validation.ts';
import { bulkJobRequest, parseJobBody } from './bulk-body.ts';

const insufficientCreditsSchema = z.object({
  code: z.literal('UPGRADE_REQUIRED').describe('Always UPGRADE_REQUIRED.'),
  error: field.text('Why the job was refused, in words.'),
  required: rowCountField('Sum of the listed prices of all rows, in credits.'),
  available: rowCountField('Credits that can be spent.'),
  shortfall: rowCountField().describe('Credits that are missing.'),
  rowCount: rowCountField('Rows that would be looked up.'),
  tokenCostPerRow: rowCountField('Listed price of the most expensive row.'),
  suggestedPlan: field.objectOrNull(
    'The smallest plan whose credits cover the job; null if none does.',
    {
      id: field.text('Id of the plan.'),
      name: field.text('Name of the plan.'),
      tier: field.text('Position of the plan among all plans.'),
      tokens: rowCountField().describe('Credits per billing period.'),
      monthlyPrice: z.number().describe('Price in US dollars.'),
      monthlyPriceId: field.text('Id of the price.'),
    },
  ),
  maxPlanTokens: rowCountField().describe('Credits of the largest plan.'),
  planFullyCovers: field.boolean('Whether the suggested plan covers the job.'),
  billing_url: field.text('URL of the page that sells credits and plans.'),
  doc_url: errorBody.shape.error.shape.doc_url,
  request_id: errorBody.shape.error.shape.request_id,
});

/** A job of one row: the first bulk type, with an input that any key can look up. */
function exampleJob(products: readonly AnyProduct[]): unknown {
  const product = products.find(({ bulk }) => bulk !== undefined);
  return { type: product?.bulk, inputs: Object.values(product ? exampleRequest(product) : {}) };
}

interface BulkRouteServices {
  bulk: BulkPorts;
  /** Scheme and host in links; if undefined, those of the request. */
  publicUrl: string | undefined;
}

const originOf = (c: Context<AppEnv>, { publicUrl }: BulkRouteServices): string =>
  serviceOrigin(publicUrl, c.req.url);

const namedJob = ({ c, param }: RouteCall<unknown, unknown>) => ({
  ...callerRealm(c.get('caller')),
  jobId: param('id'),
});

const params = {
  id: { description: '`job_id` of the job.', example: 'job_9f1c2e5a-7d43-4b0e-8a61-0c5d3e7f2b94' },
};

const createdAnswer = namedAnswer('BulkJobCreatedResponse', () => createdJobSchema);
const repeatedAnswer = {
  schema: () => successSchema(z.union([createdJobSchema, pricedJobSchema])),
};
const jobAnswer = namedAnswer('BulkJobResponse', () => jobSchema);

const createRoute = (products: readonly AnyProduct[]) =>
  route({
    endpoint: 'POST /v1/bulk/jobs',
    operationId: 'createBulkJob',
    summary: 'Run one product over a list',
    description:
      'The whole job is priced at the listed price of its rows and refused with 402 unless the balance covers every row. Each row then costs what the single lookup would: nothing if it was paid for before, fails, or is not found on a product billed on success. The rest of the held credits is returned when the job ends. With `dry_run` only the price is computed, an Idempotency-Key is not used, and the status is 200.',
    headers: [
      idempotencyKeyParameter(
        'A new UUID per job. If it is sent again within 24 hours, the job it created is returned, and nothing is created or charged.',
      ),
    ],
    body: {
      name: 'BulkJobRequest',
      schema: bulkJobRequest(bulkTypes(products)),
      example: exampleJob(products),
      streamed: true,
      alsoAs: TABLE_TYPES,
    },
    query: jobQuery,
    status: 201,
    answer: createdAnswer,
    responses: () => ({
      200: {
        ...jsonResponse(repeatedAnswer, { ...RATE_LIMITED_HEADERS, ...REPLAY_HEADER }),
        description: 'On a replay, the job that was created; with `dry_run`, its price.',
      },
      402: {
        description:
          'The balance does not cover every row. Nothing was created. This body has no envelope.',
        headers: RATE_LIMITED_HEADERS,
        content: { 'application/json': { schema: schemaRef('BulkInsufficientCredits') } },
      },
    }),
    errors: ['UnusableJob', 'Conflict', 'ReceiverUnresolved'],
    async handle({ c, query }, services: BulkRouteServices) {
      const caller = c.get('caller');
      const body = decodedBody(c.req.raw);
      const listType = tableTypeOf(contentType(c));
      const world = {
        products: [...services.bulk.products.values()],
        country: caller.defaultCountry,
        queryNames: Object.keys(c.req.query()),
        charset: listType && listCharset(c.req.header('Content-Type')),
      };
      const request = {
        caller,
        job: listType
          ? parseTableJob(body, listType, query, world)
          : parseJobBody(body, query, world),
        idempotencyKey: parseIdempotencyKey(c.req.header('Idempotency-Key'), 'Idempotency-Key'),
        origin: originOf(c, services),
      };
      const job = await requestJob(request, services.bulk);
      if (job.kind === 'refused') {
        const refused = { requestId: c.get('requestId'), origin: request.origin };
        return c.json(describeInsufficientCredits(job.shortage, refused), 402);
      }
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
    endpoint: 'GET /v1/bulk/jobs',
    operationId: 'listBulkJobs',
    summary: 'Jobs of the organization, newest first',
    description: 'Free.',
    query: z.object(pageQuery(MAX_LISTED_JOBS, MAX_LISTED_JOBS / 5)),
    answer: namedPageAnswer('BulkJobListResponse', 'jobs', () =>
      z.array(jobSchema.extend({ type: z.enum(bulkTypes(products)) })),
    ),
    async handle({ c, query: { limit, cursor } }, services: BulkRouteServices) {
      const { bulk } = services;
      const page = await listJobs({ ...callerRealm(c.get('caller')), limit, cursor }, bulk);
      const origin = originOf(c, services);
      const described = page.jobs.map((job) => jobStatusObject(job, origin, bulk.links));
      const pagination = describePagination(limit, page.nextCursor);
      return { jobs: await Promise.all(described), pagination };
    },
  });

const readRoute = route({
  endpoint: 'GET /v1/bulk/jobs/:id',
  operationId: 'getBulkJob',
  summary: 'Status and counters of a job',
  description:
    'Free, and not counted as a lookup. A job that waits for credits resumes on its own once they are available.',
  params,
  answer: jobAnswer,
  errors: ['NotFound'],
  async handle(call, services: BulkRouteServices) {
    const state = await readJob(namedJob(call), services.bulk);
    return jobStatusObject(state, originOf(call.c, services), services.bulk.links);
  },
});

const resultsRoute = route({
  endpoint: 'GET /v1/bulk/jobs/:id/results',
  operationId: 'getBulkResults',
  summary: 'Results row by row, and links to the files',
  description: 'Free. Inputs, results and files are deleted 30 days after the job ended.',
  params,
  query: z.object({
    ...pageQuery(MAX_RESULT_ROWS, MAX_RESULT_ROWS / 10),
    offset: queryInteger(z.int().min(0))
      .default(0)
      .describe('Position of the row in the list that was sent.'),
  }),
  answer: namedAnswer('BulkResultsResponse', () => jobResultsSchema),
  errors: ['NotFound'],
  async handle(call, services: BulkRouteServices) {
    const { limit, offset, cursor } = call.query;
    const { bulk } = services;
    const page = await readResults({ ...namedJob(call), limit, offset, cursor }, bulk);
    return describeJobResults(page, limit, originOf(call.c, services), bulk.links);
  },
});

const cancelRoute = route({
  endpoint: 'POST /v1/bulk/jobs/:id/cancel',
  operationId: 'cancelBulkJob',
  summary: 'Stop a job',
  description:
    'Stops the rows that have not begun and returns their credits. Finished rows stay readable.',
  params,
  answer: jobAnswer,
  errors: ['NotFound'],
  async handle(call, services: BulkRouteServices) {
    const state = await cancelJob(namedJob(call), services.bulk);
    return jobStatusObject(state, originOf(call.c, services), services.bulk.links);
  },
});

/** Bulk jobs. Only the rows are charged; calls count in the account window. */
export const bulkRoutes = (products: readonly AnyProduct[]) => ({
  tag: {
    name: 'Bulk jobs',
    description: 'One product over a list of up to 100,000 rows, in the background.',
  },
  routes: [createRoute(products), listRoute(products), readRoute, resultsRoute, cancelRoute],
  schemas: [['BulkInsufficientCredits', insufficientCreditsSchema] as const],
});
