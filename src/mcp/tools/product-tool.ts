import * as z from 'zod';
import { ApiError } from '../../core/errors.ts';
import { BYPASS_NAMES, bypassFlags, lookupBody } from '../../core/lookup/body.ts';
import { type AnyProduct, responseSchema } from '../../core/lookup/product.ts';
import { lookup } from '../../pipeline/lookup.ts';
import { lookupOnce } from '../../pipeline/lookup-once.ts';
import type { McpCall, McpServices } from '../ports.ts';
import { describeProduct, titleOf } from './describe-product.ts';
import { MAX_KEY_CHARS, parsedArguments, type Tool, withoutKey } from './tool.ts';

const replayKey = z
  .string()
  .max(MAX_KEY_CHARS)
  .optional()
  .describe(
    'Sent again within 24 hours with the same arguments, the first answer comes back free.',
  );

/** What every lookup takes besides the product's own fields; the aliases of HTTP work unlisted. */
const OPTIONS = { bypass_cache: bypassFlags.shape.bypass_cache, idempotency_key: replayKey };

/** The arguments, or why they cannot be used: the caller is checked before that is told. */
function read(schema: z.ZodObject, args: Record<string, unknown>, call: McpCall) {
  try {
    const { body, idempotencyKey } = withoutKey(args, call);
    const input = parsedArguments(schema, body) as Record<string, unknown>;
    return { ok: true, input, sent: body, idempotencyKey } as const;
  } catch (problem) {
    if (problem instanceof ApiError) return { ok: false, problem } as const;
    throw problem;
  }
}

async function look(
  product: AnyProduct,
  schema: z.ZodObject,
  args: Record<string, unknown>,
  call: McpCall,
  { pipeline }: McpServices,
): Promise<Record<string, unknown>> {
  const { requestId: id, startedAt, defer, onAdmission } = call;
  const principal = { ...call.principal, resource: product.type };
  const body = read(schema, args, call);
  const bypass = body.ok && BYPASS_NAMES.some((name) => body.input[name] === true);
  const request = { id, principal, product, body, bypass, startedAt, onAdmission };
  const ports = { ...pipeline, defer };
  if (!body.ok || body.idempotencyKey === null) return { ...(await lookup(request, ports)) };
  const once = { idempotencyKey: body.idempotencyKey, body: body.sent };
  return { ...(await lookupOnce(request, once, ports)).data };
}

/** The same lookup as over HTTP. @param given a name of its own; else that of the path */
export function productTool(
  product: AnyProduct,
  given?: Pick<Tool, 'name' | 'title'> & { hint: string },
): Tool {
  const { hint, ...named } = given ?? {
    name: product.path.slice(1).replaceAll('-', '_'),
    title: titleOf(product),
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
      return { ok: true, content: await look(product, schema, args, call, services) };
    },
  };
}
