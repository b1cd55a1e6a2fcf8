import {
  HtmlToMarkdown,
  type PageMarkdown,
} from '../../../src/web-reader/markdown/html-to-markdown.ts';

export const PAGE_URL = 'https://site.example/dir/page';

/** Converts a page that arrives in pieces cut at the given positions. */
export function convert(
  html: string,
  cuts: readonly number[] = [],
  maxChars = 1_000_000,
): PageMarkdown {
  const converter = new HtmlToMarkdown(PAGE_URL, maxChars);
  let from = 0;
  for (const cut of [...cuts].sort((one, other) => one - other)) {
    converter.write(html.slice(from, cut));
    from = Math.max(from, cut);
  }
  converter.write(html.slice(from));
  return converter.end();
}

/** Cases of a fixture file: `=== name`, the page, `-->` on its own line, what is expected. */
export function readCases(text: string): { name: string; given: string; expected: string }[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const [head = '', expected = ''] = block.split(/\n-->\n/, 2);
      const [name = '', ...given] = head.split('\n');
      return { name, given: given.join('\n'), expected: expected.replace(/\n$/, '') };
    });
}
