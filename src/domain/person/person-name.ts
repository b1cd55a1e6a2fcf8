import { UnusableInput } from '../../lib/inputs.ts';
import { foldText, lettersOf } from '../../lib/text.ts';
import {
  beginsWithFamily,
  isEastAsian,
  isFamilyAlone,
  isMarkedVietnamese,
  type SplitName,
  splitByEnd,
  splitByFamily,
} from './family-name.ts';
import familyNames from './family-names.json' with { type: 'json' };
import affixes from './name-affixes.json' with { type: 'json' };
import {
  ADDRESSED,
  COMMENT,
  DEGREE,
  FIELD_NAME,
  familyBeforeInitials,
  GENERATION,
  HONORIFIC,
  INITIALS,
  isDotted,
  isSuffix,
  isTitle,
  NAME_TITLES,
  PRONOUNS,
  QUOTED,
  SUFFIXES,
  SUFFIXES_OR_NAMES,
  THAI_TITLE,
  withoutTitles,
} from './name-affixes.ts';
import { isGivenName, isParticle, particlesAtEnd, setOf } from './name-parts.ts';

const MAX_NAME_CHARS = 300;

/** Folded words of a name without titles and suffixes; a name of only these is kept. */
export const nameWords = (text: string): readonly string[] =>
  withoutTitles(
    text
      .slice(0, MAX_NAME_CHARS)
      .split(/[\s,]+/)
      .filter((word) => lettersOf(word) !== ''),
  ).flatMap((word) => foldText(word).split(' '));

const MAX_ASIDE_CHARS = 80;
/** Quotes, for a character class. */
const QUOTES = '"\'\u2018\u2019\u201c\u201d';

/** Nicknames, remarks and addresses, in brackets or in quotes. */
const ASIDES = [
  `<[^<>]{0,${MAX_ASIDE_CHARS}}>`,
  '(?<!\\S)[^\\s@/]{1,64}@[^\\s@]{1,255}',
  '(?<=\\s)\\*[\\p{L} ]{1,30}\\*',
  `«[^«»]{0,${MAX_ASIDE_CHARS}}»`,
  `\\([^()]{0,${MAX_ASIDE_CHARS}}(?:\\)|$)`,
  `\\[[^[\\]]{0,${MAX_ASIDE_CHARS}}\\]`,
  `(?<![^\\s,])[${QUOTES}][^${QUOTES},]{0,${MAX_ASIDE_CHARS}}[${QUOTES}](?![^\\s,])`,
  `(?<=\\S\\s)["\u201c\u201d][^"\u201c\u201d]{1,${MAX_ASIDE_CHARS}}["\u201c\u201d](?![^\\s,])`,
].map((pattern) => new RegExp(pattern, 'gu'));

/** Words before a birth name. */
const BORN = [
  'born|viuda de|[Vv]da\\.? de|[ée]p(?:\\.|ouse)|veuve|ver[hw]\\.|roj\\.|ved\\.|dzim\\.|gim\\.|sünd\\.|nascid[ao]|widow(?:er)? of',
  '[Nn]ée|nee|geb(?:\\.|orene[rn]?)?|roz(?:\\.|en[áé])|z\\sd(?:omu|\\.)',
  'född|født|fødd|f\\.|o\\.\\s?s\\.',
  'rođ(?:\\.|ena)|rojena|născut[ăa]|nata|nacida|nascida|szül\\.',
  'ур(?:\\.|ожд(?:\\.|[её]нная))',
].join('|');

const BORN_AS = new RegExp(`\\s(?:${BORN})\\s[^,;]*`, 'gu');

/** Roles as words within a line or as titles: executor, Executor. */
const CAPACITIES = affixes.roles
  .replace(/\b[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
  .replaceAll(' ', '|');

/** Separators before text after a name: another name, a role, a represented party, a capacity. */
const BEHIND = new RegExp(
  [
    '(?<=\\S)\\s{1,4}(?:(?:formerly|(?:now|also) known as|alias|vulgo|dite?|genannt|via|at|from|for|with|on behalf of)\\s',
    '(?:[afn]ka|dba|AKA|[afnA]\\.[kK]\\.[aA]\\.?|[afnAFN]/[kK]/[aA]|[dD]/[bB]/[aA]|w/o)\\s|(?:s?he|they)\\s?/|[Ee][Tt]\\s(?:[Aa][Ll]|[Uu][Xx]|[Vv][Ii][Rr])\\b',
    '(?:[Cc]/[Oo]|[-‐-―|•·@])\\s',
    `as (?:an? |the )?(?:${CAPACITIES})\\b`,
    '(?:individually|pro se)\\b)',
  ].join('|'),
  'u',
);

/** Footnote marks, numbers, emphasis, the full stop of a sentence. */
const MARKS = new RegExp(
  '[®™©℠*†‡§¶#!?~^…⁰¹²³⁴-⁹]|(?<=\\p{Ll})\\d{1,3}(?=[\\s,]|$)' +
    '|(?<=\\p{Ll}{2})\\s[a-h](?=\\s?(?:[,*]|$))|(?<=\\p{Ll}{3})\\.{1,4}\\s?$|["\\u201d](?=\\s?$)',
  'gu',
);

/** Ordinal behind a name: `Anthony Von Fange the 2nd`. */
const ORDINAL =
  /\sthe (?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|elder|younger)(?=\s?(?:,|$))/i;

/** Words before years: `b. 1920`. */
const VITAL_WORD = /\s(?:b|d|c|ca|born|died)\.?\s{1,3}(?=\d{4})/gu;

/** Text after a slash with two words before it: `Ann Lee/Finance`. */
const BEHIND_SLASH = /^(\s*\S+\s[^/]*\p{L}{2})\s*(?:\/|:\s).*$/su;

/** A title joined to a name: `Mr.Lee`. */
const GLUED = /(?<![\p{L}.])\p{L}{2,6}\.(?=\p{Lu}\p{Ll})/gu;

/** The father's name behind a Greek name: του Δημητρίου. */
const OF_FATHER = /^(\s*\S+\s+\S+)\s+του\s+\S+\s*$/u;

const withoutAsides = (text: string): string =>
  ASIDES.reduce((left, aside) => left.replace(aside, ' '), text)
    .replace(FIELD_NAME, '')
    .replace(ADDRESSED, '')
    .replace(BORN_AS, '')
    .split(BEHIND, 1)
    .join('')
    .replace(BEHIND_SLASH, '$1')
    .replace(ORDINAL, '')
    .replace(VITAL_WORD, ' ')
    .replace(OF_FATHER, '$1')
    .replace(MARKS, ' ');

/** Two persons at the beginning: `Ann/Bob Lee`. */
const PAIR = /^(\s*\p{L}[^\s/]+)\/(?=\p{L}\p{Ll})/u;

const wordsOf = (text: string): string[] =>
  text
    .replace(THAI_TITLE, '')
    .replace(PAIR, '$1 & ')
    .replace(/\bPh\.? ?D\b\.?/gi, 'PhD')
    .replace(GLUED, (title) => (NAME_TITLES.has(lettersOf(title)) ? `${title} ` : title))
    .replace(/\s\+\s/g, ' & ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) || word === '&');

const isMixedCase = (words: readonly string[]): boolean =>
  words.some((word) => /\p{Lu}/u.test(word)) && words.some((word) => /\p{Ll}{2}/u.test(word));

/** Credentials after a comma: capitals; three letters with full stops, or small letters: P.Eng. */
const CREDENTIAL = /^[\p{Lu}\d+]{2,8}(?:[/-][\p{Lu}\d]{1,5}){0,2}$/u;
const DOTTED_CREDENTIAL = /^(?:(?:\p{Lu}\.){3,}|(?:\p{L}{1,2}\.)+\p{L}\p{Ll}+\.?)$/u;

/** Whether a part after a comma has only titles and suffixes of the name before it. */
function isOfSuffixes(part: readonly string[], name: readonly string[]): boolean {
  const isMixed = isMixedCase(name);
  return part.every((word) => {
    const letters = lettersOf(word);
    if (SUFFIXES.has(letters) || NAME_TITLES.has(letters)) return true;
    if (SUFFIXES_OR_NAMES.has(letters))
      return letters.length < 4 || isDotted(word) || (isMixed && /^\p{Lu}+$/u.test(word));
    return isMixed && [CREDENTIAL, DOTTED_CREDENTIAL, DEGREE].some((shape) => shape.test(word));
  });
}

const UNSPACED_SCRIPTS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+$/u;
const HAN_SINGLE = new Set(familyNames.hanSingle);
const HAN_DOUBLE = familyNames.hanDouble.split(' ');
const HAN_JAPANESE = familyNames.hanJapanese.split(' ');
const HANGUL_DOUBLE = familyNames.hangulDouble.split(' ');

const HAN_JAPANESE_SINGLE = new Set(familyNames.hanJapaneseSingle);
const HAN_JAPANESE_SECOND = new Set(familyNames.hanJapaneseSecond);
/** Last characters of given names of three, after a family name of one: 林真理子, 原健太郎. */
const LONG_GIVEN_END = /[子郎朗]$/u;

/**
 * Number of characters of a Japanese family name that is not listed: one, if it is a family name
 * alone and does not begin a usual one of two (原節子, but 原口元); otherwise two, as most.
 */
function japaneseFamily([first = '', second = '', ...others]: readonly string[]): number {
  const isAlone = HAN_JAPANESE_SINGLE.has(first) && !HAN_JAPANESE_SECOND.has(second);
  if (others.length === 0) return HAN_JAPANESE_SINGLE.has(first) ? 1 : 0;
  const isShort = others.length === 1 || LONG_GIVEN_END.test(others.join(''));
  return isAlone && others.length < 3 && isShort ? 1 : 2;
}

/** Number of characters of the family name in a name without spaces; 0 when unknown. */
function unspacedFamily(word: string): number {
  if (/^\p{Script=Hangul}{2,4}$/u.test(word))
    return HANGUL_DOUBLE.some((each) => word.startsWith(each) && word !== each) ? 2 : 1;
  const letters = [...word];
  const isHan = /^[\p{Script=Han}々]{2,6}$/u.test(word);
  const isBegun = (each: string) => word.startsWith(each) && word !== each;
  if (isHan && letters.length < 5 && HAN_DOUBLE.some(isBegun)) return 2;
  const japanese = HAN_JAPANESE.filter(isBegun);
  if (japanese.length > 0) return Math.max(...japanese.map((each) => each.length));
  // Japanese: syllables begin the given name, except within 三ツ矢 and 井ノ上.
  const before =
    /^(?:\p{sc=Han}[ツノヶケ]\p{sc=Han}|[\p{sc=Han}々]{1,3}(?=[\p{sc=Hiragana}\p{sc=Katakana}]))/u.exec(
      word,
    );
  if (before && before[0] !== word) return [...before[0]].length;
  if (!isHan || HAN_JAPANESE.includes(word)) return 0;
  const isChinese = letters.length < 4 && HAN_SINGLE.has(letters[0] as string);
  return isChinese ? 1 : japaneseFamily(letters);
}

/** Splits a Chinese, Japanese or Korean name in its own script, with the family name first. */
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

/** Splits a name without titles and suffixes; null for one of one part. */
const splitName = (name: readonly string[]): SplitName | null =>
  splitUnspaced(name) ?? splitByFamily(name);

const isInitial = (word: string | undefined): boolean => /^[\p{Lu}\p{Ll}]\.?$/u.test(word ?? '');
/** Second words of Arabic given names: `Abd al-Rahman`, `Nur ad-Din`. */
const WITH_ARTICLE = /^[ae][ltdrszn]h?-\p{L}/iu;
const OF_FAITH = /^(?:[ae][ld]{1,2}-?d[ei]{1,2}n|الدين)$/iu;

/** Whether two words are one Arabic given name. */
const areArabic = (first: string, second: string): boolean =>
  first === 'عبد' ||
  /^[أا]بو بكر$/u.test(`${first} ${second}`) ||
  /^ab[ou] bakr$/i.test(`${first} ${second}`) ||
  /^abd[aeou]{1,2}[lrnstz]$/i.test(first) ||
  (/^abd$/i.test(first) && WITH_ARTICLE.test(second)) ||
  OF_FAITH.test(second);

/** First given name that is spelled out after an initial (`J. Edgar`), else the first one. */
const firstGiven = (given: readonly string[]): string | undefined => {
  const [first = '', second] = given;
  if (second !== undefined && areArabic(first, second)) return `${first} ${second}`;
  return (isInitial(given[0]) && given.find((name) => !isInitial(name))) || given[0];
};

/** Conjunctions between two persons. */
const JOINT = /^(?:&|and|und|AND|And|UND|et|og|och|ja|și|si|и|та|και|ve|dan|un|ir|u\.)$/u;

/** Conjunctions of persons or family names; for persons, a given name and more must follow. */
const SHORT_JOINT = /^(?:[yeiaiіі]|en)$/u;

const isJoint = (word: string, at: number, all: readonly string[]): boolean =>
  JOINT.test(word) ||
  (SHORT_JOINT.test(word) &&
    at > 0 &&
    all.length - at > 2 &&
    isMixedCase(all) &&
    (at === 1 || isGivenName(all[at + 1] as string)));

/**
 * Splits the name of the first of two persons: Ann Lee in `Ann and Bob Lee` or `Ann Lee & Bob Poe`.
 * @returns null for one person, and for only titles before the conjunction: Mr and Mrs Bob Lee
 */
function firstOfTwo(all: readonly string[]): { first: string; last: string } | null {
  const at = all.findIndex(isJoint);
  const one = withoutTitles(all.slice(0, Math.max(0, at)), 2);
  const other = withoutTitles(all.slice(at + 1), 2);
  const last = one.at(-1);
  const isAbbreviated = one.length === 1 && last?.endsWith('.') === true;
  if (isAbbreviated && (last === 'M.' || isTitle(last as string, 2))) return null;
  if (!last || isTitle(last, 0) || isParticle(lettersOf(last))) return null;
  const isWhole = one.length > 1 && !isInitial(last);
  const shared = other.length > 1 ? { given: one, family: splitByEnd(other).family } : null;
  const [head = '', given = ''] = one;
  const isListed = one.length === 2 && other.length === 1 && [given, ...other].every(isGivenName);
  if (isListed && !isGivenName(head)) return { first: given, last: head };
  const split = isWhole ? splitName(one) : shared;
  const first = split && firstGiven(split.given);
  return split && first ? { first, last: split.family } : null;
}

const ROLES = setOf(`${affixes.roles} ${affixes.offices}`);
const isRole = (part: readonly string[]): boolean =>
  part.some((word) => ROLES.has(lettersOf(word))) && !isTitle(part[0] as string, 1);

/** Whether a part after a comma is a remark: it has no capital and the name has some. */
const isRemark = (part: readonly string[], name: readonly string[]): boolean =>
  name.length > 1 &&
  name.every((word) => /\p{Lu}/u.test(word)) &&
  (/^(?:of|from|at|for|with|bei|chez)$/.test(part[0] as string) ||
    !/\p{Lu}|\p{Lo}/u.test(part.join(' ')));

const ORGANIZATIONS = setOf(affixes.organizations);

/**
 * Whether a part after a comma is the given names of the family before it, and not an organization,
 * place or office of a whole name, by a known family name or given name.
 */
function isGivenPart(part: readonly string[], before: readonly string[]): boolean {
  const name = withoutTitles(before);
  if (name.length < 2 || isFamilyAlone(name) || beginsWithFamily(name)) return true;
  const given = withoutTitles(part);
  const spelled = given.find((word) => !isInitial(word) && !INITIALS.test(word));
  if (!spelled) return true;
  if (given.some((word) => ORGANIZATIONS.has(lettersOf(word)))) return false;
  const isWhole = isGivenName(name[0] as string);
  const [, second = ''] = given;
  if (isGivenName(spelled))
    return !isWhole || given.length !== 2 || given.some(isInitial) || isGivenName(second);
  // The table of given names is in Latin letters; in other scripts only the comma decides.
  const isCovered = /^\p{sc=Latin}/u.test(spelled) && !isMarkedVietnamese([...name, ...given]);
  if (!isCovered || !isMixedCase(name)) return true;
  // Without a match in either table the comma decides, except for an organization's initials.
  return !isWhole && (isInitial(second) || (given.length === 1 && /\p{Ll}/u.test(spelled)));
}

/**
 * First and last name of a full name, as written: without titles, suffixes, nicknames and middle
 * names, with particles in the last name (`Juan Carlos de la Cruz` is Juan, de la Cruz). A comma
 * before more than suffixes puts the last name first (`Cruz, Juan`, `Berg, Jan van den`), unless
 * capitals mark it: `CHAN Tai Man, Peter`.
 * @returns null for a name of one word
 */
export function splitFullName(text: string): { first: string; last: string } | null {
  const cut = text
    .slice(0, MAX_NAME_CHARS)
    .trimStart()
    .replace(/\s+/g, ' ')
    .replace(FIELD_NAME, '');
  const unquoted = cut.replace(COMMENT, '$1').replace(QUOTED, '$1').replace(QUOTED, '$1');
  const parts = withoutAsides(unquoted)
    .split(/[,;]/)
    .filter((part) => !PRONOUNS.test(part))
    .map(wordsOf);
  const [before = [], ...behind] = parts.filter((part) => part.length > 0);
  const after = behind.filter(
    (part) =>
      !(before.length < 2
        ? (behind.length > 1 &&
            isMixedCase(before) &&
            part.every((word) => isSuffix(word, true))) ||
          part.every((word) => GENERATION.test(lettersOf(word)) && !isDotted(word))
        : isOfSuffixes(part, before) ||
          isRole(part) ||
          isRemark(part, before) ||
          !isGivenPart(part, before)),
  );
  const given = after[0] ? withoutTitles(after[0]) : null;
  const names = withoutTitles(before);
  const isReversed =
    given !== null &&
    (before.length === 1 ||
      !(isOfSuffixes(after[0] as string[], before) || beginsWithFamily(names)));
  if (isReversed) {
    const particles = particlesAtEnd(given);
    // A Chinese name before the comma has its own given name: Chan Tai Man, Peter.
    const family = names.length === 3 && isEastAsian(names) ? names.slice(0, 1) : names;
    const last = [...given.slice(given.length - particles), ...family];
    const isVietnamese = isMarkedVietnamese([...names, ...given]);
    const first = isVietnamese
      ? given.at(-1)
      : firstGiven(given.slice(0, given.length - particles));
    return first && last.length > 0 ? { first, last: last.join(' ') } : null;
  }
  const two = firstOfTwo(before);
  if (two) return two;
  const [one, joint, other] = before;
  if (
    before.length === 3 &&
    JOINT.test(joint as string) &&
    [one, other].every((word) => isGivenName(word as string))
  )
    return null;
  const name = withoutTitles(before, 2).filter((word) => /\p{L}/u.test(word));
  const author = familyBeforeInitials(name);
  if (author) return author;
  const split = name.every(isInitial) ? null : splitName(name);
  const first = split && firstGiven(split.given);
  return split && first ? { first, last: split.family } : null;
}

/**
 * Normalizes a last name for comparison: folded, without generation (Jr, III), degree and title, in
 * one word, so that O'Brien, de la Cruz and Smith-Jones each have a single spelling.
 * @throws UnusableInput for a text without letters
 */
export function foldLastName(text: string): string {
  const name = nameWords(text).join('');
  if (!/\p{L}/u.test(name)) throw new UnusableInput('is not a name');
  return name;
}

/** Normalizes a first name: the first folded word after titles, as others are often omitted. */
export function foldFirstName(text: string): string {
  const [name = ''] = nameWords(text);
  if (!/\p{L}/u.test(name)) throw new UnusableInput('is not a name');
  return name;
}

/** First letter of a first name. @throws UnusableInput for a text without letters */
export const initialOf = (firstName: string): string =>
  /\p{L}/u.exec(foldFirstName(firstName))?.[0] as string;
