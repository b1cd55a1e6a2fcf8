/**
 * Aliases of fields in callers' bodies, folded: without case and separators.
 */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['phone_number', ['number', 'tel', 'telephone', 'mobile', 'cell', 'msisdn']],
  ['email', ['mail', 'recipient']],
  ['ip', ['address', 'addr', 'host']],
  ['domain', ['url', 'website', 'site', 'host', 'hostname']],
  ['url', ['link', 'page', 'website', 'domain', 'address']],
]);

/** Bounds of what is compared: names of a body, and characters of a name repeated to the caller. */
const MAX_NAMES = 50;
const NAME = /^[\w-]{1,40}$/;

const MAX_EDITS = 2;

/** phoneNumber, phone-number, phone_number → phonenumber. */
const foldFieldName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/**
 * Edit distance with transpositions of neighbours (optimal string alignment).
 */
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
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

function looksLike(name: string, field: string): boolean {
  const [given, wanted] = [foldFieldName(name), foldFieldName(field)];
  if (given === wanted || ALIASES.get(field)?.includes(given)) return true;
  // `phone` for `phone_number`, `email_address` for `email`.
  const [prefix, whole] = given.length < wanted.length ? [given, wanted] : [wanted, given];
  if (prefix.length > 1 && whole.startsWith(prefix)) return true;
  return editDistance(given, wanted) <= Math.min(MAX_EDITS, Math.floor(wanted.length / 3));
}

/**
 * The name under which a caller probably sent `field`: one that the body has and its schema does
 * not.
 * @param given the names of the body
 * @param known the names of its schema
 */
export function suggestField(
  field: string,
  given: readonly string[],
  known: ReadonlySet<string>,
): string | null {
  const unknown = given.slice(0, MAX_NAMES).filter((name) => !known.has(name) && NAME.test(name));
  return unknown.find((name) => looksLike(name, field)) ?? null;
}
