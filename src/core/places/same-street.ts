import { UnusableInput } from '../inputs.ts';
import { readStreetLine } from './street-line.ts';
import { DIRECTIONALS, STREET_SUFFIXES } from './street-words.ts';

const SAYS_LITTLE = new Set([...DIRECTIONALS.values(), ...STREET_SUFFIXES.values()]);

/** Words a street is known by: neither number nor direction nor kind of street. Null for a line that names none. */
function namesOf(line1: string): string[] | null {
  try {
    const [, ...words] = readStreetLine(line1).street.split(' ');
    const names = words.filter((word) => !SAYS_LITTLE.has(word));
    return names.length > 0 ? names : null;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/**
 * Whether two address lines of one house number may be the same street: they share a word it is known by. Spellings
 * differ too much for more; true as well where a line names no street, such as a post office box.
 */
export function mayBeSameStreet(one: string, other: string): boolean {
  const [a, b] = [namesOf(one), namesOf(other)];
  return a === null || b === null || a.some((word) => b.includes(word));
}
