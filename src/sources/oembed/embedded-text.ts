import { decodeHTML } from 'entities';

/** The text of the first paragraph of an embed: lines for breaks, links as they are shown. Linear. */
export function embeddedText(html: string): string | null {
  const opened = /<p(?:\s[^<>]*)?>/i.exec(html);
  if (!opened) return null;
  const from = opened.index + opened[0].length;
  const to = html.indexOf('</p>', from);
  const inner = html.slice(from, to < 0 ? undefined : to);
  const plain = inner.replace(/<br\s?\/?>/gi, '\n').replace(/<[^<>]*>/g, '');
  return decodeHTML(plain).trim() || null;
}
