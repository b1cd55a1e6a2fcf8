import * as z from 'zod';
import { accountData } from '../../accounts/describe-account.ts';
import { schemaRef } from './json-schemas.ts';
import { productListResponse } from './product-list-schema.ts';
import { RATE_HEADERS, REQUEST_ID_HEADER, type RefusalName, refusalRefs } from './refusals.ts';

export const serviceTag = {
  name: 'Service',
  description: 'The account, the list of products, and whether the service is up.',
};

const health = z.object({ status: z.literal('ok') });
const accountResponse = z.object({ success: z.literal(true), data: accountData });

/** Named schemas of what these paths answer. */
export const serviceSchemas: [string, z.ZodType][] = [
  ['AccountResponse', accountResponse],
  ['ProductListResponse', productListResponse],
  ['Health', health],
];

export const READ_REFUSALS: RefusalName[] = [
  'Unauthorized',
  'Forbidden',
  'RateLimited',
  'InternalError',
  'Unavailable',
];

export const COUNTED_HEADERS = { ...REQUEST_ID_HEADER, ...RATE_HEADERS };

export const answer = (schema: string, headers: Record<string, unknown>) => ({
  description: 'The answer.',
  headers,
  content: { 'application/json': { schema: schemaRef(schema) } },
});

/** Paths that look nothing up. */
export const servicePaths = {
  '/v1/account': {
    get: {
      tags: [serviceTag.name],
      operationId: 'getAccount',
      summary: 'Plan, credits and usage',
      description: 'Free. A good check of the balance before a long run.',
      responses: { 200: answer('AccountResponse', COUNTED_HEADERS), ...refusalRefs(READ_REFUSALS) },
    },
  },
  '/v1/products': {
    get: {
      tags: [serviceTag.name],
      operationId: 'listProducts',
      summary: 'Every product, its price and whether it can be called',
      description:
        'Free. A product none of whose sources is configured says so here, and is answered SERVICE_UNAVAILABLE.',
      responses: {
        200: answer('ProductListResponse', COUNTED_HEADERS),
        ...refusalRefs(READ_REFUSALS),
      },
    },
  },
  '/health': {
    get: {
      tags: [serviceTag.name],
      operationId: 'getHealth',
      summary: 'Whether the service is up',
      description: 'Needs no key.',
      security: [],
      responses: { 200: answer('Health', REQUEST_ID_HEADER) },
    },
  },
};
