import { alike } from '../../../src/lib/fields.ts';
import { placeEntry, regionEntry } from '../../../src/open-data/ip/entries.ts';
import type { RangeEntry } from '../../../src/open-data/ranges/block.ts';
import type { Postcodes } from './postcodes.ts';
import { type CityRecord, cityName, districtName, townKey } from './read-cities.ts';

/** Maximum distance between records of one city; farther apart, they are towns of one name. */
const SAME_PLACE_DEGREES = 0.3;

const NO_CITY = alike(null, 'city', 'district', 'zip', 'latitude', 'longitude');

interface Point {
  latitude: number;
  longitude: number;
}

/**
 * Place entries of the table. The source splits a city into neighbourhoods ("Berkeley (Downtown
 * Berkeley)"), which become districts of one city. Its point is that of most of its ranges, because
 * the source's own points are more precise than it can know.
 */
export class Places {
  readonly #centres = new Map<string, Point>();
  readonly #regions = new Map<string, RangeEntry>();
  readonly #entries = new Map<string, RangeEntry>();
  /** Entries by record, and by the registries' country. */
  readonly #ofRecord = new Map<CityRecord, Map<string | null, RangeEntry>>();

  readonly #postcodes: Postcodes;
  readonly #zips = new Map<string, string | null>();

  constructor(records: readonly (CityRecord | null)[], postcodes: Postcodes) {
    this.#postcodes = postcodes;
    const ranges = new Map<CityRecord, number>();
    for (const record of records)
      if (record?.city) ranges.set(record, (ranges.get(record) ?? 0) + 1);
    const counts = new Map<string, { point: Point; count: number }>();
    for (const [record, count] of ranges) {
      const key = `${townKey(record)}\t${record.latitude}\t${record.longitude}`;
      const known = counts.get(key);
      if (known) known.count += count;
      else counts.set(key, { point: record, count });
    }
    const best = new Map<string, number>();
    for (const [key, { point, count }] of counts) {
      const place = key.split('\t').slice(0, 3).join('\t');
      if (count <= (best.get(place) ?? 0)) continue;
      best.set(place, count);
      this.#centres.set(place, point);
    }
  }

  /**
   * @param registered country according to the registries
   * @returns the city's entry, or the country's if there is no city
   */
  at(country: string, registered: string | null, record: CityRecord | null): RangeEntry {
    const known = record && this.#ofRecord.get(record)?.get(registered);
    if (known) return known;
    const region = this.#region(country, registered, record?.state1 ?? null);
    const entry = interned(
      this.#entries,
      placeEntry(record ? this.#cityOf(country, record) : NO_CITY, region),
      `${region.numbers}${region.text}`,
    );
    if (record) {
      const entries = this.#ofRecord.get(record) ?? new Map<string | null, RangeEntry>();
      this.#ofRecord.set(record, entries.set(registered, entry));
    }
    return entry;
  }

  #cityOf(country: string, record: CityRecord) {
    const centre = this.#centres.get(townKey(record)) as Point;
    const isNear =
      Math.abs(centre.latitude - record.latitude) <= SAME_PLACE_DEGREES &&
      Math.abs(centre.longitude - record.longitude) <= SAME_PLACE_DEGREES;
    const { latitude, longitude } = isNear ? centre : record;
    const city = cityName(record);
    const zip = this.#zipOf(country, city, { latitude, longitude });
    return { city, district: districtName(record), zip, latitude, longitude };
  }

  /** Memoized, because the records of a city share its point. */
  #zipOf(country: string, city: string, point: Point): string | null {
    const key = `${country}\t${city}\t${point.latitude}\t${point.longitude}`;
    const known = this.#zips.get(key);
    if (known !== undefined) return known;
    const zip = this.#postcodes.nearest(country, city, point);
    this.#zips.set(key, zip);
    return zip;
  }

  #region(country: string, registeredCountry: string | null, region: string | null): RangeEntry {
    const entry = regionEntry({ country, registeredCountry, region });
    return interned(this.#regions, entry, '');
  }
}

function interned(entries: Map<string, RangeEntry>, entry: RangeEntry, prefix: string): RangeEntry {
  const key = `${prefix}\t${entry.numbers.join()}\t${entry.text}`;
  const known = entries.get(key);
  if (known) return known;
  entries.set(key, entry);
  return entry;
}
