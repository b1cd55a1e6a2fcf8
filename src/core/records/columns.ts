import * as z from 'zod';

// Columns that record data sets are made of. In a file an absent column and an empty cell are the same.

const MAX_TEXT_CHARS = 200;

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((cell) => (cell === '' || cell === null ? undefined : cell), schema.optional());

export const text = (what: string) =>
  optional(z.string().trim().max(MAX_TEXT_CHARS)).describe(what);

export const day = (what: string) => optional(z.iso.date()).describe(`${what}, YYYY-MM-DD.`);

export const word = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  what: string,
) => optional(z.string().toUpperCase().pipe(z.enum(words))).describe(what);

/** The key of every data set about numbers. */
export const phoneNumberKey = z
  .string()
  .describe('Phone number in any form the lookups accept; stored as E.164.');
