import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// A name from outside that is looked up in a plain object also finds `constructor`, `__proto__` and
// the like. Such tables are Maps. This reads the source: whatever is typed as a record of any
// string may be indexed by a literal only, and never be asked with `in`.

const DECLARED = /(\w+)\??:\s*(?:(?:Readonly|Partial)<\s*)*Record<\s*string\b/g;
const EXPORTED = /^[A-Z][A-Z_\d]+$/;

/** Indexed by names that are all the service's own. The list may only shrink. */
const EXCEPTIONS: readonly string[] = [
  // Names of feeds and data sets of ours.
  'src/data/feed-report.ts asOf[source.feed]',
  'src/data/feed-report.ts states[feed.name]',
  'src/data/feed-report.ts asOf[feed.name]',
  'src/feeds/join-feeds.ts states[feed.name]',
  'src/store/records.ts datasets[dataset]',
  // Columns and fields by the names our schemas give them.
  'src/records/parse-record.ts columns[column]',
  'src/core/records/people.ts row[column]',
  // The words of zod's issues, and states of jobs.
  'src/core/issue-words.ts UNITS[origin]',
  'src/core/issue-words.ts TYPES[issue.expected]',
  'src/core/issue-words.ts FORMATS[issue.format]',
  'src/bulk/announce.ts TYPES[state.status]',
];
const MOST_EXCEPTIONS = 11;

const texts = new Map(
  globSync('src/**/*.{ts,tsx}').map((file) => [file, readFileSync(file, 'utf8')]),
);
const declaredIn = (text: string): string[] =>
  [...text.matchAll(DECLARED)].map((match) => match[1] as string);
const shared = [...texts.values()].flatMap(declaredIn).filter((name) => EXPORTED.test(name));

/** Uses of a record by a name that is no literal, as `file name[expression]`. */
function openUses(file: string, text: string): string[] {
  const records = new Set([...declaredIn(text), ...shared]);
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const indexed = [...code.matchAll(/(\w+)(?:\?\.)?\[(?!['"`\d\]])([^\]]*)\]/g)];
  const asked = [...code.matchAll(/\bin (\w+)\b/g)].map((match) => [match[0], match[1], 'in']);
  return [...indexed, ...asked].flatMap(([, name = '', key]) =>
    records.has(name) ? [`${file} ${name}[${key}]`] : [],
  );
}

it('finds a record that is indexed by a name from outside', () => {
  const text = `
    const TABLE: Readonly<Record<string, number>> = { a: 1 };
    const of = (name: string) => TABLE[name] ?? (name in TABLE ? 1 : TABLE['a']);`;
  expect(openUses('x.ts', text)).toEqual(['x.ts TABLE[name]', 'x.ts TABLE[in]']);
});

it('holds tables of names from outside in Maps', () => {
  const found = new Set([...texts].flatMap(([file, text]) => openUses(file, text)));
  expect([...found].filter((use) => !EXCEPTIONS.includes(use))).toEqual([]);
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(MOST_EXCEPTIONS);
});
