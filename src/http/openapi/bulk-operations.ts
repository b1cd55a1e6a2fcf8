import { MAX_LISTED_JOBS } from '../../bulk/read-jobs.ts';
import { MAX_RESULT_ROWS } from '../../bulk/read-results.ts';
import type { AnyProduct } from '../../core/lookup/product.ts';
import { schemaRef } from './json-schemas.ts';
import { idempotencyKey, REPLAY_HEADER, type RefusalName, refusalRefs } from './refusals.ts';
import { answer, COUNTED_HEADERS, READ_REFUSALS } from './service-operations.ts';

export const bulkTag = {
  name: 'Bulk jobs',
  description: 'One product over a list of up to 100,000 rows, in the background.',
};

const NAMED_REFUSALS: RefusalName[] = [...READ_REFUSALS, 'NotFound'];

const JOB_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: '`job_id` of the job.',
  schema: { type: 'string' },
  example: 'job_9f1c2e5a-7d43-4b0e-8a61-0c5d3e7f2b94',
};
const CURSOR = {
  name: 'cursor',
  in: 'query',
  description: '`pagination.next_cursor` of the page before.',
  schema: { type: 'string' },
};

const limit = (most: number, usual: number) => ({
  name: 'limit',
  in: 'query',
  description: 'Most entries of a page.',
  schema: { type: 'integer', minimum: 1, maximum: most, default: usual },
});

const create = (example: unknown) => ({
  tags: [bulkTag.name],
  operationId: 'createBulkJob',
  summary: 'Run one product over a list',
  description:
    'The whole job is priced by the listed price of its rows and refused with 402 unless the balance covers every row. Each row then costs what the single lookup would: nothing where it was paid before, is not found on a product billed on success, or fails. What is left of the price goes back when the job ends.',
  parameters: [
    idempotencyKey(
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
    200: answer('BulkJobCreatedResponse', {
      ...COUNTED_HEADERS,
      ...REPLAY_HEADER,
    }),
    201: answer('BulkJobCreatedResponse', COUNTED_HEADERS),
    402: {
      description:
        'The balance does not cover every row. Nothing was created. This body is not wrapped.',
      headers: COUNTED_HEADERS,
      content: { 'application/json': { schema: schemaRef('BulkInsufficientCredits') } },
    },
    ...refusalRefs(['UnusableJob', 'Conflict', ...READ_REFUSALS]),
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
    post: create(exampleJob(products)),
    get: {
      tags: [bulkTag.name],
      operationId: 'listBulkJobs',
      summary: 'Jobs of the organization, newest first',
      description: 'Free.',
      parameters: [limit(MAX_LISTED_JOBS, MAX_LISTED_JOBS / 5), CURSOR],
      responses: {
        200: answer('BulkJobListResponse', COUNTED_HEADERS),
        ...refusalRefs(['BadQuery', ...READ_REFUSALS]),
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
      parameters: [JOB_ID],
      responses: {
        200: answer('BulkJobResponse', COUNTED_HEADERS),
        ...refusalRefs(NAMED_REFUSALS),
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
        JOB_ID,
        limit(MAX_RESULT_ROWS, MAX_RESULT_ROWS / 10),
        {
          name: 'offset',
          in: 'query',
          description: 'Position among the rows sent.',
          schema: { type: 'integer', minimum: 0, default: 0 },
        },
        CURSOR,
      ],
      responses: {
        200: answer('BulkResultsResponse', COUNTED_HEADERS),
        ...refusalRefs(['BadQuery', ...NAMED_REFUSALS]),
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
      parameters: [JOB_ID],
      responses: {
        200: answer('BulkJobResponse', COUNTED_HEADERS),
        ...refusalRefs(NAMED_REFUSALS),
      },
    },
  },
});
