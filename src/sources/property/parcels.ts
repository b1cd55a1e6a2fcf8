import * as z from 'zod';
import { UnusableInput } from '../../core/inputs.ts';
import { type ParcelFact, type ParcelQuery, rowOfUnit } from '../../core/places/parcel.ts';
import { readStreetLine } from '../../core/places/street-line.ts';
import { recordKey } from '../../core/records/keys.ts';
import { PLACE_DATASETS } from '../../core/records/places.ts';
import { rowsOfHit } from '../../core/records/row-list.ts';
import { recordSource } from '../record-source.ts';

const row = z.object(PLACE_DATASETS.parcels.row.shape);
type Row = z.output<typeof row>;

/** A unit in its own column, or within the address; '' without one. */
export function unitOfLine(line1: string, unit: string | null | undefined): string {
  try {
    return readStreetLine(unit ? `${line1} # ${unit.replace(/^#\s*/, '')}` : line1).unit;
  } catch (error) {
    if (error instanceof UnusableInput) return unit ?? '';
    throw error;
  }
}

const unitOf = ({ address, unit }: Row): string => unitOfLine(address, unit);

const parcelOf = (columns: Row): ParcelFact => ({
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

/** The operator's file of properties. A house of several units is none of them until the unit is named. */
export const parcels = recordSource<ParcelQuery, ParcelFact>({
  dataset: 'parcels',
  label: 'property_records',
  keys: ({ street, zip }) => [recordKey('street', street, zip)],
  read: (hit, { unit }) => {
    const found = rowOfUnit(rowsOfHit(hit, row), unitOf, unit);
    return found && parcelOf(found);
  },
});
