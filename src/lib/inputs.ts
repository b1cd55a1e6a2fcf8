import * as z from 'zod';
import { ApiError } from './errors.ts';
import fieldAliases from './field-aliases.json' with { type: 'json' };
import { firstOfEachPath, type InputCode, issueErrorCode } from './issues.ts';
import { memoized } from './lazy.ts';
import { quoted, snakeCase } from './text.ts';

/** Whether a field is not given: null and empty texts count as absent. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '';

/** Aliases of body fields, in lower case and without separators. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(fieldAliases));

/** Limits of the comparison: names per body, and characters of a name echoed to the caller. */
const MAX_NAMES = 50;
const NAME = /^[\w-]{1,40}$/;

const MAX_EDITS = 2;

/** phoneNumber, phone-number, phone_number → phonenumber. */
const foldFieldName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** Edit distance with transposition of adjacent characters (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + same,
        swapped ? beforeLast[column - 2]! + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}

/** Whether one name is a misspelling of another: `contry` of `country`, `phoneNumber` too. */
function isMisspelling(given: string, wanted: string): boolean {
  const allowed = Math.min(MAX_EDITS, Math.floor(wanted.length / 3));
  return given === wanted || editDistance(given, wanted) <= allowed;
}

const isAlias = (name: string, field: string): boolean =>
  ALIASES.get(field)?.includes(foldFieldName(name)) ?? false;

function looksLike(name: string, field: string): boolean {
  const [given, wanted] = [foldFieldName(name), foldFieldName(field)];
  if (isAlias(name, field)) return true;
  // `phone` for `phone_number`, `email_address` for `email`.
  const [prefix, whole] = given.length < wanted.length ? [given, wanted] : [wanted, given];
  return (prefix.length > 1 && whole.startsWith(prefix)) || isMisspelling(given, wanted);
}

const isRequired = (field: z.core.$ZodType): boolean => !z.safeParse(field, undefined).success;

/**
 * Whether an unknown field gives an absent one under an alias: none of the sent fields has the
 * alias, and the absent field accepts the value. So `source: 'trade fair'` is no `lookup_source`.
 */
function givesByAlias(sent: string, field: string, { shape }: z.ZodObject, body: object): boolean {
  const value: unknown = new Map(Object.entries(body)).get(sent);
  if (!isAlias(sent, field) || isAbsent(value)) return false;
  const isServed = Object.keys(body).some((name) => name in shape && isAlias(sent, name));
  return !isServed && z.safeParse(shape[field] as z.ZodType, value).success;
}

/**
 * Finds an unknown field of the body that is a misspelling or an alias of an absent field of the
 * schema. Aliases count where the schema has a required field: a body of alternatives already has
 * the value to look up. They `always` count in a query, and where the alternatives are all missing.
 */
function findMisspelling(value: unknown, schema: z.ZodType, always: boolean) {
  if (typeof value !== 'object' || value === null || !(schema instanceof z.ZodObject)) return null;
  const { shape } = schema;
  const given = Object.keys(value).filter((name) => !Object.hasOwn(shape, name) && NAME.test(name));
  if (given.length === 0) return null;
  const absent = Object.keys(shape).filter((name) => !Object.hasOwn(value, name));
  if (absent.length === 0) return null;
  const takesAliases = always || Object.values(shape).some(isRequired);
  for (const sent of given.slice(0, MAX_NAMES)) {
    const field =
      absent.find((name) => isMisspelling(foldFieldName(sent), foldFieldName(name))) ??
      (takesAliases ? absent.find((name) => givesByAlias(sent, name, schema, value)) : undefined);
    if (field !== undefined) return { sent, field };
  }
  return null;
}

/**
 * The misspelt name under which a caller probably sent `field`.
 * @param given field names of the body
 * @param known field names of its schema
 */
export function suggestField(
  field: string,
  given: readonly string[],
  known: ReadonlySet<string>,
): string | null {
  const unknown = given.slice(0, MAX_NAMES).filter((name) => !known.has(name) && NAME.test(name));
  return unknown.find((name) => looksLike(name, field)) ?? null;
}

/** The name in a list that was probably meant; null if none is similar. */
export function nearestName(given: string, names: readonly string[]): string | null {
  if (!NAME.test(given)) return null;
  const distance = (name: string) => editDistance(foldFieldName(given), foldFieldName(name));
  const [nearest] = names
    .filter((name) => looksLike(given, name))
    .sort((a, b) => distance(a) - distance(b));
  return nearest ?? null;
}

/** Thrown by a parser of {@link lookupField} for an unusable value; its message is sent. */
export class UnusableInput extends Error {}

/** What is read; null when it throws {@link UnusableInput}. */
export function readOrNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

const PRECEDENCE: readonly InputCode[] = ['MISSING_FIELD', 'INVALID_INPUT', 'INVALID_REQUEST'];

/** Longest text of a looked-up value, in characters; far above any real number, address or URL. */
export const MAX_INPUT_CHARS = 2_048;

type TextMeta = {
  description: string;
  examples: string[];
  format?: string;
  /** Most characters, if fewer than {@link MAX_INPUT_CHARS}. */
  maxLength?: number;
};

/** Bidirectional marks (UAX #9) and byte order marks, which copied text often contains. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Control characters other than white space, and unpaired surrogates. */
const CONTROLS = /[^\P{Cc}\s]|\p{Cs}/u;

/**
 * Removes direction marks, and white space at both ends.
 * @throws UnusableInput for control characters
 */
export function typedText(text: string): string {
  if (CONTROLS.test(text)) throw new UnusableInput('must not have control characters');
  return text.replace(DIRECTION_MARKS, '').trim();
}

/** Reports an issue while a value is parsed; `field` names the body's field. */
export function refuseInput(
  context: z.RefinementCtx,
  code: InputCode,
  message: string,
  field?: string,
): never {
  const path = field === undefined ? [] : [field];
  context.addIssue({ code: 'custom', path, message, params: { code } });
  return z.NEVER;
}

/**
 * @param absent gives the result for a missing value
 * @param mistyped code of a value that is no string
 */
const parsedText = <T, Absent>(
  parse: (text: string) => T,
  { maxLength = MAX_INPUT_CHARS, ...json }: TextMeta,
  absent: (refuse: (code: InputCode, message: string) => never) => Absent,
  mistyped: InputCode = 'INVALID_INPUT',
) =>
  z
    .unknown()
    .transform((value, context): T | Absent => {
      const refuse = (code: InputCode, message: string) => refuseInput(context, code, message);
      if (isAbsent(value)) return absent(refuse);
      if (typeof value !== 'string') return refuse(mistyped, 'must be a string');
      if (value.length > maxLength)
        return refuse('INVALID_INPUT', `must have at most ${maxLength} characters`);
      try {
        return parse(typedText(value));
      } catch (error) {
        if (error instanceof UnusableInput) return refuse('INVALID_INPUT', error.message);
        throw error;
      }
    })
    .meta({ type: 'string', minLength: 1, maxLength, ...json });

/**
 * Schema of the value that a product looks up. Absent, null or '' is MISSING_FIELD; not a string,
 * or refused by `parse` with {@link UnusableInput}, is INVALID_INPUT (contract, "HTTP details").
 * @param json the field's OpenAPI description
 */
export const lookupField = <T>(parse: (text: string) => T, json: TextMeta) =>
  parsedText<T, never>(parse, json, (refuse) => refuse('MISSING_FIELD', 'is required'));

/**
 * Schema of one of several values that a product can look up; null if absent.
 * {@link requireOneOf} requires at least one of them.
 */
export const optionalLookupField = <T>(parse: (text: string) => T, json: TextMeta) =>
  parsedText<T, null>(parse, json, () => null)
    .optional()
    .default(null);

/** Schema of an option that is no value to look up; null if absent. */
export const optionField = <T>(parse: (text: string) => T, json: TextMeta) =>
  parsedText<T, null>(parse, json, () => null, 'INVALID_REQUEST')
    .optional()
    .default(null);

/**
 * Body check: at least one of these fields must be given.
 * @param fields the first is named in the error when all are absent
 */
export function requireOneOf(...fields: readonly [string, ...string[]]) {
  const check = ({ value, issues }: z.core.ParsePayload<object>): void => {
    const given = new Map<string, unknown>(Object.entries(value));
    if (fields.some((field) => !isAbsent(given.get(field)))) return;
    const message = `is required, or another of: ${fields.slice(1).join(', ')}`;
    const params = { code: 'MISSING_FIELD' };
    issues.push({ code: 'custom', path: [fields[0]], message, params, input: value });
  };
  return Object.assign(check, { alternatives: fields });
}

/** Fields of {@link requireOneOf} in a body's schema, one list for each check. */
export const alternativeFields = ({ _zod }: z.core.$ZodType): (readonly string[])[] =>
  (_zod.def.checks ?? []).flatMap(({ _zod: { check } }) =>
    'alternatives' in check ? [check.alternatives as readonly string[]] : [],
  );

/** A body and its schema, to search for misspelt fields. */
interface ParsedBody {
  value: unknown;
  schema: z.ZodType;
}

/** @param path path of the missing field */
function suggestSentField(
  [field = '', ...inside]: readonly string[],
  value: unknown,
  schema: unknown,
): string | null {
  const shape = objectSchema(schema)?.shape;
  if (typeof value !== 'object' || value === null || !shape) return null;
  if (inside.length > 0)
    return suggestSentField(inside, new Map(Object.entries(value)).get(field), shape[field]);
  return suggestField(field, Object.keys(value), new Set(Object.keys(shape)));
}

/** A field that was sent beside the missing object in which the schema has it. */
function suggestInnerField(missing: string, value: unknown, schema: z.ZodType): string | null {
  const outer = objectSchema(schema);
  const inner = objectSchema(outer?.shape[missing]);
  if (!outer || !inner || typeof value !== 'object' || value === null) return null;
  const names = new Set([...Object.keys(inner.shape), ...fieldNamesOf(inner).declared.keys()]);
  return Object.keys(value).find((name) => names.has(name) && !(name in outer.shape)) ?? null;
}

/** The error of a body that did not parse: its most severe issue, with the field's name. */
export function inputError(
  issues: readonly z.core.$ZodIssue[],
  { value, schema }: ParsedBody,
): ApiError {
  const problems = firstOfEachPath(issues).map((issue) => {
    const { path, message } = issue;
    return { code: issueErrorCode(issue, value), param: path.join('.'), message };
  });
  problems.sort((a, b) => PRECEDENCE.indexOf(a.code) - PRECEDENCE.indexOf(b.code));
  const [gravest] = problems;
  if (!gravest) return new ApiError('INVALID_REQUEST', 'The request body is invalid.');
  const { code, param, message } = gravest;
  if (param === '') return new ApiError(code, `body: ${message}`);
  if (code !== 'MISSING_FIELD') return new ApiError(code, `${param}: ${message}`, { param });
  const sent = suggestSentField(param.split('.'), value, schema);
  const inner = suggestInnerField(param, value, schema);
  const other = findMisspelling(value, schema, true);
  const hint = sent
    ? `; \`${sent}\` looks like a misspelling of it`
    : inner
      ? `; \`${inner}\` belongs in it`
      : other && `; \`${other.sent}\` looks like a misspelling of \`${other.field}\``;
  return new ApiError(code, `${param}: ${message}${hint ?? ''}`, { param });
}

/** Deeper than any product's input. Values nested deeper are left as they were sent. */
const MAX_INPUT_DEPTH = 8;

/** Removes null fields from the objects of a JSON value, because null means absent. */
export function withoutNulls(value: unknown, depth = MAX_INPUT_DEPTH): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0)
    return value;
  const given = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(given.map(([name, field]) => [name, withoutNulls(field, depth - 1)]));
}

/** The object schema inside optional, nullable, default and checked wrappers; null if none. */
function objectSchema(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return objectSchema(schema.unwrap());
  return schema instanceof z.ZodPipe ? objectSchema(schema.out) : null;
}

/** An object schema's camel-case fields by their snake-case names, and its object fields. */
interface FieldNames {
  declared: ReadonlyMap<string, string>;
  inner: ReadonlyMap<string, z.ZodObject>;
}

const fieldNamesOf = memoized((schema: z.ZodObject): FieldNames => {
  const names = Object.keys(schema.shape);
  const camel = names.filter((name) => !names.includes(snakeCase(name)));
  const inner = names.map((name) => [name, objectSchema(schema.shape[name])] as const);
  return {
    declared: new Map(camel.map((name) => [snakeCase(name), name])),
    inner: new Map(inner.flatMap(([name, object]) => (object ? [[name, object]] : []))),
  };
}, new WeakMap());

/**
 * Renames fields as the schema declares them, at every depth: a field declared in camel case may be
 * sent in snake case, the style of all other names. If both are sent, the declared name wins.
 */
function withDeclaredNames(value: unknown, schema: z.ZodType): unknown {
  const object = objectSchema(schema);
  if (!object || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { declared, inner } = fieldNamesOf(object);
  const sent = Object.keys(value);
  if (!sent.some((name) => declared.has(name) || inner.has(name))) return value;
  const renamed = Object.entries(value).map(([name, field]): [string, unknown] => {
    const own = declared.get(name) ?? name;
    const known = own === name || Object.hasOwn(value, own) ? name : own;
    const part = inner.get(known);
    return [known, part ? withDeclaredNames(field, part) : field];
  });
  return Object.fromEntries(renamed);
}

/**
 * The error for an unknown name that is similar to a known one which was not sent; null if there is
 * none. Ignoring such a name would silently change the request.
 * @param kind noun for the name in the message
 */
export function misspellingError(
  value: unknown,
  schema: z.ZodType,
  kind: 'field' | 'parameter' = 'field',
): ApiError | null {
  const misspelt = findMisspelling(value, schema, kind === 'parameter');
  if (!misspelt) return null;
  const { sent, field } = misspelt;
  const message = `${quoted(sent)} is not a ${kind}; did you mean ${quoted(field)}?`;
  return new ApiError('INVALID_REQUEST', message, { param: sent });
}

/**
 * Parses a value. A field that the schema lacks but that resembles one of its fields is refused.
 * @throws ApiError of {@link inputError} or {@link misspellingError}
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  sentValue: unknown,
): z.output<Schema> {
  const value = withDeclaredNames(sentValue, schema);
  const result = schema.safeParse(value);
  const misspelt = misspellingError(value, schema);
  if (result.success && !misspelt) return result.data;
  const refusal = result.success ? null : inputError(result.error.issues, { value, schema });
  throw misspelt && refusal?.code !== 'MISSING_FIELD' ? misspelt : refusal;
}
