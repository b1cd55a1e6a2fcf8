import { DIRECTIONALS, PLAIN_UNITS, STREET_SUFFIXES } from './postal-spellings.ts';
import { usStateCode } from './us-states.ts';

/** Roads that have a number for a name, behind the house number (Publication 28, appendix F). */
export const NUMBERED_ROADS =
  /^(?:HWY|RTE|RD|LOOP|SPUR|FM|RM|RR|CR|SR|SH|PR|TR|US|IH?|INTERSTATE|BELTWAY)$/;

/** County, state and federal roads by their short names (Publication 28, appendix F). */
const ROAD_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['US', ['US', 'HWY']],
  ['CR', ['COUNTY', 'RD']],
  ['IH', ['INTERSTATE']],
  ['I', ['INTERSTATE']],
  ['RT', ['RTE']],
]);
const COUNTY = /^(?:CO|CTY|CNTY|COUNTY)$/;
const STATE_ROADS = /^(?:HWY|HIGHWAY|RTE?|ROUTE)$/;
/** Before a road whose number is its name: `County Rd 400`, but a unit behind `Orchard Rd`. */
const BEFORE_ROAD = new Set(
  (
    'COUNTY COUNTRY CO CTY CNTY STATE TOWNSHIP TWP TOWN RANCH RANGE RURAL MARKET SERVICE ' +
    'PRIVATE PUBLIC PARK PARISH FOREST OLD'
  ).split(' '),
);

/** Whether a road has a name before it, so that a number behind it is none of its. */
export const isNamedRoad = (words: readonly string[], at: number): boolean => {
  const before = words[at - 1] ?? '';
  const isRoad = STREET_SUFFIXES.get(words[at] ?? '') === 'RD';
  return isRoad && !/\d/.test(before) && !BEFORE_ROAD.has(before) && !DIRECTIONALS.has(before);
};
/** Names of county trunk roads in Wisconsin and Minnesota: `County Road QQ`, `County Road B2`. */
const ROAD_LETTERS = /^(?:[A-Z]|([A-Z])\1|[A-Z]\d)$/;

/** Whether a word is a kind of road and its number, or a county road's letters, follow. */
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

/** A word in what it is short for where a road's number follows: `US 41`, `CR 12`, `Co Rd 12`. */
export function roadWords(word: string, at: number, words: readonly string[]): readonly string[] {
  if (at === 0) return [word];
  const [next = '', behind = ''] = words.slice(at + 1, at + 3);
  if (!PLAIN_UNITS.has(words[at - 1] as string) && /^\d/.test(next) && ROAD_WORDS.has(word))
    return ROAD_WORDS.get(word) ?? [];
  const isRoad = NUMBERED_ROADS.test(STREET_SUFFIXES.get(next) ?? next) || next === 'RT';
  if (COUNTY.test(word) && isRoad) return ['COUNTY'];
  return word === 'ST' && STATE_ROADS.test(next) && /^\d/.test(behind) ? ['STATE'] : [word];
}
