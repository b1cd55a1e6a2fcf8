import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

// How files are cut and named, read from the source. What breaks a rule for now is listed by name,
// and the length of a list may only shrink: a name that breaks nothing fails too.

const LONGEST_LINE = 100;
const FRAGMENT_LINES = 20;
const FAMILY = 5;

const files = ['src', 'scripts', 'test', 'bench']
  .flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`))
  .filter((file) => !file.includes('node_modules') && !file.endsWith('.d.ts'));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const textOf = (file: string): string => texts.get(file) as string;
const settings = [...globSync('*.config.ts'), 'package.json', 'wrangler.toml', 'README.md']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** The files a file imports, types and the folders it globs included. */
const importsOf = (file: string): string[] =>
  [
    ...textOf(file).matchAll(
      /(?:\bfrom|\bimport|\bimport\(|\bimport\.meta\.glob(?:<\w+>)?\()\s*'(\.[^']+)'/g,
    ),
  ]
    .map((match) => normalize(join(dirname(file), match[1] as string)))
    .flatMap((target) => (target.includes('*') ? globSync(target) : target))
    .filter((target) => texts.has(target));

const users = new Map<string, string[]>(files.map((file) => [file, []]));
for (const file of files) for (const target of importsOf(file)) users.get(target)?.push(file);
const isTest = (file: string): boolean => file.startsWith('test/');

/** Started by its name: by hand, or by a command, a setting or another file. */
function isNamed(file: string): boolean {
  if (/^(?:scripts|bench|bench\/truth)\/[^/]+$/.test(file)) return true;
  const others = files.filter((other) => other !== file).map(textOf);
  return [settings, ...others].some((text) => text.includes(basename(file)));
}

/** Files that import each other, each ring as its sorted names. */
function circles(): string[] {
  const found = new Set<string>();
  const reachable = (from: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = [...importsOf(from)];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(...importsOf(next));
    }
    return seen;
  };
  const reach = new Map(files.map((file) => [file, reachable(file)]));
  for (const file of files) {
    const mine = reach.get(file) as Set<string>;
    if (!mine.has(file)) continue;
    const ring = [...mine].filter((other) => reach.get(other)?.has(file));
    found.add([...new Set([file, ...ring])].sort().join(' '));
  }
  return [...found];
}

const families = (): string[] => {
  const counts = new Map<string, number>();
  for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
    // `store-` is the prefix of queries in every feature.
    const prefix = /^(?!store-)[a-z\d]+-/.exec(basename(file))?.[0];
    const place = `${dirname(file)}/${prefix}`;
    if (prefix) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].flatMap(([place, count]) => (count >= FAMILY ? [place] : []));
};

/** Columns of a line, without the texts in it: those cannot be broken. */
const columns = (line: string): number =>
  /^\s*(?:\/\/|\/?\*)/.test(line)
    ? [...line].length
    : [...line.replace(/(['"`])(?:\\.|(?!\1).)*(?:\1|$)/g, '')].length;

/** How many lines of each room are too long. */
function longLines(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const room = file
      .split('/')
      .slice(0, file.startsWith('src/') ? 2 : 1)
      .join('/');
    const long = textOf(file)
      .split('\n')
      .filter((line) => columns(line) > LONGEST_LINE);
    if (long.length > 0) counts.set(room, (counts.get(room) ?? 0) + long.length);
  }
  return counts;
}

const RULES: readonly {
  rule: string;
  found: () => readonly string[];
  exceptions: readonly string[];
  most: number;
}[] = [
  {
    rule: 'every source file is used by something besides tests',
    found: () =>
      files.filter((file) => {
        const used = users.get(file) as string[];
        if (isTest(file)) return used.length === 0 && !file.endsWith('.test.ts') && !isNamed(file);
        return used.every(isTest) && !isNamed(file);
      }),
    exceptions: [],
    most: 0,
  },
  {
    rule: 'no files import each other in a circle, types included',
    found: circles,
    exceptions: [],
    most: 0,
  },
  {
    rule: `${FAMILY} neighbours that share a prefix have a folder`,
    found: families,
    exceptions: [],
    most: 0,
  },
  {
    rule: `a file under ${FRAGMENT_LINES} lines has more than one user`,
    found: () =>
      files.filter(
        (file) =>
          textOf(file).trimEnd().split('\n').length < FRAGMENT_LINES &&
          users.get(file)?.length === 1 &&
          !settings.includes(file),
      ),
    exceptions: [],
    most: 0,
  },
];

/** Lines that are too long, by room: patterns, and the tables of the ledger. */
const LONG_LINES: Readonly<Record<string, number>> = {
  'src/accounts': 5,
  'src/domain': 13,
  'src/open-data': 3,
  'src/web-reader': 16,
};

describe('the files', () => {
  it.each(RULES)('$rule', ({ found, exceptions, most }) => {
    const wrong = found();
    expect({
      unlisted: wrong.filter((name) => !exceptions.includes(name)),
      mended: exceptions.filter((name) => !wrong.includes(name)),
    }).toEqual({ unlisted: [], mended: [] });
    expect(exceptions.length).toBeLessThanOrEqual(most);
  });

  it(`have lines of at most ${LONGEST_LINE} columns, but for what the rooms had`, () => {
    expect(Object.fromEntries(longLines())).toEqual(LONG_LINES);
    expect(Object.values(LONG_LINES).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(37);
  });
});
