import type * as z from 'zod';
import { findUnitRow, type ParcelFact, type ParcelQuery } from '../../domain/place/parcel.ts';
import type { PlaceFact, PlaceQuery } from '../../domain/place/place.ts';
import { bestPlace, placeNumber } from '../../domain/place/place-match.ts';
import { readStreetLine } from '../../domain/place/street-address.ts';
import { readOrNull } from '../../lib/inputs.ts';
import { storedRow } from '../../lookup/datasets/dataset.ts';
import { placeKeys, recordKey } from '../../lookup/datasets/keys.ts';
import { PLACE_DATASETS } from '../../lookup/datasets/places.ts';
import { rowsOfRecordHit } from '../../lookup/world.ts';
import { camelRow, recordSource } from './record-source.ts';

const businessRow = storedRow(PLACE_DATASETS.businesses.row);

function placeOfBusinessRow(row: z.output<typeof businessRow>): PlaceFact {
  const { addressLine1, city, state, zip, countryCode, sourceId, ...place } = camelRow(
    businessRow,
    row,
  );
  const fact = {
    ...place,
    address: { line1: addressLine1, city, state, zip, countryCode },
    placeId: sourceId,
    attribution: null,
  };
  return { ...fact, phone: placeNumber(fact, null) };
}

/** Operator's file of businesses; those of the same name and city differ by state and country. */
export const businessRecords = recordSource<PlaceQuery, PlaceFact>({
  dataset: 'businesses',
  label: 'business_records',
  keys: ({ name, city }) => placeKeys(name, city),
  read: (hit, query) => bestPlace(query, rowsOfRecordHit(hit, businessRow).map(placeOfBusinessRow)),
});

const parcelRow = storedRow(PLACE_DATASETS.parcels.row);
type ParcelRow = z.output<typeof parcelRow>;

/** Unit from its own column, or from the address; '' if there is none. */
export const unitOfLine = (line1: string, unit: string | null | undefined): string =>
  readOrNull(() => readStreetLine(unit ? `${line1} # ${unit.replace(/^#\s*/, '')}` : line1).unit) ??
  unit ??
  '';

function parcelOfRow(row: ParcelRow): ParcelFact {
  const { address, unit, ownerNames, features, ...parcel } = camelRow(parcelRow, row);
  return {
    ...parcel,
    address: [address, unit && `Unit ${unit}`].filter(Boolean).join(' '),
    ownerNames: ownerNames ?? [],
    features: Object.fromEntries((features ?? []).map((feature) => [feature, true])),
  };
}

/** Operator's file of properties. A house of several units matches only with a unit. */
export const parcelRecords = recordSource<ParcelQuery, ParcelFact>({
  dataset: 'parcels',
  label: 'property_records',
  keys: ({ street, zip }) => [recordKey('street', street, zip)],
  read: (hit, { unit }) => {
    const unitOf = (row: ParcelRow) => unitOfLine(row.address, row.unit);
    const found = findUnitRow(rowsOfRecordHit(hit, parcelRow), unitOf, unit);
    return found && parcelOfRow(found);
  },
});
