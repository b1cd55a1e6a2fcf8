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

/** The same in lower case, as words of the vendor's own are kept. */
export const lowerText = text.transform((read) => read?.toLowerCase() ?? null);

/** The same in capitals, as codes of countries are written. */
export const upperText = text.transform((read) => read?.toUpperCase() ?? null);

/** What the vendor says nothing of, whatever it sends. */
export const unsaid = anything.transform(() => null);

/** Text of a vendor that writes a word where it knows nothing, such as `Unknown`. */
export const textExcept = (...words: readonly string[]) =>
  anything.transform((value): string | null => {
    const read = readText(value);
    return read !== null && words.some((word) => word.toLowerCase() === read.toLowerCase())
      ? null
      : read;
  });

/** A number, or text that is one. */
export const number = anything.transform(readNumber);

/** A whole number that is not negative; null beyond what a number holds exactly. */
export const count = anything.transform((value): number | null => {
  const read = readNumber(value);
  return read !== null && Number.isSafeInteger(read) && read >= 0 ? read : null;
});

/** A number that is not negative, as sizes, sums and scores are. */
export const amount = number.transform((read) => (read !== null && read >= 0 ? read : null));

/** A year of four digits: where none is known some write 0. */
export const year = count.transform((read) => (read && /^\d{4}$/.test(`${read}`) ? read : null));

/** True or false; any other type is null. */
export const flag = anything.transform((value): boolean | null =>
  typeof value === 'boolean' ? value : null,
);

/** A moment as an ISO 8601 instant in UTC; one without an offset is taken for UTC. */
export const isoTimestamp = anything.transform(readTimestamp);

/** Seconds since the epoch have nine to eleven digits: 0 is no moment, nor are milliseconds. */
const LEAST_SECONDS = 1e8;
const MOST_SECONDS = 1e11;

const readSeconds = (seconds: number | null): string | null =>
  seconds !== null && seconds >= LEAST_SECONDS && seconds < MOST_SECONDS
    ? new Date(seconds * 1_000).toISOString()
    : null;

/** A moment in seconds since the epoch, as an ISO 8601 instant. */
export const unixSeconds = number.transform(readSeconds);

/** The same in milliseconds. */
export const unixMilliseconds = number.transform((ms) =>
  readSeconds(ms === null ? null : ms / 1_000),
);

/** The platforms' readers of dates make a moment of any small number; a year has four digits. */
const HAS_YEAR = /(?:19|20)\d\d/;

const readWritten = (written: string | null): string | null => {
  const at = HAS_YEAR.test(written ?? '') ? Date.parse(written ?? '') : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** A day or a moment however the vendor writes it, as an ISO 8601 instant. */
export const writtenDate = text.transform(readWritten);

/** The same, or seconds since the epoch. */
export const dateOrSeconds = anything.transform(
  (value) => readSeconds(readNumber(value)) ?? readWritten(readText(value)),
);

/** The texts of a list; anything else in it is left out. */
export const texts = anything.transform((value): string[] =>
  Array.isArray(value) ? value.flatMap((one) => readText(one) ?? []) : [],
);

/** The first of them. */
export const firstText = texts.transform(([first = null]) => first);

/** The same in lower case, as words of the vendor's own are kept. */
export const lowerTexts = texts.transform((all) => all.map((one) => one.toLowerCase()));

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

const readRows = <Read>(one: z.ZodType<Read>, list: readonly unknown[]): Read[] =>
  list.flatMap((item) => {
    const read = one.safeParse(item);
    return read.success ? [read.data] : [];
  });

/**
 * A list that carries the answer has to be there. What the schema does not read is left out; a list
 * of nothing else fails, as it is of another shape and no list without rows.
 */
export const listOf = <Read>(one: z.ZodType<Read>) =>
  z
    .array(z.unknown())
    .transform((list) => ({ sent: list.length, rows: readRows(one, list) }))
    .refine(({ sent, rows }) => sent === 0 || rows.length > 0)
    .transform(({ rows }) => rows);

/** A list of parts; what is none is left out, and so is the list where it is something else. */
export const parts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  listOf(z.object(shape)).catch(() => []);

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One step into a reply: a field of an object, or by `0` the first object of a list. */
function valueIn(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return name === '0' ? value.find(isObject) : undefined;
  const isThere = isObject(value) && Object.hasOwn(value as object, name);
  return isThere ? (value as Record<string, unknown>)[name] : undefined;
}

/** What stands at a path such as `author.name` or `edges.0.node`; undefined where nothing does. */
const valueAt = (reply: unknown, path: string): unknown => path.split('.').reduce(valueIn, reply);

/** What a schema reads at a path of a reply. */
export const partAt = <Read>(path: string, schema: z.ZodType<Read>): z.ZodType<Read> =>
  z
    .looseObject({})
    .transform((reply) => valueAt(reply, path))
    .pipe(schema);

/**
 * Where a field stands in a reply, and how it is read: of several paths the first that has it; of
 * none the reply itself.
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
 * A fact read from a reply: each of its fields with its place, `{ likes: ['stats.diggs', count] }`.
 * A reply that is no object fails.
 * @param part path of an object without which the reply says nothing
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

/** The same of what stands at a path of the reply, which has to be there. */
export const fieldsBelow = <Fact extends object>(path: string, places: Places<Fact>) =>
  partAt(path, fieldsAt(places));
