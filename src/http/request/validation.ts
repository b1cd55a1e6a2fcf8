import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';
import { inputError } from '../../lib/inputs.ts';
import type { AppEnv } from './context.ts';

export const MAX_BODY_BYTES = 1_048_576;

/** Refuses a body that does not call itself JSON. */
export const requireJsonType = createMiddleware<AppEnv>(async (c, next) => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new ApiError('INVALID_REQUEST', 'Content-Type: application/json is required.');
  await next();
});

/**
 * Refuses a body that does not call itself JSON, or is larger than `maxBytes`, before reading it.
 */
export function requireJsonBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  const limited = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new ApiError('INVALID_REQUEST', `The body is larger than ${maxBytes} bytes.`);
    },
  });
  return every(requireJsonType, limited);
}

type Target = 'json' | 'query' | 'param';

type Validator<Part extends Target, Schema extends z.ZodType> = MiddlewareHandler<
  AppEnv,
  string,
  { in: Record<Part, z.input<Schema>>; out: Record<Part, z.output<Schema>> }
>;

/**
 * Parses one part of the request by its schema; problems become MISSING_FIELD, INVALID_INPUT or
 * INVALID_REQUEST.
 */
export function validated<Schema extends z.ZodType, Part extends Target>(
  part: Part,
  schema: Schema,
): Validator<Part, Schema> {
  const validator = zValidator(part, schema, (result) => {
    if (result.success) return;
    throw inputError(result.error.issues as z.core.$ZodIssue[], { value: result.data, schema });
  });
  return validator as unknown as Validator<Part, Schema>;
}

const MAX_NAME_CHARS = 200;

/** A wrong type is INVALID_REQUEST; the right type with an unusable value is INVALID_INPUT. */
const issueErrorCode = (issue: z.core.$ZodIssue): ErrorCode =>
  issue.code === 'invalid_type' || issue.code === 'invalid_union'
    ? 'INVALID_REQUEST'
    : 'INVALID_INPUT';

function checkField<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  context: z.RefinementCtx,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    context.addIssue({
      code: 'custom',
      path: issue.path,
      message: issue.message,
      params: { code: issueErrorCode(issue) },
    });
  }
  return z.NEVER;
}

/** A field that must be there: absent, null or '' is MISSING_FIELD. */
export const requiredField = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .optional()
    .transform((value, context): z.output<Schema> => {
      if (value !== undefined && value !== null && value !== '')
        return checkField(schema, value, context);
      context.addIssue({
        code: 'custom',
        message: 'is required',
        params: { code: 'MISSING_FIELD' satisfies ErrorCode },
      });
      return z.NEVER;
    });

/** A field that may be left out; null when it is. */
export const optionalField = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .optional()
    .transform((value, context): z.output<Schema> | null =>
      value === undefined || value === null ? null : checkField(schema, value, context),
    );

export const nameField = z.string().trim().min(1).max(MAX_NAME_CHARS);

/** Stored and compared in lower case. */
export const emailField = z.string().trim().toLowerCase().pipe(z.email().max(254));

/**
 * An ISO 8601 date or date-time with its zone, as milliseconds since the epoch. A date alone is its
 * midnight UTC.
 */
export const timestampField = z
  .string()
  .refine(
    (text) =>
      z.iso.datetime({ offset: true }).safeParse(text).success ||
      z.iso.date().safeParse(text).success,
    'must be an ISO 8601 date or date-time',
  )
  .transform((text) => Date.parse(text));
