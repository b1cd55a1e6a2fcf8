import { placeEntry, regionEntry } from '../../../src/open-data/ip/entries.ts';
import type { RangeEntry } from '../../../src/open-data/ranges/block.ts';
import type { Postcodes } from './postcodes.ts';
import { type CityRecord, cityName } from './read-cities.ts';

/** Two records of one city nearer than this are one place; farther apart, towns of one name. */
const SAME_PLACE_DEGREES = 0.3;

interface Point {
  latitude: number;
  longitude: number;
}

/**
 * The place entries of the table. The source splits a city into neighbourhoods ("Berkeley (Downtown
 * Berkeley)"), which is finer than it can know; they become the one city, at the point most of its
 * ranges name.
 */
export class Places {
  readonly #centres = new Map<string, Point>();
  readonly #regions = new Map<string, RangeEntry>();
  readonly #entries = new Map<string, RangeEntry>();
  readonly #ofRecord = new Map<CityRecord, RangeEntry>();

  readonly #postcodes: Postcodes;

  constructor(records: readonly (CityRecord | null)[], postcodes: Postcodes) {
    this.#postcodes = postcodes;
    const counts = new Map<string, { point: Point; count: number }>();
    for (const record of records) {
      if (!record?.city) continue;
      const key = `${placeKey(record)}\t${record.latitude}\t${record.longitude}`;
      const known = counts.get(key);
      if (known) known.count++;
      else counts.set(key, { point: record, count: 1 });
    }
    const best = new Map<string, number>();
    for (const [key, { point, count }] of counts) {
      const place = key.split('\t').slice(0, 3).join('\t');
      if (count <= (best.get(place) ?? 0)) continue;
      best.set(place, count);
      this.#centres.set(place, point);
    }
  }

  /** @returns the city's entry, or the whole country's when there is no city. */
  at(country: string, record: CityRecord | null): RangeEntry {
    if (!record)
      return this.#place(country, null, { city: null, zip: null, latitude: null, longitude: null });
    const known = this.#ofRecord.get(record);
    if (known) return known;
    const centre = this.#centres.get(placeKey(record)) as Point;
    const isNear =
      Math.abs(centre.latitude - record.latitude) <= SAME_PLACE_DEGREES &&
      Math.abs(centre.longitude - record.longitude) <= SAME_PLACE_DEGREES;
    const { latitude, longitude } = isNear ? centre : record;
    const city = cityName(record);
    const entry = this.#place(country, record.state1, {
      city,
      zip: this.#postcodes.nearest(country, city, { latitude, longitude }),
      latitude,
      longitude,
    });
    this.#ofRecord.set(record, entry);
    return entry;
  }

  #place(
    country: string,
    regionName: string | null,
    place: Parameters<typeof placeEntry>[0],
  ): RangeEntry {
    const region = interned(this.#regions, regionEntry(country, regionName), '');
    return interned(this.#entries, placeEntry(place, region), region.text);
  }
}

function interned(entries: Map<string, RangeEntry>, entry: RangeEntry, prefix: string): RangeEntry {
  const key = `${prefix}\t${entry.numbers.join()}\t${entry.text}`;
  const known = entries.get(key);
  if (known) return known;
  entries.set(key, entry);
  return entry;
}

function placeKey(record: CityRecord): string {
  return `${record.country_code}\t${record.state1}\t${cityName(record)}`;
}
