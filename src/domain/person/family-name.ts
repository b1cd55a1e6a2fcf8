import { lettersOf } from '../../lib/text.ts';
import names from './family-names.json' with { type: 'json' };
import {
  familyInCapitals,
  isGivenName,
  isLower,
  isParticle,
  leadsFamily,
  leadsHebrew,
  setOf,
  withoutNobility,
} from './name-parts.ts';

/** A name without titles and suffixes, split in two. */
export interface SplitName {
  given: readonly string[];
  family: string;
}

/** Given names when after a particle: María del Carmen García. */
const GIVEN_AFTER_PARTICLE = setOf(names.givenAfterParticle);

/** Particles that a family name of two words may follow: `von Bergen Wessels`. */
const LONG_PARTICLES = new Set(['van', 'vanden', 'vander', 'vom', 'von']);

const SPANISH = setOf(names.spanish);

/** Basque family names denote a house by its place, wood, stone or stream. */
const BASQUE = new RegExp(names.basque);

/** Endings and spellings that do not occur in a second Spanish family name. */
const FOREIGN = /[wk]|[tscgp]h|ck|ee|oo|son$|[^aeiorsznld]$/;

const isSpanish = (word: string): boolean =>
  word !== 'inez' && (/[a-z]ez$/.test(word) || SPANISH.has(word) || BASQUE.test(word));

/** Whether two words are Spanish family names, the first of them a known one. */
const areSpanish = (first: string, second: string): boolean =>
  isSpanish(first) && (SPANISH.has(second) || !FOREIGN.test(second));

const IBERIAN_GIVEN = setOf(names.iberianGiven);
/** Given names of Spain, Portugal and Latin America, and of other countries too. */
const IBERIAN_TOO = setOf(names.iberianToo);

/**
 * Whether a name has two family names after given names of Spain, Portugal or Latin America: the
 * word before the last is no given name. A given name of other countries too needs an accent or a
 * known family name beside it.
 */
function hasTwoFamilies(name: readonly string[]): boolean {
  const given = name.slice(0, -2);
  const [head = '', family = '', last = ''] = [given[0] ?? '', ...name.slice(-2)].map(lettersOf);
  if (CENTRAL_EUROPEAN.test(name.join(' ').normalize('NFC'))) return false;
  const isEvident = /[áéíóúñ]/iu.test(name.join(' ').normalize('NFC')) || isSpanish(last);
  return (
    (IBERIAN_GIVEN.has(head) || (IBERIAN_TOO.has(head) && isEvident)) &&
    given.every((word, at) => at === 0 || isGivenName(word)) &&
    family.length > 2 &&
    ![isGivenName(family), isParticle(family), GIVEN_AFTER_PARTICLE.has(family)].includes(true) &&
    !LATIN_PATRONYMIC.test(family)
  );
}

/**
 * Position of the first lower-case particle after the first name, or -1. Particles of a given name
 * such as `del Carmen` are skipped when more follows.
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

/** Family names of two words without a hyphen: Vaughan Williams. */
const DOUBLED = setOf(names.doubled, ';');

/** Second words of Persian family names, written with or without a space: محمدی نژاد. */
const PERSIAN_END = /^(?:نژاد|زاده|پور|نیا|فر|منش|وند|خواه|یان|دوست)$/u;

/** Arabic family names of two words: نصر الله, عبد الرحمن, شمس الدين. */
const ARABIC_END = /^(?:عبد ال|\S+ (?:الله|الدين)$)/u;

/** Start of the family name in a name that ends with it. */
function familyStart(name: readonly string[]): number {
  const last = name.length - 1;
  if (last > 2 && DOUBLED.has(lettersOf(name.slice(-3).join(' ')))) return last - 2;
  const isMixed = name.some((word) => /\p{Lu}/u.test(word) && /\p{Ll}/u.test(word));
  const isArabic = /^\p{sc=Arabic}/u.test(name[0] as string);
  const particle = isMixed || isArabic ? firstParticle(name) : -1;
  // Family names joined by a particle: Fernández de Córdoba, Arantes do Nascimento.
  const isJoined =
    particle > 1 &&
    /^d(?:el?|[ao])$/.test(name[particle] as string) &&
    !name.includes('y', particle);
  const before = name[particle - 1] ?? '';
  const isTwo = hasTwoFamilies(name.slice(0, particle + 1));
  if (isJoined && (isSpanish(lettersOf(before)) || isTwo)) return particle - 1;
  const isItalian = particle > 1 && name[particle] === 'di' && /\p{Ll}/u.test(before);
  if (isItalian && !isGivenName(before)) return particle - 1;
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
  if (last > 2 && name[last - 1] === 'i') return last - 2;
  const [first = '', second = ''] = name.slice(-2).map(lettersOf);
  if (last > 1 && PERSIAN_END.test(name[last] as string)) return last - 1;
  if (last > 1 && ARABIC_END.test(name.slice(-2).join(' '))) return last - 1;
  const isDouble = areSpanish(first, second) || DOUBLED.has(first + second) || hasTwoFamilies(name);
  return at === last && last > 1 && isDouble ? last - 1 : at;
}

/** Whether a word is in capitals, apart from a prefix: McDONALD, FitzGERALD, d’ARC. */
const isCapital = (word: string): boolean =>
  /^(?:Ma?c|Fitz|D[ei]|L[ae]|[dl]['’])?\p{Lu}[\p{Lu}\p{M}'’-]+$/u.test(word);

/**
 * Number of leading words in capitals when the others are not: `DUPONT Jean`, `DE LA TOUR Anne`.
 * Two letters may be initials and do not count alone.
 */
function capitalsFirst(name: readonly string[]): number {
  const count = name.findIndex((word) => !isCapital(word));
  const isFamily = count > 0 && name.slice(0, count).some((word) => lettersOf(word).length > 2);
  return isFamily && name.slice(count).every((word) => /\p{Ll}/u.test(word)) ? count : 0;
}

/** Whether capitals mark the first words as the family name. */
export const beginsWithFamily = (name: readonly string[]): boolean => capitalsFirst(name) > 0;

/** Number of trailing words in capitals when the first are not: `Anne DE LA TOUR`. */
function capitalsLast(name: readonly string[]): number {
  const at = name.findIndex(isCapital);
  // Initials are in capitals in any case: F SCOTT FITZGERALD.
  const isMarked = name.slice(0, at).some((word) => /\p{Ll}|\p{Lo}/u.test(word));
  const isRest = at > 0 && isMarked && name.slice(at).every(isCapital);
  return isRest && lettersOf(name[at] as string).length > 1 && name.length - at > 1
    ? name.length - at
    : 0;
}

const VIETNAMESE = setOf(names.vietnamese);
const VIETNAMESE_SHORT = setOf(names.vietnameseShort);
const VIETNAMESE_MIDDLE = setOf(names.vietnameseMiddle);
/** Rarer ones, which only Vietnamese letters tell from words of other languages. */
const VIETNAMESE_MARKED = setOf(names.vietnameseMarked);
/** Family names of two syllables: Tôn Nữ Thị Ninh. */
const VIETNAMESE_DOUBLE = setOf(names.vietnameseDouble, ';');
const VIETNAMESE_SYLLABLE = /^(?:ngh?|[a-z]{0,2}h?)[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/;
/** Letters used only in Vietnamese. */
const VIETNAMESE_LETTERS = /[ơưđăạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

function isVietnamese(name: readonly string[]): boolean {
  const [first = '', second = ''] = name.map(lettersOf);
  const last = lettersOf(name.at(-1) as string);
  const isMarked = VIETNAMESE_LETTERS.test(name.join(' ').normalize('NFC'));
  if (VIETNAMESE.has(first))
    return isMarked || (!VIETNAMESE.has(last) && VIETNAMESE_SYLLABLE.test(last));
  if (isMarked && VIETNAMESE_MARKED.has(first) && !VIETNAMESE.has(last)) return true;
  return (
    VIETNAMESE_SHORT.has(first) &&
    (name.length > 2 || isMarked) &&
    !VIETNAMESE.has(last) &&
    (isMarked || VIETNAMESE_MIDDLE.has(second))
  );
}

/** Whether letters mark a name as Vietnamese, with the given name last: Nguyễn Thị Lan. */
export const isMarkedVietnamese = (name: readonly string[]): boolean =>
  isVietnamese(name) && VIETNAMESE_LETTERS.test(name.join(' ').normalize('NFC'));

const CHINESE = setOf(names.chinese);
const KOREAN = setOf(names.korean);
/** Initials and finals of Hanyu Pinyin syllables. */
const PINYIN = [
  '[bpmf](?:a|ai|ao|an|ang|ei|en|eng|i|iao|ie|ian|in|ing|o|u|iu|ou)',
  '[dtnl](?:a|ai|ao|an|ang|e|ei|en|eng|i|ia|iao|ie|ian|iang|in|ing|iu|ong|ou|u|uan|ue|ui|un|uo)',
  '(?:[gkhr]|[zcs]h?)(?:a|ai|ao|an|ang|e|ei|en|eng|i|ong|ou|u|ua|uai|uan|uang|ui|un|uo)',
  '[jqx](?:i|ia|iao|ie|ian|iang|in|ing|iong|iu|u|uan|ue|un)',
  'y(?:a|an|ang|ao|e|i|in|ing|ong|ou|u|uan|ue|un)',
  'w(?:a|ai|an|ang|ei|en|eng|o|u)',
  'ai|ao|an|ang|er|en|ou',
].join('|');
/** Family names of two syllables. */
const ORDERED_LAST = /^(?:ouyang|situ|shangguan|zhuge|sima)$/;
const TWO_SYLLABLES = new RegExp(`^(?:${PINYIN})-?(?:${PINYIN})$`);
const KOREAN_SYLLABLE =
  '[bcdghjkmnpstwyr]{0,2}h?(?:ae|eo|eu|ee|oo|ou|oe|ui|wa|wo|we|ya|yeo|yo|yu|u|a|e|i|o)(?:ng|n|m|k|l|p|t|h|b|g|d)?';
const KOREAN_GIVEN = new RegExp(`^${KOREAN_SYLLABLE}[- ]${KOREAN_SYLLABLE}$`);

/** A Chinese or Korean syllable in any romanization. */
const SYLLABLE = '[bcdfghjklmnpqrstwxyz]{0,3}[aeiouyw]{1,4}(?:ng|[nmkptlhr])?';
const HYPHENED_GIVEN = /^\p{Lu}\p{Ll}*-\p{Ll}+$/u;
const TWO_ROMANIZED = new RegExp(`^${SYLLABLE}-${SYLLABLE}$`);

/** Romanized family names of Hong Kong, Taiwan, Malaysia and Singapore. */
const CHINESE_ABROAD = setOf(names.chineseAbroad);
/** The most frequent Chinese and Korean ones, which are rarely given names. */
const FREQUENT = setOf(names.chineseFrequent);
const ONE_SYLLABLE = new RegExp(`^${SYLLABLE}$`);
const ONE_PINYIN = new RegExp(`^(?:${PINYIN})$`);
const ONE_KOREAN = new RegExp(`^${KOREAN_SYLLABLE}$`);

/** Whether three syllables are a family name and a given name: Lee Kuan Yew, Kim Min Soo. */
function areThreeSyllables([family = '', ...given]: readonly string[]): boolean {
  const [, last = ''] = given;
  const known = [CHINESE_ABROAD, CHINESE, KOREAN];
  const syllable = [ONE_SYLLABLE, ONE_PINYIN, ONE_KOREAN].find((_, at) => known[at]?.has(family));
  if (!syllable || given.some((word) => !syllable.test(word) || isParticle(word))) return false;
  const isOther = known.some((those) => those.has(last));
  return !isOther || (FREQUENT.has(family) && !FREQUENT.has(last));
}

/** Whether an English given name stands before a Chinese name: Tony Leung Chiu-wai. */
function followsEnglish([english = '', family = '', ...given]: readonly string[]): boolean {
  if (!isGivenName(english) || !CHINESE_ABROAD.has(lettersOf(family))) return false;
  const [first = ''] = given;
  return given.length === 1
    ? HYPHENED_GIVEN.test(first) && TWO_ROMANIZED.test(first.toLowerCase())
    : given.length === 2 && areThreeSyllables([family, ...given].map(lettersOf));
}

/** Whether a name is romanized Chinese or Korean, family name first: Xi Jinping, Kim Jong-un. */
export function isEastAsian(name: readonly string[]): boolean {
  const [family = '', ...given] = name.map((word) => word.normalize('NFC').toLowerCase());
  if (given.length === 2) return areThreeSyllables([family, ...given]);
  if (given.length !== 1) return false;
  const [only = ''] = given;
  const isHyphened = HYPHENED_GIVEN.test(name[1] as string) && TWO_ROMANIZED.test(only);
  if (isHyphened && !isParticle(lettersOf(only.split('-')[0] as string))) return true;
  if (KOREAN.has(family) && KOREAN_GIVEN.test(only)) return true;
  if (!CHINESE.has(family) || ORDERED_LAST.test(only)) return false;
  // One syllable is also a family name: Zhang Wei, but Wei Zhang.
  const isOne = FREQUENT.has(family) && !FREQUENT.has(only) && ONE_PINYIN.test(only);
  return isOne || (!CHINESE.has(only) && TWO_SYLLABLES.test(only));
}

const JAPANESE = setOf(names.japanese);
/** Syllables of Hepburn romanization, and the first of doubled consonants. */
const HEPBURN = /(?:[kgszdnhbpmrywjf]y?|[sc]h|ts?)?[aeiou]h?|n|k(?=k)|p(?=p)|s(?=s)|t(?=t|ch)/g;

/** Whether a name is romanized Japanese, family name first: Suzuki Ichiro. */
const isJapanese = ([family = '', ...given]: readonly string[]): boolean => {
  const [only = ''] = given.map(lettersOf);
  return (
    given.length === 1 &&
    !given[0]?.includes('-') &&
    JAPANESE.has(lettersOf(family)) &&
    !JAPANESE.has(only) &&
    only.replace(HEPBURN, '') === ''
  );
};

const PATRONYMIC = new RegExp(names.patronymic, 'iu');
const LATIN_PATRONYMIC = new RegExp(names.latinPatronymic, 'i');
const SLAVIC_FAMILY = new RegExp(names.slavicFamily, 'i');

/** Family name, first name and patronymic, as in Russian forms: Иванов Иван Иванович. */
function endsWithPatronymic([
  family = '',
  given = '',
  patronymic = '',
]: readonly string[]): boolean {
  // Behind a patronymic stands a family name: Светлана Александровна Алексиевич.
  if (PATRONYMIC.test(given)) return false;
  if (PATRONYMIC.test(patronymic)) return true;
  return LATIN_PATRONYMIC.test(patronymic) && SLAVIC_FAMILY.test(family);
}

const FAMILY_ENDING = new RegExp(names.familyEnding, 'u');
const HUNGARIAN = setOf(names.hungarian);
/** Hungarian given names, with accents: without them, some are family names elsewhere. */
const HUNGARIAN_GIVEN = new Set(names.hungarianGiven.split(' '));
/** English given names: a Hungarian one after them is an emigrant's family name: George László. */
const ENGLISH_GIVEN = new Set(names.englishGiven.split(' '));

/** Family names that are rarely given names, before a known given name: Rossi Mario. */
const LISTED = setOf(names.listed);

const isFamilyName = (word: string): boolean =>
  word.split('-').some((part) => {
    const letters = lettersOf(part);
    return HUNGARIAN.has(letters) || FAMILY_ENDING.test(letters);
  });

/** Whether a word is a Hungarian given name, also in a wife's name after her husband: Lászlóné. */
const isHungarianGiven = (word: string): boolean =>
  HUNGARIAN_GIVEN.has(word.normalize('NFC').toLowerCase().replace(/né$/, ''));

/** Letters of Poland, Hungary and their neighbours, where registers begin with the family name. */
const CENTRAL_EUROPEAN = /[ąćęłńśźżčďěňřšťůžőű]/iu;
const DOUBLE = /^\p{Lu}\p{Ll}{2,}[-‐‑]\p{Lu}\p{Ll}{2,}$/u;
/** Endings of family names there, which hardly any given name has. */
const CENTRAL_EUROPEAN_END = /(?:[sc]k[aiy]|dzk[ai]|wicz|cz[ay]k|ov[aá]|ov[ií]c|escu|c[hz]uk)$/iu;

/**
 * Whether the first of two words is a family name that no table has, before a known given name:
 * with a hyphen, as Kosiniak-Kamysz Władysław, or a letter or an ending that shows its country.
 */
const isUnlistedBefore = ([family = '', ...others]: readonly string[]): boolean =>
  others.length === 1 &&
  [DOUBLE, CENTRAL_EUROPEAN, CENTRAL_EUROPEAN_END].some((shape) =>
    shape.test(family.normalize('NFC')),
  ) &&
  !family.split(/[-‐‑]/).some(isGivenName) &&
  !TWO_ROMANIZED.test(family.toLowerCase()) &&
  isGivenName(others[0] as string) &&
  !LISTED.has(lettersOf(others[0] as string));

/** A Hungarian wife's name before her own: Nagyné Kovács Ilona; also with a title between. */
const isWifeBefore = (name: readonly string[]): boolean =>
  name.length === 3 &&
  /^\p{Lu}\p{Ll}{2,}né$/u.test((name[0] as string).normalize('NFC')) &&
  !isGivenName(name[0] as string) &&
  (isHungarianGiven(name[2] as string) || isGivenName(name[2] as string));

/**
 * Whether only the first word is a family name, as in registers of Eastern Europe, or only the last
 * a Hungarian given name: Popescu Andreea, Kovács Éva, Varró István.
 */
function isListedByFamily(name: readonly string[]): boolean {
  const [first = '', ...others] = name;
  if (others.length > 2 || others.some(isFamilyName)) return false;
  // Bogdán is both: Bogdan Maftei, but Orbán Viktor.
  if (isGivenName(first) && !others.some((word) => isGivenName(word) || isHungarianGiven(word)))
    return false;
  const areGiven = others.every((word) => isGivenName(word) && !LISTED.has(lettersOf(word)));
  if (LISTED.has(lettersOf(first)) && areGiven) return true;
  const isGiven = isHungarianGiven(first) || ENGLISH_GIVEN.has(first.toLowerCase());
  return isFamilyName(first) || (!isGiven && isHungarianGiven(others.at(-1) as string));
}

const GIVEN_ELSEWHERE = setOf(names.givenElsewhere);
/** Whether only the last word is a known given name in Cyrillic or Greek: Петров Сергей. */
const endsWithGiven = ([first = '', ...others]: readonly string[]): boolean =>
  others.length === 1 &&
  GIVEN_ELSEWHERE.has(lettersOf(others[0] as string)) &&
  !GIVEN_ELSEWHERE.has(lettersOf(first)) &&
  /\p{L}{2}/u.test(first);

/** Whether words are only a family name: `Del Río`, `García Lorente`. */
export const isFamilyAlone = (name: readonly string[]): boolean => {
  const [first = '', second = ''] = name;
  const isLed = leadsFamily(first) || /^[Oo]$/.test(first);
  const isPair = areSpanish(lettersOf(first), lettersOf(second)) || /^[yei]$/.test(second);
  return isLed || (name.length < 4 && isPair);
};

/** Whether a word is a short family name of China, Korea or Vietnam. */
export const isShortFamily = (word: string): boolean =>
  [CHINESE, KOREAN, VIETNAMESE_SHORT].some((known) => known.has(lettersOf(word)));

/** Splits a name that ends with the family name. */
export function splitByEnd(name: readonly string[]): SplitName {
  const atEnd = capitalsLast(name);
  const start = atEnd > 0 ? name.length - atEnd : familyStart(name);
  return { given: name.slice(0, start), family: name.slice(start).join(' ') };
}

/**
 * Splits a name without titles and suffixes. Capitals, script or known family names determine the
 * order; by default the family name is the last word with its particles.
 * @returns null for a name of one part
 */
export function splitByFamily(all: readonly string[]): SplitName | null {
  const name = withoutNobility(all);
  if (name.length < 2) return null;
  const capitals = capitalsFirst(name) || familyInCapitals(name);
  if (capitals > 0)
    return { given: name.slice(capitals), family: name.slice(0, capitals).join(' ') };
  const [first = '', ...others] = name;
  if (isVietnamese(name)) {
    const isDouble = name.length > 2 && VIETNAMESE_DOUBLE.has(lettersOf(`${first}${others[0]}`));
    return { given: others.slice(-1), family: isDouble ? `${first} ${others[0]}` : first };
  }
  if (isWifeBefore(name)) return { given: name.slice(2), family: name.slice(0, 2).join(' ') };
  const isFirst =
    isEastAsian(name) ||
    isJapanese(name) ||
    (name.length === 3 && endsWithPatronymic(name)) ||
    endsWithGiven(name) ||
    isListedByFamily(name) ||
    isUnlistedBefore(name);
  if (followsEnglish(name)) return { given: [first], family: others[0] as string };
  if (isFirst) return { given: others, family: first };
  return splitByEnd(name);
}
