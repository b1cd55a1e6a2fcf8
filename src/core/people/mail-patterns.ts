import type { MailName } from './mail-name.ts';

/** How companies make a mailbox of a name: the likeliest first. */
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

export type MailPattern = keyof typeof PATTERNS;

export const MAIL_PATTERNS = Object.keys(PATTERNS) as readonly MailPattern[];

/** The longest local part a mail server takes (RFC 5321 section 4.5.3.1.1). */
const MAX_LOCAL_CHARS = 64;

/** One mailbox name by a pattern. @param first @param last as {@link MailName} spells them, not empty */
export const spelled = (pattern: MailPattern, first: string, last: string): string =>
  PATTERNS[pattern](first, last);

/** What the look of a mailbox name says of its pattern: which ones make names of that look. */
const LOOKS: readonly (readonly [RegExp, readonly MailPattern[]])[] = [
  [/^[a-z]\.[a-z-]{2,}$/, ['f.last']],
  [/^[a-z-]{2,}\.[a-z]$/, ['first.l']],
  [/^[a-z-]{2,}\.[a-z-]{2,}$/, ['first.last', 'last.first']],
  [/^[a-z]_[a-z-]{2,}$/, ['f_last']],
  [/^[a-z-]{2,}_[a-z-]{2,}$/, ['first_last', 'last_first']],
  [/^[a-z]-[a-z]{2,}$/, ['f-last']],
  [/^[a-z]{2,}-[a-z]{2,}$/, ['first-last']],
  [/^[a-z]{2,}$/, ['flast', 'first', 'firstlast', 'last', 'firstl']],
];

/** At most so many published addresses are looked at. */
const MAX_PUBLISHED = 100;

/**
 * The patterns that published mailbox names of a domain look like, those of most names first. Names of functions
 * (info, sales) are to be left out by the caller.
 * @param locals local parts in any case
 */
export function learnPatterns(locals: readonly string[]): MailPattern[] {
  const counts = LOOKS.map(([look, patterns]) => ({
    patterns,
    count: locals.slice(0, MAX_PUBLISHED).filter((local) => look.test(local.toLowerCase())).length,
  }));
  return counts
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .flatMap(({ patterns }) => patterns);
}

function* allSpellings({ given, family }: MailName, pattern: MailPattern): Generator<string> {
  for (const last of family) for (const first of given) yield spelled(pattern, first, last);
}

/** Every mailbox name that somebody may have, by every pattern and spelling, in order of likelihood; at most `limit`. */
export function possibleMailboxes(name: MailName, limit: number): string[] {
  const all = new Set<string>();
  for (const pattern of MAIL_PATTERNS)
    for (const local of allSpellings(name, pattern))
      if (local.length <= MAX_LOCAL_CHARS && all.size < limit) all.add(local);
  return [...all];
}

/** Spellings tried of the likeliest pattern. */
const MAX_SPELLINGS = 3;

/**
 * The mailbox names worth asking a domain's mail server about: what is published of this very name, the patterns
 * the published names look like, and then the common ones.
 * @param published local parts that the domain publishes, of people
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
    ...[...learnt, ...MAIL_PATTERNS].map((pattern) => spelled(pattern, given, family)),
  ];
  return [...new Set(likely)].filter((local) => local.length <= MAX_LOCAL_CHARS).slice(0, limit);
}
