import { lettersOf } from '../../lib/text.ts';
import { beginsWithFamily, isMarkedVietnamese, isShortFamily } from './family-name.ts';
import affixes from './name-affixes.json' with { type: 'json' };
import { isGivenName, leadsFamily, setOf } from './name-parts.ts';

/** Titles before a name: courtesy, church, military, office, nobility. */
export const NAME_TITLES = setOf(affixes.titles);

/** Titles that are also names: they count only before a first and a last name. */
const TITLES_OR_NAMES = setOf(affixes.titlesOrNames);

/** Doña, whose abbreviation looks like initials. */
const DONA: ReadonlySet<string> = new Set(['D.ª', 'D.ª.', 'Dª', 'Dª.']);

/** Abbreviated faculties and degrees, with a full stop: `Dr. rer. nat.`, but Nat King Cole. */
const DOTTED_TITLES = setOf(affixes.dottedTitles);

/** Titles that could be initials: only in these capitals, in a line with small letters. */
const CAPITAL_TITLES = new Set(affixes.capitalTitles.split(' '));

/** First words of longer titles, not titles alone: Wing Commander, Very Rev., Court Clerk. */
const TITLE_LEADS = setOf(affixes.titleLeads);

/** Styles after a possessive: His Eminence, Her Royal Highness. */
const TITLE_STYLES = setOf(affixes.titleStyles);

/** Second parts of ranks: Kapitän zur See. */
const TITLE_TAILS = setOf(affixes.titleTails, '; ');

/** Generations, degrees, licences, orders and ranks after a name. */
export const SUFFIXES = setOf(affixes.suffixes);

/** Suffixes that are also names: they count after a comma, with full stops, or in capitals. */
export const SUFFIXES_OR_NAMES = setOf(affixes.suffixesOrNames);

/** Letters with full stops between them: `M.D.`, `Ph.D`. */
export const isDotted = (word: string): boolean => /\p{L}\.\p{L}/u.test(word);

/** Endings of abbreviated titles for women, and for men in Portuguese: Prof.ª, Prof.ssa. */
const ENDING = /\.?[ºª]$|(?<=\p{L}{2})\.(?:[ao]|ssa|[nrt]a|in)$/iu;

/** Initials, two letters with a full stop each: D.R. Andrews. */
export const INITIALS = /^(?:\p{Lu}\.){2}$/u;

/** Contador Público of Mexico, before a given and two family names; else initials: C.P. Snow. */
const isAccountant = (written: string, following: number): boolean =>
  written === 'C.P.' && following > 2;

/** Whether a word is a title before a name. @param following number of words after it */
export function isTitle(written: string, following: number): boolean {
  const isOffice = following > 3 && /^u\.s\.$/i.test(written);
  if (DONA.has(written)) return true;
  if (INITIALS.test(written)) return isOffice || isAccountant(written, following);
  const word = written.replace(ENDING, '.').replace(/-(?:elect|designate)$/i, '');
  const letters = lettersOf(word);
  if (NAME_TITLES.has(letters) || (word.endsWith('.') && DOTTED_TITLES.has(letters))) return true;
  const parts = /[-.]/.test(word) ? word.split(/[-.]/).map(lettersOf) : [lettersOf(word)];
  return parts.every(
    (part, at) =>
      NAME_TITLES.has(part) ||
      ((at > 0 || word.endsWith('.')) && DOTTED_TITLES.has(part)) ||
      (following >= 2 && TITLES_OR_NAMES.has(part)) ||
      (part === '' && at > 0 && parts.length > 1),
  );
}

/** Credentials with a hyphen or slash: PA-C, FNP-BC, OTR/L. */
const DIVIDED_CREDENTIAL = /^\p{Lu}{2,6}[/-](?:\p{Lu}{1,2}|SLP|NIC|CMC)$/u;

/** Degrees and memberships with an abbreviated subject: MSc, PGCert, FInstP, MIMechE. */
export const DEGREE = new RegExp(
  `^(?:PG|[BMDFLCAE])(?:[BMIAS]?(?:${affixes.degreeStems})\\p{Lu}?){1,3}$`,
  'u',
);

/** Whether a word is a suffix after a name; `capitals`: not all other words are in capitals. */
export function isSuffix(word: string, capitals: boolean): boolean {
  const letters = lettersOf(word);
  if (SUFFIXES.has(letters) || (capitals && /^(?:\p{Lu}\.){3,}$/u.test(word))) return true;
  if (capitals && (DIVIDED_CREDENTIAL.test(word) || DEGREE.test(word.replaceAll('.', ''))))
    return true;
  // Orders and memberships of capitals without a vowel: GCFR, FCCPC.
  if (capitals && /^[B-DF-HJ-NP-TV-XZ]{4,6}$/.test(word)) return true;
  const isCapital = capitals && /^\p{Lu}+(?:[/-]\p{Lu}+)?$/u.test(word);
  return SUFFIXES_OR_NAMES.has(letters) && (isDotted(word) || isCapital);
}

/** Portuguese generations, which are family names behind a given name alone: Agostinho Neto. */
const AGNOME = /^(?:filho|netto|neto|sobrinho)$/i;

/** Junior and senior in Czech and Slovak: `ml.`, `st.`. */
const YOUNGER = /^(?:ml|st)\.$/;

/** Emeritus forms after a professor's title: Professor Emerita, Prof. em. */
const EMERITUS = /^(?:em\.|emer\.|[eé]m[eé]rit\p{L}{0,3})$/iu;

/** Number of words that complete a title, such as `of State`, with a name left after them; or 0. */
function officeLength(words: readonly string[], from: number, to: number): number {
  const isTail = (count: number) =>
    to - from > count && TITLE_TAILS.has(lettersOf(words.slice(from, from + count).join(' ')));
  if (/^\d$/.test(words[from] as string)) return 1;
  const tail = [4, 3, 2].find(isTail);
  if (tail) return tail;
  const isStyle = /^(?:his|her|your|their)$|ness$/i.test(words[from - 1] as string);
  if (isStyle && TITLE_STYLES.has(lettersOf(words[from] as string))) return 1;
  const isProfessor = words.slice(0, from).some((word) => /prof/i.test(word));
  if (isProfessor && EMERITUS.test(words[from] as string)) return to - from > 2 ? 1 : 0;
  if (!/^of$/i.test(words[from] as string)) return 0;
  const length = lettersOf(words[from + 1] ?? '') === 'the' ? 3 : 2;
  return to - from - length >= 2 ? length : 0;
}

/** Styles of excellencies, which are initials before one word: H.E. Ban Ki-moon. */
const STYLES = /^(?:H\.[EHM]|S\.[EM])\.$/;
/** Mr and Mrs in Vietnamese and, in small letters, in Polish and Czech. */
const GREETING = /^(?:Ông|Bà|pan|pán)$/;
/** Words between two titles: `M. et Mme`. */
const BETWEEN = /^(?:et|y|e|en|og|och|i|și)$/;

/** Don and doña behind another title: Sr. D., Excma. Sra. Dña. */
const DON = /^D(?:\.|\.?ª\.?|[ñn]a\.?)$/;

const isSri = (word: string | undefined): boolean => /^s[eh]?ri$/i.test(word ?? '');

/** Number of words of the title at a position, with its leads: `Lance Corporal`; or 0. */
function titleLength(words: readonly string[], from: number, to: number): number {
  const word = words[from] as string;
  if (isTitle(word, to - from - 1)) return 1;
  const isRate = /^\p{Lu}{2,3}[1-9]$/u.test(word);
  const isNext = /^\p{Lu}/u.test(words[from + 1] ?? '');
  if (to - from > 2 && ((STYLES.test(word) && isNext) || GREETING.test(word))) return 1;
  const isAlone = (isRate || CAPITAL_TITLES.has(word)) && to - from > 2;
  if (isAlone && words.some((other) => /\p{Lu}\p{Ll}{2}/u.test(other))) return 1;
  if (/^tan$/i.test(word) && isSri(words[from + 1]) && to - from > 3) return 2;
  let at = from;
  while (at < to - 2 && TITLE_LEADS.has(lettersOf(words[at] as string))) at += 1;
  return at > from && isTitle(words[at] as string, to - at - 1) ? at - from + 1 : 0;
}

/** Start of the letters after a name: a known suffix, then only capitals: `CBE DL FRSE`. */
function lettersStart(words: readonly string[], from: number): number {
  const isKnown = (word: string) =>
    isSuffix(word, true) && !SUFFIXES_OR_NAMES.has(lettersOf(word)) && /^\p{Lu}/u.test(word);
  const at = words.findIndex((word, place) => place >= from + 2 && isKnown(word));
  const areLetters = at > 0 && words.slice(at).every((word) => /^[\p{Lu}./-]+$/u.test(word));
  return areLetters ? at : words.length;
}

/**
 * The words between titles and suffixes, at least one.
 * @param atLeast words before `Senior` or `Junior`, which are also last names
 */
export function withoutTitles(all: readonly string[], atLeast = 1): readonly string[] {
  const isMonsieur =
    /^M\.?$/.test(all[0] ?? '') &&
    (beginsWithFamily(all.slice(1)) || (all[1] === 'et' && titleLength(all, 2, all.length) > 0));
  let [from, to] = [isMonsieur ? 1 : 0, all.length];
  const capitals = all.some((word) => /\p{Ll}{2}/u.test(word));
  for (; from < to - 1; from += 1) {
    const office = from > 0 ? officeLength(all, from, to) : 0;
    // A style only behind another title, else a given name: Dato' Sri, but Sri Mulyani.
    const isStyle =
      from > 0 && to - from > 2 && (isSri(all[from]) || DON.test(all[from] as string));
    const isBetween = from > 0 && BETWEEN.test(all[from] as string);
    const isJoint = isBetween && titleLength(all, from + 1, to) > 0;
    const length = isStyle || isJoint ? 1 : office || titleLength(all, from, to);
    if (length === 0) break;
    from += length - 1;
  }
  if (capitals) to = lettersStart(all, from);
  for (let left = to - from - 1; left > 0; left--) {
    const word = all[from + left] as string;
    const isName = left < atLeast && /^(?:senior|junior)$/i.test(word);
    const isFifth = word === 'v' && left > 1;
    const isAgnome = left > 1 && (AGNOME.test(word) || YOUNGER.test(word));
    if (isName || !(isFifth || isAgnome || isSuffix(word, capitals && left > 1))) break;
    to -= 1;
  }
  return all.slice(from, to);
}

/** Posts in Korea, which stand behind a name: 박찬욱 감독님. */
const KOREAN_POSTS =
  '대표(?:이사)?|회장|부회장|사장|부사장|전무|상무|이사|본부장|센터장|실장|부장|차장|과장|팀장|대리|주임|사원|' +
  '수석|책임|선임|매니저|연구원|소장|원장|총장|학장|교장|교감|교사|강사|선생|의사|간호사|약사|변호사|검사|판사|' +
  '회계사|세무사|감독|코치|선수|배우|가수|작가|시인|화백|기자|앵커|아나운서|피디|의원|장관|차관|총리|대통령|시장|' +
  '도지사|구청장|위원장?|장군|대령|중령|소령|목사|신부|수녀|스님|간사|국장|청장|서기관|사무관|주무관';

/** Honorifics after a name, with or without a space; without 博士, which is also a given name. */
export const HONORIFIC = new RegExp(
  `(?:先生|女士|小姐|教授|様|さま|さん|氏|殿|님|씨|교수님?|박사님?| (?:${KOREAN_POSTS})님?)$`,
  'u',
);

/** Titles in Thailand: of persons, of doctors and teachers, of ranks, and their abbreviations. */
const THAI_TITLES =
  'นางสาว|นาง(?!สาว)|นาย(?!แพทย์)|คุณ(?!หญิง)|เด็กชาย|เด็กหญิง|(?:ดร|ผศ|รศ|ศ|นพ|พญ|ทพ|ทพญ|สพ|ภก|ภญ|อ)\\.|' +
  'ดอกเตอร์|(?:ผู้ช่วย|รอง)?ศาสตราจารย์|อาจารย์|นายแพทย์|แพทย์หญิง|ทันตแพทย์|เภสัชกร|วิศวกร|' +
  '(?:พล|พัน|ร้อย|จ่า|สิบ)(?:อากาศ|เรือ|ตำรวจ)?(?:เอก|โท|ตรี)|จ่าสิบ(?:เอก|โท|ตรี)|(?:พล|พ|ร|จ|ส|พ\\.ต|ร\\.ต|พล\\.ต)\\.(?:อ|ท|ต)\\.|' +
  'หม่อม(?:ราชวงศ์|หลวง|เจ้า)|ม\\.(?:ร\\.ว|ล|จ)\\.|คุณหญิง|ท่านผู้หญิง|พระมหา|พระครู';

/** Thai titles, with or without a space before the name; its other vowels do not begin a word. */
export const THAI_TITLE = new RegExp(
  `^\\s*(?:(?:${THAI_TITLES})\\s{0,2}(?=[ก-ฮเ-ไ]\\p{sc=Thai})){1,3}`,
  'u',
);

/** Pronouns as a part between commas. */
export const PRONOUNS = /^\s*(?:she|he|they|her|him|them|it|xe|ze)(?:\s*\/\s*[a-z]{2,6}){1,2}\s*$/i;

/** Suffixes of generation or degree, which are not given names: `Smith, Jr., John`. */
export const GENERATION = /^(?:[js]n?r|ii|iii|iv|esq|phd)$/;

/** Prefixes of an addressee (attention and care-of lines, Publication 28) or a decedent. */
export const ADDRESSED = new RegExp(
  '^\\s*(?:att(?:entio)?n\\b[.:]?|(?:att|fao)[.:]|c/o|care of|z\\. ?hd\\.|t\\.a\\.v\\.' +
    '|by|in re|in (?:loving )?memory of|remembering|(?:the )?estate of)\\s+(?=\\S)',
  'iu',
);

/** Field name before a value, as in headers (RFC 5322): `From:`, `Reply to:`. */
export const FIELD_NAME = /^\s*[\p{L}-]{1,15}(?: \p{Ll}{1,10})?\s?:\s*(?=\S)/u;

/** A quoted display name before its address, or a quoted name before a comma. */
export const QUOTED =
  /^\s*["'\u2018\u201c]([^"\u201c\u201d<>]+)["'\u2019\u201d](?=\s*(?:[<,]|via\s|$))/u;

/** An address before a name in brackets, as in older headers (RFC 822). */
export const COMMENT = /^\s*[^\s@]{1,64}@[^\s@]{1,255}\s+\(([^()]+)\)\s*$/;

/** Initials after a family name: up to three capitals, or two to four with full stops. */
const INITIALS_BEHIND = /^(?:\p{Lu}{1,3}|(?:\p{Lu}\.-?){2,4})$/u;

/**
 * Splits a family name and initials, as in lists of authors (Vancouver style): `van der Berg JH`. A
 * given name before capitals belongs to a person with a short family name: `Mary K`, `Mei LI`.
 */
export function familyBeforeInitials(
  name: readonly string[],
): { first: string; last: string } | null {
  const [listed = '', given = '', initial = ''] = name;
  // Registers in capitals omit the comma: DOE JANE A.
  const isListed = name.length === 3 && /^\p{Lu}\.?$/u.test(initial) && given.length > 2;
  const isOpen = isListed && !isMarkedVietnamese(name);
  if (isOpen && !isGivenName(listed) && isGivenName(given)) return { first: given, last: listed };
  const isRun = name.length > 2 && name.slice(1).every((word) => /^\p{Lu}\.?$/u.test(word));
  const family = name.slice(0, isRun ? 1 : -1);
  const [head = ''] = family;
  const first = (isRun ? name[1] : name.at(-1)) ?? '';
  const isOne = family.length === 1 ? !isGivenName(head) : leadsFamily(head);
  const isWritten =
    family.every((word) => /\p{Ll}/u.test(word)) && (isRun || INITIALS_BEHIND.test(first));
  return isOne && isWritten && !isShortFamily(first) ? { first, last: family.join(' ') } : null;
}
