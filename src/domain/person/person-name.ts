import { UnusableInput } from '../../lib/inputs.ts';
import { foldText, lettersOf } from '../../lib/text.ts';
import {
  beginsWithFamily,
  familyBeforeInitials,
  isEastAsian,
  isFamilyAlone,
  isGivenName,
  isMarkedVietnamese,
  isParticle,
  particlesAtEnd,
  type SplitName,
  setOf,
  splitByEnd,
  splitByFamily,
} from './family-name.ts';
import familyNames from './family-names.json' with { type: 'json' };
import affixes from './name-affixes.json' with { type: 'json' };
import {
  DEGREE,
  INITIALS,
  isDotted,
  isSuffix,
  isTitle,
  NAME_TITLES,
  SUFFIXES,
  SUFFIXES_OR_NAMES,
  withoutTitles,
} from './name-affixes.ts';

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
/** Opening and closing quotes, for a character class. */
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

/** Prefixes of an addressee (attention and care-of lines, Publication 28) or a decedent. */
const ADDRESSED = new RegExp(
  '^\\s*(?:att(?:entio)?n\\b[.:]?|(?:att|fao)[.:]|c/o|care of|z\\. ?hd\\.|t\\.a\\.v\\.' +
    '|by|in re|in (?:loving )?memory of|remembering|(?:the )?estate of)\\s+(?=\\S)',
  'iu',
);

/** Field name before a value, as in headers (RFC 5322): `From:`, `Reply to:`. */
const FIELD_NAME = /^\s*[\p{L}-]{1,15}(?: \p{Ll}{1,10})?\s?:\s*(?=\S)/u;

/** A quoted display name before its address, or a quoted name before a comma. */
const QUOTED = /^\s*["'\u2018\u201c]([^"\u201c\u201d<>]+)["'\u2019\u201d](?=\s*(?:[<,]|via\s|$))/u;

/** An address before a name in brackets, as in older headers (RFC 822). */
const COMMENT = /^\s*[^\s@]{1,64}@[^\s@]{1,255}\s+\(([^()]+)\)\s*$/;

/** Footnote marks, numbers, emphasis, and the full stop of a sentence. */
const MARKS = new RegExp(
  '[®™©℠*†‡§¶#!?~^…⁰¹²³⁴-⁹]|(?<=\\p{Ll})\\d{1,3}(?=[\\s,]|$)' +
    '|(?<=\\p{Ll}{2})\\s[a-h](?=\\s?(?:[,*]|$))|(?<=\\p{Ll}{3})\\.{1,4}\\s?$|["\\u201d](?=\\s?$)',
  'gu',
);

/** Words before years: `b. 1920`. */
const VITAL_WORD = /\s(?:b|d|c|ca|born|died)\.?\s{1,3}(?=\d{4})/gu;

/** Text after a slash with two words before it: `Ann Lee/Finance`. */
const BEHIND_SLASH = /^(\s*\S+\s[^/]*\p{L}{2})\s*(?:\/|:\s).*$/su;

/** A title joined to a name: `Mr.Lee`. */
const GLUED = /(?<![\p{L}.])\p{L}{2,6}\.(?=\p{Lu}\p{Ll})/gu;

/** Pronouns as a part between commas. */
const PRONOUNS = /^\s*(?:she|he|they|her|him|them|it|xe|ze)(?:\s*\/\s*[a-z]{2,6}){1,2}\s*$/i;

const withoutAsides = (text: string): string =>
  ASIDES.reduce((left, aside) => left.replace(aside, ' '), text)
    .replace(FIELD_NAME, '')
    .replace(ADDRESSED, '')
    .replace(BORN_AS, '')
    .split(BEHIND, 1)
    .join('')
    .replace(BEHIND_SLASH, '$1')
    .replace(VITAL_WORD, ' ')
    .replace(MARKS, ' ');

/** Thai titles, written without a space before the name; its other vowels do not begin a word. */
const THAI_TITLE =
  /^\s*(?:นางสาว|นาง(?!สาว)|นาย|คุณ|เด็กชาย|เด็กหญิง|(?:ดร|ผศ|รศ|ศ)\.)(?=[ก-ฮเ-ไ]\p{sc=Thai})/u;

/** Two persons at the beginning: `Ann/Bob Lee`. */
const PAIR = /^(\s*\p{L}[^\s/]+)\/(?=\p{L}\p{Ll})/u;

const wordsOf = (text: string): string[] =>
  text
    .replace(THAI_TITLE, '$& ')
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

/** Number of characters of the family name in a name without spaces; 0 when unknown. */
function unspacedFamily(word: string): number {
  const isHangul = /^\p{Script=Hangul}{2,4}$/u.test(word);
  const isHan = /^\p{Script=Han}{2,4}$/u.test(word);
  if (isHangul) return HANGUL_DOUBLE.some((each) => word.startsWith(each) && word !== each) ? 2 : 1;
  if (isHan && HAN_DOUBLE.some((each) => word.startsWith(each) && word !== each)) return 2;
  const japanese = HAN_JAPANESE.filter((each) => word.startsWith(each) && word !== each);
  if (japanese.length > 0) return Math.max(...japanese.map((each) => each.length));
  // A given name in syllables, or four characters without a double family name: Japanese.
  const before = /^\p{sc=Han}{1,3}(?=[\p{sc=Hiragana}\p{sc=Katakana}ー]+$)/u.exec(word)?.[0];
  if (before) return before.length;
  if (isHan && [...word].length === 4) return 2;
  return isHan && HAN_SINGLE.has([...word][0] as string) ? 1 : 0;
}

/** Honorifics after a name, with or without a space; without 博士, which is also a given name. */
const HONORIFIC =
  /(?:先生|女士|小姐|教授|様|さま|さん|氏|殿|님|씨|교수|박사| (?:대표|대표이사|사장|부장|차장|과장|대리|팀장|이사|회장)님?)$/u;

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
const OF_FAITH = /^[ae][ld]{1,2}-?d[ei]{1,2}n$/i;

/** Whether two words are one Arabic given name. */
const areArabic = (first: string, second: string): boolean =>
  first === 'عبد' ||
  /^[أا]بو بكر$/u.test(`${first} ${second}`) ||
  /^ab[ou] bakr$/i.test(`${first} ${second}`) ||
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

/** Suffixes of generation or degree, which are not given names: `Smith, Jr., John`. */
const GENERATION = /^(?:[js]n?r|ii|iii|iv|esq|phd)$/;

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

/**
 * Normalizes a first name for comparison: the first folded word after titles, since middle names
 * are often omitted.
 * @throws UnusableInput for a text without letters
 */
export function foldFirstName(text: string): string {
  const [name = ''] = nameWords(text);
  if (!/\p{L}/u.test(name)) throw new UnusableInput('is not a name');
  return name;
}

/** First letter of a first name. @throws UnusableInput for a text without letters */
export const initialOf = (firstName: string): string =>
  /\p{L}/u.exec(foldFirstName(firstName))?.[0] as string;
