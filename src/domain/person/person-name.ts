import { UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';
import {
  beginsWithFamily,
  familyBeforeInitials,
  isFamilyAlone,
  isGivenName,
  isMarkedVietnamese,
  isParticle,
  lettersOf,
  particlesAtEnd,
  setOf,
  splitByEnd,
  splitByFamily,
} from './family-name.ts';
import affixes from './name-affixes.json' with { type: 'json' };

/** Words before a name: of address, of the church, of the army, of office, of nobility. */
const TITLES = setOf(affixes.titles);

/** Titles that are names too: they count where a first and a last name follow. */
const TITLES_OR_NAMES = setOf(affixes.titlesOrNames);

/** Short for faculties and degrees, with a full stop: `Dr. rer. nat.`, but Nat King Cole. */
const DOTTED_TITLES = setOf(affixes.dottedTitles);

/** Titles that are initials too: in these capitals, in a line that is not all capitals. */
const CAPITAL_TITLES = new Set(affixes.capitalTitles.split(' '));

/** First words of titles that are none alone: Wing Commander, Very Rev., Court Clerk. */
const TITLE_LEADS = setOf(affixes.titleLeads);

/** Styles behind a possessive: His Eminence, Her Royal Highness. */
const TITLE_STYLES = setOf(affixes.titleStyles);

/** What a rank goes on with: Kapitän zur See. */
const TITLE_TAILS = setOf(affixes.titleTails, '; ');

/** Generations, degrees, licences, orders and ranks after a name. */
const SUFFIXES = setOf(affixes.suffixes);

/** Suffixes that are names too: they count behind a comma, with full stops, or in capitals. */
const SUFFIXES_OR_NAMES = setOf(affixes.suffixesOrNames);

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
  const word = written.replace(ENDING, '.').replace(/-(?:elect|designate)$/i, '');
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
const DIVIDED_CREDENTIAL = /^\p{Lu}{2,6}[/-](?:\p{Lu}{1,2}|SLP|NIC|CMC)$/u;

/** Degrees and memberships in the letters of their subjects: MSc, PGCert, FInstP, MIMechE. */
const DEGREE = new RegExp(
  `^(?:PG|[BMDFLCAE])(?:[BMIAS]?(?:${affixes.degreeStems})\\p{Lu}?){1,3}$`,
  'u',
);

/** Whether a word stands behind a name; `capitals`: of the rest, not all is written in capitals. */
function isSuffix(word: string, capitals: boolean): boolean {
  const letters = lettersOf(word);
  if (SUFFIXES.has(letters) || (capitals && /^(?:\p{Lu}\.){3,}$/u.test(word))) return true;
  if (capitals && (DIVIDED_CREDENTIAL.test(word) || DEGREE.test(word.replaceAll('.', ''))))
    return true;
  const isCapital = capitals && /^\p{Lu}+(?:[/-]\p{Lu}+)?$/u.test(word);
  return SUFFIXES_OR_NAMES.has(letters) && (isDotted(word) || isCapital);
}

/** Behind a professor's title: Professor Emerita, Prof. em. */
const EMERITUS = /^(?:em\.|emer\.|[eé]m[eé]rit\p{L}{0,3})$/iu;

/** How many words say the office of the title before, `of State`, where two more follow; or 0. */
function officeLength(words: readonly string[], from: number, to: number): number {
  const isTail = (count: number) =>
    to - from > count && TITLE_TAILS.has(lettersOf(words.slice(from, from + count).join(' ')));
  if (/^\d$/.test(words[from] as string)) return 1;
  const tail = [4, 2].find(isTail);
  if (tail) return tail;
  const isStyle = /^(?:his|her|your|their)$|ness$/i.test(words[from - 1] as string);
  if (isStyle && TITLE_STYLES.has(lettersOf(words[from] as string))) return 1;
  const isProfessor = words.slice(0, from).some((word) => /prof/i.test(word));
  if (isProfessor && EMERITUS.test(words[from] as string)) return to - from > 2 ? 1 : 0;
  if (!/^of$/i.test(words[from] as string)) return 0;
  const length = lettersOf(words[from + 1] ?? '') === 'the' ? 3 : 2;
  return to - from - length >= 2 ? length : 0;
}

/** How many words of a title stand at a place, with those that lead it: `Lance Corporal`; or 0. */
function titleLength(words: readonly string[], from: number, to: number): number {
  const word = words[from] as string;
  if (isTitle(word, to - from - 1)) return 1;
  const isRate = /^\p{Lu}{2,3}[1-9]$/u.test(word);
  const isAlone = (isRate || CAPITAL_TITLES.has(word)) && to - from > 2;
  if (isAlone && words.some((other) => /\p{Lu}\p{Ll}{2}/u.test(other))) return 1;
  let at = from;
  while (at < to - 2 && TITLE_LEADS.has(lettersOf(words[at] as string))) at += 1;
  return at > from && isTitle(words[at] as string, to - at - 1) ? at - from + 1 : 0;
}

/** Where letters behind a name begin by a known one, all others in capitals: `CBE DL FRSE`. */
function lettersStart(words: readonly string[], from: number): number {
  const isKnown = (word: string) =>
    isSuffix(word, true) && !SUFFIXES_OR_NAMES.has(lettersOf(word)) && /^\p{Lu}/u.test(word);
  const at = words.findIndex((word, place) => place >= from + 2 && isKnown(word));
  const areLetters = at > 0 && words.slice(at).every((word) => /^[\p{Lu}./-]+$/u.test(word));
  return areLetters ? at : words.length;
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
    const length = office || titleLength(all, from, to);
    if (length === 0) break;
    from += length - 1;
  }
  if (capitals) to = lettersStart(all, from);
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
  '(?<!\\S)[^\\s@/]{1,64}@[^\\s@]{1,255}',
  '(?<=\\s)\\*[\\p{L} ]{1,30}\\*',
  `«[^«»]{0,${MAX_ASIDE_CHARS}}»`,
  `\\([^()]{0,${MAX_ASIDE_CHARS}}(?:\\)|$)`,
  `\\[[^[\\]]{0,${MAX_ASIDE_CHARS}}\\]`,
  `(?<![^\\s,])[${QUOTES}][^${QUOTES},]{0,${MAX_ASIDE_CHARS}}[${QUOTES}](?![^\\s,])`,
  `(?<=\\S\\s)["\u201c\u201d][^"\u201c\u201d]{1,${MAX_ASIDE_CHARS}}["\u201c\u201d](?![^\\s,])`,
].map((pattern) => new RegExp(pattern, 'gu'));

/** Before a name at birth. */
const BORN = [
  'born|viuda de|[Vv]da\\.? de|[ée]p(?:\\.|ouse)|veuve|ver[hw]\\.|roj\\.|ved\\.|dzim\\.|gim\\.|sünd\\.|nascid[ao]|widow(?:er)? of',
  '[Nn]ée|nee|geb(?:\\.|orene[rn]?)?|roz(?:\\.|en[áé])|z\\sd(?:omu|\\.)',
  'född|født|fødd|f\\.|o\\.\\s?s\\.',
  'rođ(?:\\.|ena)|rojena|născut[ăa]|nata|nacida|nascida|szül\\.',
  'ур(?:\\.|ожд(?:\\.|[её]нная))',
].join('|');

const BORN_AS = new RegExp(`\\s(?:${BORN})\\s[^,;]*`, 'gu');

/** Roles as they are written in the middle of a line, and as titles: executor, Executor. */
const CAPACITIES = affixes.roles
  .replace(/\b[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
  .replaceAll(' ', '|');

/** What stands behind a name: another name, a role, who is spoken for, in which capacity. */
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

/** Before an addressee's name (attention and care-of lines, Publication 28), or a decedent's. */
const ADDRESSED = new RegExp(
  '^\\s*(?:att(?:entio)?n\\b[.:]?|(?:att|fao)[.:]|c/o|care of|z\\. ?hd\\.|t\\.a\\.v\\.' +
    '|by|in re|in (?:loving )?memory of|remembering|(?:the )?estate of)\\s+(?=\\S)',
  'iu',
);

/** A field's name before its value, as in headers (RFC 5322): `From:`, `Reply to:`. */
const FIELD_NAME = /^\s*[\p{L}-]{1,15}(?: \p{Ll}{1,10})?\s?:\s*(?=\S)/u;

/** A display name in quotes of its own before its address, or a name before a comma. */
const QUOTED = /^\s*["'\u2018\u201c]([^"\u201c\u201d<>]+)["'\u2019\u201d](?=\s*(?:[<,]|via\s|$))/u;

/** An address before a name in brackets, as in older headers (RFC 822). */
const COMMENT = /^\s*[^\s@]{1,64}@[^\s@]{1,255}\s+\(([^()]+)\)\s*$/;

/** Marks of footnotes, numbers and emphasis, and the full stop of a sentence. */
const MARKS = new RegExp(
  '[®™©℠*†‡§¶#!?~^…⁰¹²³⁴-⁹]|(?<=\\p{Ll})\\d{1,3}(?=[\\s,]|$)' +
    '|(?<=\\p{Ll}{2})\\s[a-h](?=\\s?(?:[,*]|$))|(?<=\\p{Ll}{3})\\.{1,4}\\s?$|["\\u201d](?=\\s?$)',
  'gu',
);

/** Years behind their word: `b. 1920`. */
const VITAL_WORD = /\s(?:b|d|c|ca|born|died)\.?\s{1,3}(?=\d{4})/gu;

/** What stands behind a slash, where two words stand before it: `Ann Lee/Finance`. */
const BEHIND_SLASH = /^(\s*\S+\s[^/]*\p{L}{2})\s*(?:\/|:\s).*$/su;

/** A title and a name without a blank between: `Mr.Lee`. */
const GLUED = /(?<![\p{L}.])\p{L}{2,6}\.(?=\p{Lu}\p{Ll})/gu;

/** A part behind a comma that says how to speak of someone. */
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

/** Thai writes titles before a name without a blank; no word begins with its other vowels. */
const THAI_TITLE = /^\s*(?:นางสาว|นาง(?!สาว)|นาย)(?=[ก-ฮเ-ไ]\p{sc=Thai})/u;

/** Two persons at the beginning: `Ann/Bob Lee`. */
const PAIR = /^(\s*\p{L}[^\s/]+)\/(?=\p{L}\p{Ll})/u;

const wordsOf = (text: string): string[] =>
  text
    .replace(THAI_TITLE, '$& ')
    .replace(PAIR, '$1 & ')
    .replace(/\bPh\.? ?D\b\.?/gi, 'PhD')
    .replace(GLUED, (title) => (TITLES.has(lettersOf(title)) ? `${title} ` : title))
    .replace(/\s\+\s/g, ' & ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) || word === '&');

const isMixedCase = (words: readonly string[]): boolean =>
  words.some((word) => /\p{Lu}/u.test(word)) && words.some((word) => /\p{Ll}{2}/u.test(word));

/** Letters behind a comma: capitals; three with full stops, or such with small ones: P.Eng. */
const CREDENTIAL = /^[\p{Lu}\d+]{2,8}(?:[/-][\p{Lu}\d]{1,5}){0,2}$/u;
const DOTTED_CREDENTIAL = /^(?:(?:\p{Lu}\.){3,}|(?:\p{L}{1,2}\.)+\p{L}\p{Ll}+\.?)$/u;

/** Whether a part behind a comma holds nothing but what follows the name before it. */
function isOfSuffixes(part: readonly string[], name: readonly string[]): boolean {
  const isMixed = isMixedCase(name);
  return part.every((word) => {
    const letters = lettersOf(word);
    if (SUFFIXES.has(letters) || TITLES.has(letters)) return true;
    if (SUFFIXES_OR_NAMES.has(letters))
      return letters.length < 4 || isDotted(word) || (isMixed && /^\p{Lu}+$/u.test(word));
    return isMixed && [CREDENTIAL, DOTTED_CREDENTIAL, DEGREE].some((shape) => shape.test(word));
  });
}

const isInitial = (word: string | undefined): boolean => /^[\p{Lu}\p{Ll}]\.?$/u.test(word ?? '');

/** The first given name that is spelled out, where the very first is an initial: `J. Edgar`. */
const firstGiven = (given: readonly string[]): string | undefined =>
  (isInitial(given[0]) && given.find((name) => !isInitial(name))) || given[0];

/** Between two persons. */
const JOINT = /^(?:&|and|und|AND|And|UND|et|og|och|ja|și|si|и|та|και|ve|dan|un|ir|u\.)$/u;

/** Between two persons or two family names: a given name must follow, and another. */
const SHORT_JOINT = /^(?:[yeiaiіі]|en)$/u;

const isJoint = (word: string, at: number, all: readonly string[]): boolean =>
  JOINT.test(word) ||
  (SHORT_JOINT.test(word) &&
    at > 0 &&
    all.length - at > 2 &&
    isMixedCase(all) &&
    (at === 1 || isGivenName(all[at + 1] as string)));

/**
 * The name of the first of two persons: `Ann and Bob Lee` is Ann Lee, `Ann Lee & Bob Poe` Ann Lee.
 * @returns null for a name of one, and for titles alone before the joint: Mr and Mrs Bob Lee
 */
function firstOfTwo(all: readonly string[]): { first: string; last: string } | null {
  const at = all.findIndex(isJoint);
  const one = withoutTitles(all.slice(0, Math.max(0, at)), 2);
  const other = withoutTitles(all.slice(at + 1), 2);
  const last = one.at(-1);
  if (!last || isTitle(last, 0) || isParticle(lettersOf(last))) return null;
  const isWhole = one.length > 1 && !isInitial(last);
  const shared = other.length > 1 ? { given: one, family: splitByEnd(other).family } : null;
  const [head = '', given = ''] = one;
  const isListed = one.length === 2 && other.length === 1 && [given, ...other].every(isGivenName);
  if (isListed && !isGivenName(head)) return { first: given, last: head };
  const split = isWhole ? splitByFamily(one) : shared;
  const first = split && firstGiven(split.given);
  return split && first ? { first, last: split.family } : null;
}

const ROLES = setOf(`${affixes.roles} ${affixes.offices}`);
const isRole = (part: readonly string[]): boolean =>
  part.some((word) => ROLES.has(lettersOf(word))) && !isTitle(part[0] as string, 1);

/** What says whose son one is is no given name: `Smith, Jr., John`. */
const GENERATION = /^(?:[js]n?r|ii|iii|iv|esq|phd)$/;

/** Whether a part behind a comma is a remark: no capital in it, where the name has some. */
const isRemark = (part: readonly string[], name: readonly string[]): boolean =>
  name.length > 1 &&
  name.every((word) => /\p{Lu}/u.test(word)) &&
  (/^(?:of|from|at|for|with|bei|chez)$/.test(part[0] as string) ||
    !/\p{Lu}|\p{Lo}/u.test(part.join(' ')));

const ORGANIZATIONS = setOf(affixes.organizations);

/**
 * Whether a part behind a comma is given names of the family before it, not an organization, place
 * or office of a whole name: a family is known as one, or the part as a given name.
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
  // The table of given names is in Latin letters: of others, the comma alone tells.
  const isCovered = /^\p{sc=Latin}/u.test(spelled) && !isMarkedVietnamese([...name, ...given]);
  if (!isCovered || !isMixedCase(name)) return true;
  // Neither table tells: the comma does, unless the part is the initials of an organization.
  return !isWhole && (isInitial(second) || (given.length === 1 && /\p{Ll}/u.test(spelled)));
}

/**
 * First and last name of a full one, as they are written: titles, suffixes, nicknames and middle
 * names left out, particles kept with the last name (`Juan Carlos de la Cruz` is Juan, de la Cruz).
 * A comma before more than suffixes puts the last name first (`Cruz, Juan`, `Berg, Jan van den`),
 * unless capitals have told it: `CHAN Tai Man, Peter`.
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
    const last = [...given.slice(given.length - particles), ...names];
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
