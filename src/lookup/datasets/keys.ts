import { emailKey } from '../../domain/email/address.ts';
import { normalizeCidr } from '../../domain/ip/cidr.ts';
import { foldLastName, initialOf } from '../../domain/person/person-name.ts';
import { parsePhoneNumber } from '../../domain/phone/number.ts';
import { citySpelling, foldCity, placeKey } from '../../domain/place/place-name.ts';
import { parseHouseNumber, streetKey } from '../../domain/place/street-address.ts';
import { fromHouse } from '../../domain/place/us-address.ts';
import { zip5 } from '../../domain/place/zip.ts';
import { linkedinName } from '../../domain/social/linkedin-address.ts';
import { parseRegistrableDomain } from '../../domain/web/domain-name.ts';
import { keywordKey } from '../../domain/web/search-engine.ts';
import { readOrNull, UnusableInput } from '../../lib/inputs.ts';

/** A complete North American number, parsed to E.164 without a full parse. */
const NANP_NUMBER = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/;

const e164Key = (text: string): string => {
  const nanp = NANP_NUMBER.exec(text);
  return nanp ? `+1${nanp[1]}` : parsePhoneNumber(text).e164;
};

/** SHA-256 in hex, the key of the suppression list. */
function sha256Key(text: string): string {
  const hash = text.trim().toLowerCase();
  if (!/^[\da-f]{64}$/.test(hash))
    throw new UnusableInput('is not a SHA-256 hash of 64 hexadecimal digits');
  return hash;
}

/**
 * Key of a person in the United States: `last|first letter|house number|zip5`, in lower case.
 * Street and first name have too many spellings to be part of it; readers compare them.
 * @throws UnusableInput for a name without letters, an address without a house number, or no ZIP
 * code
 */
const personKey = (last: string, first: string, line1: string, zip: string): string =>
  [foldLastName(last), initialOf(first), parseHouseNumber(fromHouse(line1)), zip5(zip)].join('|');

/** Key parsers by kind; the comment of each states which spellings it treats as equal. */
const KEY_PARSERS = {
  phone_number: e164Key,
  network: normalizeCidr,
  email: emailKey,
  domain: (text) => parseRegistrableDomain(text).name,
  profile: (text) => linkedinName(text).toLowerCase(),
  person: personKey,
  place: (name, city) => placeKey(name, city),
  street: streetKey,
  keyword: keywordKey,
  hash: sha256Key,
} satisfies Record<string, (...cells: [string, ...string[]]) => string>;

export type KeyKind = keyof typeof KEY_PARSERS;

/**
 * Prefix of a key with its kind, because a data set may have keys of several kinds. Phone numbers
 * and network prefixes need none: they cannot be mistaken for other kinds.
 */
const keyPrefix = (kind: KeyKind): string =>
  kind === 'phone_number' || kind === 'network' ? '' : `${kind}:`;

/**
 * The key as it is stored and queried.
 * @param cells as many as the kind takes, trimmed and not empty @throws UnusableInput
 */
export function parseRecordKey(kind: KeyKind, cells: readonly string[]): string {
  const read = KEY_PARSERS[kind] as (...cells: readonly string[]) => string;
  return keyPrefix(kind) + read(...cells);
}

/**
 * The key to query; null if a part is missing or invalid, so that no row can match.
 * @param cells in the order of the kind's parser: person `last, first, line 1, zip`, place `name,
 * city`, street `line 1, zip`, keyword `country, keyword`, one text for the others
 */
export function recordKey(
  kind: KeyKind,
  ...cells: readonly (string | null | undefined)[]
): string | null {
  const filled = cells.map((cell) => cell?.trim() ?? '');
  if (filled.length < KEY_PARSERS[kind].length || filled.includes('')) return null;
  return readOrNull(() => parseRecordKey(kind, filled));
}

/** Keys to query of a business; the second has the blanks of the city, as rows may be stored. */
export const placeKeys = (name: string, city: string): readonly (string | null)[] =>
  [foldCity, citySpelling].map((fold) =>
    readOrNull(() => keyPrefix('place') + placeKey(name, city, fold)),
  );

const NAME_PARSERS = { domain: KEY_PARSERS.domain, profile: linkedinName };

/** A registrable domain, or the name of a page, whose case counts; null if invalid. */
export const keyText = (kind: keyof typeof NAME_PARSERS, text: string | null | undefined) =>
  readOrNull(() => NAME_PARSERS[kind](text?.trim() ?? ''));
