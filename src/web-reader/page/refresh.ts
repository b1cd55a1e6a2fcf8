import { HtmlTokenizer } from '../html/tokenizer.ts';
import type { OpenPage } from './site-visit.ts';

/** Where a refresh stands, before anything that is shown. */
const HEAD_CHARS = 8_192;
/** Of less than a second: a later one follows what is to be read (HTML standard, 4.2.5.3). */
const AT_ONCE = /^0(?:\.\d{0,9})?\s{0,9}[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?["']?([^"']{1,2000})/i;

/** Where a page sends its reader at once by `<meta http-equiv="refresh">`; null where it stays. */
function refreshTarget(head: string, url: string): string | null {
  let content: string | null = null;
  let unused = 0;
  const tokenizer = new HtmlTokenizer({
    startTag(name, attributes) {
      if (name === 'noscript' || name === 'template') unused++;
      if (name !== 'meta' || unused > 0) return;
      if (attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh')
        content ??= attributes.get('content')?.trim() ?? null;
    },
    endTag(name) {
      if (name === 'noscript' || name === 'template') unused = Math.max(0, unused - 1);
    },
    text() {},
  });
  tokenizer.write(head);
  const target = AT_ONCE.exec(content ?? '')?.[1]?.trim();
  const to = target ? URL.parse(target, url) : null;
  if (!to) return null;
  to.hash = '';
  return to.href === url ? null : to.href;
}

/**
 * Looks at the beginning of a page for a refresh.
 * @returns where it leads; else null, and the whole page
 */
export async function readRefresh({
  url,
  text,
}: OpenPage): Promise<{ target: string | null; page: OpenPage }> {
  const read: string[] = [];
  let head = '';
  let next = await text.next();
  for (; !next.done; next = await text.next()) {
    read.push(next.value);
    head += next.value;
    if (head.length >= HEAD_CHARS) break;
  }
  async function* whole() {
    yield* read;
    yield* text;
  }
  const target = refreshTarget(head.slice(0, HEAD_CHARS), url);
  return { target, page: { url, text: whole() } };
}
