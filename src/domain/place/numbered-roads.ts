import { DIRECTIONALS, PLAIN_UNITS, STREET_SUFFIXES } from './postal-spellings.ts';
import { usStateCode } from './us-states.ts';

/** Road kinds named by a number, after the house number (Publication 28, appendix F). */
export const NUMBERED_ROADS =
  /^(?:HWY|RTE|RD|LOOP|SPUR|FM|RM|RR|CR|SR|SH|PR|TR|US|IH?|INTERSTATE|BELTWAY)$/;

/** Short names of county, state and federal roads, spelled out (Publication 28, appendix F). */
const ROAD_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['US', ['US', 'HWY']],
  ['CR', ['COUNTY', 'RD']],
  ['IH', ['INTERSTATE']],
  ['I', ['INTERSTATE']],
  ['RT', ['RTE']],
]);
const COUNTY = /^(?:CO|CTY|CNTY|COUNTY)$/;
const STATE_ROADS = /^(?:HWY|HIGHWAY|RTE?|ROUTE)$/;
/** Words before a road that a number names: `County Rd 400`; after `Orchard Rd` it is a unit. */
const BEFORE_ROAD = new Set(
  (
    'COUNTY COUNTRY CO CTY CNTY STATE TOWNSHIP TWP TOWN RANCH RANGE RURAL MARKET SERVICE ' +
    'PRIVATE PUBLIC PARK PARISH FOREST OLD'
  ).split(' '),
);

/** Whether a road has a name before it, so that a number after it is not the road's. */
export const isNamedRoad = (words: readonly string[], at: number): boolean => {
  const before = words[at - 1] ?? '';
  const isRoad = STREET_SUFFIXES.get(words[at] ?? '') === 'RD';
  return isRoad && !/\d/.test(before) && !BEFORE_ROAD.has(before) && !DIRECTIONALS.has(before);
};
/** Names of county trunk roads in Wisconsin and Minnesota: `County Road QQ`, `County Road B2`. */
const ROAD_LETTERS = /^(?:[A-Z]|([A-Z])\1|[A-Z]\d)$/;

/** Whether a word is a road kind followed by its number, or by a county road's letters. */
export function isNumberedRoad(words: readonly string[], at: number): boolean {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]];
  const isState = at < 3 && !DIRECTIONALS.has(word) && /^[A-Z]{2}$/.test(word) && usStateCode(word);
  if (isState) return /^\d{1,3}[A-Z]?$/.test(next);
  const kind = STREET_SUFFIXES.get(word) ?? word;
  if (!NUMBERED_ROADS.test(kind) || isNamedRoad(words, at)) return false;
  const isLettered =
    kind === 'RD' ? COUNTY.test(before) && ROAD_LETTERS.test(next) : next === 'A1A';
  return /^\d/.test(next) || isLettered;
}

/** Expands a road's abbreviation before its number: `US 41`, `CR 12`, `Co Rd 12`. */
export function roadWords(word: string, at: number, words: readonly string[]): readonly string[] {
  if (at === 0) return [word];
  const [next = '', behind = ''] = words.slice(at + 1, at + 3);
  if (!PLAIN_UNITS.has(words[at - 1] as string) && /^\d/.test(next) && ROAD_WORDS.has(word))
    return ROAD_WORDS.get(word) ?? [];
  const isRoad = NUMBERED_ROADS.test(STREET_SUFFIXES.get(next) ?? next) || next === 'RT';
  if (COUNTY.test(word) && isRoad) return ['COUNTY'];
  return word === 'ST' && STATE_ROADS.test(next) && /^\d/.test(behind) ? ['STATE'] : [word];
}
