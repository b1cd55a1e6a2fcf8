import { escapeEntities } from './escape.ts';
import type { Link } from './open-styles.ts';

/** Deepest nesting of parentheses every reader must follow (CommonMark 0.31, section 6.3). */
const MAX_PARENTHESES = 32;

function balanced(url: string): boolean {
  let open = 0;
  for (const parenthesis of url.match(/[()]/g) ?? []) {
    open += parenthesis === '(' ? 1 : -1;
    if (open < 0 || open > MAX_PARENTHESES) return false;
  }
  return open === 0;
}

/** An address as a link destination, in angle brackets where parentheses would end it. */
function destination(url: string): string {
  const escaped = escapeEntities(
    url.replace(/[\s<>]/g, encodeURIComponent).replaceAll('\\', '\\\\'),
  );
  return balanced(escaped) ? escaped : `<${escaped}>`;
}

/**
 * What stands in a link's or image's parentheses: address and title (CommonMark 0.31, section 6.3).
 */
export function linkTarget(url: string, title: string | null): string {
  if (!title) return destination(url);
  const escaped = escapeEntities(title.replace(/[\\"]/g, '\\$&'));
  return `${destination(url)} "${escaped}"`;
}

/**
 * @param core the link's text as Markdown @param text the same as plain text; null when it is
 * styled
 */
export function linked(core: string, text: string | null, { url, title }: Link): string {
  if (text === url && title === null && AUTOLINK.test(url)) return `<${url}>`;
  return `[${core}](${linkTarget(url, title)})`;
}

/** CommonMark 0.31, section 6.5. */
const AUTOLINK = /^[a-z][a-z0-9+.-]{1,31}:[^\s<>]*$/i;
