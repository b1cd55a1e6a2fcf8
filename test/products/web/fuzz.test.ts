import { describe, expect, it } from 'vitest';
import { type ElementHandler, parseElements } from '../../../src/web-reader/html/open-elements.ts';
import { HtmlToMarkdown } from '../../../src/web-reader/markdown/html-to-markdown.ts';
import * as fc from '../../support/fast-check.ts';
import { convert, PAGE_URL } from './convert.ts';
import { KNOWN_SHAPES, pageOf } from './page-shapes.ts';

const NAMES =
  'p div span b i em strong a ul ol li dl dt dd table thead tr td th caption pre code blockquote h1 h3 hr br img svg script style title textarea nav header article button select option sup q xmp math noscript input base'.split(
    ' ',
  );

const RAW = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'noscript']);

const name = fc.constantFrom(...NAMES);
const attributes = fc.constantFrom(
  '',
  ' hidden',
  ' href="/x"',
  " href='a b'",
  ' href=javascript:x',
  ' class=x/',
  ' colspan=3',
  ' rowspan=9',
  ' start=7',
  ' title="a>b',
  ' src=y',
  ' alt="&amp;|"',
  ' /',
);
const text = fc.oneof(
  fc.constantFrom(
    'word',
    ' ',
    '\n',
    'a|b',
    '*',
    '_x_',
    '[a](b)',
    '&amp;',
    '&notit;',
    '&#x80;',
    '&',
    '<',
    '<!--',
    '-->',
    '<!',
    '</',
    ']]>',
    '\r\n',
    '\u00a0',
    '`',
    '# h',
    '- l',
    '1. n',
    '😀',
    '<!DOCTYPE html>',
    '\0',
  ),
  fc.string({ maxLength: 8 }),
);
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(name, attributes).map(([tag, rest]) => `<${tag}${rest}>`) },
  { weight: 2, arbitrary: name.map((tag) => `</${tag}>`) },
  { weight: 3, arbitrary: text },
);
const page = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

/** Tags in any order, but none that would swallow what follows as text. */
const tagSoup = fc.array(fc.tuple(fc.constantFrom('', '/'), name), { maxLength: 40 }).map((tags) =>
  tags
    .filter(([, tag]) => !RAW.has(tag))
    .map(([end, tag]) => `<${end}${tag}>word `)
    .join(''),
);

const settings = (runs: number) => ({ numRuns: 20 * runs, verbose: 1 as const });

describe('random pages', () => {
  it('give the same Markdown wherever the chunks are cut', () => {
    fc.assert(
      fc.property(page, fc.array(fc.nat(400), { maxLength: 12 }), (html, cuts) => {
        expect(convert(html, cuts)).toEqual(convert(html));
      }),
      settings(30),
    );
  });

  it('give every opened element its end, and nothing below what is left out', () => {
    fc.assert(
      fc.property(page, (html) => {
        const open = new Map<string, number>();
        const handler: ElementHandler = {
          open(tag) {
            if (tag === 'nav') return false;
            open.set(tag, (open.get(tag) ?? 0) + 1);
            return true;
          },
          close(tag) {
            const count = open.get(tag) ?? 0;
            expect(count).toBeGreaterThan(0);
            open.set(tag, count - 1);
          },
          text: () => undefined,
        };
        parseElements(handler, html);
        expect([...open.values()].every((count) => count === 0)).toBe(true);
      }),
      settings(20),
    );
  });

  it('never show what is hidden, nor what scripts hold', () => {
    fc.assert(
      fc.property(tagSoup, tagSoup, (before, after) => {
        const secret = 'k9SECRETk9';
        const { markdown } = convert(
          `${before}<div hidden>${secret}</div><script>"${secret}"</script>${after}`,
        );
        expect(markdown).not.toContain(secret);
      }),
      settings(15),
    );
  });

  it('keep their text when it is plain', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 30 }),
        (words) => {
          expect(convert(`<p>${words.join(' <b></b>')}</p>`).markdown).toBe(words.join(' '));
        },
      ),
      settings(10),
    );
  });
});

describe('memory', { timeout: 30_000 }, () => {
  /**
   * Feeds `count` copies of a chunk and answers the most that was held at any time beyond the
   * result's limit.
   */
  function mostHeld(chunk: string, count: number, maxChars: number): number {
    const converter = new HtmlToMarkdown(PAGE_URL, maxChars);
    let most = 0;
    for (let at = 0; at < count; at++) {
      converter.write(chunk);
      most = Math.max(most, converter.heldChars);
    }
    converter.end();
    return most;
  }

  const CHUNK = 65_536;
  const TWENTY_MEGABYTES = 320;

  it.each([
    ['a comment without end', '<!--', 'x'],
    ['a script without end', '<script>', 'x'],
    ['a style with half an end tag', '<style>', '</styl '],
    ['an attribute without end', '<img src="data:', 'A'],
    ['a tag of attributes', '<p ', 'a=b '],
    ['a bogus declaration', '<!x ', 'y '],
    ['navigation without end', '<nav>', '<p>menu '],
    ['elements without text', '<div>', '<span></span>'],
    ['white space', '<p>', ' \n'],
  ])('stays flat on 20 MB of %s', (_, start, filler) => {
    const converter = new HtmlToMarkdown(PAGE_URL, 10_000);
    converter.write(start);
    const chunk = filler.repeat(Math.ceil(CHUNK / filler.length));
    let most = 0;
    for (let at = 0; at < TWENTY_MEGABYTES; at++) {
      converter.write(chunk);
      most = Math.max(most, converter.heldChars);
    }
    expect(most).toBeLessThan(33_000);
    expect(converter.end().markdown.length).toBeLessThan(10_001);
  });

  it('of a 20 MB page that is not cut off is its Markdown and little more', () => {
    const chunk = `<div class="${'x'.repeat(900)}"><p>word</p></div><script>${'y'.repeat(60_000)}</script>`;
    expect(mostHeld(chunk, TWENTY_MEGABYTES, 1_000_000)).toBeLessThan(TWENTY_MEGABYTES * 6 + 1_000);
  });

  it('says when nothing more will fit, within one chunk of the limit', () => {
    const converter = new HtmlToMarkdown(PAGE_URL, 100_000);
    let chunks = 1;
    while (converter.write('<p>paragraph</p>'.repeat(4_096))) chunks++;
    expect(chunks).toBeLessThan(4);
    expect(converter.end()).toMatchObject({ truncated: true });
  });

  it.each(KNOWN_SHAPES)('is bounded by the limit and a slice of $name', (shape) => {
    const limit = 10_000;
    const converter = new HtmlToMarkdown(PAGE_URL, limit);
    converter.write(pageOf(shape, Math.ceil(500_000 / shape.unit.length)));
    expect(converter.heldChars).toBeLessThan(limit + 400_000);
    expect(converter.end().markdown.length).toBeLessThanOrEqual(limit);
  });

  it('holds few copies of an address that many links are relative to', () => {
    const base = `https://base.example/${'d'.repeat(4_000)}/`;
    const converter = new HtmlToMarkdown(PAGE_URL, 100_000);
    converter.write(`<base href="${base}">${'<a href=x>y</a>'.repeat(4_000)}`);
    expect(converter.heldChars).toBeLessThan(100_000 + 10_000);
    expect(converter.end().links).toBeLessThan(30);
  });

  it('does not resolve addresses without end', () => {
    const base = `https://base.example/${'d'.repeat(4_000)}/`;
    const empty = '<a href=x></a>'.repeat(5_000);
    const page = convert(`<base href="${base}"><a href=x>y</a>${empty}<a href=x>z</a>`);
    expect(page.markdown).toBe(`[y](${base}x)z`);
  });

  it('of lines deep in quotations is not theirs times their markers', () => {
    const converter = new HtmlToMarkdown(PAGE_URL, 10_000);
    converter.write(`${'<blockquote>'.repeat(400)}<pre>x${'\n'.repeat(9_000)}x</pre>`);
    expect(converter.heldChars).toBeLessThan(20_000);
  });

  it('of items without content is bounded', () => {
    const page = convert(`<ul><li>a${'<li></li>'.repeat(5_000)}<li>b</ul>`);
    expect(page.markdown.split('\n').length).toBe(1_002);
  });

  it('of a table is not multiplied by one wide row', () => {
    const rows = '<tr><td>x<td>y'.repeat(60_000);
    const page = convert(`<table>${rows}<tr><td colspan=100>w<td>z`, [], 10_000_000);
    expect(page.markdown.length).toBeLessThan(1_300_000);
  });
});

describe('depth', { timeout: 30_000 }, () => {
  it.each([
    ['div', 1_000_000],
    ['b', 1_000_000],
    ['a href=x', 100_000],
    ['ul', 100_000],
    ['ul><li', 100_000],
    ['table><tr><td', 100_000],
    ['blockquote', 100_000],
    ['pre', 100_000],
    ['svg', 100_000],
  ])('<%s> %i times is read', (tag, times) => {
    expect(convert(`${`<${tag}>`.repeat(times)}deep`).markdown).toBeTypeOf('string');
  });
});

describe('length', { timeout: 30_000 }, () => {
  it.each(['<tr><td>x', '<tr><td>x<td>y', '<tr><td></td></tr>'])('of 700,000 rows %s', (row) => {
    const page = convert(`<table>${row.repeat(700_000)}`);
    expect(page.markdown.length).toBeLessThanOrEqual(1_000_000);
  });
});

describe('names every object has', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s', (word) => {
    const page = convert(
      `<html lang=${word}><meta name=__proto__ content=x><${word} ${word}=x>a</${word}><p __proto__=x>b`,
    );
    expect(page).toMatchObject({ markdown: 'a\n\nb', language: word, description: null });
  });
});
