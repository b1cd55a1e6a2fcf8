import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import { ApiError } from '../../lib/errors.ts';
import { inputError } from '../../lib/inputs.ts';
import { readBodyText } from '../../lib/request-body.ts';
import type { Admission } from '../../lookup/account/account.ts';
import { BYPASS_NAMES, lookupBody, sandboxBody } from '../../lookup/body.ts';
import { type IdempotencyPorts, idempotentLookup } from '../../lookup/pipeline/idempotency.ts';
import { lookup } from '../../lookup/pipeline/lookup.ts';
import { type AnyProduct, responseSchema } from '../../lookup/product.ts';
import {
  errorResponseRefs,
  lookupErrorResponses,
  RATE_HEADERS,
  REPLAY_HEADER,
  REQUEST_ID_HEADER,
} from '../openapi/error-responses.ts';
import { exampleResponse } from '../openapi/examples.ts';
import { schemaRef } from '../openapi/json-schemas.ts';
import { describeRateLimit, type RateLimits } from '../openapi/service-overview.ts';
import { type ApiAccess, authenticateRequest, setRateHeaders } from '../request/authorize.ts';
import type { AppEnv } from '../request/context.ts';
import { readIdempotencyKey } from '../request/idempotency-key.ts';
import { MAX_BODY_BYTES } from '../request/validation.ts';

export type LookupBody =
  | { ok: true; input: Record<string, unknown>; sent: unknown; idempotencyKey: string | null }
  | { ok: false; problem: ApiError };

const invalidRequest = (message: string) => new ApiError('INVALID_REQUEST', message);

const BODY_TOO_LARGE = `The body is larger than ${MAX_BODY_BYTES} bytes.`;

/** @throws ApiError INVALID_REQUEST, INVALID_INPUT, MISSING_FIELD */
async function readJsonFields(c: Context<AppEnv>, schema: z.ZodType) {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw invalidRequest('Content-Type: application/json is required.');
  const text = await readBodyText(c.req.raw, MAX_BODY_BYTES);
  if (text === null) throw invalidRequest(BODY_TOO_LARGE);
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw invalidRequest('The body is not valid JSON.');
  }
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw inputError(parsed.error.issues, { value: sent, schema });
  return { input: parsed.data as Record<string, unknown>, sent };
}

/**
 * Validation error as a value and no exception: the caller's key, plan and windows are checked
 * before it is thrown.
 */
async function readLookupBody(c: Context<AppEnv>, schema: z.ZodType): Promise<LookupBody> {
  try {
    const idempotencyKey = readIdempotencyKey(c);
    return { ok: true, idempotencyKey, ...(await readJsonFields(c, schema)) };
  } catch (problem) {
    if (problem instanceof ApiError) return { ok: false, problem };
    throw problem;
  }
}

/** One POST route per product of the registry. */
export function lookupRoutes(
  products: readonly AnyProduct[],
  access: ApiAccess,
  ports: Omit<IdempotencyPorts, 'defer'>,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const product of products) {
    const schema = lookupBody(product);
    routes.post(product.path, async (c) => {
      const principal = { ...(await authenticateRequest(c, access)), resource: product.type };
      const body = await readLookupBody(c, schema);
      const fields = body.ok ? body.input : {};
      const bypass = BYPASS_NAMES.some(
        (name) => fields[name] === true || ['true', '1'].includes(c.req.query(name) ?? ''),
      );
      const request = {
        id: c.get('requestId'),
        principal,
        product,
        body,
        bypass,
        startedAt: c.get('startedAt'),
        onAdmission: (admission: Admission) => setRateHeaders(c, admission),
      };
      const withDefer = {
        ...ports,
        defer: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
      };
      if (!body.ok || body.idempotencyKey === null)
        return c.json({ success: true, data: await lookup(request, withDefer) });
      const once = { idempotencyKey: body.idempotencyKey, body: body.sent };
      const { data, replayed } = await idempotentLookup(request, once, withDefer);
      // The first answer names the first request, and so does its header.
      if (replayed) c.header('X-Request-Id', data.request.id);
      if (replayed) c.header('Idempotent-Replay', 'true');
      return c.json({ success: true, data });
    });
  }
  return routes;
}

/** nt_lookup → NtLookup. */
const pascalCase = (type: string): string =>
  type.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** nt_lookup → ntLookup. */
const camelCase = (type: string): string =>
  type.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Named schemas of what callers send. */
export const requestSchemas = (product: AnyProduct): [string, z.ZodType][] => [
  [`${pascalCase(product.type)}Request`, lookupBody(product)],
];

/** Named schemas of what callers receive. */
export function responseSchemas(product: AnyProduct): [string, z.ZodType][] {
  const name = pascalCase(product.type);
  return [
    [`${name}Classification`, product.classification.schema],
    [`${name}Insights`, product.insights.schema],
    [`${name}Response`, responseSchema(product)],
  ];
}

/** "1 credit", or "up to 5 credits" where some answers cost less. */
export function describePriceRange(product: AnyProduct): string {
  const credits = (count: number) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'credit' : 'credits'}`;
  const { per } = product.price;
  if (per) return `${credits(product.price.upTo)} a ${per}`;
  return sandboxPrices(product).some((price) => price < product.price.upTo)
    ? `up to ${credits(product.price.upTo)}`
    : credits(product.price.upTo);
}

/** Prices do not depend on it. */
const PLACEHOLDER_CONTEXT = { id: '', foundAt: new Date(0).toISOString() };

/** What a live key would pay for each fact of the sandbox. */
function sandboxPrices(product: AnyProduct): number[] {
  return product.sandbox.flatMap((entry) => {
    if (!('fact' in entry)) return [];
    const input = product.input.parse(sandboxBody(product, entry));
    return [product.price.charge(product.derive(entry.fact, input, PLACEHOLDER_CONTEXT), input)];
  });
}

/** How long a client should wait. @param limitMs longest a lookup may take */
export const describeTimeLimit = (limitMs: number): string =>
  `about a second when it finds at once, up to ${limitMs / 1_000} seconds when it does not; a client should wait that long.`;

function describeLookup(product: AnyProduct, limits: RateLimits): string {
  const kinds = [...new Set(product.sources.list.map((source) => source.label))].join(', ');
  return [
    `**Price:** ${describePriceRange(product)}.`,
    `**Rate window:** ${product.tier}, ${describeRateLimit(limits[product.tier])}.`,
    ...(product.limitMs ? [`**Time:** ${describeTimeLimit(product.limitMs)}`] : []),
    `**Bulk type:** ${product.bulk ? `\`${product.bulk}\`` : 'none'}.`,
    `**Answered from:** ${kinds}.`,
    'The sandbox examples of the body are what `sk_test_` keys are answered for, at no cost.',
  ].join('\n\n');
}

function bodyExamples(product: AnyProduct): Record<string, unknown> {
  const sandbox = product.sandbox.map((entry, index) => [
    `sandbox_${index + 1}`,
    { summary: `Sandbox: ${entry.shows}`, value: sandboxBody(product, entry) },
  ]);
  return {
    live: { summary: 'With a live key', value: product.example },
    ...Object.fromEntries(sandbox),
  };
}

/** The path item of one product. */
export function lookupOperation(product: AnyProduct, tag: string, limits: RateLimits) {
  const name = pascalCase(product.type);
  const answer = exampleResponse(product);
  return {
    post: {
      tags: [tag],
      operationId: camelCase(product.type),
      summary: product.summary,
      description: describeLookup(product, limits),
      parameters: [
        { $ref: '#/components/parameters/BypassCache' },
        { $ref: '#/components/parameters/IdempotencyKey' },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaRef(`${name}Request`),
            examples: bodyExamples(product),
          },
        },
      },
      responses: {
        200: {
          description: 'The answer.',
          headers: { ...REQUEST_ID_HEADER, ...RATE_HEADERS, ...REPLAY_HEADER },
          content: {
            'application/json': {
              schema: schemaRef(`${name}Response`),
              ...(answer && {
                examples: { sandbox: { summary: 'What a test key is answered', value: answer } },
              }),
            },
          },
        },
        ...errorResponseRefs(lookupErrorResponses(product)),
      },
      'x-credits': {
        up_to: product.price.upTo,
        ...(product.price.per && { per: product.price.per }),
      },
      'x-rate-window': product.tier,
      ...(product.limitMs && { 'x-max-seconds': product.limitMs / 1_000 }),
      ...(product.bulk && { 'x-bulk-type': product.bulk }),
    },
  };
}
