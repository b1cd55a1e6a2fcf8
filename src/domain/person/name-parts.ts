import { lazy } from '../../lib/lazy.ts';
import { lettersOf } from '../../lib/text.ts';
import names from './family-names.json' with { type: 'json' };

/** Set of the letters of listed words, folded on first use. */
export const setOf = (list: string, separator = ' '): Pick<ReadonlySet<string>, 'has'> => {
  const folded = lazy(() => new Set(list.split(separator).map(lettersOf)));
  return { has: (word) => folded().has(word) };
};

/** Particles that belong to the family name after them. */
const PARTICLES = setOf(names.particles);

/** Particles only in lower case: `op den Camp`, but David Ben. */
const LOWER_PARTICLES = setOf(names.lowerParticles);
const IRISH_PARTICLES = new Set(names.irishParticles.split(' '));

/** Whether a folded word is a particle of the family name after it: de, van, von. */
export const isParticle = (word: string): boolean => PARTICLES.has(word);

const GIVEN = setOf(names.given);

/** Whether a word, or its part before a hyphen, is in the table of given names. */
export const isGivenName = (word: string): boolean =>
  GIVEN.has(lettersOf(word.split(/[-‐‑]/, 1)[0] as string));

export const isLower = (word: string): boolean => word === word.toLowerCase();

/** First of two family names with a hyphen before the second one's particle: Jansen-de Boer. */
const HYPHENED_PARTICLE =
  /^\p{Lu}\p{Ll}{2,}[-‐‑](?:[Vv][ao]n|[Vv]om|[Dd]e|[Dd]en|[Dd]er|[Tt]en?|[Tt]er|[Zz]u|zum|zur)$/u;

/** Whether a word as written belongs to the word after it; initials do not: E. E. Cummings. */
export const leadsFamily = (word: string): boolean =>
  HYPHENED_PARTICLE.test(word) ||
  (PARTICLES.has(lettersOf(word)) && !/^(?:\p{Lu}\.?|\p{Ll}\.)$/u.test(word)) ||
  (isLower(word) && LOWER_PARTICLES.has(lettersOf(word))) ||
  IRISH_PARTICLES.has(word.normalize('NFC'));

/** Titles of nobility within a name: Karl Freiherr von Stein. */
const NOBILITY = setOf(names.nobility);

export const withoutNobility = (name: readonly string[]): readonly string[] =>
  name.filter((word, at) => {
    const isTitle = at > 0 && at < name.length - 1 && NOBILITY.has(lettersOf(word));
    return !isTitle || !leadsFamily(name[at + 1] as string);
  });

/** Number of trailing words of the family name before a comma: `Berg, Jan van den`. */
export function particlesAtEnd(given: readonly string[]): number {
  const isLast = (word: string) => word.length > 1 && isLower(word) && leadsFamily(word);
  const at = given.findLastIndex((word) => !isLast(word));
  return given.length - 1 - Math.max(at, 0);
}

/** Second words of Hebrew family names with `Ben`, `Bar` or `Bat`, none of them English. */
const HEBREW_BEHIND = setOf(names.hebrewBehind);
const HEBREW_GIVEN = setOf(names.hebrewGiven);

/** Whether a word and the next are a Hebrew family name: Noa Ben Shimon. */
export const leadsHebrew = (name: readonly string[], at: number): boolean =>
  /^b(?:en|ar|at)$/i.test(name[at] as string) &&
  (HEBREW_BEHIND.has(lettersOf(name[at + 1] as string)) ||
    HEBREW_GIVEN.has(lettersOf(name[0] as string))) &&
  lettersOf(name[0] as string) !== 'david';

/** Endings of given names that hardly any English family name has: Maria, Antonio, Giuseppe. */
const VOWEL_END = /[aeio]$/;

/**
 * Number of leading words that are the family name of a register all in capitals: those before the
 * known given names at its end, none of them one, or a particle and the next word: `ROSSI MARIA`,
 * `DI MARCO MARIA PIA`, but `MARIA ROSSI`. 0 for any other name.
 */
export function familyInCapitals(name: readonly string[]): number {
  const written = name.join('').normalize('NFC');
  if (!/^\p{sc=Latin}/u.test(written) || /\p{Ll}/u.test(written)) return 0;
  const isGiven = (word: string) => isGivenName(word) && VOWEL_END.test(lettersOf(word));
  const led = name.findIndex((word) => !leadsFamily(word)) + 1;
  const count = led > 1 ? led : name.findLastIndex((word) => !isGiven(word)) + 1;
  const isFamily = led > 1 || !name.slice(0, count).some(isGivenName);
  return isFamily && count < name.length && name.slice(count).every(isGiven) ? count : 0;
}
