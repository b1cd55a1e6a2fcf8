import { getCountries } from 'libphonenumber-js/max';
import { UnusableInput } from '../inputs.ts';
import { quoted } from '../one-line.ts';
import { areaCodeOf, isState, stateOfArea } from '../phone/area-codes.ts';
import { parsePhoneNumber } from '../phone/number.ts';

/**
 * What a file of phone numbers is complete for: EVERYTHING, area codes, countries (ISO 3166-1),
 * states (ISO 3166-2).
 */
export type Coverage = ReadonlySet<string>;

export const EVERYTHING = 'all';

const MAX_PLACES = 1_000;
const AREA_CODE = /^[2-9]\d\d$/;
const COUNTRIES: ReadonlySet<string> = new Set(getCountries());

/**
 * A bare pair of letters is a country if there is one, else a state: CA is Canada, US-CA
 * California.
 */
function readPlace(text: string): string {
  const place = text.trim().toUpperCase();
  if (place.toLowerCase() === EVERYTHING) return EVERYTHING;
  if (AREA_CODE.test(place) || COUNTRIES.has(place) || isState(place)) return place;
  const state = [`US-${place}`, `CA-${place}`].find(isState);
  if (state) return state;
  throw new UnusableInput(
    `${quoted(text)} is no area code, country or state; write 212, US, US-NY or all`,
  );
}

/**
 * Reads `all`, or area codes, countries and states with commas between them. @throws UnusableInput
 */
export function readCoverage(text: string): string[] {
  const places = text.split(',');
  if (places.length > MAX_PLACES) throw new UnusableInput(`names more than ${MAX_PLACES} places`);
  return [...new Set(places.map(readPlace))].sort();
}

/** Whether a file that is complete for these places would name this number if it should. */
export function covers(coverage: Coverage, e164: string): boolean {
  if (coverage.has(EVERYTHING)) return true;
  const area = areaCodeOf(e164);
  if (area && coverage.has(area)) return true;
  const state = area && stateOfArea(area);
  // The first two letters of ISO 3166-2 are the country.
  if (state) return coverage.has(state) || coverage.has(state.slice(0, 2));
  const { country } = parsePhoneNumber(e164);
  return country !== null && coverage.has(country);
}
