import * as z from 'zod';
import type { ErrorCode } from './errors.ts';

/** Names of JSON types, after "must be". */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'an ISO 8601 date-time',
  date: 'an ISO 8601 date',
};

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function boundMessage(bound: 'at least' | 'at most', value: number | bigint, origin: string) {
  const unit = UNITS[origin];
  if (!unit) return `must be ${bound} ${value}`;
  return `must have ${bound} ${value} ${unit[Number(value) === 1 ? 0 : 1]}`;
}

const listOfValues = (values: readonly unknown[]): string => values.map(String).join(', ');

/** Message of an issue, to be put after the field's name: "must be a string". */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${TYPES[issue.expected] ?? 'of the documented type'}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${listOfValues(issue.values)}`
        : `must be one of ${listOfValues(issue.values)}`;
    case 'too_small':
      return boundMessage('at least', issue.minimum, issue.origin);
    case 'too_big':
      return boundMessage('at most', issue.maximum, issue.origin);
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'in the documented format'}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'cannot be used';
  }
}

/** Replaces zod's messages globally; a schema's own message takes precedence. */
z.config({ localeError: issueMessage });

export type InputCode = Extract<ErrorCode, 'MISSING_FIELD' | 'INVALID_INPUT' | 'INVALID_REQUEST'>;

/** The value at the path of an issue; undefined if absent. */
const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );

const OF_ANOTHER_TYPE: ReadonlySet<string | undefined> = new Set([
  'invalid_type',
  'invalid_union',
  'invalid_key',
  'unrecognized_keys',
]);

/** The first issue of each path, because a value of a wrong type also fails its length check. */
export const firstOfEachPath = <Issue extends z.core.$ZodIssue>(
  issues: readonly Issue[],
): readonly Issue[] =>
  issues.filter((issue, at) => issues[at - 1]?.path.join() !== issue.path.join());

/**
 * The error code of an issue: the one its check declares, MISSING_FIELD for an absent value,
 * INVALID_REQUEST for a wrong type, INVALID_INPUT for an unusable value of the right type.
 * @param value the body that did not parse
 */
export function issueErrorCode(issue: z.core.$ZodIssue, value: unknown): InputCode {
  if (issue.code === 'custom') return issue.params?.code ?? 'INVALID_INPUT';
  const sent = valueAt(value, issue.path);
  if (sent === undefined && issue.path.length > 0) return 'MISSING_FIELD';
  if (issue.code === 'invalid_value' && !issue.values.some((each) => typeof each === typeof sent))
    return 'INVALID_REQUEST';
  return OF_ANOTHER_TYPE.has(issue.code) ? 'INVALID_REQUEST' : 'INVALID_INPUT';
}
