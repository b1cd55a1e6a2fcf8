// Suites of other converters: the Markdown that each expects of its HTML against ours, both
// rendered. Every second case of a suite was read while rules were mended, the others were not.
// Run: node bench/truth/converters.ts
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { type Areas, runAlone } from './areas.ts';
import { canonical } from './canonical-html.ts';
import { PAGE_URL, renderMarkdown, toMarkdown } from './markdown.ts';

/** HTML, and the Markdown that a suite expects. */
type Case = readonly [html: string, markdown: string];

const require = createRequire(import.meta.url);

function packageFolder(name: string): string {
  for (const folder of require.resolve.paths(name) ?? [])
    if (globSync(join(folder, name, 'package.json')).length > 0) return join(folder, name);
  throw new Error(`${name} is not installed`);
}

/** Pairs of files: `name.html`, `name.md`. */
const filePairs = (folder: string): Case[] =>
  globSync(join(folder, '**/*.html'))
    .sort()
    .flatMap((file): Case[] => {
      const expected = file.replace(/\.html$/, '.md');
      return globSync(expected.replace(/[[\]{}#]/g, '?')).length === 0
        ? []
        : [[readFileSync(file, 'utf8'), readFileSync(expected, 'utf8')]];
    });

/** Runs a suite with a converter that returns its HTML, and collects what the suite compares. */
function comparedBy(code: string, converter: string): Case[] {
  const cases: Case[] = [];
  /** Only calls without options of their own. */
  const convert = (html: unknown, options?: unknown) => (options === undefined ? html : null);
  const compare = (html: unknown, markdown: unknown) => {
    if (typeof html === 'string' && typeof markdown === 'string') cases.push([html, markdown]);
  };
  const run = (_: unknown, body: () => void) => {
    try {
      body();
    } catch {
      // A test that processes the converter's result first cannot be compared.
    }
  };
  const nothing = () => undefined;
  const matchers = (html: unknown) => ({ toBe: (markdown: unknown) => compare(html, markdown) });
  try {
    runInNewContext(code, {
      [converter]: convert,
      equal: compare,
      expect: matchers,
      throws: nothing,
      test: run,
      it: run,
      describe: run,
      asyncTest: nothing,
      QUnit: { module: nothing },
    });
  } catch {
    // The file sets options for all of its cases.
    return [];
  }
  return cases;
}

const SUITES: Readonly<Record<string, () => Case[]>> = {
  'to-markdown': () => {
    const code = readFileSync(
      join(packageFolder('to-markdown'), 'test/to-markdown-test.js'),
      'utf8',
    );
    return comparedBy(code, 'toMarkdown');
  },
  upndown: () => filePairs(join(packageFolder('upndown'), 'test/fixtures')),
  'html-to-md': () =>
    globSync(join(packageFolder('html-to-md'), '__test__/unit/*.test.js'))
      .sort()
      .flatMap((file) =>
        comparedBy(readFileSync(file, 'utf8').replace(/^import .*$/gm, ''), 'html2Md'),
      ),
  h2m: () => filePairs(join(packageFolder('h2m'), 'test/fixtures')),
};

/** Trims cells and delimiter rows of tables, which CommonMark leaves as written. */
const tidyRows = (html: string): string =>
  html.replace(/\s*\|\s*/g, '|').replace(/:?-{2,}:?/g, '-');

const rendered = (markdown: string): string =>
  tidyRows(canonical(renderMarkdown(markdown), PAGE_URL));

export function measureConverters(areas: Areas): void {
  const halves = { used: { right: 0, all: 0 }, 'held out': { right: 0, all: 0 } };
  for (const [suite, read] of Object.entries(SUITES))
    for (const [position, [html, expected]] of read().entries()) {
      const half = position % 2 === 0 ? 'used' : 'held out';
      const markdown = toMarkdown(html);
      halves[half].all++;
      if (rendered(markdown) === rendered(expected)) halves[half].right++;
      else if (half === 'used')
        areas.detail(`${suite} ${JSON.stringify({ html, expected, markdown }, null, 2)}`);
    }
  for (const [half, { right, all }] of Object.entries(halves))
    areas.share(`suites of four converters, ${half}`, right, all, { atLeast: 80 });
}

if (import.meta.main) await runAlone(measureConverters);
