import * as z from 'zod';

/** What a JSON type is called, after "must be". */
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

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function bound(atLeast: boolean, value: number | bigint, origin: string): string {
  const words = atLeast ? 'at least' : 'at most';
  const unit = UNITS[origin];
  return unit ? `must have ${words} ${value} ${unit}` : `must be ${words} ${value}`;
}

const listed = (values: readonly unknown[]): string => values.map(String).join(', ');

/** Why a value was refused, in words that follow the field's name: "must be a string". */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${listed(issue.values)}`
        : `must be one of ${listed(issue.values)}`;
    case 'too_small':
      return bound(true, issue.minimum, issue.origin);
    case 'too_big':
      return bound(false, issue.maximum, issue.origin);
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'of another form'}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'cannot be used';
  }
}

/** From here on no message of a parser is the library's; one that a schema gives goes first. */
z.config({ localeError: describeIssue });
