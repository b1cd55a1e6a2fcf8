import { Hono } from 'hono';
import type * as z from 'zod';
import { camelCase } from '../../lib/text.ts';
import type { Admission } from '../../lookup/account/account.ts';
import { documentedBody, sandboxBody } from '../../lookup/body.ts';
import { presentSections } from '../../lookup/pipeline/answer.ts';
import {
  type IdempotencyPorts,
  parseIdempotencyKey,
  requestLookup,
} from '../../lookup/pipeline/lookup-request.ts';
import {
  type AnyProduct,
  priceLabel,
  priceOfAnswer,
  responseSchema,
  type SandboxCase,
} from '../../lookup/product.ts';
import {
  errorResponseRefs,
  lookupErrorResponses,
  RATE_LIMITED_HEADERS,
  REPLAY_HEADER,
} from '../openapi/error-responses.ts';
import { exampleResponse } from '../openapi/examples.ts';
import { schemaRef } from '../openapi/json-schemas.ts';
import { describeRateLimit, type RateLimits } from '../openapi/service-overview.ts';
import {
  type ApiAccess,
  type AppEnv,
  authenticateRequest,
  setRateHeaders,
} from '../request/context.ts';
import {
  asksBypass,
  checkBypassQuery,
  MAX_BODY_BYTES,
  readJson,
  refuseMisplaced,
} from '../request/validation.ts';

/** One POST route per product. */
export function lookupRoutes(
  products: readonly AnyProduct[],
  access: ApiAccess,
  ports: Omit<IdempotencyPorts, 'defer'>,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const product of products)
    routes.post(product.path, async (c) => {
      const incoming = {
        id: c.get('requestId'),
        path: c.req.path,
        product,
        principal: await authenticateRequest(c, access),
        bypass: asksBypass(c),
        startedAt: c.get('startedAt'),
        onAdmission: (admission: Admission) => setRateHeaders(c, admission),
      };
      const read = async () => {
        checkBypassQuery(c);
        refuseMisplaced(Object.keys(c.req.query()), product.input.shape, 'body');
        return {
          idempotencyKey: parseIdempotencyKey(c.req.header('Idempotency-Key'), 'Idempotency-Key'),
          sent: await readJson(c, MAX_BODY_BYTES),
        };
      };
      const { data, replayed } = await requestLookup(incoming, read, {
        ...ports,
        defer: (work) => c.executionCtx.waitUntil(work),
      });
      // A replay has the first request's id in its body, and so in the header.
      if (replayed) c.header('X-Request-Id', data.request.id);
      if (replayed) c.header('Idempotent-Replay', 'true');
      return c.json({ success: true, data });
    });
  return routes;
}

/** nt_lookup → NtLookup. */
const pascalCase = (type: string): string =>
  type.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const requestSchemas = (product: AnyProduct): [string, z.ZodType][] => [
  [`${pascalCase(product.type)}Request`, documentedBody(product)],
];

export function responseSchemas(product: AnyProduct): [string, z.ZodType][] {
  const name = pascalCase(product.type);
  return [
    [`${name}Classification`, product.classification.schema],
    [`${name}Insights`, product.insights.schema],
    [`${name}Response`, responseSchema(product)],
  ];
}

/** Prices do not depend on the context. */
const PLACEHOLDER_CONTEXT = { id: '', foundAt: new Date(0).toISOString() };

/** Price of a sandbox case's fact with a live key; null for a refusal. */
export function sandboxPrice(product: AnyProduct, entry: SandboxCase<unknown>): number | null {
  if (!('fact' in entry)) return null;
  const input = product.input.parse(sandboxBody(product, entry));
  const conclusion: unknown = product.derive(entry.fact, input, PLACEHOLDER_CONTEXT);
  const sections = () => presentSections(product, conclusion, input, PLACEHOLDER_CONTEXT);
  return priceOfAnswer(product, conclusion, input, sections);
}

/** The fields that make an answer billable, if the product declares them. */
const paidForSentence = ({ price: { paidFor } }: AnyProduct): string =>
  paidFor
    ? ` Charged only if one of these is known and was not part of your input: ${paidFor.map((field) => `\`${field}\``).join(', ')}.`
    : '';

/** Time that a client should wait. @param limitMs longest a lookup may take */
export const describeTimeLimit = (limitMs: number): string =>
  `about a second if it finds an answer at once, up to ${limitMs / 1_000} seconds if it does not. A client should wait that long.`;

function describeLookup(product: AnyProduct, limits: RateLimits): string {
  const kinds = [...new Set(product.sources.list.map((source) => source.label))].join(', ');
  return [
    `**Price:** ${priceLabel(product)}.${paidForSentence(product)}`,
    `**Rate window:** ${product.tier}, ${describeRateLimit(limits[product.tier])}.`,
    ...(product.limitMs ? [`**Time:** ${describeTimeLimit(product.limitMs)}`] : []),
    `**Bulk type:** ${product.bulk ? `\`${product.bulk}\`` : 'none'}.`,
    `**Answered from:** ${kinds}.`,
    '`sk_test_` keys are answered only for the sandbox examples of the body, at no cost.',
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
          headers: { ...RATE_LIMITED_HEADERS, ...REPLAY_HEADER },
          content: {
            'application/json': {
              schema: schemaRef(`${name}Response`),
              ...(answer && {
                examples: { sandbox: { summary: 'Answer to a test key', value: answer } },
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
