import type { NetworkCodes, NumberPlan, RangeCarrier } from '../core/phone/number-plan.ts';
import { namesOfCarrier } from './network-names.ts';
import { createPrefixTable } from './prefix-table.ts';

/** Bytes of the compiled tables (scripts/data/compile-phones.ts). */
export interface NumberPlanTables {
  /** Group: calling code. Prefix: national number. Text: place name. */
  geocodes: ArrayBuffer;
  /** The same; text: name, then `\tCC:mcc:mnc` for each country whose networks the name matches. */
  carriers: ArrayBuffer;
  /** Group: {@link WORLD}. Prefix: E.164 digits. Text: zones joined by `&`. */
  timezones: ArrayBuffer;
  /** Group: {@link regionGroup}. Empty prefix. Text: `zones&…\tmcc,…\tname:mcc:mnc,…`. */
  countries: ArrayBuffer;
}

/** The one group of tables keyed by the whole E.164 number. */
export const WORLD = 0;

/** The group of a country: its two letters as a number, apart from every calling code. */
export function regionGroup(country: string): number {
  return 10_000 + (country.charCodeAt(0) - 65) * 26 + (country.charCodeAt(1) - 65);
}

function readCarrier(text: string, country: string | null): RangeCarrier {
  const [name = '', ...networks] = text.split('\t');
  for (const network of networks) {
    const [code, mcc, mnc] = network.split(':');
    if (code === country) return { name, mcc: mcc || null, mnc: mnc || null };
  }
  return { name, mcc: null, mnc: null };
}

interface Country {
  zones: string[];
  mobileCountryCodes: string[];
  /** By bare name. */
  networks: Map<string, NetworkCodes>;
}

function readCountry(text: string): Country {
  const [zones, codes, networks] = text.split('\t');
  return {
    zones: listed(zones, '&'),
    mobileCountryCodes: listed(codes, ','),
    networks: new Map(
      listed(networks, ',').map((network) => {
        const [name = '', mcc, mnc] = network.split(':');
        return [name, { mcc: mcc || null, mnc: mnc || null }];
      }),
    ),
  };
}

/** What several names of one carrier agree on. */
const agreed = (values: readonly (string | null)[]): string | null =>
  new Set(values).size === 1 ? (values[0] as string | null) : null;

const listed = (text: string | undefined, separator: string): string[] =>
  text ? text.split(separator) : [];

/** Opens the compiled numbering plan. @throws Error when a table is not one */
export function createNumberPlan(tables: NumberPlanTables): NumberPlan {
  const geocodes = createPrefixTable(tables.geocodes);
  const carriers = createPrefixTable(tables.carriers);
  const timezones = createPrefixTable(tables.timezones);
  const countries = createPrefixTable(tables.countries);
  const read = new Map<string, Country>();
  const aboutCountry = (code: string): Country => {
    const known = read.get(code) ?? readCountry(countries.find(regionGroup(code), '') ?? '');
    read.set(code, known);
    return known;
  };

  return {
    place: (callingCode, national) => geocodes.find(Number(callingCode), national),
    timezones(callingCode, national, country) {
      // The prefixes name one zone for all that keep the same time, across borders: the country's
      // own zones win.
      const own = country ? aboutCountry(country).zones : [];
      if (own.length === 1) return [...own];
      const candidates = listed(timezones.find(WORLD, callingCode + national) ?? undefined, '&');
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
    networkCodes(country, carrier) {
      const { networks } = aboutCountry(country);
      const found = namesOfCarrier(carrier).flatMap((name) => networks.get(name) ?? []);
      if (found.length === 0) return null;
      const mcc = agreed(found.map((codes) => codes.mcc));
      return { mcc, mnc: mcc === null ? null : agreed(found.map((codes) => codes.mnc)) };
    },
  };
}
