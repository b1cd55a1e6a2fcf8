import * as z from 'zod';

// Columns that record data sets are made of. In a file an absent column and an empty cell are the
// same.

const MAX_TEXT_CHARS = 200;
const MAX_LONG_TEXT_CHARS = 2_000;
const MAX_ITEMS = 500;

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((cell) => (cell === '' || cell === null ? undefined : cell), schema.optional());

export const text = (what: string) =>
  optional(z.string().trim().max(MAX_TEXT_CHARS)).describe(what);

export const longText = (what: string) =>
  optional(z.string().trim().max(MAX_LONG_TEXT_CHARS)).describe(what);

export const day = (what: string) => optional(z.iso.date()).describe(`${what}, YYYY-MM-DD.`);

/** A year and, where it is known, a month and a day. */
export const partialDay = (what: string) =>
  optional(z.string().regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-\d\d)?)?$/)).describe(
    `${what}, YYYY, YYYY-MM or YYYY-MM-DD.`,
  );

export const word = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  what: string,
) => optional(z.string().toUpperCase().pipe(z.enum(words))).describe(what);

/**
 * A figure; NDJSON may write it as a number, CSV with a thousands comma or a currency sign may not.
 */
const figureCell = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^-?\d{1,15}(?:\.\d{1,10})?$/, 'must be a plain number, such as 1200 or 0.35')
    .transform(Number),
]);

export const figure = (what: string, least = 0, most = 1e15) =>
  optional(figureCell.pipe(z.number().min(least).max(most))).describe(what);

export const count = (what: string) =>
  optional(figureCell.pipe(z.int().min(0).max(1e15))).describe(what);

export const year = (what: string) =>
  optional(figureCell.pipe(z.int().min(1000).max(2200))).describe(what);

const YES = ['y', 'yes', 'true', '1'];
const NO = ['n', 'no', 'false', '0'];

export const flag = (what: string) =>
  optional(
    z
      .union([z.boolean(), z.number(), z.string()])
      .transform((cell) => String(cell).toLowerCase())
      .pipe(z.enum([...YES, ...NO]))
      .transform((cell) => YES.includes(cell)),
  ).describe(what);

/**
 * Several texts in one cell with semicolons between them, or a list in NDJSON; stored as a list.
 */
export const list = (what: string) =>
  optional(
    z
      .union([z.string().transform((cell) => cell.split(';')), z.array(z.string())])
      .transform((items) => items.map((item) => item.trim()).filter((item) => item !== ''))
      .pipe(z.array(z.string().max(MAX_TEXT_CHARS)).max(MAX_ITEMS)),
  ).describe(`${what}, with semicolons between them.`);

export const country = (what: string) =>
  optional(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/),
  ).describe(`${what}: ISO 3166-1, two letters.`);

export const state = optional(
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/),
).describe('State, two letters.');

/**
 * Any legal cell of an address; what is no email address is a broken file, so the line is refused.
 */
export const email = (what: string) => optional(z.email().max(254)).describe(what);

/** The key of every data set about numbers. */
export const phoneNumberKey = z
  .string()
  .describe('Phone number in any form the lookups accept; stored as E.164.');
