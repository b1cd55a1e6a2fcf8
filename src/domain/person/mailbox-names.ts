import { foldText } from '../../lib/text.ts';
import { isParticle } from './name-parts.ts';
import { nameWords } from './person-name.ts';

/** Spellings of a name in local parts: letters, digits and inner hyphens, most likely first. */
interface MailName {
  given: readonly string[];
  family: readonly string[];
}

/** Letters that German and Danish mailboxes write as two letters. */
const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
]);
const withDigraphs = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüøå]/g, (letter) => DIGRAPHS.get(letter) as string);

/** Top-level domains whose mailboxes prefer ae over a. */
const DIGRAPH_TLDS = new Set(['de', 'at', 'ch', 'li', 'lu']);

/** Whether words are in Latin script; transliterations of other scripts vary by person. */
const areLatin = (words: readonly string[]): boolean =>
  words.every((word) => /^[a-z\d]+$/.test(word)) && words.some((word) => /[a-z]/.test(word));

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Jean-Luc Henri: jean-luc, jeanluc, jean. Mary Ann: mary, as middle names are omitted. */
function givenSpellings(text: string): string[] {
  const [first = ''] = nameWords(text);
  // Two words are one first name only with a hyphen.
  const tokens = text.split(/\s+/).map((token) => foldText(token).split(' '));
  const parts = tokens.find(([head]) => head === first) ?? [first];
  return areLatin(parts) ? unique([parts.join('-'), parts.join(''), first]) : [];
}

/** Smith-Jones: smith-jones, smithjones, jones, smith. De la Cruz: delacruz, cruz. */
function familySpellings(text: string): string[] {
  const words = nameWords(text);
  if (!areLatin(words)) return [];
  const heads = words.filter((word) => !isParticle(word));
  const hyphened = /\p{L}\p{M}*\p{Pd}\p{L}/u.test(text) ? [words.join('-')] : [];
  return unique([...hyphened, words.join(''), ...heads.slice(-1), ...heads.slice(0, 1)]);
}

/**
 * Spellings of a first and last name in the mailboxes of a domain. Titles, generations and degrees
 * are cut, accents folded; ä, ö, ü, ø and å are also spelled with two letters, which come first
 * under {@link DIGRAPH_TLDS}.
 * @returns null for a name in another script, or without letters
 */
export function mailNameSpellings(first: string, last: string, domain: string): MailName | null {
  const wantsFull = DIGRAPH_TLDS.has(domain.slice(domain.lastIndexOf('.') + 1));
  const spell = (text: string, spellings: (text: string) => string[]): string[] => {
    const [plain, full] = [spellings(text), spellings(withDigraphs(text))];
    return unique(wantsFull ? [...full, ...plain] : [...plain, ...full]);
  };
  const given = spell(first, givenSpellings);
  const family = spell(last, familySpellings);
  return given.length > 0 && family.length > 0 ? { given, family } : null;
}

/** Naming patterns of company mailboxes, most likely first. */
const PATTERNS = {
  'first.last': (first, last) => `${first}.${last}`,
  flast: (first, last) => `${first[0]}${last}`,
  first: (first) => first,
  firstlast: (first, last) => `${first}${last}`,
  last: (_, last) => last,
  first_last: (first, last) => `${first}_${last}`,
  firstl: (first, last) => `${first}${last[0]}`,
  'f.last': (first, last) => `${first[0]}.${last}`,
  'last.first': (first, last) => `${last}.${first}`,
  'first-last': (first, last) => `${first}-${last}`,
  lastf: (first, last) => `${last}${first[0]}`,
  'first.l': (first, last) => `${first}.${last[0]}`,
  f_last: (first, last) => `${first[0]}_${last}`,
  'f-last': (first, last) => `${first[0]}-${last}`,
  last_first: (first, last) => `${last}_${first}`,
  lastfirst: (first, last) => `${last}${first}`,
} satisfies Record<string, (first: string, last: string) => string>;

type MailPattern = keyof typeof PATTERNS;

export const MAIL_PATTERNS = Object.keys(PATTERNS) as readonly MailPattern[];

/** Longest local part that mail servers accept (RFC 5321 section 4.5.3.1.1). */
const MAX_LOCAL_CHARS = 64;

/** Mailbox name by a pattern. @param first @param last spellings of a {@link MailName} */
export const mailboxName = (pattern: MailPattern, first: string, last: string): string =>
  PATTERNS[pattern](first, last);

/** Shapes of local parts, with patterns that produce them. */
const PATTERN_SHAPES: readonly (readonly [RegExp, readonly MailPattern[]])[] = [
  [/^[a-z]\.[a-z-]{2,}$/, ['f.last']],
  [/^[a-z-]{2,}\.[a-z]$/, ['first.l']],
  [/^[a-z-]{2,}\.[a-z-]{2,}$/, ['first.last', 'last.first']],
  [/^[a-z]_[a-z-]{2,}$/, ['f_last']],
  [/^[a-z-]{2,}_[a-z-]{2,}$/, ['first_last', 'last_first']],
  [/^[a-z]-[a-z]{2,}$/, ['f-last']],
  [/^[a-z]{2,}-[a-z]{2,}$/, ['first-last']],
  [/^[a-z]{2,}$/, ['flast', 'first', 'firstlast', 'last', 'firstl']],
];

/** Limit of published addresses that are read. */
const MAX_PUBLISHED = 100;

/**
 * Learns the patterns of a domain from its published mailbox names, most frequent first. The caller
 * leaves out function mailboxes (info, sales).
 * @param locals local parts in any case
 */
export function learnPatterns(locals: readonly string[]): MailPattern[] {
  const counts = PATTERN_SHAPES.map(([shape, patterns]) => ({
    patterns,
    count: locals.slice(0, MAX_PUBLISHED).filter((local) => shape.test(local.toLowerCase())).length,
  }));
  return counts
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .flatMap(({ patterns }) => patterns);
}

function* allSpellings({ given, family }: MailName, pattern: MailPattern): Generator<string> {
  for (const last of family) for (const first of given) yield mailboxName(pattern, first, last);
}

/** Candidate mailbox names of a person by every pattern and spelling, most likely first. */
export function possibleMailboxes(name: MailName, limit: number): string[] {
  const all = new Set<string>();
  for (const pattern of MAIL_PATTERNS)
    for (const local of allSpellings(name, pattern))
      if (local.length <= MAX_LOCAL_CHARS && all.size < limit) all.add(local);
  return [...all];
}

/** Limit of spellings tried with the most likely pattern. */
const MAX_SPELLINGS = 3;

/**
 * Mailbox names to verify at a domain's mail server: published ones that fit the name, then the
 * patterns of the published ones, then common patterns.
 * @param published personal local parts that the domain publishes
 * @returns at most `limit`, without repeats
 */
export function likelyMailboxes(
  name: MailName,
  published: readonly string[],
  limit: number,
): string[] {
  const [given, family] = [name.given[0] as string, name.family[0] as string];
  const learnt = learnPatterns(published);
  const known = new Set(published.map((local) => local.toLowerCase()));
  const [best = 'first.last'] = learnt;
  const likely = [
    ...MAIL_PATTERNS.flatMap((pattern) => [...allSpellings(name, pattern)]).filter((local) =>
      known.has(local),
    ),
    ...[...allSpellings(name, best)].slice(0, MAX_SPELLINGS),
    ...[...learnt, ...MAIL_PATTERNS].map((pattern) => mailboxName(pattern, given, family)),
  ];
  return [...new Set(likely)].filter((local) => local.length <= MAX_LOCAL_CHARS).slice(0, limit);
}
