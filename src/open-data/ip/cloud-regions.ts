import rows from './cloud-regions.json' with { type: 'json' };

/** Where a cloud's region is: the city its provider names, else the one its data centres lie in. */
interface CloudPlace {
  city: string;
  /** English name, as the address table writes it. */
  region: string;
  countryCode: string;
  latitude: number;
  longitude: number;
}

/**
 * A city a line, with its country, region, coordinates (GeoNames, CC-BY 4.0) and the names that
 * providers give to their regions there: AWS "Regions and Availability Zones", Google Cloud "Cloud
 * locations", Azure "Azure geographies", Oracle "Regions and Availability Domains". A provider's
 * names are unlike another's, but for the few that are written with it.
 */
const ROWS = rows as [string, string, string, number, number, string][];

const CLOUD_PLACES: ReadonlyMap<string, CloudPlace> = new Map(
  ROWS.flatMap(([city, countryCode, region, latitude, longitude, names]) => {
    const place = { city, region, countryCode, latitude, longitude };
    return names.split(' ').map((name) => [name, place] as const);
  }),
);

/**
 * Where the region of this name is.
 * @param region as its provider's own feed writes it
 * @returns null of a name that the table does not know: a new region, or another provider's
 */
export const cloudPlaceOf = (region: string): CloudPlace | null => CLOUD_PLACES.get(region) ?? null;
