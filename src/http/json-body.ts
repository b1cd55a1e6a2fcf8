import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import { createMiddleware } from 'hono/factory';
import type * as z from 'zod';
import { ApiError } from '../core/errors.ts';
import { inputProblem } from '../core/inputs.ts';
import type { AppEnv } from './context.ts';

export const MAX_BODY_BYTES = 1_048_576;

/** Refuses a body that does not call itself JSON. */
export const jsonTyped = createMiddleware<AppEnv>(async (c, next) => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new ApiError('INVALID_REQUEST', 'Content-Type: application/json is required.');
  await next();
});

/**
 * Refuses a body that does not call itself JSON, or is larger than `maxBytes`, before reading it.
 */
export function jsonOnly(maxBytes: number): MiddlewareHandler<AppEnv> {
  const limited = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new ApiError('INVALID_REQUEST', `The body is larger than ${maxBytes} bytes.`);
    },
  });
  return every(jsonTyped, limited);
}

type Target = 'json' | 'query' | 'param';

type Parsed<Part extends Target, Schema extends z.ZodType> = MiddlewareHandler<
  AppEnv,
  string,
  { in: Record<Part, z.input<Schema>>; out: Record<Part, z.output<Schema>> }
>;

/**
 * Parses one part of the request by its schema; problems become MISSING_FIELD, INVALID_INPUT or
 * INVALID_REQUEST.
 */
export function parsed<Schema extends z.ZodType, Part extends Target>(
  part: Part,
  schema: Schema,
): Parsed<Part, Schema> {
  const validator = zValidator(part, schema, (result) => {
    if (result.success) return;
    throw inputProblem(result.error.issues as z.core.$ZodIssue[], { value: result.data, schema });
  });
  return validator as unknown as Parsed<Part, Schema>;
}
