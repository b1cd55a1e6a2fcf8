import { describe, expect, it } from 'vitest';
import { findMainContent } from '../../src/web-reader/html/main-content.ts';
import { parseElements } from '../../src/web-reader/html/open-elements.ts';
import { HtmlToMarkdown } from '../../src/web-reader/markdown/html-to-markdown.ts';
import { convert } from '../products/web/convert.ts';
import { cpuMs, growthOf, MOST_GROWTH, type Reader } from '../products/web/growth.ts';
import {
  KNOWN_SHAPES,
  MARKUP_SHAPES,
  type PageShape,
  randomShapes,
} from '../products/web/page-shapes.ts';

const SEED = 20_261_121;
/** `TEST_SEEDS=300` in the environment for a long run. */
const RANDOM_SHAPES = 2 * Number(process.env.TEST_SEEDS || 20);

/** The tags of a page in one piece, as other readers of pages take them. */
const readTags: Reader = (html) => {
  const handler = { open: () => true, close: () => undefined, text: () => undefined };
  parseElements(handler, html);
};

const PROSE =
  '<p>The council said, on Monday, that this is a sentence, and long enough to be read as prose.</p>';
/** What tempts the choice of a page's content. */
const CONTENT_SHAPES: readonly PageShape[] = [
  { name: 'paragraphs', before: '<title>aaaa</title><h2>aaaa</h2>', unit: PROSE },
  { name: 'nested blocks', unit: `<div>${PROSE}`, end: '</div>' },
  { name: 'blocks beside', before: PROSE.repeat(20), unit: `<div class="sidebar">${PROSE}</div>` },
  { name: 'names in a class', before: '<div class="', unit: 'share-' },
  { name: 'spaces behind a type', before: '<script>"@type":', unit: ' ' },
];

/** What grows faster than its page, with how much faster. */
const superlinear = (shapes: readonly PageShape[], read: Reader = convert): string[] =>
  shapes.flatMap((shape) => {
    const growth = growthOf(read, shape);
    return growth > MOST_GROWTH ? [`${growth.toFixed(1)}x: ${JSON.stringify(shape)}`] : [];
  });

// In Node, whose clock can leave out what the rest of the machine does; workerd's stands still.
describe(`a page twice as long takes at most ${MOST_GROWTH} times as long`, {
  timeout: 180_000,
}, () => {
  it('is a rule that quadratic work breaks', () => {
    const quadratic: Reader = (html) => {
      let sum = 0;
      for (let at = 0; at < html.length; at += 16)
        for (let other = 0; other < at; other += 16) sum += html.charCodeAt(other);
      return sum;
    };
    expect(superlinear([{ name: 'letters', unit: 'x' }], quadratic)).toHaveLength(1);
  });

  it('in shapes that are known to tempt', () => {
    expect(superlinear(KNOWN_SHAPES)).toEqual([]);
  });

  it('in shapes of markup read in one piece', () => {
    expect(superlinear(MARKUP_SHAPES, readTags)).toEqual([]);
  });

  it('in shapes of content', () => {
    expect(superlinear(CONTENT_SHAPES, findMainContent)).toEqual([]);
  });

  it('in headings that name lists of other pages, and have none', () => {
    const page = `<div>${PROSE.repeat(20)}${'<h2>Related</h2>'.repeat(40_000)}</div>`;
    const start = cpuMs();
    findMainContent(page);
    expect(cpuMs() - start).toBeLessThan(2_000);
  });

  it('in tables within a table that has its heading late', () => {
    const rows = '<tr><td>x</td></tr>'.repeat(40_000);
    const within = '<tr><td><table></table></td></tr>'.repeat(40_000);
    const page = new HtmlToMarkdown('https://acme.com/', 1_000_000, 'page');
    const start = cpuMs();
    page.write(`<table>${rows}<tr><th>h</th></tr>${within}</table>`);
    page.end();
    expect(cpuMs() - start).toBeLessThan(2_000);
  });

  it(`in ${RANDOM_SHAPES} random shapes (seed ${SEED})`, () => {
    expect(superlinear(randomShapes(SEED, RANDOM_SHAPES))).toEqual([]);
  });
});
