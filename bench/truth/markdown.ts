// HTML to Markdown and back: every example of the CommonMark specification is rendered to HTML,
// that HTML converted to Markdown, the Markdown rendered again, and both renderings compared.
// Turndown runs the same way. Then fragments of pages, against the Markdown a reader expects.
// Run: node bench/truth/markdown.ts [section], which prints the differences.
import { createRequire } from 'node:module';
import TurndownService from 'turndown';
import { HtmlToMarkdown } from '../../src/web-reader/markdown/html-to-markdown.ts';
import { type Areas, percent, runAlone } from './areas.ts';
import { canonical } from './canonical-html.ts';
import { type Sample, samplesOf } from './samples.ts';

interface Example {
  html: string;
  section: string;
  number: number;
}
interface CommonMark {
  Parser: new () => { parse(markdown: string): unknown };
  HtmlRenderer: new () => { render(tree: unknown): string };
}

export const PAGE_URL = 'https://site.example/dir/page';

const require = createRequire(import.meta.url);
const { Parser, HtmlRenderer }: CommonMark = require('commonmark');
const { tests }: { tests: Example[] } = require('commonmark-spec');

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });

/** The service's Markdown for this HTML. */
export function toMarkdown(html: string): string {
  const converter = new HtmlToMarkdown(PAGE_URL, 1_000_000);
  converter.write(html);
  return converter.end().markdown;
}

const CONVERTERS: Record<string, (html: string) => string> = {
  ours: toMarkdown,
  turndown: (html) => turndown.turndown(html),
};

export const renderMarkdown = (markdown: string): string =>
  new HtmlRenderer().render(new Parser().parse(markdown));

type Counts = Record<string, number>;

/** Examples by section, and how many each converter returns unchanged. */
function roundTrips(examples: readonly Example[], areas: Areas): Map<string, Counts> {
  const sections = new Map<string, Counts>();
  for (const { html, section, number } of examples) {
    const counts = sections.get(section) ?? {};
    sections.set(section, counts);
    counts.all = (counts.all ?? 0) + 1;
    const expected = canonical(html, PAGE_URL);
    for (const [name, convert] of Object.entries(CONVERTERS)) {
      const markdown = convert(html);
      const actual = canonical(renderMarkdown(markdown), PAGE_URL);
      if (actual === expected) counts[name] = (counts[name] ?? 0) + 1;
      else if (name === 'ours')
        areas.detail(
          `${section} ${number}\n${JSON.stringify({ html, markdown, expected, actual }, null, 2)}`,
        );
    }
  }
  return sections;
}

const TABLE_ROW = /^( *)(\|.*)$/gm;
const INVISIBLE = /[\u00ad\u200b]/g;

/**
 * CommonMark has no tables, so rows are compared as text without source-only spacing. An escaped
 * pipe does not separate cells.
 */
const tidyRow = (_row: string, indent: string, cells: string): string =>
  indent +
  cells
    .replaceAll('\\|', '¦')
    .replace(/^[|\s:-]+$/, (dashes) => dashes.replace(/:?-+:?/g, '---'))
    .replace(/ *\| */g, '|');

/** The visible content of Markdown, and the languages of its code. */
function asSeen(markdown: string): string {
  const html = renderMarkdown(markdown.replace(TABLE_ROW, tidyRow))
    // Sub- and superscripts are visible, but Markdown cannot express them.
    .replace(/<(\/?su[bp])>/g, '{$1}');
  const languages = [...html.matchAll(/class="language-([^"]*)"/g)].map((match) => match[1]);
  return [canonical(html, PAGE_URL).replace(INVISIBLE, ''), ...languages].join('\n');
}

/** Fragments of HTML (`=== name`), each with the Markdown alternatives that express it (`=>`). */
function measureFragments(sample: Sample): void {
  const tally = sample.tally();
  for (const fragment of sample.blocks()) {
    const end = fragment.indexOf('\n');
    const [html = '', ...expected] = fragment.slice(end + 1).split(/^=>\n/m);
    const markdown = toMarkdown(html);
    const isRight = expected.some((one) => asSeen(one) === asSeen(markdown));
    tally.mark(isRight, `${fragment.slice(0, end)}\n${JSON.stringify({ html, markdown })}`);
  }
  tally.share('fragments of HTML as Markdown', 80);
}

export function measureMarkdown(areas: Areas): void {
  const [only] = import.meta.main ? process.argv.slice(2) : [];
  const examples = only ? tests.filter(({ section }) => section.startsWith(only)) : tests;
  const sections = roundTrips(examples, areas);
  const sum = (name: string) =>
    [...sections.values()].reduce((total, counts) => total + (counts[name] ?? 0), 0);
  for (const [section, { all = 0, ours = 0, turndown: theirs = 0 }] of sections)
    areas.detail(
      `${section.padEnd(44)} ours ${percent(ours, all)}, turndown ${percent(theirs, all)}`,
    );
  areas.share('CommonMark round trip, used', sum('ours'), sum('all'), { atLeast: 96 });
  areas.note(`CommonMark round trip of turndown: ${percent(sum('turndown'), sum('all'))}`);
  for (const sample of samplesOf(areas, 'markdown')) measureFragments(sample);
}

if (import.meta.main) await runAlone(measureMarkdown);
