import * as z from 'zod';
import { type ParcelFact, type ParcelQuery, UNKNOWN_PARCEL } from '../../domain/place/parcel.ts';
import { amount, fieldsAt, listOf, text, textOrNumber, year } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import newYorkCity from './new-york-city.json' with { type: 'json' };

/** Borough codes of the city's lots. */
type Borough = 'MN' | 'BX' | 'BK' | 'QN' | 'SI';

const boroughsBy = (boroughs: Readonly<Record<string, string>>) =>
  new Map(Object.entries(boroughs as Readonly<Record<string, Borough>>));

const BY_COUNTY = boroughsBy(newYorkCity.boroughByCounty);

/** Borough by the first digits of ZIP codes that lie in one borough. */
const BY_ZIP = boroughsBy(newYorkCity.boroughByZip);

const BY_CITY = boroughsBy(newYorkCity.boroughByCity);

/** Borough of an address, by county, else ZIP code, else city; null outside the city. */
export function boroughOf({
  county,
  zip,
  city,
  state,
}: Pick<ParcelQuery, 'county' | 'zip' | 'city' | 'state'>): Borough | null {
  if (state !== null && state !== 'NY') return null;
  // Other states have counties of these names; a ZIP code of the city is in no other state.
  const named = state === 'NY' ? county?.toLowerCase().replace(/ county$/, '') : undefined;
  if (named !== undefined) return BY_COUNTY.get(named) ?? null;
  if (zip !== null) return BY_ZIP.get(zip.slice(0, 3)) ?? null;
  return BY_CITY.get(city?.toLowerCase() ?? '') ?? null;
}

const DIRECTIONS = new Map(Object.entries(newYorkCity.directions));

/** Street suffixes that the city spells out, limited to those its streets have. */
const SUFFIXES = new Map(Object.entries(newYorkCity.suffixes));

/**
 * Spellings that the city may use for a street line in postal spelling: `20 W 34TH ST` is `20 WEST
 * 34 STREET`, and a saint is `ST`. The name of a lettered avenue, such as `AVE N`, is kept.
 */
export function cityLines(street: string): string[] {
  const words = street.split(' ');
  const spelled = words.map((word, at) => {
    if (at === 0) return word;
    const ordinal = /^(\d+)(?:ST|ND|RD|TH)$/.exec(word)?.[1];
    if (ordinal !== undefined) return ordinal;
    const isSaint = word === 'ST' && at === 1 && words.length > 2;
    const isName = isSaint || (at === 2 && words[1] === 'AVE');
    return isName ? word : (DIRECTIONS.get(word) ?? SUFFIXES.get(word) ?? word);
  });
  const line = spelled.join(' ');
  return [...new Set([line, line.replace(/^(\S+) SAINT /, '$1 ST '), street])];
}

/** Tax lots of New York City, from its open data portal (Socrata Open Data API). */
const PLUTO: Upstream = { name: 'PLUTO', hosts: ['data.cityofnewyork.us'] };

/** The city writes 0 for unknown. */
const figure = amount.transform((read) => read || null);

const COUNTIES: Readonly<Record<Borough, string>> = {
  MN: 'New York',
  BX: 'Bronx',
  BK: 'Kings',
  QN: 'Queens',
  SI: 'Richmond',
};

/**
 * Building classes of the city by first letter: PLUTO Data Dictionary, Department of City Planning,
 * "BldgClass" (metadata/Data_Dictionary.md of github.com/NYCPlanning/db-pluto). A digit after the
 * letter distinguishes kinds of one class.
 */
const BUILDING_CLASSES = new Map(Object.entries(newYorkCity.buildingClasses));

/** Class in words; the code itself if its letter is not one of the city's. */
const propertyTypeOf = (code: string | null): string | null =>
  code && (BUILDING_CLASSES.get(code.charAt(0).toUpperCase()) ?? code);

const featuresOf = (code: string | null): ParcelFact['features'] =>
  code === null ? {} : { building_class: code };

/** String literal of the query language: quotes are doubled. */
const soqlQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const lot = fieldsAt({
  id: ['bbl', z.union([z.string().min(1), z.number()])],
  address: ['address', text],
  zip: ['zipcode', textOrNumber],
  propertyType: ['bldgclass', text.transform(propertyTypeOf)],
  squareFeet: ['bldgarea', figure],
  lotSize: ['lotarea', figure],
  yearBuilt: ['yearbuilt', year],
  ownerNames: ['ownername', text.transform((owner) => (owner === null ? [] : [owner]))],
  assessedValue: ['assesstot', figure],
  features: ['bldgclass', text.transform(featuresOf)],
}).transform(({ id: _, ...parcel }) => parcel);

/** Lot of New York City by its address. A lot is a whole building, so a unit has none. */
export const cityLot = fromUpstream<ParcelQuery, ParcelFact>(PLUTO, {
  label: 'city_tax_lots',
  async ask(query, call) {
    const borough = boroughOf(query);
    if (borough === null || query.unit !== '') return null;
    const lines = cityLines(query.street).map(soqlQuoted).join(',');
    const zip = query.zip === null ? '' : ` AND zipcode=${soqlQuoted(query.zip)}`;
    const found = await call({
      path: '/resource/64uk-42ks.json',
      query: {
        $where: `upper(address) in (${lines}) AND borough=${soqlQuoted(borough)}${zip}`,
        $limit: 2,
      },
      schema: listOf(lot),
    });
    const [first, second] = found ?? [];
    if (!first || second) return null;
    const place = { city: query.city, state: 'NY', county: COUNTIES[borough] };
    return { ...UNKNOWN_PARCEL, ...first, ...place };
  },
});
