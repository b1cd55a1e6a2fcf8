import { alike } from '../../lib/fields.ts';
import type { Address } from './postal-address.ts';
import type { UsAddress } from './us-address.ts';

/**
 * A property as one source has it; null is what that source does not say. Areas in square feet,
 * money in US dollars.
 */
export interface ParcelFact extends Pick<Address, 'city' | 'state' | 'zip' | 'county'> {
  /** House number and street. */
  address: string | null;
  propertyType: string | null;
  bedrooms: number | null;
  bathrooms: number | null;
  squareFeet: number | null;
  lotSize: number | null;
  yearBuilt: number | null;
  ownerNames: string[];
  ownerOccupied: boolean | null;
  /** Day, YYYY-MM-DD. */
  lastSaleDate: string | null;
  lastSalePrice: number | null;
  assessedYear: number | null;
  assessedValue: number | null;
  assessedLand: number | null;
  assessedImprovements: number | null;
  taxYear: number | null;
  taxAmount: number | null;
  /** What the source names as it names it. */
  features: Record<string, string | number | boolean>;
}

export const UNKNOWN_PARCEL: ParcelFact = {
  ...alike(null, 'address', 'city', 'state', 'zip', 'county', 'propertyType', 'bedrooms'),
  ...alike(null, 'bathrooms', 'squareFeet', 'lotSize', 'yearBuilt'),
  ownerNames: [],
  ...alike(null, 'ownerOccupied', 'lastSaleDate', 'lastSalePrice', 'assessedYear', 'assessedValue'),
  ...alike(null, 'assessedLand', 'assessedImprovements', 'taxYear', 'taxAmount'),
  features: {},
};

/** No register of land is older. */
const FIRST_YEAR = 1600;

/**
 * A property without the placeholders of registers: they write 0 for a price, an area or rooms that
 * they do not know, and the year 0 or 1.
 */
export function withoutPlaceholders(parcel: ParcelFact): ParcelFact {
  const yearOf = (year: number | null) => (year !== null && year >= FIRST_YEAR ? year : null);
  return {
    ...parcel,
    // A studio has no bedroom, and a bathroom.
    bedrooms: parcel.bathrooms ? parcel.bedrooms : parcel.bedrooms || null,
    bathrooms: parcel.bathrooms || null,
    squareFeet: parcel.squareFeet || null,
    lotSize: parcel.lotSize || null,
    lastSalePrice: parcel.lastSalePrice || null,
    lastSaleDate: yearOf(Number.parseInt(parcel.lastSaleDate ?? '', 10))
      ? parcel.lastSaleDate
      : null,
    yearBuilt: yearOf(parcel.yearBuilt),
    assessedYear: yearOf(parcel.assessedYear),
    taxYear: yearOf(parcel.taxYear),
  };
}

export interface ParcelQuery extends UsAddress {
  /** As the census names it; null when it was not asked or does not know the address. */
  county: string | null;
}

/**
 * The row of an address: the only one, or that of the unit asked for. Several rows without a unit
 * are ambiguous: none.
 */
export function findUnitRow<Row>(
  rows: readonly Row[],
  unitOf: (row: Row) => string,
  unit: string,
): Row | null {
  const fitting = unit === '' ? rows : rows.filter((row) => unitOf(row) === unit);
  return fitting.length === 1 ? (fitting[0] as Row) : null;
}
