import * as z from 'zod';
import { type ParcelFact, type ParcelQuery, UNKNOWN_PARCEL } from '../../core/places/parcel.ts';
import { number, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { type Borough, boroughOf, cityLines } from './new-york-city.ts';

/** Tax lots of New York City, from its open data portal (Socrata Open Data API). */
export const PLUTO: Upstream = { name: 'PLUTO', hosts: ['data.cityofnewyork.us'] };

const lot = z.object({
  bbl: z.union([z.string().min(1), z.number()]),
  address: text,
  zipcode: text,
  ownername: text,
  bldgclass: text,
  lotarea: number,
  bldgarea: number,
  yearbuilt: number,
  assesstot: number,
});

/** The city writes 0 where it knows nothing. */
const known = (figure: number | null): number | null => (figure === 0 ? null : figure);

const COUNTIES: Readonly<Record<Borough, string>> = {
  MN: 'New York',
  BX: 'Bronx',
  BK: 'Kings',
  QN: 'Queens',
  SI: 'Richmond',
};

/** Text in the query language: a quote is written twice. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const parcelOf = (
  found: z.output<typeof lot>,
  borough: Borough,
  city: string | null,
): ParcelFact => ({
  ...UNKNOWN_PARCEL,
  address: found.address,
  city,
  state: 'NY',
  zip: found.zipcode,
  county: COUNTIES[borough],
  propertyType: found.bldgclass,
  squareFeet: known(found.bldgarea),
  lotSize: known(found.lotarea),
  yearBuilt: known(found.yearbuilt),
  ownerNames: found.ownername === null ? [] : [found.ownername],
  assessedValue: known(found.assesstot),
});

/** A lot of New York City by the address it is kept under. A lot is a whole building: of a unit it says nothing. */
export const cityLot = fromUpstream<ParcelQuery, ParcelFact>(PLUTO, {
  name: 'pluto',
  label: 'city_tax_lots',
  idempotent: true,
  async ask(query, call) {
    const borough = boroughOf(query);
    if (borough === null || query.unit !== '') return null;
    const lines = cityLines(query.street).map(quoted).join(',');
    const zip = query.zip === null ? '' : ` AND zipcode=${quoted(query.zip)}`;
    const found = await call({
      path: '/resource/64uk-42ks.json',
      query: {
        $where: `upper(address) in (${lines}) AND borough=${quoted(borough)}${zip}`,
        $limit: 2,
      },
      schema: z.array(lot),
    });
    const [first, second] = found ?? [];
    return first && !second ? parcelOf(first, borough, query.city) : null;
  },
});
