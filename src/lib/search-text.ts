import { UnusableInput } from './inputs.ts';

const MAX_CHARS = 200;

/**
 * Normalizes a search text: single spaces, no control characters. Keeps its case, because some
 * sources are case-sensitive.
 * @throws UnusableInput for more than 200 characters, or no letter and no digit
 */
export function parseSearchText(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  if (plain.length > MAX_CHARS)
    throw new UnusableInput(`must have at most ${MAX_CHARS} characters`);
  if (!/[\p{L}\p{N}]/u.test(plain)) throw new UnusableInput('must have a letter or a digit');
  return plain;
}

const MAX_PLACES = 4;

/** The parts of a location, smallest place first: `Berkeley, California, US`. At most four. */
export const locationParts = (location: string): string[] =>
  location
    .split(',')
    .map((place) => place.trim())
    .filter(Boolean)
    .slice(0, MAX_PLACES);

/** Whether two ranges of integers overlap; null means unbounded. */
export const rangesOverlap = (
  [low, high]: readonly [number | null, number | null],
  [from, to]: readonly [number | null, number | null],
): boolean => (low ?? 0) <= (to ?? Infinity) && (from ?? 0) <= (high ?? Infinity);
