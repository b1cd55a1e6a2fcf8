import type { Context } from 'hono';
import { ApiError } from '../../lib/errors.ts';

export const MAX_IDEMPOTENCY_KEY_CHARS = 255;

/** The Idempotency-Key header, when there is one. @throws ApiError INVALID_INPUT */
export function readIdempotencyKey(c: Context): string | null {
  const key = c.req.header('Idempotency-Key')?.trim() || null;
  if (!key || key.length <= MAX_IDEMPOTENCY_KEY_CHARS) return key;
  const message = `Idempotency-Key: must have at most ${MAX_IDEMPOTENCY_KEY_CHARS} characters.`;
  throw new ApiError('INVALID_INPUT', message, { param: 'Idempotency-Key' });
}
