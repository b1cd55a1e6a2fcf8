// Lenient zod schemas for vendors' replies. An optional field is null if it is absent, empty or of
// another type. The field that carries the answer is declared with zod's own schemas, so that a
// reply without it fails.
import * as z from 'zod';
import { parseTime } from './time.ts';

/** Empty text, text masked by asterisks, or the word for no value. */
const SAYS_NOTHING = /^(?:[\s*]*|n\/a)$/i;

/** Control characters but tab and line ends, and overrides of the writing direction. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|[\u202d\u202e]/gu;

const readText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const trimmed = value.replace(UNPRINTABLE, '').toWellFormed().trim();
  return SAYS_NOTHING.test(trimmed) ? null : trimmed;
};

const anything = z.unknown().optional();

const readNumber = (value: unknown): number | null => {
  const number =
    typeof value === 'string' && /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(value.trim())
      ? Number(value)
      : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** ISO 8601 date and time; also with a space for the T, or an offset without a colon. */
const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/i;

const readTimestamp = (value: unknown): string | null => {
  const [, day, time, zone = 'Z'] = TIMESTAMP.exec(readText(value) ?? '') ?? [];
  const offset = zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const at = parseTime(`${day}T${time}${offset}`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** Trimmed text; null for any other type, for '', `N/A` and text masked by asterisks. */
export const text = anything.transform(readText);

/** Text, or a whole number as text: vendors also send ids, codes and phone numbers so. */
export const textOrNumber = anything.transform((value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? String(value) : readText(value),
);

/** ZIP code of the United States; a number has lost the zeros that it began with. */
export const zipCode = textOrNumber.transform((read) =>
  read !== null && /^\d{3,4}$/.test(read) ? read.padStart(5, '0') : read,
);

/** Address of a web page, https if no scheme is given; null for other text. */
export const webUrl = text.transform((read) => {
  const address = (read ?? '').replace(/^(?:\/\/)?(?![a-z][a-z\d+-]*:)/i, 'https://');
  const isWeb = /^https?:\/\/[^/]/i.test(address);
  return isWeb && URL.parse(address)?.hostname.includes('.') ? address : null;
});

/** Trimmed text in lower case, for a vendor's own keywords. */
export const lowerText = text.transform((read) => read?.toLowerCase() ?? null);

/** Trimmed text in upper case, for country codes. */
export const upperText = text.transform((read) => read?.toUpperCase() ?? null);

/** Null: a field that this vendor does not provide. */
export const unsaid = anything.transform(() => null);

/** Text that is null if it is one of these placeholders, such as `Unknown`. */
export const textExcept = (...words: readonly string[]) =>
  anything.transform((value): string | null => {
    const read = readText(value);
    return read !== null && words.some((word) => word.toLowerCase() === read.toLowerCase())
      ? null
      : read;
  });

/** A number, also as text. */
export const number = anything.transform(readNumber);

/** A non-negative integer; null above the safe integers. */
export const count = anything.transform((value): number | null => {
  const read = readNumber(value);
  return read !== null && Number.isSafeInteger(read) && read >= 0 ? read : null;
});

/** A non-negative number, such as a size, sum or score. */
export const amount = number.transform((read) => (read !== null && read >= 0 ? read : null));

/** A number within limits; null beyond them. */
export const within = (low: number, high: number) =>
  number.transform((read) => (read !== null && read >= low && read <= high ? read : null));

/** A score from 0 to 100. */
export const percentage = within(0, 100);

/** A year of four digits; null for the 0 that some vendors send for an unknown year. */
export const year = count.transform((read) => (read && /^\d{4}$/.test(`${read}`) ? read : null));

/** A boolean; null for any other type. */
export const flag = anything.transform((value): boolean | null =>
  typeof value === 'boolean' ? value : null,
);

/** Beginning of a date in ISO 8601: a month, or a day. */
const ISO_DATE = /^\d{4}-\d\d(?:-\d\d)?(?!\d)/;

/**
 * A date as precise as it was sent, in any written form: `2021`, `2021-05`, `May 2021`. Null for an
 * ISO 8601 month or day that does not exist.
 */
export const dateAsSent = textOrNumber.transform((written) => {
  const [iso] = ISO_DATE.exec(written ?? '') ?? [];
  return iso !== undefined && Number.isNaN(parseTime(iso)) ? null : written;
});

/** A year, month or day: `2022`, `2022-03` or `2022-03-01`; null for other text. */
export const partialDay = dateAsSent.transform((written) =>
  /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(written ?? '') ? written : null,
);

/** Day of a date or timestamp in ISO 8601, YYYY-MM-DD. */
export const isoDate = dateAsSent.transform(
  (written) => /^\d{4}-\d\d-\d\d/.exec(written ?? '')?.[0] ?? null,
);

/** A timestamp as ISO 8601 in UTC; one without an offset is read as UTC. */
export const isoTimestamp = anything.transform(readTimestamp);

/** Plausible range of seconds since the epoch; excludes 0 and milliseconds. */
const LEAST_SECONDS = 1e8;
const MOST_SECONDS = 1e11;

const readSeconds = (seconds: number | null): string | null =>
  seconds !== null && seconds >= LEAST_SECONDS && seconds < MOST_SECONDS
    ? new Date(seconds * 1_000).toISOString()
    : null;

/** Seconds since the epoch, as ISO 8601. */
export const unixSeconds = number.transform(readSeconds);

/** Milliseconds since the epoch, as ISO 8601. */
export const unixMilliseconds = number.transform((ms) =>
  readSeconds(ms === null ? null : ms / 1_000),
);

/** A year must be present, because `Date.parse` turns any small number into a date. */
const HAS_YEAR = /(?:19|20)\d\d/;

const readWritten = (written: string | null): string | null => {
  const at = HAS_YEAR.test(written ?? '') ? parseTime(written ?? '') : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** A date or timestamp in any written form, as ISO 8601. */
export const writtenDate = text.transform(readWritten);

/** A date or timestamp in any written form, or seconds since the epoch, as ISO 8601. */
export const dateOrSeconds = anything.transform(
  (value) => readSeconds(readNumber(value)) ?? readWritten(readText(value)),
);

/** The texts of a list; other elements are skipped. */
export const texts = anything.transform((value): string[] =>
  Array.isArray(value) ? value.flatMap((one) => readText(one) ?? []) : [],
);

export const firstText = texts.transform(([first = null]) => first);

/** The texts of a list in lower case, for a vendor's own keywords. */
export const lowerTexts = texts.transform((all) => all.map((one) => one.toLowerCase()));

/**
 * Whether the vendor has a value: sent as the value itself, or as `true` if the plan withholds it.
 * Null if absent.
 */
export const held = anything.transform((value): boolean | null => {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.length > 0;
  return value === undefined ? null : readText(value) !== null;
});

/** An object of lenient fields; null if it is absent or of another type. */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).nullable().catch(null);

const readRows = <Read>(one: z.ZodType<Read>, list: readonly unknown[]): Read[] =>
  list.flatMap((item) => {
    const read = one.safeParse(item);
    return read.success ? [read.data] : [];
  });

/**
 * A list that carries the answer and so is required. Elements that the schema cannot read are
 * skipped; a list of only such elements fails, because it has another shape and is not empty.
 */
export const listOf = <Read>(one: z.ZodType<Read>) =>
  z
    .array(z.unknown())
    .transform((list) => ({ sent: list.length, rows: readRows(one, list) }))
    .refine(({ sent, rows }) => sent === 0 || rows.length > 0)
    .transform(({ rows }) => rows);

/** An optional list of objects; other elements are skipped, and any other type is an empty list. */
export const parts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  listOf(z.object(shape)).catch(() => []);

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One path step into a reply: a field of an object, or `0` for the first object of a list. */
function valueIn(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return name === '0' ? value.find(isObject) : undefined;
  const isThere = isObject(value) && Object.hasOwn(value as object, name);
  return isThere ? (value as Record<string, unknown>)[name] : undefined;
}

/** The value at a path such as `author.name` or `edges.0.node`; undefined if absent. */
const valueAt = (reply: unknown, path: string): unknown => path.split('.').reduce(valueIn, reply);

/** A schema applied to the value at a path of a reply. */
export const partAt = <Read>(path: string, schema: z.ZodType<Read>): z.ZodType<Read> =>
  z
    .looseObject({})
    .transform((reply) => valueAt(reply, path))
    .pipe(schema);

/**
 * Paths of a field in a reply, and its schema. The first path with a value is used; without a path,
 * the reply itself.
 */
type Place<Read> = readonly [...paths: string[], schema: z.ZodType<Read>];

type Places<Fact> = { readonly [Field in keyof Fact]: Place<Fact[Field]> };

const pathsOf = (place: Place<unknown>) => place.slice(0, -1) as string[];
const schemaOf = (place: Place<unknown>) => place.at(-1) as z.ZodType;

function readable(reply: unknown, place: Place<unknown>): unknown {
  const paths = pathsOf(place);
  if (paths.length === 0) return reply;
  const values = paths.map((path) => valueAt(reply, path));
  const says = (value: unknown) => (schemaOf(place).safeParse(value).data ?? null) !== null;
  return values.length === 1 ? values[0] : values.find(says);
}

/**
 * A fact read from a reply, each field by its paths and schema: `{ likes: ['stats.digg', count] }`.
 * A reply that is not an object fails.
 * @param part path of an object without which the reply has no answer
 */
export function fieldsAt<Fact extends object>(
  places: Places<Fact>,
  part?: string,
): z.ZodType<Fact> {
  const rows = Object.entries<Place<unknown>>(places);
  const shape = Object.fromEntries(rows.map(([field, place]) => [field, schemaOf(place)]));
  return z
    .looseObject({})
    .refine((reply) => part === undefined || isObject(valueAt(reply, part)))
    .transform((reply) =>
      Object.fromEntries(rows.map(([field, place]) => [field, readable(reply, place)])),
    )
    .pipe(z.object(shape)) as unknown as z.ZodType<Fact>;
}

/** Like {@link fieldsAt}, on the value at a required path of the reply. */
export const fieldsBelow = <Fact extends object>(path: string, places: Places<Fact>) =>
  partAt(path, fieldsAt(places));
