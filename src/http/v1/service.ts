import { Hono } from 'hono';
import * as z from 'zod';
import { accountData, describeOwnAccount } from '../../accounts/account-resource.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Accounts } from '../../lookup/account/account.ts';
import { requireAdmitted } from '../../lookup/pipeline/admission.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import type { Source } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import {
  type ErrorResponseName,
  errorResponseRefs,
  RATE_HEADERS,
  REQUEST_ID_HEADER,
} from '../openapi/error-responses.ts';
import { schemaRef } from '../openapi/json-schemas.ts';
import {
  type ApiAccess,
  authenticateRequest,
  authorize,
  setRateHeaders,
} from '../request/authorize.ts';
import type { AppEnv } from '../request/context.ts';

const sourceSchema = z.object({
  name: z.string(),
  label: z.string().describe('As in metadata.data_sources.'),
  kind: z.enum(['compiled', 'records', 'open', 'upstream']),
  available: z.boolean(),
  missing: z
    .array(z.string())
    .describe('What would make it available: variables to set, or record data sets to import.'),
});

const productSchema = z.object({
  path: z.string(),
  type: z.string().describe('As in request.type.'),
  summary: z.string(),
  price: z.int().min(0).describe('The most one unit can cost, in credits.'),
  price_per: z.string().describe('The unit: a lookup, or for example a minute of audio.'),
  tier: z.enum(['standard', 'live']).describe('Rate window it is counted in.'),
  bulk_type: z.string().nullable().describe('Null: single calls only.'),
  cache_days: z.int(),
  available: z.boolean(),
  missing: z
    .array(z.string())
    .describe('While it is not available: what its sources miss, any of which would do.'),
  sources: z.array(sourceSchema),
});

/** `GET /v1/products`. */
const productListResponse = z.object({
  success: z.literal(true),
  data: z.object({ products: z.array(productSchema) }),
});

export const serviceTag = {
  name: 'Service',
  description: 'The account, the list of products, and whether the service is up.',
};

const healthSchema = z.object({ status: z.literal('ok') });
const accountResponseSchema = z.object({ success: z.literal(true), data: accountData });

/** Named schemas of what these paths answer. */
export const serviceSchemas: [string, z.ZodType][] = [
  ['AccountResponse', accountResponseSchema],
  ['ProductListResponse', productListResponse],
  ['Health', healthSchema],
];

export const READ_ERRORS: ErrorResponseName[] = [
  'Unauthorized',
  'Forbidden',
  'RateLimited',
  'InternalError',
  'Unavailable',
];

export const RATE_LIMITED_HEADERS = { ...REQUEST_ID_HEADER, ...RATE_HEADERS };

export const jsonResponse = (schema: string, headers: Record<string, unknown>) => ({
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
      responses: {
        200: jsonResponse('AccountResponse', RATE_LIMITED_HEADERS),
        ...errorResponseRefs(READ_ERRORS),
      },
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
        200: jsonResponse('ProductListResponse', RATE_LIMITED_HEADERS),
        ...errorResponseRefs(READ_ERRORS),
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
      responses: { 200: jsonResponse('Health', REQUEST_ID_HEADER) },
    },
  },
};

const RETRY_AFTER_SECONDS = 2;

/** `GET /account`: plan, balance and usage. Free; counted in the account window. */
export function accountRoutes(
  access: ApiAccess & { accounts: Pick<Accounts, 'readOwn'> },
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/account', async (c) => {
    const principal = { ...(await authenticateRequest(c, access)), resource: 'account' };
    const { admission, account } = await access.accounts.readOwn(principal).catch((cause) => {
      if (cause instanceof ApiError) throw cause;
      const message = 'The account is temporarily out of reach.';
      const retryAfterSeconds = RETRY_AFTER_SECONDS;
      throw new ApiError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds, cause });
    });
    setRateHeaders(c, admission);
    const { caller } = requireAdmitted(admission, c.get('startedAt'));
    if (!account) throw new Error('the account admitted a read and did not answer it');
    const keyId = principal.kind === 'key' ? caller.keyId : null;
    return c.json({ success: true, data: describeOwnAccount(account, keyId) });
  });
  return routes;
}

/** How long a lookup is answered from the cache (specification, "Limits"). */
const CACHE_DAYS = 7;

async function describeSource(source: Source<never, unknown>, world: World) {
  const { name, label, kind } = source;
  const available = await source.available(world);
  const missing = available ? [] : (source.missing?.(world) ?? []);
  return { name, label, kind, available, missing };
}

/** A product can be called when at least one of the sources that can answer it is there. */
async function describeProduct(product: AnyProduct, world: World) {
  const { list, answeredBy = list } = product.sources;
  const describe = (each: readonly Source<never, unknown>[]) =>
    Promise.all(each.map((source) => describeSource(source, world)));
  const [sources, answering] = await Promise.all([describe(list), describe(answeredBy)]);
  const missing = [...new Set(answering.flatMap((source) => source.missing))];
  const available = answering.some((source) => source.available);
  return {
    path: `/v1${product.path}`,
    type: product.type,
    summary: product.summary,
    price: product.price.upTo,
    price_per: product.price.per ?? 'lookup',
    tier: product.tier,
    bulk_type: product.bulk ?? null,
    cache_days: CACHE_DAYS,
    available,
    missing: available ? [] : missing,
    sources,
  };
}

/** `GET /products`: what can be asked, for how much, and what is not configured. */
export function productsRoutes({
  access,
  products,
  world,
}: {
  access: ApiAccess;
  products: readonly AnyProduct[];
  world: World;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/products', authorize(access, 'account'), async (c) => {
    const described = await Promise.all(products.map((product) => describeProduct(product, world)));
    return c.json({ success: true, data: { products: described } });
  });
  return routes;
}
