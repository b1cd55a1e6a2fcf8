import type { Context } from 'hono';
import type * as z from 'zod';
import { ApiError } from '../core/errors.ts';
import { inputProblem } from '../core/inputs.ts';
import type { AppEnv } from './context.ts';
import { MAX_BODY_BYTES } from './json-body.ts';

export type LookupBody =
  | { ok: true; input: Record<string, unknown> }
  | { ok: false; problem: ApiError };

const unusable = (message: string): LookupBody => ({
  ok: false,
  problem: new ApiError('INVALID_REQUEST', message),
});

const TOO_LARGE = `The body is larger than ${MAX_BODY_BYTES} bytes.`;

/** The body's text, or null past the limit; nothing is kept of what is too large. */
async function readText(request: Request): Promise<string | null> {
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > MAX_BODY_BYTES) return null;
  if (!Number.isNaN(declared) || !request.body) return request.text();
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A problem is a value and no exception: the caller's key, plan and windows are checked before it is told. */
export async function readLookupBody(c: Context<AppEnv>, schema: z.ZodType): Promise<LookupBody> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return unusable('Content-Type: application/json is required.');
  const text = await readText(c.req.raw);
  if (text === null) return unusable(TOO_LARGE);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return unusable('The body is not valid JSON.');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, input: parsed.data as Record<string, unknown> };
  return { ok: false, problem: inputProblem(parsed.error.issues, { value: body, schema }) };
}
