// HTML to Markdown and back: every example of the CommonMark specification is rendered to HTML,
// that HTML converted
// to Markdown, the Markdown rendered again, and both renderings compared. Turndown goes the same
// way.
// Run: node bench/truth/markdown.ts [--failures] [section]; needs the packages commonmark and
// commonmark-spec.
import { createRequire } from 'node:module';
import TurndownService from 'turndown';
import { HtmlToMarkdown } from '../../src/sources/web/markdown/html-to-markdown.ts';
import { canonical } from './canonical-html.ts';

interface Example {
  html: string;
  section: string;
  number: number;
}
interface CommonMark {
  Parser: new () => { parse(markdown: string): unknown };
  HtmlRenderer: new () => { render(tree: unknown): string };
}

const PAGE_URL = 'https://site.example/dir/page';

const require = createRequire(import.meta.url);
const { Parser, HtmlRenderer }: CommonMark = require('commonmark');
const { tests }: { tests: Example[] } = require('commonmark-spec');

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });

const CONVERTERS: Record<string, (html: string) => string> = {
  ours(html) {
    const converter = new HtmlToMarkdown(PAGE_URL, 1_000_000);
    converter.write(html);
    return converter.end().markdown;
  },
  turndown: (html) => turndown.turndown(html),
};

const render = (markdown: string): string =>
  new HtmlRenderer().render(new Parser().parse(markdown));

const share = (right: number, all: number): string => `${((100 * right) / all).toFixed(1)} %`;

const [only] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const showFailures = process.argv.includes('--failures');
const examples = only ? tests.filter(({ section }) => section.startsWith(only)) : tests;
const right = new Map<string, Record<string, number>>();
const total: Record<string, number> = { all: 0 };

for (const { html, section, number } of examples) {
  const counts = right.get(section) ?? { all: 0 };
  right.set(section, counts);
  counts.all = (counts.all ?? 0) + 1;
  total.all = (total.all ?? 0) + 1;
  const expected = canonical(html, PAGE_URL);
  for (const [name, convert] of Object.entries(CONVERTERS)) {
    const markdown = convert(html);
    const actual = canonical(render(markdown), PAGE_URL);
    if (actual === expected) {
      counts[name] = (counts[name] ?? 0) + 1;
      total[name] = (total[name] ?? 0) + 1;
    } else if (showFailures && name === 'ours') {
      const lines = { html, markdown, expected, actual };
      console.log(`\n${section} ${number}`);
      for (const [label, text] of Object.entries(lines))
        console.log(`  ${label}: ${JSON.stringify(text)}`);
    }
  }
}

for (const [section, counts] of [...right, ['all', total] as const]) {
  const all = counts.all ?? 0;
  const figures = Object.keys(CONVERTERS).map(
    (name) => `${name} ${share(counts[name] ?? 0, all).padStart(7)}`,
  );
  console.log(`${section.padEnd(44)} ${String(all).padStart(4)}  ${figures.join('  ')}`);
}
