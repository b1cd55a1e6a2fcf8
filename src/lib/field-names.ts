import * as z from 'zod';
import fieldAliases from './field-aliases.json' with { type: 'json' };

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
export function findMisspelling(value: unknown, schema: z.ZodType, always: boolean) {
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
