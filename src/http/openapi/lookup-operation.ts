import type * as z from 'zod';
import { lookupBody } from '../../core/lookup/body.ts';
import { type AnyProduct, responseSchema } from '../../core/lookup/product.ts';
import { sandboxBody } from '../../core/lookup/sandbox-body.ts';
import { schemaRef } from './json-schemas.ts';
import { exampleResponse } from './lookup-examples.ts';
import { describeRateLimit, type RateLimits } from './rate-limits.ts';
import {
  lookupRefusals,
  RATE_HEADERS,
  REPLAY_HEADER,
  REQUEST_ID_HEADER,
  refusalRefs,
} from './refusals.ts';

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
export function describePrice(product: AnyProduct): string {
  const credits = (count: number) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'credit' : 'credits'}`;
  const { per } = product.price;
  if (per) return `${credits(product.price.upTo)} a ${per}`;
  return sandboxPrices(product).some((price) => price < product.price.upTo)
    ? `up to ${credits(product.price.upTo)}`
    : credits(product.price.upTo);
}

/** Prices do not depend on it. */
const NO_CALL = { id: '', foundAt: new Date(0).toISOString() };

/** What a live key would pay for each fact of the sandbox. */
function sandboxPrices(product: AnyProduct): number[] {
  return product.sandbox.flatMap((entry) => {
    if (!('fact' in entry)) return [];
    const input = product.input.parse(sandboxBody(product, entry));
    return [product.price.charge(product.conclude(entry.fact, input, NO_CALL), input)];
  });
}

/** How long a client should wait. @param limitMs longest a lookup may take */
export const describeTime = (limitMs: number): string =>
  `about a second when it finds at once, up to ${limitMs / 1_000} seconds when it does not; a client should wait that long.`;

function describe(product: AnyProduct, limits: RateLimits): string {
  const kinds = [...new Set(product.sources.list.map((source) => source.label))].join(', ');
  return [
    `**Price:** ${describePrice(product)}.`,
    `**Rate window:** ${product.tier}, ${describeRateLimit(limits[product.tier])}.`,
    ...(product.limitMs ? [`**Time:** ${describeTime(product.limitMs)}`] : []),
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
      description: describe(product, limits),
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
        ...refusalRefs(lookupRefusals(product)),
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
