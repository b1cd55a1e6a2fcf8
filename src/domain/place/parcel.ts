import { alike } from '../../lib/fields.ts';
import type { Address } from './postal-address.ts';
import type { UsAddress } from './us-address.ts';

/**
 * A property according to one source; null where the source has no value. Areas in square feet,
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
  /** Further data under the source's own names. */
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

/** Earliest plausible year of a land register. */
const FIRST_YEAR = 1600;

/**
 * Replaces the placeholders of registers by null: 0 for an unknown price, area or number of rooms,
 * and the year 0 or 1.
 */
export function withoutPlaceholders(parcel: ParcelFact): ParcelFact {
  const yearOf = (year: number | null) => (year !== null && year >= FIRST_YEAR ? year : null);
  return {
    ...parcel,
    // A studio has a bathroom and no bedroom, so 0 bedrooms is kept when there are bathrooms.
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
  /** County in the census's spelling; null when not looked up or when the address is not found. */
  county: string | null;
}

/**
 * The row of an address: the only row, or the row of the requested unit. Null when no row or
 * several match.
 */
export function findUnitRow<Row>(
  rows: readonly Row[],
  unitOf: (row: Row) => string,
  unit: string,
): Row | null {
  const fitting = unit === '' ? rows : rows.filter((row) => unitOf(row) === unit);
  return fitting.length === 1 ? (fitting[0] as Row) : null;
}
