import { lazy } from '../../lib/lazy.ts';
import { foldText } from '../../lib/text.ts';
import names from './family-names.json' with { type: 'json' };

/** A name between its titles and suffixes, cut in two. */
export interface SplitName {
  given: readonly string[];
  family: string;
}

/** The letters of a word: `M.D.` is md. */
export const lettersOf = (word: string): string => foldText(word).replaceAll(' ', '');

/** The letters of the words of a table, folded when the first is asked for. */
export const setOf = (list: string, separator = ' '): Pick<ReadonlySet<string>, 'has'> => {
  const folded = lazy(() => new Set(list.split(separator).map(lettersOf)));
  return { has: (word) => folded().has(word) };
};

/** Words that belong to the family name behind them. */
const PARTICLES = setOf(names.particles);

/** Words that do so in lower case alone: `op den Camp`, but David Ben. */
const LOWER_PARTICLES = setOf(names.lowerParticles);

const IRISH_PARTICLES = new Set(names.irishParticles.split(' '));

/** Behind a particle they are given names: María del Carmen García. */
const GIVEN_AFTER_PARTICLE = setOf(names.givenAfterParticle);

/** Titles within a name: Karl Freiherr von Stein. */
const NOBILITY = setOf(names.nobility);

/** Particles that two words of a family name may follow: `von Bergen Wessels`. */
const LONG_PARTICLES = new Set(['van', 'vanden', 'vander', 'vom', 'von']);

/** Whether a folded word belongs to the family name behind it: de, van, von. */
export const isParticle = (word: string): boolean => PARTICLES.has(word);

const GIVEN = setOf(names.given);

/** Whether a word, or the first part of one with a hyphen, is known as a given name. */
export const isGivenName = (word: string): boolean =>
  GIVEN.has(lettersOf(word.split(/[-‐‑]/, 1)[0] as string));

const isLower = (word: string): boolean => word === word.toLowerCase();

/** Whether a word as written belongs to the one behind it; initials do not: E. E. Cummings. */
const leadsFamily = (word: string): boolean =>
  (PARTICLES.has(lettersOf(word)) && !/^(?:\p{Lu}\.?|\p{Ll}\.)$/u.test(word)) ||
  (isLower(word) && LOWER_PARTICLES.has(lettersOf(word))) ||
  IRISH_PARTICLES.has(word.normalize('NFC'));

/** How many words at the end belong to the family name before a comma: `Berg, Jan van den`. */
export function particlesAtEnd(given: readonly string[]): number {
  const isLast = (word: string) => word.length > 1 && isLower(word) && leadsFamily(word);
  const at = given.findLastIndex((word) => !isLast(word));
  return given.length - 1 - Math.max(at, 0);
}

/** Words that a Hebrew family name goes on with behind `Ben`, `Bar`, `Bat`: English ones do not. */
const HEBREW_BEHIND = setOf(names.hebrewBehind);
const HEBREW_GIVEN = setOf(names.hebrewGiven);

/** Whether a word and the one behind it are a Hebrew family name: Noa Ben Shimon. */
const leadsHebrew = (name: readonly string[], at: number): boolean =>
  /^b(?:en|ar|at)$/i.test(name[at] as string) &&
  (HEBREW_BEHIND.has(lettersOf(name[at + 1] as string)) ||
    HEBREW_GIVEN.has(lettersOf(name[0] as string))) &&
  lettersOf(name[0] as string) !== 'david';

const SPANISH = setOf(names.spanish);

/** Basque family names name a house by its place, wood, stone or stream. */
const BASQUE = new RegExp(names.basque);

/** What no second family name of Spain ends or is spelled with. */
const FOREIGN = /[wk]|[tscgp]h|ck|ee|oo|son$|[^aeiorsznld]$/;

const isSpanish = (word: string): boolean =>
  word !== 'inez' && (/[a-z]ez$/.test(word) || SPANISH.has(word) || BASQUE.test(word));

/** Whether two words are the family names of a Spanish name, the first known as one. */
const areSpanish = (first: string, second: string): boolean =>
  isSpanish(first) && (SPANISH.has(second) || !FOREIGN.test(second));

/**
 * Where lower-case particles begin behind the first name: all from there on is the family name, but
 * for given names such as `del Carmen`, where more follows.
 */
function firstParticle(name: readonly string[]): number {
  for (let at = 1; at < name.length - 1; at += 1) {
    const word = name[at] as string;
    if (!isLower(word) || !leadsFamily(word) || /^[yei]$/.test(word)) continue;
    let head = at;
    while (head < name.length - 1 && leadsFamily(name[head] as string)) head += 1;
    const isGiven = GIVEN_AFTER_PARTICLE.has(lettersOf(name[head] as string));
    if (!isGiven || head === name.length - 1) return at;
    at = head;
  }
  return -1;
}

/** Where the family name begins, which stands last. */
function familyStart(name: readonly string[]): number {
  const last = name.length - 1;
  const isMixed = name.some((word) => /\p{Lu}/u.test(word) && /\p{Ll}/u.test(word));
  const particle = isMixed ? firstParticle(name) : -1;
  // Of two words: Fernández de Córdoba, Ponce de León.
  const isJoined =
    particle > 1 && /^del?$/.test(name[particle] as string) && !name.includes('y', particle);
  if (isJoined && isSpanish(lettersOf(name[particle - 1] as string))) return particle - 1;
  if (particle > 0) {
    const isBefore = (at: number) =>
      at > 0 && /\p{L}{2}/u.test(name[at] as string) && leadsFamily(name[at] as string);
    return isBefore(particle - 1) ? particle - 1 : particle;
  }
  const isLong = last > 2 && LONG_PARTICLES.has(lettersOf(name[last - 2] as string));
  let at = isLong && !isParticle(lettersOf(name[last - 1] as string)) ? last - 1 : last;
  while (at > 1 && (leadsFamily(name[at - 1] as string) || leadsHebrew(name, at - 1))) {
    const joins = /^[ye]$/i.test(name[at - 1] as string);
    if (joins && at < 3) break;
    at -= joins ? 2 : 1;
  }
  const [first = '', second = ''] = name.slice(-2).map(lettersOf);
  return at === last && last > 1 && areSpanish(first, second) ? last - 1 : at;
}

const isCapital = (word: string): boolean => /^\p{Lu}[\p{Lu}\p{M}'’-]+$/u.test(word);

/**
 * How many words at the beginning are in capitals where the others are not: `DUPONT Jean`, `DE LA
 * TOUR Anne`. Two letters may be initials.
 */
function capitalsFirst(name: readonly string[]): number {
  const count = name.findIndex((word) => !isCapital(word));
  const isFamily = count > 0 && name.slice(0, count).some((word) => lettersOf(word).length > 2);
  return isFamily && name.slice(count).every((word) => /\p{Ll}/u.test(word)) ? count : 0;
}

/** Whether capitals tell that a name begins with the family's. */
export const beginsWithFamily = (name: readonly string[]): boolean => capitalsFirst(name) > 0;

/** How many words at the end are in capitals where the first are not: `Anne DE LA TOUR`. */
function capitalsLast(name: readonly string[]): number {
  const at = name.findIndex(isCapital);
  const isRest = at > 0 && name.slice(at).every(isCapital);
  return isRest && lettersOf(name[at] as string).length > 1 && name.length - at > 1
    ? name.length - at
    : 0;
}

const UNSPACED_SCRIPTS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+$/u;
const HAN_SINGLE = new Set(names.hanSingle);
const HAN_DOUBLE = names.hanDouble.split(' ');
const HANGUL_DOUBLE = names.hangulDouble.split(' ');

/** How many characters of a name without a space are the family name; 0 where that is unknown. */
function unspacedFamily(word: string): number {
  const isHangul = /^\p{Script=Hangul}{2,4}$/u.test(word);
  const isHan = /^\p{Script=Han}{2,4}$/u.test(word);
  if (isHangul) return HANGUL_DOUBLE.some((each) => word.startsWith(each) && word !== each) ? 2 : 1;
  if (isHan && HAN_DOUBLE.some((each) => word.startsWith(each) && word !== each)) return 2;
  return isHan && [...word].length < 4 && HAN_SINGLE.has([...word][0] as string) ? 1 : 0;
}

/** Words of address behind a name, with or without a blank; 博士 is a given name too. */
const HONORIFIC =
  /(?:先生|女士|小姐|教授|様|さま|さん|氏|殿|님|씨|교수|박사| (?:대표|대표이사|사장|부장|차장|과장|대리|팀장|이사|회장))$/u;

/** A Chinese, Japanese or Korean name in its own script, the family name first. */
function splitUnspaced(written: readonly string[]): SplitName | null {
  if (!written.every((word) => UNSPACED_SCRIPTS.test(word))) return null;
  const name = written.join(' ').replace(HONORIFIC, '').trimEnd().split(' ');
  const [first = '', ...given] = name;
  if (given.length > 0) return { given, family: first };
  const count = unspacedFamily(first.normalize('NFC'));
  const letters = [...first.normalize('NFC')];
  return count === 0
    ? null
    : { given: [letters.slice(count).join('')], family: letters.slice(0, count).join('') };
}

const VIETNAMESE = setOf(names.vietnamese);
const VIETNAMESE_SHORT = setOf(names.vietnameseShort);
const VIETNAMESE_MIDDLE = setOf(names.vietnameseMiddle);
const VIETNAMESE_SYLLABLE = /^(?:ngh?|[a-z]{0,2}h?)[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/;
/** Letters that Vietnamese alone has. */
const VIETNAMESE_LETTERS = /[ơưđăạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

function isVietnamese(name: readonly string[]): boolean {
  const [first = '', second = ''] = name.map(lettersOf);
  const last = lettersOf(name.at(-1) as string);
  const isMarked = VIETNAMESE_LETTERS.test(name.join(' ').normalize('NFC'));
  if (VIETNAMESE.has(first))
    return isMarked || (!VIETNAMESE.has(last) && VIETNAMESE_SYLLABLE.test(last));
  return (
    VIETNAMESE_SHORT.has(first) &&
    name.length > 2 &&
    !VIETNAMESE.has(last) &&
    (isMarked || VIETNAMESE_MIDDLE.has(second))
  );
}

/** Whether the letters tell that a name is Vietnamese, its own given name last: Nguyễn Thị Lan. */
export const isMarkedVietnamese = (name: readonly string[]): boolean =>
  isVietnamese(name) && VIETNAMESE_LETTERS.test(name.join(' ').normalize('NFC'));

const CHINESE = setOf(names.chinese);
const KOREAN = setOf(names.korean);
/** Finals by initials, of Hanyu Pinyin. */
const PINYIN = [
  '[bpmf](?:a|ai|ao|an|ang|ei|en|eng|i|iao|ie|ian|in|ing|o|u|iu|ou)',
  '[dtnl](?:a|ai|ao|an|ang|e|ei|en|eng|i|ia|iao|ie|ian|iang|in|ing|iu|ong|ou|u|uan|ue|ui|un|uo)',
  '(?:[gkhr]|[zcs]h?)(?:a|ai|ao|an|ang|e|ei|en|eng|i|ong|ou|u|ua|uai|uan|uang|ui|un|uo)',
  '[jqx](?:i|ia|iao|ie|ian|iang|in|ing|iong|iu|u|uan|ue|un)',
  'y(?:a|an|ang|ao|e|i|in|ing|ong|ou|u|uan|ue|un)',
  'w(?:a|ai|an|ang|ei|en|eng|o|u)',
  'ai|ao|an|ang|er|en|ou',
].join('|');
const TWO_SYLLABLES = new RegExp(`^(?:${PINYIN})-?(?:${PINYIN})$`);
const KOREAN_SYLLABLE =
  '[bcdghjkmnpstwyr]{0,2}h?(?:ae|eo|eu|ee|oo|ou|oe|ui|wa|wo|we|ya|yeo|yo|yu|u|a|e|i|o)(?:ng|n|m|k|l|p|t|h|b|g|d)?';
const KOREAN_GIVEN = new RegExp(`^${KOREAN_SYLLABLE}[- ]${KOREAN_SYLLABLE}$`);

/** A syllable of Chinese or Korean in any romanization. */
const SYLLABLE = '[bcdfghjklmnpqrstwxyz]{0,3}[aeiouyw]{1,4}(?:ng|[nmkptlh])?';
const HYPHENED_GIVEN = /^\p{Lu}\p{Ll}*-\p{Ll}+$/u;
const TWO_ROMANIZED = new RegExp(`^${SYLLABLE}-${SYLLABLE}$`);

/** A romanized Chinese or Korean name with the family name first: Xi Jinping, Kim Jong-un. */
function isEastAsian(name: readonly string[]): boolean {
  const [family = '', ...given] = name.map((word) => word.normalize('NFC').toLowerCase());
  if (given.length !== 1) return false;
  const [only = ''] = given;
  const isHyphened = HYPHENED_GIVEN.test(name[1] as string) && TWO_ROMANIZED.test(only);
  if (isHyphened && !isParticle(lettersOf(only.split('-')[0] as string))) return true;
  if (KOREAN.has(family) && KOREAN_GIVEN.test(only)) return true;
  return CHINESE.has(family) && !CHINESE.has(only) && TWO_SYLLABLES.test(only);
}

const PATRONYMIC = new RegExp(names.patronymic, 'iu');
const LATIN_PATRONYMIC = new RegExp(names.latinPatronymic, 'i');
const SLAVIC_FAMILY = new RegExp(names.slavicFamily, 'i');

/** Family name, first name, patronymic, as Russian forms have it: Иванов Иван Иванович. */
function endsWithPatronymic([family = '', , patronymic = '']: readonly string[]): boolean {
  if (PATRONYMIC.test(patronymic)) return true;
  return LATIN_PATRONYMIC.test(patronymic) && SLAVIC_FAMILY.test(family);
}

const FAMILY_ENDING = new RegExp(names.familyEnding, 'u');
const HUNGARIAN = setOf(names.hungarian);
/** As they are written, accents told: in other languages some are family names. */
const HUNGARIAN_GIVEN = new Set(names.hungarianGiven.split(' '));
/** Before a Hungarian given name: that is the family's, of emigrants: George László. */
const ENGLISH_GIVEN = new Set(names.englishGiven.split(' '));

const isFamilyName = (word: string): boolean =>
  word.split('-').some((part) => {
    const letters = lettersOf(part);
    return HUNGARIAN.has(letters) || FAMILY_ENDING.test(letters);
  });

/** A Hungarian given name, or a wife's by her husband's: Lászlóné. */
const isHungarianGiven = (word: string): boolean =>
  HUNGARIAN_GIVEN.has(word.normalize('NFC').toLowerCase().replace(/né$/, ''));

/**
 * Whether the first word alone is a family name, as in registers from Hungary to the Balkans and
 * Ukraine, or the last alone a Hungarian given one: Popescu Andreea, Kovács Éva, Varró István.
 */
function isListedByFamily(name: readonly string[]): boolean {
  const [first = '', ...others] = name;
  if (others.length > 2 || others.some(isFamilyName)) return false;
  const isGiven = isHungarianGiven(first) || ENGLISH_GIVEN.has(first.toLowerCase());
  return isFamilyName(first) || (!isGiven && isHungarianGiven(others.at(-1) as string));
}

const withoutNobility = (name: readonly string[]): readonly string[] =>
  name.filter((word, at) => {
    const isTitle = at > 0 && at < name.length - 1 && NOBILITY.has(lettersOf(word));
    return !isTitle || !leadsFamily(name[at + 1] as string);
  });

/** Whether words are a family name alone: `Del Río`, `García Lorente`. */
export const isFamilyAlone = (name: readonly string[]): boolean => {
  const [first = '', second = ''] = name;
  const isLed = leadsFamily(first) || /^[Oo]$/.test(first);
  const isPair = areSpanish(lettersOf(first), lettersOf(second)) || /^[yei]$/.test(second);
  return isLed || (name.length < 4 && isPair);
};

/** Initials behind a family name: two with full stops, or up to three capitals. */
const INITIALS_BEHIND = /^(?:\p{Lu}{1,3}|(?:\p{Lu}\.-?){2,4})$/u;

/**
 * Family name and initials, as authors are listed (Vancouver style): `van der Berg JH`. A given
 * name before a capital is that of a person whose family name is short: `Mary K`, `Mei LI`.
 */
export function familyBeforeInitials(
  name: readonly string[],
): { first: string; last: string } | null {
  const [listed = '', given = '', initial = ''] = name;
  // Registers in capitals leave the comma out: DOE JANE A.
  const isListed = name.length === 3 && /^\p{Lu}\.?$/u.test(initial) && given.length > 2;
  if (isListed && !isGivenName(listed) && isGivenName(given)) return { first: given, last: listed };
  const isRun = name.length > 2 && name.slice(1).every((word) => /^\p{Lu}\.?$/u.test(word));
  const family = name.slice(0, isRun ? 1 : -1);
  const [head = ''] = family;
  const first = (isRun ? name[1] : name.at(-1)) ?? '';
  const isOne = family.length === 1 ? !isGivenName(head) : leadsFamily(head);
  const isShort = [CHINESE, KOREAN, VIETNAMESE_SHORT].some((known) => known.has(lettersOf(first)));
  const isWritten =
    family.every((word) => /\p{Ll}/u.test(word)) && (isRun || INITIALS_BEHIND.test(first));
  return isOne && isWritten && !isShort ? { first, last: family.join(' ') } : null;
}

/** Given names and family name of a name that ends with it. */
export function splitByEnd(name: readonly string[]): SplitName {
  const atEnd = capitalsLast(name);
  const start = atEnd > 0 ? name.length - atEnd : familyStart(name);
  return { given: name.slice(0, start), family: name.slice(start).join(' ') };
}

/**
 * Given names and family name of a name without titles and suffixes, in the order in which its
 * writing, script, or family name tell it is: Western otherwise, the last word and its particles.
 * @returns null for a name of one part
 */
export function splitByFamily(all: readonly string[]): SplitName | null {
  const unspaced = splitUnspaced(all);
  if (unspaced) return unspaced;
  const name = withoutNobility(all);
  if (name.length < 2) return null;
  const capitals = capitalsFirst(name);
  if (capitals > 0)
    return { given: name.slice(capitals), family: name.slice(0, capitals).join(' ') };
  const [first = '', ...others] = name;
  if (isVietnamese(name)) return { given: others.slice(-1), family: first };
  const isFirst =
    isEastAsian(name) || (name.length === 3 && endsWithPatronymic(name)) || isListedByFamily(name);
  if (isFirst) return { given: others, family: first };
  return splitByEnd(name);
}
