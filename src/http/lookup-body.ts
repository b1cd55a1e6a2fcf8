import type { Context } from 'hono';
import type * as z from 'zod';
import { ApiError } from '../core/errors.ts';
import { inputProblem } from '../core/inputs.ts';
import { readText } from '../core/read-text.ts';
import type { AppEnv } from './context.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { MAX_BODY_BYTES } from './json-body.ts';

export type LookupBody =
  | { ok: true; input: Record<string, unknown>; sent: unknown; idempotencyKey: string | null }
  | { ok: false; problem: ApiError };

const unusable = (message: string) => new ApiError('INVALID_REQUEST', message);

const TOO_LARGE = `The body is larger than ${MAX_BODY_BYTES} bytes.`;

/** @throws ApiError INVALID_REQUEST, INVALID_INPUT, MISSING_FIELD */
async function readFields(c: Context<AppEnv>, schema: z.ZodType) {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw unusable('Content-Type: application/json is required.');
  const text = await readText(c.req.raw, MAX_BODY_BYTES);
  if (text === null) throw unusable(TOO_LARGE);
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw unusable('The body is not valid JSON.');
  }
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw inputProblem(parsed.error.issues, { value: sent, schema });
  return { input: parsed.data as Record<string, unknown>, sent };
}

/**
 * A problem is a value and no exception: the caller's key, plan and windows are checked before it
 * is told.
 */
export async function readLookupBody(c: Context<AppEnv>, schema: z.ZodType): Promise<LookupBody> {
  try {
    const idempotencyKey = idempotencyKeyOf(c);
    return { ok: true, idempotencyKey, ...(await readFields(c, schema)) };
  } catch (problem) {
    if (problem instanceof ApiError) return { ok: false, problem };
    throw problem;
  }
}
