import type { AddressRow, AsnClass, FeedKind, FeedTag } from '../../domain/ip/address.ts';
import { trimEndOf } from '../../lib/text.ts';
import type { RangeEntry } from '../ranges/block.ts';

/** Class code in the compiled table: position plus one; 0 for unknown. Append only. */
const ASN_CLASSES: readonly AsnClass[] = [
  'isp',
  'mobile',
  'hosting',
  'vpn',
  'cdn',
  'public_dns',
  'transit',
  'education',
  'government',
  'business',
  'infrastructure',
  'platform',
];

const asnClassCode = (networkClass: AsnClass | null): number =>
  networkClass === null ? 0 : ASN_CLASSES.indexOf(networkClass) + 1;

const asnClassOfCode = (code: number): AsnClass | null => ASN_CLASSES[code - 1] ?? null;

export const ASN_COLUMN = 0;
export const PLACE_COLUMN = 1;
export const ADDRESS_COLUMNS = 2;

/** A hundredth of a degree is about a kilometre: finer than the source is, and fits 16 bits. */
const UNITS_PER_DEGREE = 100;
const NO_COORDINATE = 0x7fff;

const SEPARATOR = '\t';
/** ISO 3166-1 alpha-2. */
const COUNTRY_CHARS = 2;

interface AsnRow {
  asn: number;
  name: string;
  /** Country to which over half of its announced space was delegated; null if there is none. */
  country: string | null;
  class: AsnClass | null;
  rule: string;
  operator: string;
}

/** City, or a whole country if there is no city. */
export interface Place
  extends Pick<
    AddressRow,
    'registeredCountry' | 'region' | 'city' | 'district' | 'zip' | 'latitude' | 'longitude'
  > {
  country: string;
}

/** numbers: class code. text: rule of the class, operator. Parent of its networks' entries. */
export function asnKindEntry({
  class: networkClass,
  rule,
  operator,
}: Pick<AsnRow, 'class' | 'rule' | 'operator'>): RangeEntry {
  return { numbers: [asnClassCode(networkClass)], text: rule + SEPARATOR + operator, parent: null };
}

const NO_COUNTRY = -1;
const LETTERS = 26;
const LETTER_A = 65;

const countryNumber = (code: string | null): number =>
  code === null
    ? NO_COUNTRY
    : (code.charCodeAt(0) - LETTER_A) * LETTERS + code.charCodeAt(1) - LETTER_A;

const countryOfNumber = (number: number): string | null =>
  number === NO_COUNTRY
    ? null
    : String.fromCharCode(Math.floor(number / LETTERS) + LETTER_A, (number % LETTERS) + LETTER_A);

/** numbers: halves of the AS number (RFC 6793: 32 bits), its country. text: registered name. */
export function asnEntry(
  { asn, name, country }: Pick<AsnRow, 'asn' | 'name' | 'country'>,
  kind: RangeEntry,
): RangeEntry {
  const halves = new Int16Array([asn >>> 16, asn & 0xffff]);
  return { numbers: [...halves, countryNumber(country)], text: name, parent: kind };
}

export function readAsn({ numbers, text, parent }: RangeEntry): AsnRow {
  const kind = parent?.text ?? SEPARATOR;
  const separator = kind.indexOf(SEPARATOR);
  return {
    asn: (((numbers[0] as number) << 16) | ((numbers[1] as number) & 0xffff)) >>> 0,
    name: text,
    country: countryOfNumber(numbers[2] ?? NO_COUNTRY),
    class: asnClassOfCode(parent?.numbers[0] ?? 0),
    rule: kind.slice(0, separator),
    operator: kind.slice(separator + 1),
  };
}

/** numbers: country of registration. text: country code and region. Parent of its places. */
export function regionEntry({
  country,
  region,
  registeredCountry,
}: Pick<Place, 'country' | 'region' | 'registeredCountry'>): RangeEntry {
  return {
    numbers: [countryNumber(registeredCountry)],
    text: region ? country + region : country,
    parent: null,
  };
}

/** numbers: latitude and longitude. text: city, postcode, district; empty ones cut at the end. */
export function placeEntry(
  place: Pick<Place, 'city' | 'district' | 'zip' | 'latitude' | 'longitude'>,
  region: RangeEntry,
): RangeEntry {
  const units = (degrees: number | null) =>
    degrees === null ? NO_COORDINATE : Math.round(degrees * UNITS_PER_DEGREE);
  return {
    numbers: [units(place.latitude), units(place.longitude)],
    text: trimEndOf(
      [place.city ?? '', place.zip ?? '', place.district ?? ''].join(SEPARATOR),
      SEPARATOR,
    ),
    parent: region,
  };
}

export function readPlace(entry: RangeEntry): Place {
  const latitude = entry.numbers[0] ?? NO_COORDINATE;
  const longitude = entry.numbers[1] ?? NO_COORDINATE;
  const degrees = (units: number) => (units === NO_COORDINATE ? null : units / UNITS_PER_DEGREE);
  const region = entry.parent?.text ?? '';
  const [city, zip, district] = entry.text.split(SEPARATOR);
  return {
    country: region.slice(0, COUNTRY_CHARS),
    registeredCountry: countryOfNumber(entry.parent?.numbers[0] ?? NO_COUNTRY),
    region: region.slice(COUNTRY_CHARS) || null,
    city: city || null,
    district: district || null,
    zip: zip || null,
    latitude: degrees(latitude),
    longitude: degrees(longitude),
  };
}

/** The only column of the merged feeds: the set of feeds that list the range. */
export const TAGS_COLUMN = 0;
export const MERGED_FEEDS_COLUMNS = 1;

const TAG_SEPARATOR = '\n';

/** text: one line per tag, with fields separated by tabs. */
export function tagsEntry(tags: readonly FeedTag[]): RangeEntry {
  const lines = tags.map(({ feed, kind, operator, region, service }) =>
    [feed, kind, operator, region ?? '', service ?? ''].join(SEPARATOR),
  );
  return { numbers: [], text: lines.join(TAG_SEPARATOR), parent: null };
}

export function readTags(entry: RangeEntry): FeedTag[] {
  return entry.text.split(TAG_SEPARATOR).map((line) => {
    const [feed = '', kind = '', operator = '', region = '', service = ''] = line.split(SEPARATOR);
    return {
      feed,
      kind: kind as FeedKind,
      operator,
      region: region || null,
      service: service || null,
    };
  });
}
