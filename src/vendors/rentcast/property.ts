import * as z from 'zod';
import { findUnitRow, type ParcelFact, type ParcelQuery } from '../../domain/place/parcel.ts';
import { isSameCity } from '../../domain/place/place-match.ts';
import { isSameHouse } from '../../domain/place/street-address.ts';
import { formatUsAddress } from '../../domain/place/us-address.ts';
import { usStateCode } from '../../domain/place/us-states.ts';
import {
  amount,
  fieldsAt,
  flag,
  isoTimestamp,
  listOf,
  text,
  texts,
  year,
  zipCode,
} from '../../lib/loose-fields.ts';
import { unitOfLine } from '../../open-data/records/places.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

const IS_ABOUT_MONEY = /billing|subscription|payment|quota|limit/i;

/** US property records. Every request is billed; 401 is about the key or the bill. */
const RENTCAST: Upstream = {
  name: 'RENTCAST',
  hosts: ['api.rentcast.io'],
  metered: 'calls',
  adds: 'property records of the United States',
  needs: ['RENTCAST_KEY'],
  authenticate: (secret) => ({ headers: { 'X-Api-Key': secret('RENTCAST_KEY') } }),
  statuses: { 404: 'none' },
  envelope(body, status) {
    const { error } = (body ?? {}) as { error?: unknown };
    if (status !== 401 || typeof error !== 'string') return undefined;
    return IS_ABOUT_MONEY.test(error) ? 'quota' : 'key';
  },
};

/** Newest entry of an object by year: `{"2024": {…}}`. */
const newestYear = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .looseObject({})
    .transform((years) => {
      const [newest = ''] = Object.keys(years)
        .filter((key) => /^\d{4}$/.test(key))
        .sort()
        .reverse();
      return new Map(Object.entries(years)).get(newest);
    })
    .pipe(z.object(shape))
    .nullable()
    .catch(null);

const features = z
  .unknown()
  .optional()
  .transform((value): ParcelFact['features'] => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    const plain = Object.entries(value).filter(([, one]) =>
      ['string', 'number', 'boolean'].includes(typeof one),
    );
    return Object.fromEntries(plain.slice(0, MAX_FEATURES));
  });

const MAX_FEATURES = 100;

const property = fieldsAt({
  line1: ['addressLine1', text],
  line2: ['addressLine2', text],
  address: ['formattedAddress', z.string().min(1)],
  city: ['city', text],
  state: ['state', text],
  zip: ['zipCode', zipCode],
  county: ['county', text],
  propertyType: ['propertyType', text],
  bedrooms: ['bedrooms', amount],
  bathrooms: ['bathrooms', amount],
  squareFeet: ['squareFootage', amount],
  lotSize: ['lotSize', amount],
  yearBuilt: ['yearBuilt', year],
  ownerNames: ['owner.names', texts],
  ownerOccupied: ['ownerOccupied', flag],
  lastSaleDate: ['lastSaleDate', isoTimestamp.transform((at) => at?.slice(0, 10) ?? null)],
  lastSalePrice: ['lastSalePrice', amount],
  assessed: [
    'taxAssessments',
    newestYear({ year, value: amount, land: amount, improvements: amount }),
  ],
  taxed: ['propertyTaxes', newestYear({ year, total: amount })],
  features: ['features', features],
});

type Property = z.output<typeof property>;

const firstLine = ({ line1, address }: Property): string =>
  line1 ?? (address.split(',', 1)[0] as string);

function unitOfProperty(row: Property): string {
  const unit = row.line2?.replace(/^(?:apt|unit|ste|suite)\b\.?/i, '').trim();
  return unitOfLine(firstLine(row), unit);
}

function parcelOfProperty({ line1, line2, assessed, taxed, ...parcel }: Property): ParcelFact {
  return {
    ...parcel,
    assessedYear: assessed?.year ?? null,
    assessedValue: assessed?.value ?? null,
    assessedLand: assessed?.land ?? null,
    assessedImprovements: assessed?.improvements ?? null,
    taxYear: taxed?.year ?? null,
    taxAmount: taxed?.total ?? null,
  };
}

/** By ZIP code; by state and city, whose names may differ, where one of them has none. */
function mayBeSamePlace(query: ParcelQuery, row: Property): boolean {
  if (row.zip !== null && query.zip !== null) return row.zip.startsWith(query.zip);
  const [asked, found] = [usStateCode(query.state), usStateCode(row.state)];
  const isOtherState = asked !== null && found !== null && asked !== found;
  return !isOtherState && isSameCity(query.city, row.city) !== false;
}

export const rentcastProperty = fromUpstream<ParcelQuery, ParcelFact>(RENTCAST, {
  label: 'property_database',
  timeoutMs: 15_000,
  async ask(query, call) {
    const found = await call({
      path: '/v1/properties',
      query: { address: formatUsAddress(query) },
      schema: listOf(property),
    });
    const atAddress = (found ?? []).filter(
      (row) => mayBeSamePlace(query, row) && isSameHouse(firstLine(row), query.street),
    );
    const row = findUnitRow(atAddress, unitOfProperty, query.unit);
    return row && parcelOfProperty(row);
  },
});
