import { zValidator } from '@hono/zod-validator';
import type { Context, MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { readBodyText } from '../../lib/bounded-stream.ts';
import { ApiError } from '../../lib/errors.ts';
import { inputError, isAbsent, misspellingError, refuseInput } from '../../lib/inputs.ts';
import { firstOfEachPath, issueErrorCode } from '../../lib/issues.ts';
import { documentedAs } from '../../lib/json-schema.ts';
import { lineField } from '../../lib/line-field.ts';
import { MAX_NAME_CHARS, quoted } from '../../lib/text.ts';
import { BYPASS_NAMES, bypassFlags } from '../../lookup/body.ts';
import type { AppEnv } from './context.ts';

export const MAX_BODY_BYTES = 1_048_576;

export const MAX_BULK_BODY_BYTES = 33_554_432;

/** Media type of the body, without its parameters. */
export const contentType = (c: Context<AppEnv>): string | undefined =>
  c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();

/** Requires the JSON media type. @throws ApiError INVALID_REQUEST */
function requireJsonType(c: Context<AppEnv>): void {
  if (contentType(c) !== 'application/json')
    throw new ApiError('INVALID_REQUEST', 'Content-Type: application/json is required.');
}

/** White space, then one JSON token (RFC 8259): a punctuator, a string, a number or a word. */
const JSON_TOKEN =
  /[ \t\n\r]*([{}[\]:,]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Kind of a token: the punctuator itself, `"` for a string, else `v`. */
const tokenKind = (token: string): string =>
  /^[{}[\]:,"]/.test(token) ? (token[0] as string) : 'v';

/** Offset at which a text stops being JSON. @param text not valid JSON */
function jsonErrorOffset(text: string): number {
  const open: string[] = [];
  let allowed = '{["v';
  let at = 0;
  while (allowed !== '') {
    JSON_TOKEN.lastIndex = at;
    const token = JSON_TOKEN.exec(text)?.[1];
    const start = JSON_TOKEN.lastIndex - (token?.length ?? 0);
    if (token === undefined) break;
    const kind = tokenKind(token);
    if (!allowed.includes(kind)) return start;
    at = JSON_TOKEN.lastIndex;
    const isKey = kind === '"' && open.at(-1) === '{' && !allowed.includes('v');
    if (kind === '{' || kind === '[') open.push(kind);
    if (kind === '}' || kind === ']') open.pop();
    const after = open.at(-1) === '{' ? ',}' : open.at(-1) === '[' ? ',]' : '';
    if (kind === '{') allowed = '"}';
    else if (kind === '[') allowed = '{["v]';
    else if (kind === ',') allowed = open.at(-1) === '{' ? '"' : '{["v';
    else if (kind === ':') allowed = '{["v';
    else allowed = isKey ? ':' : after;
  }
  return at + (/[ \t\n\r]*/y.exec(text.slice(at))?.[0].length ?? 0);
}

function invalidJson(text: string): ApiError {
  const before = text.slice(0, jsonErrorOffset(text)).split('\n');
  const column = (before.at(-1) as string).length + 1;
  return new ApiError(
    'INVALID_REQUEST',
    `The body is not valid JSON: line ${before.length}, column ${column}.`,
  );
}

/** The body as JSON, not validated yet. @throws ApiError INVALID_REQUEST */
export async function readJson(c: Context<AppEnv>, maxBytes: number): Promise<unknown> {
  requireJsonType(c);
  const text = await readBodyText(c.req.raw, maxBytes);
  if (text === null)
    throw new ApiError('INVALID_REQUEST', `The body is larger than ${maxBytes} bytes.`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson(text);
  }
}

/** @throws ApiError INVALID_INPUT for an optional parameter without a value */
function refuseEmpty({ req }: Pick<Context, 'req'>, schema: z.ZodType): void {
  const fields = schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
  const [param] =
    fields.find(
      ([name, field]) => req.query(name) === '' && z.safeParse(field, undefined).success,
    ) ?? [];
  if (param === undefined) return;
  const message = `${quoted(param)} is empty; leave it out instead.`;
  throw new ApiError('INVALID_INPUT', message, { param });
}

/**
 * Parses the query by its schema. An unknown parameter that looks like a misspelling is refused,
 * and so is an empty one, which may come from a variable that is not set.
 * @throws ApiError MISSING_FIELD, INVALID_INPUT, INVALID_REQUEST
 */
export const validatedQuery = (schema: z.ZodType): MiddlewareHandler<AppEnv> =>
  zValidator('query', schema, (result, c) => {
    const misspelt = misspellingError(c.req.query(), schema, 'parameter');
    if (misspelt) throw misspelt;
    refuseEmpty(c, schema);
    if (result.success) return;
    throw inputError(result.error.issues as z.core.$ZodIssue[], { value: result.data, schema });
  }) as MiddlewareHandler<AppEnv>;

/** Whether the query asks to skip the cache, by any name of the flag. */
export const asksBypass = (c: Context<AppEnv>): boolean =>
  BYPASS_NAMES.some((name) => ['true', '1'].includes(c.req.query(name) ?? ''));

/** @throws ApiError INVALID_REQUEST for another value of the flag, or a parameter like it */
export function checkBypassQuery(c: Context<AppEnv>): void {
  const misspelt = misspellingError(c.req.query(), bypassFlags, 'parameter');
  if (misspelt) throw misspelt;
  const isFlag = (values: readonly string[] = ['false']) =>
    values.length === 1 && ['true', '1', 'false', '0'].includes(values[0] as string);
  const name = BYPASS_NAMES.find((each) => !isFlag(c.req.queries(each)));
  if (name === undefined) return;
  const message = `${quoted(name)} must be true or false.`;
  throw new ApiError('INVALID_REQUEST', message, { param: name });
}

/** Parts of requests, in words. */
const PLACES = {
  body: 'in the body',
  entries: 'in the entries of `requests`',
  rows: 'in each row, as a field of its object',
  lookups: 'with single lookups or batches',
} as const;

/**
 * Refuses names of another part of the request, which would be dropped without effect.
 * @param names names that were sent in this part and are unknown here
 * @param fields fields of the part in which they have an effect, by name
 * @param place that part
 * @throws ApiError INVALID_REQUEST
 */
export function refuseMisplaced(
  names: Iterable<string>,
  fields: object,
  place: keyof typeof PLACES,
): void {
  const name = [...names].find((each) => Object.hasOwn(fields, each));
  if (name === undefined) return;
  const message = `${quoted(name)} has no effect here; send it ${PLACES[place]}.`;
  throw new ApiError('INVALID_REQUEST', message, { param: name });
}

function checkField<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  context: z.RefinementCtx,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of firstOfEachPath(result.error.issues))
    context.addIssue({
      code: 'custom',
      path: issue.path,
      message: issue.message,
      params: { code: issueErrorCode(issue, value) },
    });
  return z.NEVER;
}

/** A required field: absent, null or '' is MISSING_FIELD. */
export const requiredField = <Schema extends z.ZodType>(schema: Schema) =>
  documentedAs(
    z.unknown().transform((value, context): z.output<Schema> => {
      if (isAbsent(value)) return refuseInput(context, 'MISSING_FIELD', 'is required');
      return checkField(schema, value, context);
    }),
    schema instanceof z.ZodString ? schema.min(1) : schema,
  );

/** An optional field; null if it is left out. */
export const optionalField = <Schema extends z.ZodType>(schema: Schema) =>
  documentedAs(
    z
      .unknown()
      .optional()
      .transform((value, context): z.output<Schema> | null =>
        value === undefined || value === null ? null : checkField(schema, value, context),
      ),
    schema,
  );

/**
 * An integer in a query, in digits only: `Number` also accepts `0x10`, `1e3` and the empty text.
 * Any other text is read as a fraction, so that the refusal asks for a whole number.
 * @param schema its bounds
 */
export const queryInteger = (schema: z.ZodInt) =>
  documentedAs(
    z.preprocess(
      (value) =>
        typeof value === 'string' ? (/^-?\d{1,20}$/.test(value) ? Number(value) : 0.5) : value,
      schema,
    ),
    schema,
  );

/** `limit` and `cursor` of a listing. @param usual default number of entries per page */
export const pageQuery = (most: number, usual: number, entries = 'entries') => ({
  limit: documentedAs(
    z
      .unknown()
      .optional()
      .transform((value, context) =>
        value === undefined
          ? usual
          : checkField(queryInteger(z.int().min(1).max(most)), value, context),
      ),
    z.int().min(1).max(most).default(usual).describe(`Maximum number of ${entries} per page.`),
  ),
  cursor: optionalField(z.string()).describe('`pagination.next_cursor` of the previous page.'),
});

export const nameField = lineField(MAX_NAME_CHARS).min(1);

/** Stored and compared in lower case. */
export const emailField = z.string().trim().toLowerCase().pipe(z.email().max(254));

/**
 * An ISO 8601 date or date-time with its zone, as milliseconds since the epoch. A date is read as
 * its midnight UTC.
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
