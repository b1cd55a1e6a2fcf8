import { describe, expect, it } from 'vitest';
import { convert, readCases } from './convert.ts';
import casesText from './fixtures/markdown-cases.txt?raw';

const cases = readCases(casesText);

describe('a page as Markdown', () => {
  it('has its fixtures', () => expect(cases.length).toBeGreaterThanOrEqual(170));

  it.each(cases)('$name', ({ given, expected }) => {
    expect(convert(given).markdown).toBe(expected);
  });

  it.each(cases)('$name, one character at a time', ({ given, expected }) => {
    const everywhere = Array.from({ length: given.length }, (_, at) => at);
    expect(convert(given, everywhere).markdown).toBe(expected);
  });
});

describe('what a page says of itself', () => {
  it('title, description and language', () => {
    const page = convert(
      '<html lang="de-CH"><head><title> A &amp;\n B </title><meta name="description" content="About  &quot;it&quot;"></head><body><p>x</p><a href="/y">y</a></body></html>',
    );
    expect(page).toMatchObject({
      title: 'A & B',
      description: 'About "it"',
      language: 'de-CH',
      links: 1,
      truncated: false,
    });
  });

  it('takes the sharing title, then the first heading, when there is no title', () => {
    expect(convert('<meta property="og:title" content="Shared"><h1>Heading</h1>').title).toBe(
      'Shared',
    );
    expect(convert('<p>x</p><h1>Head<em>ing</em></h1><h2>Other</h2>').title).toBe('Heading');
    expect(convert('<p>x</p>')).toMatchObject({ title: null, description: null, language: null });
  });

  it('does not take the title of a drawing', () => {
    expect(convert('<svg><title>icon</title></svg><title>Page</title>').title).toBe('Page');
  });

  it('counts the links it wrote', () => {
    expect(
      convert(
        '<a href="/a">a</a><a href="/b"><img src="/i.png" alt=""></a><a href="javascript:x">c</a><nav><a href="/d">d</a></nav>',
      ).links,
    ).toBe(2);
  });
});

describe('limits', () => {
  it('cuts at a line end and says so', () => {
    const page = convert('<p>0123456789</p>'.repeat(100), [], 205);
    expect(page.truncated).toBe(true);
    expect(page.markdown.length).toBeLessThanOrEqual(205);
    expect(page.markdown.split('\n\n').every((paragraph) => paragraph === '0123456789')).toBe(true);
  });

  it('does not cut a page that just fits', () => {
    expect(convert('<p>abc</p>', [], 3)).toMatchObject({ markdown: 'abc', truncated: false });
  });

  it('reads tags nested far deeper than browsers go', () => {
    expect(
      convert(`${'<div>'.repeat(50_000)}deep${'</div>'.repeat(50_000)}<p>after</p>`).markdown,
    ).toBe('deep\n\nafter');
    expect(
      convert(`${'<blockquote>'.repeat(5_000)}deep`, [], 20_000).markdown.endsWith('deep'),
    ).toBe(true);
  });
});
