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
  'src/open-data/ip/pointers.ts asOf[source.feed]',
  'src/open-data/ip/pointers.ts states[feed.name]',
  'src/open-data/ip/pointers.ts asOf[feed.name]',
  'src/open-data/feeds/merged-feeds.ts states[feed.name]',
  'src/lookup/records/store.ts datasets[dataset]',
  // Columns and fields by the names our schemas give them.
  'src/records/rows.ts columns[column]',
  'src/lookup/datasets/people.ts row[column]',
  // The words of zod's issues, and states of jobs.
  'src/lib/issues.ts UNITS[origin]',
  'src/lib/issues.ts TYPES[issue.expected]',
  'src/lib/issues.ts FORMATS[issue.format]',
  'src/bulk/notifications.ts TYPES[state.status]',
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
