import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomOf } from '../support/random.ts';
import { NOT_PROVED, superlinear } from './regex-cost.ts';
import 'libphonenumber-js/max'; // Builds its own patterns when loaded: not those of the module that imports it.
import proved from './regexes-proved.json' with { type: 'json' };
import { isNode, modulePaths, type Node, readModule } from './syntax.ts';

/**
 * Patterns of which the checker takes long to say that they are linear; it was asked once, and is
 * asked again for some of them in every run.
 */
const PROVED: ReadonlySet<string> = new Set(proved);

/** The same patterns of the list in every run, and as many that move with the seed. */
const FIXED_SEED = 20_261_122;
const SAMPLE = 4;
/** One that takes longer is not judged: with all of them the test ends in ten seconds. */
const SAMPLE_TIMEOUT_MS = 1_200;
/** One of them in each run, of those that move with the seed, has the time for a whole proof. */
const WHOLE_TIMEOUT_MS = 60_000;

/**
 * Patterns that the checker refuses, by their module and how they begin, and the bound of their
 * work that it does not see.
 */
const BOUNDED: readonly (readonly [path: string, start: string, bound: string])[] = [
  [
    'products/email/email/name-pattern.ts',
    '/^\\p{L}\\p{M}*(?:',
    'names of at most twice MAX_NAME_LETTERS are matched',
  ],
  ...['(?<![\\p{L}\\d.])', '(?<![\\p{L}\\p{N}._+-])', '(?<![\\p{L}\\p{N}])'].map(
    (start) =>
      [
        'web-reader/contacts/emails.ts',
        `/${start}(`,
        'begins once a word; words of at most 64 letters, and four of them, are looked at',
      ] as const,
  ),
  ...['/(?:(?<![\\p{L}])(?:(?:sku', '/(?:(?:(?<![\\p{L}])(?:', '/(?:^\\P{L}{0,6}(?:'].map(
    (start) =>
      ['domain/phone/phone-labels.ts', start, 'is given LABEL_REACH_CHARS of text'] as const,
  ),
  [
    'domain/place/street-address.ts',
    '/[ ]+|(?<=[A-Z]{2})-',
    'a run of blanks is one match; two letters on either side of a dash are looked at',
  ],
  ['open-data/registration/whois-reply.ts', '/', 'is given lines of at most MAX_NOTICE_CHARS'],
  [
    'domain/phone/phone-text.ts',
    '/(?<![\\w+])(',
    'begins once a number; at most 14 letters are looked at',
  ],
];

/** Modules that build patterns later, and the bound of the work of these. */
const LATE: ReadonlyMap<string, string> = new Map([
  ['domain/phone/number-plan.ts', 'patterns of a package, given at most 14 digits'],
]);

interface Site {
  where: string;
  source: string;
  flags: string;
}

const keyOf = ({ source, flags }: Site): string => `/${source}/${flags}`;

const isBounded = (site: Site): boolean =>
  BOUNDED.some(
    ([path, start]) => site.where.split(':')[0] === path && keyOf(site).startsWith(start),
  );

const isBuilt = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') &&
  isNode(callee) &&
  callee.name === 'RegExp';

/** The literals of a module, and how many patterns it builds from text. */
function readPatterns(path: string): { literals: Site[]; built: number } {
  const { nodes, lineOf } = readModule(path);
  const literals: Site[] = [];
  let built = 0;
  for (const node of nodes) {
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type === 'Literal' && regex) {
      const where = `${path}:${lineOf(node)}`;
      literals.push({ where, source: regex.pattern, flags: regex.flags });
    }
    if (isBuilt(node)) built++;
  }
  return { literals, built };
}

/** What a module builds while it is loaded; none may be built later, from what a stranger sends. */
async function builtBy(path: string): Promise<Site[]> {
  const sites: Site[] = [];
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, [source, flags = ''], newTarget) {
      sites.push({ where: path, source: String(source), flags: String(flags) });
      return Reflect.construct(target, [source, flags], newTarget);
    },
  });
  try {
    await import(/* @vite-ignore */ new URL(`../../src/${path}`, import.meta.url).href);
  } finally {
    globalThis.RegExp = Native;
  }
  return sites;
}

const sites: Site[] = [];
const builtLate: string[] = [];

/** Modules with what they import before them, so that each builds its patterns by itself. */
function inOrderOfLoading(): readonly string[] {
  const known = new Set(modulePaths());
  const ordered = new Set<string>();
  const visit = (path: string): void => {
    if (!known.delete(path)) return;
    const text = readFileSync(join(import.meta.dirname, '../../src', path), 'utf8');
    for (const [, target = ''] of text.matchAll(/ from '(\.[^']+\.tsx?)'/g))
      visit(join(dirname(path), target));
    ordered.add(path);
  };
  for (const path of modulePaths()) visit(path);
  return [...ordered];
}

beforeAll(async () => {
  for (const path of inOrderOfLoading()) {
    const { literals, built } = readPatterns(path);
    sites.push(...literals);
    if (built === 0) continue;
    const found = await builtBy(path);
    sites.push(...found);
    if (found.length < built && !LATE.has(path)) builtLate.push(path);
  }
});

/** So many patterns of the list, at random. */
function sampled(seed: number): string[] {
  const random = randomOf(seed);
  return Array.from({ length: SAMPLE }, () => proved[random.below(proved.length)] ?? '');
}

/** Why a pattern of the list is not linear; null where it is, or the time was too short to tell. */
function refute(pattern: string, timeout = SAMPLE_TIMEOUT_MS): string | null {
  const end = pattern.lastIndexOf('/');
  const [source, flags] = [pattern.slice(1, end), pattern.slice(end + 1)];
  const reason = superlinear(source, flags, timeout);
  return reason === NOT_PROVED ? null : reason;
}

describe('every regular expression of the service', () => {
  it('is there when its module is loaded', () => {
    expect(builtLate).toEqual([]);
  });

  it('matches in linear time, or its work is bounded', { timeout: 900_000 }, () => {
    const places = Map.groupBy(sites, keyOf);
    expect(places.size).toBeGreaterThan(600);
    const refused: string[] = [];
    for (const [pattern, at] of places) {
      if (!at[0] || isBounded(at[0]) || PROVED.has(pattern)) continue;
      const reason = superlinear(at[0].source, at[0].flags);
      const where = at.map((site) => site.where).join(', ');
      if (reason) refused.push(`${reason}: ${pattern} at ${where}`);
    }
    expect(refused).toEqual([]);
  });

  it('is proved again, some of the list in each run', () => {
    const [whole, ...fresh] = sampled(Number(process.env.TEST_FRESH_SEED)) as [string];
    const sample = [...sampled(FIXED_SEED), ...fresh];
    expect([whole, refute(whole, WHOLE_TIMEOUT_MS)]).toEqual([whole, null]);
    expect(sample.map((pattern) => [pattern, refute(pattern)])).toEqual(
      sample.map((pattern) => [pattern, null]),
    );
  });

  it('would be refused by that though it were on the list', () => {
    expect(refute('/^\\s*([a-z-]+)\\s*:\\s*([^#]*?)\\s*(?:#.*)?$/i')).toContain('polynomial');
  });

  it.each([
    ['a robots.txt line', '^\\s*([a-z-]+)\\s*:\\s*([^#]*?)\\s*(?:#.*)?$', 'polynomial'],
    ['trimming', 'x+$', 'polynomial'],
    ['repetition of a repetition', '^(?:a+)+$', 'exponential'],
  ])('would be refused as %s', (_, source, reason) => {
    expect(superlinear(source, '')).toContain(reason);
  });

  it('is listed only while it is there', () => {
    const known = new Set(sites.map(keyOf));
    expect(proved.filter((pattern) => !known.has(pattern))).toEqual([]);
    const bounded = sites.filter(isBounded);
    expect(
      BOUNDED.filter(
        ([path, start]) =>
          !bounded.some((site) => site.where.startsWith(path) && keyOf(site).startsWith(start)),
      ),
    ).toEqual([]);
  });
});
