import { createRequire } from 'node:module';
import { foldText } from '../../../src/lib/text.ts';

/** Postcodes with their location, from the package `zipcodes`; Canadian ones by FSA. */
interface Postcode {
  zip: string;
  city: string;
  latitude: number;
  longitude: number;
}

interface Point {
  latitude: number;
  longitude: number;
}

/** Maximum distance, about ten kilometres; farther away, it is another town's postcode. */
const NEAR_DEGREES = 0.09;

const distance = (a: Point, b: Point): number =>
  Math.hypot(
    a.latitude - b.latitude,
    (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180),
  );

/** Spatial index of postcodes, by country and by a grid of whole degrees. */
export class Postcodes {
  readonly #cells = new Map<string, Postcode[]>();

  constructor(byCountry: Readonly<Record<string, readonly Postcode[]>>) {
    for (const [country, postcodes] of Object.entries(byCountry))
      for (const postcode of postcodes) {
        const key = cellOf(country, postcode, 0, 0);
        const cell = this.#cells.get(key);
        if (cell) cell.push(postcode);
        else this.#cells.set(key, [postcode]);
      }
  }

  /**
   * The postcode nearest to a city's point, preferably one with the city's name.
   * @returns null if none is within ten kilometres
   */
  nearest(country: string, city: string, point: Point): string | null {
    const around = [-1, 0, 1].flatMap((north) =>
      [-1, 0, 1].flatMap((east) => this.#cells.get(cellOf(country, point, north, east)) ?? []),
    );
    const near = around
      .map((postcode) => ({ postcode, away: distance(point, postcode) }))
      .filter(({ away }) => away <= NEAR_DEGREES)
      .sort((a, b) => a.away - b.away);
    if (near.length === 0) return null;
    const name = foldText(city);
    const own = near.find(({ postcode }) => foldText(postcode.city) === name);
    return (own ?? near[0])?.postcode.zip ?? null;
  }
}

const cellOf = (country: string, { latitude, longitude }: Point, north: number, east: number) =>
  `${country} ${Math.floor(latitude) + north} ${Math.floor(longitude) + east}`;

/** @param files modules that export `codes`, by country code */
export function readPostcodes(files: Readonly<Record<string, string>>): Postcodes {
  const require = createRequire(import.meta.url);
  return new Postcodes(
    Object.fromEntries(
      Object.entries(files).map(([country, file]) => {
        const { codes } = require(file) as { codes: Record<string, Postcode> };
        return [country, Object.values(codes)];
      }),
    ),
  );
}
