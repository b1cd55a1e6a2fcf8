import type { PhoneNumber } from '../../domain/phone/number.ts';
import {
  type CarrierCodes,
  isFictional,
  type NumberPlan,
  type PlanType,
  type RangeCarrier,
} from '../../domain/phone/number-plan.ts';
import { companyNameWords } from '../../domain/place/place-name.ts';
import { foldText } from '../../lib/text.ts';
import type { MemorySource } from '../../lookup/source.ts';

const utf8 = new TextDecoder();

/**
 * Reads `count + 1` little-endian u32 offsets followed by UTF-8 text; string i is bytes
 * offset[i]..offset[i+1].
 * @param start byte position of the offsets, a multiple of four
 */
export function readStringTable(bytes: ArrayBuffer, start: number, count: number) {
  const offsets = new Uint32Array(bytes, start, count + 1);
  const text = new Uint8Array(bytes, start + offsets.byteLength, offsets[count]);
  return {
    at(index: number) {
      const from = offsets[index];
      const to = offsets[index + 1];
      if (from === undefined || to === undefined)
        throw new RangeError(`string ${index} of ${count}`);
      return utf8.decode(text.subarray(from, to));
    },
  };
}

export const PREFIX_TABLE_MAGIC = 0x31584650;
/** magic, sections, entries, strings. */
const PREFIX_TABLE_HEADER_U32S = 4;
/** group, prefix length, entries. */
const PREFIX_SECTION_U32S = 3;

/** Texts by longest matching digit prefix, in separate groups (a calling code, a region). */
interface PrefixTable {
  /** @returns the text of the longest prefix of `digits` listed in `group`, or null. */
  find(group: number, digits: string): string | null;
  texts(): string[];
}

interface Section {
  length: number;
  keys: Uint32Array;
  values: Uint16Array;
}

/** @returns the position of `key` in ascending `keys`, or -1. */
function findPrefixKey(keys: Uint32Array, key: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = keys[middle] as number;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * Opens a compiled prefix table in place; only its directory is decoded.
 *
 * Layout, little-endian words: the header; one directory row per section, grouped, longest prefix
 * first; u32 keys, ascending within a section; u16 values, padded to a word; a string table. A key
 * is its prefix read as a decimal number, which the section's length makes unambiguous ("06" is not
 * "6").
 * @throws Error if the bytes are not a prefix table
 */
export function createPrefixTable(bytes: ArrayBuffer): PrefixTable {
  const [magic, sectionCount = 0, entryCount = 0, stringCount = 0] = new Uint32Array(
    bytes,
    0,
    PREFIX_TABLE_HEADER_U32S,
  );
  if (magic !== PREFIX_TABLE_MAGIC) throw new Error('not a prefix table');
  const directory = new Uint32Array(
    bytes,
    PREFIX_TABLE_HEADER_U32S * 4,
    sectionCount * PREFIX_SECTION_U32S,
  );
  const keysAt = PREFIX_TABLE_HEADER_U32S * 4 + directory.byteLength;
  const valuesAt = keysAt + entryCount * 4;
  const strings = readStringTable(bytes, valuesAt + Math.ceil(entryCount / 2) * 4, stringCount);

  const groups = new Map<number, Section[]>();
  let first = 0;
  for (let row = 0; row < directory.length; row += PREFIX_SECTION_U32S) {
    const [group, length, count] = directory.subarray(
      row,
      row + PREFIX_SECTION_U32S,
    ) as unknown as [number, number, number];
    const keys = new Uint32Array(bytes, keysAt + first * 4, count);
    const values = new Uint16Array(bytes, valuesAt + first * 2, count);
    const sections = groups.get(group) ?? [];
    sections.push({ length, keys, values });
    groups.set(group, sections);
    first += count;
  }

  return {
    find(group, digits) {
      for (const { length, keys, values } of groups.get(group) ?? []) {
        if (length > digits.length) continue;
        const position = findPrefixKey(keys, length === 0 ? 0 : Number(digits.slice(0, length)));
        if (position >= 0) return strings.at(values[position] as number);
      }
      return null;
    },
    texts: () => Array.from({ length: stringCount }, (_, index) => strings.at(index)),
  };
}

/** "CELLULAR SOUTH, INC. - MS": numbering registries append the state of the numbers. */
const STATE_SUFFIX = / - [A-Z]{2}$/i;

/**
 * Comparison key of a carrier's name: "Cellular South, Inc." and "CELLULAR SOUTH INC - MS" have one
 * key, T-Mobile USA and T-Mobile US another.
 * @returns '' for a text that is not a name
 */
export const carrierNameKey = (name: string): string =>
  (companyNameWords(name.trim().replace(STATE_SUFFIX, '')) ?? [])
    .map((word) => (word === 'usa' ? 'us' : word))
    .join('');

/** Keys of the names within a registered name: "X INC. DBA Y" contains X and Y. */
function carrierNameKeys(carrier: string): string[] {
  const names = carrier.split(/\s(?:d\/?b\/?a|f\/?k\/?a)\s/i).map(carrierNameKey);
  return names.filter((name) => name !== '');
}

/** Bytes of the compiled tables (scripts/data/compile-phones.ts). */
export interface NumberPlanTables {
  /** Group: calling code. Prefix: national number. Text: place name. */
  geocodes: ArrayBuffer;
  /** The same; text: name, then `\tCC:mcc:mnc` for each country where the name matches networks. */
  carriers: ArrayBuffer;
  /** Group: {@link WORLD}. Prefix: E.164 digits. Text: zones joined by `&`. */
  timezones: ArrayBuffer;
  /** Group: {@link regionGroup}. Empty prefix. Text: `zones&…\tmcc,…\tname:mcc:mnc,…`. */
  countries: ArrayBuffer;
}

/** Only group of the tables that are keyed by the whole E.164 number. */
export const WORLD = 0;

/** Group of a country: its two letters as a number, above every calling code. */
export function regionGroup(country: string): number {
  return 10_000 + (country.charCodeAt(0) - 65) * 26 + (country.charCodeAt(1) - 65);
}

function readCarrier(text: string, country: string | null): RangeCarrier {
  const [name = '', ...carriers] = text.split('\t');
  for (const carrier of carriers) {
    const [code, mcc, mnc] = carrier.split(':');
    if (code === country) return { name, mcc: mcc || null, mnc: mnc || null };
  }
  return { name, mcc: null, mnc: null };
}

interface PlanCountry {
  zones: string[];
  mobileCountryCodes: string[];
  /** By {@link carrierNameKey}. */
  carriers: Map<string, CarrierCodes>;
}

function readPlanCountry(text: string): PlanCountry {
  const [zones, codes, carriers] = text.split('\t');
  return {
    zones: splitList(zones, '&'),
    mobileCountryCodes: splitList(codes, ','),
    carriers: new Map(
      splitList(carriers, ',').map((carrier) => {
        const [name = '', mcc, mnc] = carrier.split(':');
        return [name, { mcc: mcc || null, mnc: mnc || null }];
      }),
    ),
  };
}

/** Value that all names of one carrier share; null if they differ. */
const commonValue = (values: readonly (string | null)[]): string | null =>
  new Set(values).size === 1 ? (values[0] as string | null) : null;

const splitList = (text: string | undefined, separator: string): string[] =>
  text ? text.split(separator) : [];

/** Characters of the city in a caller name; a space and the state follow. */
const CALLER_CITY_CHARS = 12;

/** `Oakland, CA` as `oakland ca`, with the city in full and cut as in a caller name. */
const placeKeys = (text: string): string[] => {
  const [, city, state] = /^(.+), ([A-Z]{2})$/.exec(text) ?? [];
  if (city === undefined || state === undefined) return [];
  const folded = foldText(city);
  const cut = folded.slice(0, CALLER_CITY_CHARS).trim();
  return [folded, cut].map((name) => `${name} ${state.toLowerCase()}`);
};

/** Opens the compiled numbering plan. @throws Error if a table is invalid */
export function createNumberPlan(tables: NumberPlanTables): NumberPlan {
  const geocodes = createPrefixTable(tables.geocodes);
  const carriers = createPrefixTable(tables.carriers);
  const timezones = createPrefixTable(tables.timezones);
  const countries = createPrefixTable(tables.countries);
  const read = new Map<string, PlanCountry>();
  let places: ReadonlySet<string> | undefined;
  const aboutCountry = (code: string): PlanCountry => {
    const known = read.get(code) ?? readPlanCountry(countries.find(regionGroup(code), '') ?? '');
    read.set(code, known);
    return known;
  };

  return {
    place: (callingCode, national) => geocodes.find(Number(callingCode), national),
    isPlaceWithState(text) {
      places ??= new Set(geocodes.texts().flatMap(placeKeys));
      return places.has(text);
    },
    timezones(callingCode, national, country) {
      // A prefix has one zone for all zones that keep its time, across borders, so the country's
      // own zones take precedence.
      const own = country ? aboutCountry(country).zones : [];
      if (own.length === 1) return [...own];
      const candidates = splitList(timezones.find(WORLD, callingCode + national) ?? undefined, '&');
      const narrowed = candidates.filter((zone) => own.includes(zone));
      if (narrowed.length > 0) return narrowed;
      return own.length > 0 ? [...own] : candidates;
    },
    carrier(callingCode, national, country) {
      const text = carriers.find(Number(callingCode), national);
      return text === null ? null : readCarrier(text, country);
    },
    mobileCountryCode(country) {
      const [only, ...others] = aboutCountry(country).mobileCountryCodes;
      return only !== undefined && others.length === 0 ? only : null;
    },
    carrierCodes(country, carrier) {
      const { carriers } = aboutCountry(country);
      const found = carrierNameKeys(carrier).flatMap((name) => carriers.get(name) ?? []);
      if (found.length === 0) return null;
      const mcc = commonValue(found.map((codes) => codes.mcc));
      return { mcc, mnc: mcc === null ? null : commonValue(found.map((codes) => codes.mnc)) };
    },
  };
}

export interface NumberPlanFact {
  place: string | null;
  timezones: string[];
  /** First holder of the range; the number may have been ported since. */
  carrier: RangeCarrier | null;
  mobileCountryCode: string | null;
  /** Reserved for films and books; never assigned. */
  fictional: boolean;
}

const FIXED_LINE_TYPES: readonly (PlanType | null)[] = ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'];
const CARRIER_TYPES: readonly (PlanType | null)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE', 'PAGER'];
const MOBILE_TYPES: readonly (PlanType | null)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * Mexico, Argentina, Brazil, Indonesia, China: mobile numbers have an area code (libphonenumber,
 * GEO_MOBILE_COUNTRIES).
 */
const MOBILE_WITH_AREA = new Set(['52', '54', '55', '62', '86']);

const isGeographic = ({ planType, callingCode }: PhoneNumber): boolean =>
  FIXED_LINE_TYPES.includes(planType) ||
  (planType === 'MOBILE' && MOBILE_WITH_AREA.has(callingCode));

/** Argentina puts a 9 before the area code of mobile numbers; places are listed without the 9. */
const geocodingDigits = ({ callingCode, planType, national }: PhoneNumber): string =>
  callingCode === '54' && planType === 'MOBILE' ? national.replace(/^9/, '') : national;

/** Compiled numbering plans: place, time zones, first holder. Null for an invalid number. */
export const numberPlan: MemorySource<PhoneNumber, NumberPlanFact> = {
  name: 'number_plan',
  label: 'numbering_plan',
  kind: 'compiled',
  reads: 'memory',
  version: (world) => world.shippedTables,
  available: () => true,
  ask(number, { numberPlan: plan }) {
    if (!number.valid) return null;
    const { callingCode, national, country, planType } = number;
    // Prefixes cover areas, so a number outside any area gets only its calling code's zones.
    const geographic = isGeographic(number);
    return {
      place: geographic ? plan.place(callingCode, geocodingDigits(number)) : null,
      timezones: plan.timezones(callingCode, geographic ? national : '', country),
      carrier: CARRIER_TYPES.includes(planType)
        ? plan.carrier(callingCode, national, country)
        : null,
      fictional: isFictional({ callingCode, national }),
      mobileCountryCode:
        country && MOBILE_TYPES.includes(planType) ? plan.mobileCountryCode(country) : null,
    };
  },
};

interface NamedCarrier {
  name: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
}

/** Mobile network codes (ITU-T E.212) by a carrier's name. */
export const carrierCodes: MemorySource<NamedCarrier, CarrierCodes> = {
  name: 'network_codes',
  label: 'mobile_network_codes',
  kind: 'compiled',
  reads: 'memory',
  version: (world) => world.shippedTables,
  available: () => true,
  ask: ({ name, countryCode }, { numberPlan }) => numberPlan.carrierCodes(countryCode, name),
};

/** The first of these codes that names a network, else the first with a country code. */
export function fullestCodes(...options: (CarrierCodes | null | undefined)[]): CarrierCodes {
  const known = options.filter((codes) => codes?.mcc) as CarrierCodes[];
  const { mcc, mnc } = known.find((codes) => codes.mnc !== null) ?? known[0] ?? NO_CODES;
  return { mcc, mnc };
}

const NO_CODES: CarrierCodes = { mcc: null, mnc: null };

/** Network codes of the range if its holder is the carrier of that name; otherwise null codes. */
export const rangeCodesOf = (plan: NumberPlanFact | null, carrier: string | null): CarrierCodes =>
  plan?.carrier && carrier !== null && carrierNameKey(plan.carrier.name) === carrierNameKey(carrier)
    ? plan.carrier
    : NO_CODES;
