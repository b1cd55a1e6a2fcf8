import * as z from 'zod';
import { parseEmailAddress } from '../../domain/email/address.ts';
import { parsePhoneNumber } from '../../domain/phone/number.ts';
import { usStateCode } from '../../domain/place/us-states.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { countryLetters } from '../../lib/text.ts';
import { DAY_MS } from '../../lib/time.ts';
import type { KeyKind } from './keys.ts';

// Column types of record data sets. In a file, an absent column and an empty cell are equivalent.

const MAX_TEXT_CHARS = 200;
const MAX_LONG_TEXT_CHARS = 2_000;
const MAX_ITEMS = 500;

/** Trims the cell; an empty one is undefined. */
export const optionalColumn = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (cell) => (typeof cell === 'string' ? cell.trim() || undefined : (cell ?? undefined)),
    schema.optional(),
  );

/** A cell parsed by `parse`; its UnusableInput becomes the refusal. */
export const parsedCell = (parse: (text: string) => string) =>
  z
    .string()
    .trim()
    .max(500)
    .transform((text, context) => {
      try {
        return parse(text);
      } catch (error) {
        if (!(error instanceof UnusableInput)) throw error;
        context.addIssue({ code: 'custom', message: error.message });
        return z.NEVER;
      }
    });

/** Whether a date, or its year or month, has begun in a time zone up to a day ahead of UTC. */
export const isPast = (date: string): boolean => {
  const day = date.slice(0, 10);
  return day <= new Date(Date.now() + DAY_MS).toISOString().slice(0, day.length);
};

export const IN_FUTURE = 'is in the future';

/** A number; in NDJSON also numeric, in CSV without thousands separator or currency sign. */
export const figureCell = z.union(
  [
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d{1,15}(?:\.\d{1,10})?$/)
      .transform(Number),
  ],
  'must be a plain number, such as 1200 or 0.35',
);

const YES = ['y', 'yes', 'true', '1'];
const NO = ['n', 'no', 'false', '0'];

const twoLetters = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'must be two letters');

const countryCell = twoLetters.overwrite(countryLetters);

const describeCountry = (what: string) => `${what}: ISO 3166-1, two letters.`;

/** Refuses a row that fills none of the columns that name its subject. */
export const namedRow = <Row extends z.ZodObject>(
  row: Row,
  ...columns: readonly (keyof z.output<Row> & string)[]
): Row =>
  row.refine(
    (cells) => columns.some((column) => cells[column] !== undefined),
    `has no name: fill one of ${columns.join(', ')}`,
  );

/** Any email address that lookups accept, in canonical spelling; others refuse the row. */
export const emailCell = parsedCell((text) => {
  const { text: plain, fault } = parseEmailAddress(text);
  if (fault !== null) throw new UnusableInput('must be an email address');
  return plain;
});

/** Columns of a data set, each with its description for the operator. */
export const column = {
  text: (what: string) => optionalColumn(z.string().max(MAX_TEXT_CHARS)).describe(what),
  requiredText: (what: string) => z.string().trim().min(1).max(MAX_TEXT_CHARS).describe(what),
  longText: (what: string) => optionalColumn(z.string().max(MAX_LONG_TEXT_CHARS)).describe(what),
  day: (what: string) =>
    optionalColumn(z.iso.date('must be a date, YYYY-MM-DD').refine(isPast, IN_FUTURE)).describe(
      `${what}, YYYY-MM-DD.`,
    ),
  /** A date as year, year and month, or full date. */
  partialDay: (what: string) =>
    optionalColumn(
      z
        .union(
          [z.iso.date(), z.string().regex(/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/)],
          'must be a date, YYYY, YYYY-MM or YYYY-MM-DD',
        )
        .refine(isPast, IN_FUTURE),
    ).describe(`${what}, YYYY, YYYY-MM or YYYY-MM-DD.`),
  choice: <const Choices extends readonly [string, ...string[]]>(choices: Choices, what: string) =>
    optionalColumn(z.string().toUpperCase().pipe(z.enum(choices))).describe(what),
  figure: (what: string, least = 0, most = 1e15) =>
    optionalColumn(figureCell.pipe(z.number().min(least).max(most))).describe(what),
  count: (what: string) => optionalColumn(figureCell.pipe(z.int().min(0).max(1e15))).describe(what),
  /** A year up to the next one, because taxes are assessed and houses finished ahead. */
  year: (what: string, least = 1000) =>
    optionalColumn(
      figureCell.pipe(
        z
          .int()
          .min(least)
          .refine((year) => year <= new Date().getUTCFullYear() + 1, IN_FUTURE),
      ),
    ).describe(what),
  flag: (what: string) =>
    optionalColumn(
      z
        .union([z.boolean(), z.number(), z.string()])
        .transform((cell) => String(cell).toLowerCase())
        .pipe(z.enum([...YES, ...NO], 'must be Y or N'))
        .transform((cell) => YES.includes(cell)),
    ).describe(what),
  /** Several texts, separated by semicolons or as a list in NDJSON; stored as a list. */
  list: (what: string) =>
    optionalColumn(
      z
        .union([z.string().transform((cell) => cell.split(';')), z.array(z.string())])
        .transform((items) => items.map((item) => item.trim()).filter((item) => item !== ''))
        .pipe(z.array(z.string().max(MAX_TEXT_CHARS)).max(MAX_ITEMS)),
    ).describe(`${what}, with semicolons between them.`),
  country: (what: string) => optionalColumn(countryCell).describe(describeCountry(what)),
  requiredCountry: (what: string) => countryCell.describe(describeCountry(what)),
  state: optionalColumn(
    twoLetters.refine((code) => usStateCode(code) === code, 'is not a state of the United States'),
  ).describe('State, two letters.'),
  /** Text that matches a pattern of digits; `form` describes it in the refusal. */
  digits: (pattern: RegExp, form: string, what: string) =>
    optionalColumn(z.string().regex(pattern, `must be ${form}`)).describe(what),
  email: (what: string) => optionalColumn(emailCell).describe(what),
  /** A valid phone number, as E.164. */
  phone: (what: string) =>
    optionalColumn(
      parsedCell((text) => {
        const { e164, valid } = parsePhoneNumber(text);
        if (!valid) throw new UnusableInput('is not a valid number in its numbering plan');
        return e164;
      }),
    ).describe(`${what} in any form the lookups accept; stored as E.164.`),
};

/** Schema for reading stored rows: an optional cell that no longer parses is undefined. */
export const storedRow = <Shape extends Record<string, z.ZodType>>(row: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(
      Object.entries<z.ZodType>(row.shape).map(([name, column]) => [
        name,
        column.safeParse(undefined).success ? column.catch(undefined) : column,
      ]),
    ) as unknown as Shape,
  );

/** Key column of every data set about phone numbers. */
export const phoneNumberKey = z
  .string()
  .describe('Phone number in any form the lookups accept; stored as E.164.');

export interface RecordKey {
  kind: KeyKind;
  /** Columns of the key, in its parser's order. A row with an empty one lacks the key. */
  columns: readonly [string, ...string[]];
}

export interface RecordDataset {
  /** Keys of a row: it is found by each key it fills, at least one, and counted by the first. */
  keys: readonly [RecordKey, ...RecordKey[]];
  /** Columns of a row, including those of the keys. */
  row: z.ZodObject;
  /**
   * Columns that distinguish several rows of one key within one import. Absent: a key has one row,
   * the newest. Only for storage `rows`.
   */
  distinguishingColumns?: readonly [string, ...string[]];
  /**
   * `rows`, the default: rows by key. `number_set`: only the set of keys. `reports`: counts of rows
   * by key.
   */
  storage?: 'rows' | 'number_set' | 'reports';
  /** Whether a row is stored but never answered. */
  withholds?(row: Readonly<Record<string, unknown>>): boolean;
  description: string;
}

/** Keys of a data set that is found only by phone number. */
export const BY_PHONE_NUMBER: RecordDataset['keys'] = [
  { kind: 'phone_number', columns: ['phone_number'] },
];
