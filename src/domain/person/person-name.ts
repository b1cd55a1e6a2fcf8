import { UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';
import {
  beginsWithFamily,
  isMarkedVietnamese,
  isParticle,
  lettersOf,
  particlesAtEnd,
  splitByEnd,
  splitByFamily,
} from './family-name.ts';
import affixes from './name-affixes.json' with { type: 'json' };

/** Words before a name: of address, of the church, of the army, of office, of nobility. */
const TITLES = new Set(affixes.titles.map(lettersOf));

/** Titles that are names too: they count where a first and a last name follow. */
const TITLES_OR_NAMES = new Set(affixes.titlesOrNames.map(lettersOf));

/** Short for faculties and degrees, with a full stop: `Dr. rer. nat.`, but Nat King Cole. */
const DOTTED_TITLES = new Set(affixes.dottedTitles);

/** Generations, degrees, licences, orders and ranks after a name. */
const SUFFIXES = new Set(affixes.suffixes);

/** Suffixes that are names too: they count behind a comma, with full stops, or in capitals. */
const SUFFIXES_OR_NAMES = new Set(affixes.suffixesOrNames);

/** Letters with full stops between them: `M.D.`, `Ph.D`. */
const isDotted = (word: string): boolean => /\p{L}\.\p{L}/u.test(word);

/** How short titles end where they are of women, and in Portuguese of men: Prof.ª, Prof.ssa. */
const ENDING = /\.?[ºª]$|(?<=\p{L}{2})\.(?:[ao]|ssa|[nrt]a)$/iu;

/** Two letters with a full stop each are initials: D.R. Andrews. */
const INITIALS = /^(?:\p{Lu}\.){2}$/u;

/** Whether a word stands before a name. @param following how many words follow it */
function isTitle(written: string, following: number): boolean {
  const isOffice = following > 3 && /^u\.s\.$/i.test(written);
  if (INITIALS.test(written)) return isOffice;
  const word = written.replace(ENDING, '.');
  const letters = lettersOf(word);
  if (TITLES.has(letters) || (word.endsWith('.') && DOTTED_TITLES.has(letters))) return true;
  const parts = /[-.]/.test(word) ? word.split(/[-.]/).map(lettersOf) : [lettersOf(word)];
  return parts.every(
    (part, at) =>
      TITLES.has(part) ||
      (following >= 2 && TITLES_OR_NAMES.has(part)) ||
      (part === '' && at > 0 && parts.length > 1),
  );
}

/** Credentials of a kind, with a hyphen or slash: PA-C, FNP-BC, OTR/L. */
const DIVIDED_CREDENTIAL = /^\p{Lu}{2,5}[/-](?:B?C|L|SLP)$/u;

/** Whether a word stands behind a name; `capitals`: of the rest, not all is written in capitals. */
function isSuffix(word: string, capitals: boolean): boolean {
  const letters = lettersOf(word);
  if (capitals && DIVIDED_CREDENTIAL.test(word)) return true;
  if (!SUFFIXES.has(letters)) return false;
  const isName = SUFFIXES_OR_NAMES.has(letters);
  return !isName || isDotted(word) || (capitals && /^\p{Lu}+$/u.test(word));
}

/** Behind a professor's title: Professor Emerita, Prof. em. */
const EMERITUS = /^(?:em\.|emer\.|[eé]m[eé]rit\p{L}{0,3})$/iu;

/** How many words say the office of the title before, `of State`, where two more follow; or 0. */
function officeLength(words: readonly string[], from: number, to: number): number {
  const isProfessor = words.slice(0, from).some((word) => /prof/i.test(word));
  if (isProfessor && EMERITUS.test(words[from] as string)) return to - from > 2 ? 1 : 0;
  if (!/^of$/i.test(words[from] as string)) return 0;
  const length = lettersOf(words[from + 1] ?? '') === 'the' ? 3 : 2;
  return to - from - length >= 2 ? length : 0;
}

/**
 * The words between titles and suffixes, one of them at least.
 * @param atLeast words before `Senior` or `Junior`, which are last names too
 */
function withoutTitles(all: readonly string[], atLeast = 1): readonly string[] {
  const isMonsieur = /^M\.?$/.test(all[0] ?? '') && beginsWithFamily(all.slice(1));
  let [from, to] = [isMonsieur ? 1 : 0, all.length];
  const capitals = all.some((word) => /\p{Ll}{2}/u.test(word));
  for (; from < to - 1; from += 1) {
    const office = from > 0 ? officeLength(all, from, to) : 0;
    if (office === 0 && !isTitle(all[from] as string, to - from - 1)) break;
    from += Math.max(0, office - 1);
  }
  for (let left = to - from - 1; left > 0; left--) {
    const word = all[from + left] as string;
    const isName = left < atLeast && /^(?:senior|junior)$/i.test(word);
    const isFifth = word === 'v' && left > 1;
    if (isName || !(isFifth || isSuffix(word, capitals && left > 1))) break;
    to -= 1;
  }
  return all.slice(from, to);
}

const MAX_NAME_CHARS = 300;

/** Folded words of a name between titles and suffixes; a name of nothing else stays as it is. */
export const nameWords = (text: string): readonly string[] =>
  withoutTitles(
    text
      .slice(0, MAX_NAME_CHARS)
      .split(/[\s,]+/)
      .filter((word) => lettersOf(word) !== ''),
  ).flatMap((word) => foldText(word).split(' '));

const MAX_ASIDE_CHARS = 80;
/** Quotes that open or close, as the inside of a character class. */
const QUOTES = '"\'\u2018\u2019\u201c\u201d';

/** Nicknames, remarks and addresses: in brackets, or in quotes of their own. */
const ASIDES = [
  `<[^<>]{0,${MAX_ASIDE_CHARS}}>`,
  `«[^«»]{0,${MAX_ASIDE_CHARS}}»`,
  `\\([^()]{0,${MAX_ASIDE_CHARS}}(?:\\)|$)`,
  `\\[[^[\\]]{0,${MAX_ASIDE_CHARS}}\\]`,
  `(?<![^\\s,])[${QUOTES}][^${QUOTES},]{0,${MAX_ASIDE_CHARS}}[${QUOTES}](?![^\\s,])`,
  `(?<=\\S\\s)["\u201c\u201d][^"\u201c\u201d]{1,${MAX_ASIDE_CHARS}}["\u201c\u201d](?![^\\s,])`,
].map((pattern) => new RegExp(pattern, 'g'));

/** Before a name at birth. */
const BORN = [
  '[Nn]ée|nee|geb(?:\\.|orene[rn]?)?|roz(?:\\.|en[áé])|z\\s+d(?:omu|\\.)',
  'född|født|fødd|f\\.|o\\.\\s?s\\.',
  'rođ(?:\\.|ena)|rojena|născut[ăa]|nata|nacida|nascida|szül\\.',
  'ур(?:\\.|ожд(?:\\.|[её]нная))',
].join('|');

const BORN_AS = new RegExp(`(?<=\\S)\\s+(?:${BORN})\\s[^,;]*`, 'gu');

/** Roles as they are written in the middle of a line, and as titles: executor, Executor. */
const CAPACITIES = affixes.roles
  .replace(/\b[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
  .replaceAll(' ', '|');

/** What stands behind a name: another name, a role, who is spoken for, in which capacity. */
const BEHIND = new RegExp(
  [
    '(?<=\\S)\\s+(?:(?:formerly|aka|a\\.k\\.a\\.?|a/k/a|alias|via|on behalf of)\\s',
    '(?:[Cc]/[Oo]|[-‐-―|•·@])\\s',
    `as (?:an? |the )?(?:${CAPACITIES})\\b`,
    '(?:individually|pro se)\\b)',
  ].join('|'),
  'u',
);

/** Before an addressee's name (attention and care-of lines, Publication 28), or a decedent's. */
const ADDRESSED = new RegExp(
  '^\\s*(?:att(?:entio)?n\\b[.:]?|(?:att|fao)[.:]|c/o|care of|z\\. ?hd\\.|t\\.a\\.v\\.' +
    '|(?:the )?estate of)\\s+(?=\\S)',
  'iu',
);

/** A part behind a comma that says how to speak of someone. */
const PRONOUNS = /^\s*(?:she|he|they|her|him|them|it|xe|ze)(?:\s*\/\s*[a-z]{2,6}){1,2}\s*$/i;

const withoutAsides = (text: string): string =>
  ASIDES.reduce((left, aside) => left.replace(aside, ' '), text)
    .replace(ADDRESSED, '')
    .replace(BORN_AS, '')
    .split(BEHIND, 1)[0] as string;

/** Thai writes titles before a name without a blank; no word begins with its other vowels. */
const THAI_TITLE = /^\s*(?:นางสาว|นาง(?!สาว)|นาย)(?=[ก-ฮเ-ไ]\p{sc=Thai})/u;

/** Two persons at the beginning: `Ann/Bob Lee`. */
const PAIR = /^(\s*\p{L}[^\s/]+)\/(?=\p{L}\p{Ll})/u;

const wordsOf = (text: string): string[] =>
  text
    .replace(THAI_TITLE, '$& ')
    .replace(PAIR, '$1 & ')
    .replace(/\bPh\.? ?D\b\.?/gi, 'PhD')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) || word === '&');

/** Whether a part behind a comma holds nothing but what follows a name. */
const isOfSuffixes = (part: readonly string[]): boolean =>
  part.length > 0 &&
  part.every((word) => {
    const letters = lettersOf(word);
    const isKnown = [SUFFIXES, SUFFIXES_OR_NAMES, TITLES].some((known) => known.has(letters));
    return isKnown || /^\p{Lu}{2,5}(?:[/-]\p{Lu}{1,5})?$/u.test(word);
  });

const isInitial = (word: string | undefined): boolean => /^[\p{Lu}\p{Ll}]\.?$/u.test(word ?? '');

/** The first given name that is spelled out, where the very first is an initial: `J. Edgar`. */
const firstGiven = (given: readonly string[]): string | undefined =>
  (isInitial(given[0]) && given.find((name) => !isInitial(name))) || given[0];

/** Between two persons. */
const JOINT = /^(?:&|and|und)$/i;

/**
 * The name of the first of two persons: `Ann and Bob Lee` is Ann Lee, `Ann Lee & Bob Poe` Ann Lee.
 * @returns null for a name of one, and for titles alone before the joint: Mr and Mrs Bob Lee
 */
function firstOfTwo(all: readonly string[]): { first: string; last: string } | null {
  const at = all.findIndex((word) => JOINT.test(word));
  const one = withoutTitles(all.slice(0, Math.max(0, at)), 2);
  const other = withoutTitles(all.slice(at + 1), 2);
  const last = one.at(-1);
  if (!last || isTitle(last, 0) || isParticle(lettersOf(last))) return null;
  const isWhole = one.length > 1 && !isInitial(last);
  const shared = other.length > 1 ? { given: one, family: splitByEnd(other).family } : null;
  const split = isWhole ? splitByFamily(one) : shared;
  const first = split && firstGiven(split.given);
  return split && first ? { first, last: split.family } : null;
}

const ROLES = new Set(affixes.roles.split(' '));
const isRole = (part: readonly string[]): boolean =>
  part.some((word) => ROLES.has(lettersOf(word))) && !isTitle(part[0] as string, 1);

/** What says whose son one is is no given name: `Smith, Jr., John`. */
const GENERATION = /^(?:[js]n?r|ii|iii|iv|esq|phd)$/;

/** Whether a part behind a comma is a remark: no capital in it, where the name has some. */
const isRemark = (part: readonly string[], name: readonly string[]): boolean =>
  name.length > 1 &&
  name.every((word) => /\p{Lu}/u.test(word)) &&
  !/\p{Lu}|\p{Lo}/u.test(part.join(' '));

/**
 * First and last name of a full one, as they are written: titles, suffixes, nicknames and middle
 * names left out, particles kept with the last name (`Juan Carlos de la Cruz` is Juan, de la Cruz).
 * A comma before more than suffixes puts the last name first (`Cruz, Juan`, `Berg, Jan van den`),
 * unless capitals have told it: `CHAN Tai Man, Peter`.
 * @returns null for a name of one word
 */
export function splitFullName(text: string): { first: string; last: string } | null {
  const unquoted = text.replace(/^\s*"([^"]+)"(?=\s*,)/, '$1').slice(0, MAX_NAME_CHARS);
  const parts = withoutAsides(unquoted)
    .split(/[,;]/)
    .filter((part) => !PRONOUNS.test(part))
    .map(wordsOf);
  const [before = [], ...behind] = parts.filter((part) => part.length > 0);
  const after = behind.filter(
    (part) =>
      !(before.length < 2
        ? part.every((word) => GENERATION.test(lettersOf(word)) && !isDotted(word))
        : isOfSuffixes(part) || isRole(part) || isRemark(part, before)),
  );
  const given = after[0] ? withoutTitles(after[0]) : null;
  const names = withoutTitles(before);
  const isReversed =
    given !== null &&
    (before.length === 1 || !(isOfSuffixes(after[0] as string[]) || beginsWithFamily(names)));
  if (isReversed) {
    const particles = particlesAtEnd(given);
    const last = [...given.slice(given.length - particles), ...names];
    const isVietnamese = isMarkedVietnamese([...names, ...given]);
    const first = isVietnamese
      ? given.at(-1)
      : firstGiven(given.slice(0, given.length - particles));
    return first && last.length > 0 ? { first, last: last.join(' ') } : null;
  }
  const two = firstOfTwo(before);
  if (two) return two;
  const name = withoutTitles(before, 2).filter((word) => /\p{L}/u.test(word));
  const split = name.every(isInitial) ? null : splitByFamily(name);
  const first = split && firstGiven(split.given);
  return split && first ? { first, last: split.family } : null;
}

/**
 * A last name as it is compared: folded, generation (Jr, III), degree and title cut, written
 * together, so that O'Brien, de la Cruz and Smith-Jones have one spelling each.
 * @throws UnusableInput for a text without letters
 */
export function foldLastName(text: string): string {
  const name = nameWords(text).join('');
  if (!/\p{L}/u.test(name)) throw new UnusableInput('is not a name');
  return name;
}

/**
 * A first name as it is compared: folded, titles and suffixes cut, its first word: middle names are
 * often left out.
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
