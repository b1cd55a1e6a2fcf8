import * as z from 'zod';
import { findUnitRow, type ParcelFact, type ParcelQuery } from '../../domain/place/parcel.ts';
import type { PlaceFact, PlaceQuery } from '../../domain/place/place.ts';
import { bestPlace } from '../../domain/place/place-match.ts';
import { readStreetLine } from '../../domain/place/street-address.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { recordKey } from '../../lookup/datasets/keys.ts';
import { PLACE_DATASETS } from '../../lookup/datasets/places.ts';
import { rowsOfRecordHit } from '../../lookup/world.ts';
import { recordSource } from './record-source.ts';

const businessRow = z.object(PLACE_DATASETS.businesses.row.shape);

const placeOfBusinessRow = (columns: z.output<typeof businessRow>): PlaceFact => ({
  name: columns.name,
  category: columns.category ?? null,
  phone: columns.phone ?? null,
  website: columns.website ?? null,
  email: columns.email ?? null,
  address: {
    line1: columns.address_line1 ?? null,
    city: columns.city,
    state: columns.state ?? null,
    zip: columns.zip ?? null,
    countryCode: columns.country_code ?? null,
  },
  latitude: columns.latitude ?? null,
  longitude: columns.longitude ?? null,
  status: columns.status ?? null,
  hours: columns.hours ?? null,
  rating: columns.rating ?? null,
  reviews: columns.reviews ?? null,
  claimed: columns.claimed ?? null,
  placeId: columns.source_id ?? null,
  attribution: null,
});

/**
 * The operator's file of businesses: one name and city may have several, which state and country
 * distinguish.
 */
export const businessRecords = recordSource<PlaceQuery, PlaceFact>({
  dataset: 'businesses',
  label: 'business_records',
  keys: ({ name, city }) => [recordKey('place', name, city)],
  read: (hit, query) => bestPlace(query, rowsOfRecordHit(hit, businessRow).map(placeOfBusinessRow)),
});

const parcelRow = z.object(PLACE_DATASETS.parcels.row.shape);
type ParcelRow = z.output<typeof parcelRow>;

/** A unit in its own column, or within the address; '' without one. */
export function unitOfLine(line1: string, unit: string | null | undefined): string {
  try {
    return readStreetLine(unit ? `${line1} # ${unit.replace(/^#\s*/, '')}` : line1).unit;
  } catch (error) {
    if (error instanceof UnusableInput) return unit ?? '';
    throw error;
  }
}

const unitOfParcelRow = ({ address, unit }: ParcelRow): string => unitOfLine(address, unit);

const parcelOfRow = (columns: ParcelRow): ParcelFact => ({
  address: [columns.address, columns.unit && `Unit ${columns.unit}`].filter(Boolean).join(' '),
  city: columns.city ?? null,
  state: columns.state ?? null,
  zip: columns.zip,
  county: columns.county ?? null,
  propertyType: columns.property_type ?? null,
  bedrooms: columns.bedrooms ?? null,
  bathrooms: columns.bathrooms ?? null,
  squareFeet: columns.square_feet ?? null,
  lotSize: columns.lot_size ?? null,
  yearBuilt: columns.year_built ?? null,
  ownerNames: columns.owner_names ?? [],
  ownerOccupied: columns.owner_occupied ?? null,
  lastSaleDate: columns.last_sale_date ?? null,
  lastSalePrice: columns.last_sale_price ?? null,
  assessedYear: columns.assessed_year ?? null,
  assessedValue: columns.assessed_value ?? null,
  assessedLand: columns.assessed_land ?? null,
  assessedImprovements: columns.assessed_improvements ?? null,
  taxYear: columns.tax_year ?? null,
  taxAmount: columns.tax_amount ?? null,
  features: Object.fromEntries((columns.features ?? []).map((feature) => [feature, true])),
});

/**
 * The operator's file of properties. A house of several units is none of them until the unit is
 * named.
 */
export const parcelRecords = recordSource<ParcelQuery, ParcelFact>({
  dataset: 'parcels',
  label: 'property_records',
  keys: ({ street, zip }) => [recordKey('street', street, zip)],
  read: (hit, { unit }) => {
    const found = findUnitRow(rowsOfRecordHit(hit, parcelRow), unitOfParcelRow, unit);
    return found && parcelOfRow(found);
  },
});
