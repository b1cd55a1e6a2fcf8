import * as z from 'zod';
import { findUnitRow, type ParcelFact, type ParcelQuery } from '../../domain/place/parcel.ts';
import { formatUsAddress } from '../../domain/place/us-address.ts';
import { alike } from '../../lib/alike.ts';
import { count, flag, isoTimestamp, number, part, text, texts } from '../../lib/loose-fields.ts';
import { unitOfLine } from '../../open-data/records/places.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

const IS_ABOUT_MONEY = /billing|subscription|payment|quota|limit/i;

/** Property records of the United States. It bills every request; 401 is the key or the bill. */
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

/** Lists by year: `{"2024": {…}}`. */
const byYear = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const one = z.object(shape);
  return z
    .unknown()
    .optional()
    .transform((value): z.output<typeof one> | null => {
      if (typeof value !== 'object' || value === null) return null;
      const [newest] = Object.keys(value)
        .filter((year) => /^\d{4}$/.test(year))
        .sort()
        .reverse();
      const found = new Map<string, unknown>(Object.entries(value)).get(newest ?? '');
      const read = one.safeParse(found);
      return read.success ? read.data : null;
    });
};

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

const property = z.object({
  formattedAddress: z.string().min(1),
  ...alike(text, 'addressLine1', 'addressLine2', 'city', 'state', 'zipCode', 'county'),
  propertyType: text,
  ...alike(number, 'bedrooms', 'bathrooms', 'squareFootage', 'lotSize'),
  yearBuilt: count,
  lastSaleDate: isoTimestamp,
  lastSalePrice: number,
  features,
  taxAssessments: byYear({ year: count, value: number, land: number, improvements: number }),
  propertyTaxes: byYear({ year: count, total: number }),
  owner: part({ names: texts }),
  ownerOccupied: flag,
});

type Property = z.output<typeof property>;

const line1Of = ({ addressLine1, formattedAddress }: Property): string =>
  addressLine1 ?? (formattedAddress.split(',', 1)[0] as string);

const unitOfProperty = (found: Property): string =>
  unitOfLine(
    line1Of(found),
    found.addressLine2?.replace(/^(?:apt|unit|ste|suite)\b\.?/i, '').trim(),
  );

const parcelOfProperty = (found: Property): ParcelFact => ({
  address: found.formattedAddress,
  city: found.city,
  state: found.state,
  zip: found.zipCode,
  county: found.county,
  propertyType: found.propertyType,
  bedrooms: found.bedrooms,
  bathrooms: found.bathrooms,
  squareFeet: found.squareFootage,
  lotSize: found.lotSize,
  yearBuilt: found.yearBuilt,
  ownerNames: found.owner?.names ?? [],
  ownerOccupied: found.ownerOccupied,
  lastSaleDate: found.lastSaleDate?.slice(0, 10) ?? null,
  lastSalePrice: found.lastSalePrice,
  assessedYear: found.taxAssessments?.year ?? null,
  assessedValue: found.taxAssessments?.value ?? null,
  assessedLand: found.taxAssessments?.land ?? null,
  assessedImprovements: found.taxAssessments?.improvements ?? null,
  taxYear: found.propertyTaxes?.year ?? null,
  taxAmount: found.propertyTaxes?.total ?? null,
  features: found.features,
});

/** A property by its address. */
export const rentcastProperty = fromUpstream<ParcelQuery, ParcelFact>(RENTCAST, {
  label: 'property_database',
  timeoutMs: 15_000,
  async ask(query, call) {
    const found = await call({
      path: '/v1/properties',
      query: { address: formatUsAddress(query) },
      schema: z.array(property),
    });
    const near = (found ?? []).filter(
      ({ zipCode }) => zipCode === null || query.zip === null || zipCode.startsWith(query.zip),
    );
    const row = findUnitRow(near, unitOfProperty, query.unit);
    return row && parcelOfProperty(row);
  },
});
