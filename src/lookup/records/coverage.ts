import { sql } from 'drizzle-orm';
import { getCountries } from 'libphonenumber-js/max';
import * as z from 'zod';
import { isState, parseAreaCode, stateOfArea } from '../../domain/phone/nanp.ts';
import { parsePhoneNumber } from '../../domain/phone/number.ts';
import type { Database } from '../../lib/database.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { quoted } from '../../lib/text.ts';
import { imports } from './schema.ts';

/**
 * Places a file is complete for, besides its own keys: {@link FULL_COVERAGE}, and for phone numbers
 * area codes, countries (ISO 3166-1) and states (ISO 3166-2). Empty: only its own keys.
 */
type Coverage = ReadonlySet<string>;

export const FULL_COVERAGE = 'all';

const MAX_PLACES = 1_000;
const AREA_CODE = /^[2-9]\d\d$/;
const COUNTRIES: ReadonlySet<string> = new Set(getCountries());

/** Two letters are a country code if one exists, else a state: CA, but US-CA (California). */
function parseCoveredPlace(text: string): string {
  const place = text.trim().toUpperCase();
  if (place.toLowerCase() === FULL_COVERAGE) return FULL_COVERAGE;
  if (AREA_CODE.test(place) || COUNTRIES.has(place) || isState(place)) return place;
  const state = [`US-${place}`, `CA-${place}`].find(isState);
  if (state) return state;
  throw new UnusableInput(
    `${quoted(text)} is not an area code, country or state; use 212, US, US-NY or all`,
  );
}

/** Parses `all`, or a comma-separated list of places. @throws UnusableInput */
export function parseCoverage(text: string): string[] {
  const places = text.split(',');
  if (places.length > MAX_PLACES) throw new UnusableInput(`names more than ${MAX_PLACES} places`);
  return [...new Set(places.map(parseCoveredPlace))].sort();
}

/** Whether the coverage includes a key or its number's place, so that absence is an answer. */
export function covers(coverage: Coverage, key: string): boolean {
  if (coverage.size === 0 || coverage.has(FULL_COVERAGE)) return coverage.size > 0;
  const area = parseAreaCode(key);
  if (area && coverage.has(area)) return true;
  const state = area && stateOfArea(area);
  // The first two letters of an ISO 3166-2 code are the country.
  if (state) return coverage.has(state) || coverage.has(state.slice(0, 2));
  const { country } = parsePhoneNumber(key);
  return country !== null && coverage.has(country);
}

export interface ImportedDataset {
  /** The newest live import. */
  id: number;
  /** For a number set, the call that `setLoadOf` names its objects by. */
  indexed: number | null;
  rows: number;
  /** ISO 8601 date or time of the newest file's content. */
  asOf: string;
  source: string | null;
  importedAt: number;
  coverage: Coverage;
  /** Changes with every import and every counted report. */
  version: string;
}

export type Manifest = ReadonlyMap<string, ImportedDataset>;

type ManifestRow = Omit<ImportedDataset, 'coverage' | 'version'> & {
  dataset: string;
  coverage: string;
  keys: number;
};

const coveredPlaces = z.array(z.string());

/** Newest live import of each data set: SQLite takes bare columns from the row with max(). */
export async function readManifest(db: Database): Promise<Manifest> {
  const rows = await db.all<ManifestRow>(sql`
    SELECT dataset AS "dataset", rows AS "rows", as_of AS "asOf", source AS "source",
      committed_at AS "importedAt", coverage AS "coverage", sum(keys) AS "keys", indexed AS "indexed",
      max(id) AS "id"
    FROM ${imports} WHERE state = 'live' GROUP BY dataset`);
  return new Map(
    rows.map(({ dataset, coverage, keys, ...imported }) => [
      dataset,
      {
        ...imported,
        coverage: new Set(coveredPlaces.parse(JSON.parse(coverage))),
        version: `${imported.id}.${keys}`,
      },
    ]),
  );
}
