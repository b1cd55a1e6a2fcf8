import * as z from 'zod';
import { ApiError } from '../../lib/errors.ts';
import { BYPASS_NAMES, bypassFlags, lookupBody } from '../../lookup/body.ts';
import { idempotentLookup } from '../../lookup/pipeline/idempotency.ts';
import { lookup } from '../../lookup/pipeline/lookup.ts';
import { type AnyProduct, responseSchema } from '../../lookup/product.ts';
import {
  MAX_TOOL_KEY_CHARS,
  type McpCall,
  type McpServices,
  parseArguments,
  type Tool,
  takeIdempotencyKey,
} from './tool.ts';

/** From how many credits a call on, what an agent should ask its user for. */
const WHEN_TO_ASK: readonly [credits: number, advice: string][] = [
  [25, 'Ask the user before every call.'],
  [5, 'Ask the user before more than 5 calls in a row.'],
  [0, 'Ask the user before more than 50 calls in a row.'],
];

const formatCredits = (credits: number): string =>
  credits === 1 ? '1 credit' : `${credits} credits`;

function costSentence({ price: { upTo, fixed, listed } }: AnyProduct): string {
  if (fixed && !listed) return `Costs ${formatCredits(upTo)}.`;
  return `Costs at most ${formatCredits(upTo)}; what comes back empty or unusable costs less or nothing.`;
}

function fieldNames(schema: z.ZodType): string {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return names.length > 0 ? ` (${names.join(', ')})` : '';
}

function answerSentence({ classification, insights, risk, recommend }: AnyProduct): string {
  const sections = [
    `classification${fieldNames(classification.schema)}`,
    `insights${fieldNames(insights.schema)}`,
    ...(risk ? ['risk_assessment'] : []),
    ...(recommend ? ['recommendations'] : []),
    'metadata (credits_used, credits_remaining, cache_hit)',
  ];
  return `Gives ${sections.join(', ')}.`;
}

/** Lists are cheaper to ask for at once, where the product runs in bulk. */
const bulkSentence = ({ bulk }: AnyProduct): string =>
  bulk ? ` For a list use bulk_verify with type ${bulk}.` : '';

/** Description of a product's tool. Every word is the registry's or ours. */
function describeProduct(product: AnyProduct): string {
  const { summary, price, limitMs } = product;
  const advice = WHEN_TO_ASK.find(([credits]) => price.upTo >= credits)?.[1] ?? '';
  return [
    `${summary}.`,
    costSentence(product),
    'The same lookup is free again for seven days; a failed call is free.',
    answerSentence(product),
    ...(limitMs ? [`May take ${limitMs / 1_000} seconds.`] : []),
    advice + bulkSentence(product),
  ].join(' ');
}

const INITIALS = new Set(['b2b', 'hlr', 'ip', 'mnp', 'nt', 'seo']);

/** A path as people read it: `/hlr-lookup` is "HLR lookup". */
function productTitle({ path }: Pick<AnyProduct, 'path'>): string {
  const words = path.slice(1).split('-');
  const title = words.map((word) => (INITIALS.has(word) ? word.toUpperCase() : word)).join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const idempotencyKeyField = z
  .string()
  .max(MAX_TOOL_KEY_CHARS)
  .optional()
  .describe(
    'Sent again within 24 hours with the same arguments, the first answer comes back free.',
  );

/** What every lookup takes besides the product's own fields; the aliases of HTTP work unlisted. */
const OPTIONS = {
  bypass_cache: bypassFlags.shape.bypass_cache,
  idempotency_key: idempotencyKeyField,
};

/** The arguments, or a validation error as a value: the caller is checked before it is returned. */
function readArguments(schema: z.ZodObject, args: Record<string, unknown>, call: McpCall) {
  try {
    const { body, idempotencyKey } = takeIdempotencyKey(args, call);
    const input = parseArguments(schema, body) as Record<string, unknown>;
    return { ok: true, input, sent: body, idempotencyKey } as const;
  } catch (problem) {
    if (problem instanceof ApiError) return { ok: false, problem } as const;
    throw problem;
  }
}

async function runLookup(
  product: AnyProduct,
  schema: z.ZodObject,
  args: Record<string, unknown>,
  call: McpCall,
  { pipeline }: McpServices,
): Promise<Record<string, unknown>> {
  const { requestId: id, startedAt, defer, onAdmission } = call;
  const principal = { ...call.principal, resource: product.type };
  const body = readArguments(schema, args, call);
  const bypass = body.ok && BYPASS_NAMES.some((name) => body.input[name] === true);
  const request = { id, principal, product, body, bypass, startedAt, onAdmission };
  const ports = { ...pipeline, defer };
  if (!body.ok || body.idempotencyKey === null) return { ...(await lookup(request, ports)) };
  const once = { idempotencyKey: body.idempotencyKey, body: body.sent };
  return { ...(await idempotentLookup(request, once, ports)).data };
}

/** The same lookup as over HTTP. @param given a name of its own; else that of the path */
export function productTool(
  product: AnyProduct,
  given?: Pick<Tool, 'name' | 'title'> & { hint: string },
): Tool {
  const { hint, ...named } = given ?? {
    name: product.path.slice(1).replaceAll('-', '_'),
    title: productTitle(product),
    hint: '',
  };
  const schema = lookupBody(product);
  return {
    ...named,
    description: `${describeProduct(product)}${hint && ` ${hint}`}`,
    readOnly: true,
    openWorld: true,
    ...(!given && { keysOnly: product.type }),
    input: product.input.safeExtend(OPTIONS),
    output: responseSchema(product).shape.data,
    async run(args, call, services) {
      return { ok: true, content: await runLookup(product, schema, args, call, services) };
    },
  };
}
