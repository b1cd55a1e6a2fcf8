import { type Ask, firstMatch, optional, type Sources } from '../../../core/lookup/source.ts';
import type { ParcelFact, ParcelQuery } from '../../../core/places/parcel.ts';
import type { UsAddress } from '../../../core/places/us-address.ts';
import { censusAddress } from '../../../sources/property/census.ts';
import { boroughOf } from '../../../sources/property/new-york-city.ts';
import { parcels } from '../../../sources/property/parcels.ts';
import { cityLot } from '../../../sources/property/pluto.ts';
import { rentcastProperty } from '../../../sources/property/rentcast.ts';

/** What was found of a property; null: nobody has one at the address, or only several. */
export interface PropertyFact {
  parcel: ParcelFact | null;
}

/** Raised when {@link PropertyFact} changes shape. */
export const PROPERTY_FACT_VERSION = 1;

const anywhere = firstMatch(parcels, rentcastProperty);
const inTheCity = firstMatch(parcels, rentcastProperty, cityLot);

/** The address as the Census Bureau spells it; as it was sent where the bureau does not know it or cannot be asked. */
async function normalised(address: UsAddress, ask: Ask): Promise<ParcelQuery> {
  const found = await optional(censusAddress).resolve(address, ask);
  return found ?? { ...address, county: null };
}

/**
 * The operator's file by the address as it was sent, which asks nobody; else by the bureau's spelling the file again, a
 * paid database and, in New York City, its tax lots.
 */
export const propertySources: Sources<{ address: UsAddress }, PropertyFact> = {
  list: [...inTheCity.list, censusAddress],
  answeredBy: inTheCity.list,
  async resolve({ address }, ask) {
    const recorded = await optional(parcels).resolve({ ...address, county: null }, ask);
    if (recorded) return { parcel: recorded };
    const query = await normalised(address, ask);
    const sources = boroughOf(query) === null ? anywhere : inTheCity;
    return { parcel: await sources.resolve(query, ask) };
  },
};
