import * as z from 'zod';
import type { ErrorCode } from '../../core/errors.ts';

const MAX_NAME_CHARS = 200;

/** A wrong type is INVALID_REQUEST; the right type with an unusable value is INVALID_INPUT. */
const codeOf = (issue: z.core.$ZodIssue): ErrorCode =>
  issue.code === 'invalid_type' || issue.code === 'invalid_union'
    ? 'INVALID_REQUEST'
    : 'INVALID_INPUT';

function check<Schema extends z.ZodType>(
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
      params: { code: codeOf(issue) },
    });
  }
  return z.NEVER;
}

/** A field that must be there: absent, null or '' is MISSING_FIELD. */
export const required = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .optional()
    .transform((value, context): z.output<Schema> => {
      if (value !== undefined && value !== null && value !== '')
        return check(schema, value, context);
      context.addIssue({
        code: 'custom',
        message: 'is required',
        params: { code: 'MISSING_FIELD' satisfies ErrorCode },
      });
      return z.NEVER;
    });

/** A field that may be left out; null when it is. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .optional()
    .transform((value, context): z.output<Schema> | null =>
      value === undefined || value === null ? null : check(schema, value, context),
    );

export const name = z.string().trim().min(1).max(MAX_NAME_CHARS);

/** Stored and compared in lower case. */
export const email = z.string().trim().toLowerCase().pipe(z.email().max(254));

/**
 * An ISO 8601 date or date-time with its zone, as milliseconds since the epoch. A date alone is its
 * midnight UTC.
 */
export const moment = z
  .string()
  .refine(
    (text) =>
      z.iso.datetime({ offset: true }).safeParse(text).success ||
      z.iso.date().safeParse(text).success,
    'must be an ISO 8601 date or date-time',
  )
  .transform((text) => Date.parse(text));
