// Lenient zod schemas for replies of vendors. A field that only adds to an answer is null when it
// is absent, of another type or empty; the field that carries the answer is declared with zod's own
// schemas, and its absence fails.
import * as z from 'zod';

/** Masked text is asterisks and spaces. */
const BLANK_OR_MASKED = /^[\s*]*$/;

const readText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  return BLANK_OR_MASKED.test(trimmed) ? null : trimmed;
};

const anything = z.unknown().optional();

const readNumber = (value: unknown): number | null => {
  const number =
    typeof value === 'string' && /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(value.trim())
      ? Number(value)
      : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** A date and time with its offset; a space and an offset without a colon are read too. */
const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/i;

const readTimestamp = (value: unknown): string | null => {
  const [, day, time, zone = 'Z'] = TIMESTAMP.exec(readText(value) ?? '') ?? [];
  const offset = zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const at = Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** Text, trimmed; null for any other type, for '' and for text that is masked by asterisks. */
export const text = anything.transform(readText);

/** The same of a vendor that writes a word where it knows nothing, such as `Unknown`. */
export const textExcept = (...words: readonly string[]) =>
  anything.transform((value): string | null => {
    const read = readText(value);
    return read !== null && words.some((word) => word.toLowerCase() === read.toLowerCase())
      ? null
      : read;
  });

/** A number, or text that is one. */
export const number = anything.transform(readNumber);

/** A whole number that is not negative. */
export const count = anything.transform((value): number | null => {
  const read = readNumber(value);
  return read !== null && Number.isInteger(read) && read >= 0 ? read : null;
});

/** True or false; any other type is null. */
export const flag = anything.transform((value): boolean | null =>
  typeof value === 'boolean' ? value : null,
);

/** A moment as an ISO 8601 instant in UTC; one without an offset is taken for UTC. */
export const isoTimestamp = anything.transform(readTimestamp);

/** A moment in seconds since the epoch, as an ISO 8601 instant. */
export const unixSeconds = anything.transform((value): string | null => {
  const at = new Date((readNumber(value) ?? Number.NaN) * 1_000);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
});

/** The texts of a list; anything else in it is left out. */
export const texts = anything.transform((value): string[] =>
  Array.isArray(value) ? value.flatMap((one) => readText(one) ?? []) : [],
);

/**
 * Whether the vendor has a value: the value itself, or true in its place where the plan withholds
 * it. Null when absent.
 */
export const held = anything.transform((value): boolean | null => {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.length > 0;
  return value === undefined ? null : readText(value) !== null;
});

/** An object of such fields; null when it is absent or something else. */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).nullable().catch(null);

/** A list of such parts; what is none is left out. */
export const parts = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const one = z.object(shape);
  return anything.transform((value): z.output<typeof one>[] =>
    Array.isArray(value)
      ? value.flatMap((item) => {
          const read = one.safeParse(item);
          return read.success ? [read.data] : [];
        })
      : [],
  );
};

/** The same of a list that carries the answer: it has to be there. */
export const listed = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const read = parts(shape);
  return z.array(z.unknown()).transform((list) => read.parse(list));
};
