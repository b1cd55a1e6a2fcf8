import type * as z from 'zod';
import { ApiError } from '../../core/errors.ts';
import { inputProblem } from '../../core/inputs.ts';
import type { McpCall, McpServices } from '../ports.ts';

/** What a tool answers: its content, or the body of a refusal that is no error of ours. */
export type ToolAnswer =
  | { ok: true; content: Record<string, unknown> }
  | { ok: false; body: Record<string, unknown> };

/** Something an agent can do. Nothing in it comes from outside but the arguments of a call. */
export interface Tool {
  name: string;
  /** For people. */
  title: string;
  /** For the agent: what it does, costs and gives back, and when to ask before. */
  description: string;
  /** It changes nothing but the balance. */
  readOnly: boolean;
  /** It asks the world outside, and not the account alone. */
  openWorld: boolean;
  /** Type of the product, where it is listed to API keys only, and to those with its scope. */
  keysOnly?: string;
  /** What it takes. */
  input: z.ZodType;
  /** What comes back. */
  output: z.ZodType;
  /** @throws ApiError what the same call over HTTP is refused with */
  run(args: Record<string, unknown>, call: McpCall, services: McpServices): Promise<ToolAnswer>;
}

export const MAX_KEY_CHARS = 255;

/** Parses arguments as a body is parsed. @throws ApiError INVALID_REQUEST, INVALID_INPUT, … */
export function parsedArguments<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw inputProblem(result.error.issues as z.core.$ZodIssue[], { value, schema });
}

/**
 * Takes the Idempotency-Key out of the arguments: what is left is what a body would be.
 * @throws ApiError INVALID_INPUT
 */
export function withoutKey(
  { idempotency_key: given, ...body }: Record<string, unknown>,
  { idempotencyKey }: McpCall,
): { body: Record<string, unknown>; idempotencyKey: string | null } {
  const key = given ?? idempotencyKey;
  const isKey = key === null || (typeof key === 'string' && key.length <= MAX_KEY_CHARS);
  if (isKey) return { body, idempotencyKey: key?.trim() || null };
  const message = `idempotency_key: must be a string of at most ${MAX_KEY_CHARS} characters.`;
  throw new ApiError('INVALID_INPUT', message, { param: 'idempotency_key' });
}
