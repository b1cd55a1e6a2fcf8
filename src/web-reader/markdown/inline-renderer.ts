import {
  codeSpan,
  delimiterOf,
  type EnclosingStyles,
  escapeEntities,
  escapeText,
  firstCharOf,
  flanks,
  lastCharOf,
  type Sides,
} from './escape.ts';
import type { InlinePart, Link, Style } from './inline-run.ts';

/** Depth of nested parentheses that every reader must support (CommonMark 0.31, section 6.3). */
const MAX_PARENTHESES = 32;

function balanced(url: string): boolean {
  let open = 0;
  for (const parenthesis of url.match(/[()]/g) ?? []) {
    open += parenthesis === '(' ? 1 : -1;
    if (open < 0 || open > MAX_PARENTHESES) return false;
  }
  return open === 0;
}

/** A link destination; in angle brackets if its parentheses are not balanced. */
function destination(url: string): string {
  const escaped = escapeEntities(
    url.replace(/[\s<>]/g, encodeURIComponent).replaceAll('\\', '\\\\'),
  );
  return balanced(escaped) ? escaped : `<${escaped}>`;
}

/** Contents of a link's or image's parentheses: address, title (CommonMark 0.31, 6.3). */
export function linkTarget(url: string, title: string | null): string {
  if (!title) return destination(url);
  const escaped = escapeEntities(title.replace(/[\\"]/g, '\\$&'));
  return `${destination(url)} "${escaped}"`;
}

/** @param core the link text as Markdown @param text the plain link text; null when styled */
function linked(core: string, text: string | null, { url, title }: Link): string {
  if (text === url && title === null && AUTOLINK.test(url)) return `<${url}>`;
  return `[${core}](${linkTarget(url, title)})`;
}

/** Autolink (CommonMark 0.31, section 6.5). */
const AUTOLINK = /^[a-z][a-z0-9+.-]{1,31}:[^\s<>]*$/i;

/** Range of a block's parts, with the styles around it. */
interface StyledRange {
  from: number;
  to: number;
  /** Number of enclosing styles already written. */
  depth: number;
  around: EnclosingStyles;
  /** Text outside those styles. */
  outside: Sides;
  /** Characters directly beside the range, delimiters included. */
  beside: Sides;
}

const SPACES = /[ \t\n\f\r]+/g;
/** Line feeds around code come from the layout of the source; spaces there belong to the code. */
const SOURCE_LINES_AROUND = /^\n|\n$/g;

const IN_STYLE: Sides = { before: '*', after: '*' };
const AT_EDGE: Sides = { before: '', after: '' };
const IN_LINK: Sides = { before: '[', after: ']' };

const same = (one: Style, other: Style | undefined): boolean =>
  one === other || (one.kind === other?.kind && one.link === other.link);

/** Splits off surrounding white space, which delimiters must not touch. */
function edges(text: string): { lead: string; core: string; trail: string } {
  const core = text.trim();
  if (core.length === text.length) return { lead: '', core, trail: '' };
  const lead = text.slice(0, text.length - text.trimStart().length);
  return { lead, core, trail: text.slice(lead.length + core.length) };
}

/** Renders the parts of one block; parts that share a style share one pair of delimiters. */
class InlineRenderer {
  readonly #parts: readonly InlinePart[];
  links = 0;

  constructor(parts: readonly InlinePart[]) {
    this.#parts = parts;
  }

  render(stretch: StyledRange): string {
    const { from, to, depth, outside, beside } = stretch;
    let out = '';
    let last = '';
    for (let at = from; at < to; ) {
      const part = this.#parts[at] as InlinePart;
      const style = part.styles[depth];
      const end = style ? this.#reach(style, at, to, depth) : at + 1;
      const written = style
        ? this.#wrap(style, at, end, stretch, {
            before: last || outside.before,
            after: end < to ? this.#startOf(end, depth, true) : outside.after,
          })
        : this.#plain(part, stretch.around, {
            before: last || beside.before,
            after: end < to ? this.#startOf(end, depth, false) : beside.after,
          });
      out += written;
      if (written !== '') last = lastCharOf(written);
      at = end;
    }
    return out;
  }

  /** End of a style's range. A line break is included if the style continues after it. */
  #reach(style: Style, from: number, to: number, depth: number): number {
    let reach = from + 1;
    for (let at = reach; at < to; at++) {
      const part = this.#parts[at] as InlinePart;
      if (same(style, part.styles[depth])) reach = at + 1;
      else if (part.kind !== 'break') break;
    }
    return reach;
  }

  #plain({ kind, text }: InlinePart, around: EnclosingStyles, sides: Sides): string {
    return kind === 'text' ? escapeText(text, sides, around.link) : text;
  }

  #wrap(style: Style, from: number, to: number, stretch: StyledRange, sides: Sides): string {
    if (style.kind === 'code') return this.#code(from, to);
    const depth = stretch.depth + 1;
    const { around } = stretch;
    if (style.link)
      return this.#link(style.link, {
        from,
        to,
        depth,
        around: { ...around, link: true },
        outside: IN_LINK,
        beside: IN_LINK,
      });
    const alone = from === stretch.from && to === stretch.to;
    const delimiter = delimiterOf(style.kind, around, sides, alone);
    const inner = this.render({
      from,
      to,
      depth,
      around: {
        emphasis: style.kind === 'emphasis' ? (delimiter ?? around.emphasis) : around.emphasis,
        strong: style.kind === 'strong' ? (delimiter ?? around.strong) : around.strong,
        link: around.link,
      },
      outside: sides,
      beside: IN_STYLE,
    });
    const { lead, core, trail } = edges(inner);
    if (delimiter === null || core === '') return inner;
    const beyond = {
      before: lead === '' ? sides.before : ' ',
      after: trail === '' ? sides.after : ' ',
    };
    return flanks(delimiter, core, beyond) ? lead + delimiter + core + delimiter + trail : inner;
  }

  #link(link: Link, stretch: StyledRange): string {
    const inner = this.render(stretch);
    const { lead, core, trail } = edges(inner);
    if (core === '') return inner;
    this.links++;
    const { from, to } = stretch;
    const text = to - from === 1 ? (this.#parts[from] as InlinePart).text.trim() : null;
    return lead + linked(core.replaceAll('\n', ' '), text, link) + trail;
  }

  #code(from: number, to: number): string {
    let text = '';
    for (let at = from; at < to; at++)
      text +=
        (this.#parts[at] as InlinePart).kind === 'break'
          ? ' '
          : (this.#parts[at] as InlinePart).text;
    const code = text.replace(SPACES, (run) => (run.includes('\n') ? '\n' : ' '));
    const core = code.replace(SOURCE_LINES_AROUND, '').replaceAll('\n', ' ');
    if (core === '') return ' ';
    return (code[0] === '\n' ? ' ' : '') + codeSpan(core) + (code.at(-1) === '\n' ? ' ' : '');
  }

  /**
   * The first character written for a part.
   * @param asText ignores delimiters, because it is not yet decided whether the style gets any
   */
  #startOf(at: number, depth: number, asText: boolean): string {
    const { kind, text, styles } = this.#parts[at] as InlinePart;
    const style = styles[depth];
    if (kind === 'break') return ' ';
    if (style?.kind === 'code') return '`';
    if (!style || text.startsWith(' ')) return firstCharOf(text);
    if (style.kind === 'link') return '[';
    return asText ? firstCharOf(text) : '*';
  }
}

/** Renders one block as Markdown, lines separated by line feeds, and counts its links. */
export function renderInline(parts: readonly InlinePart[]): { markdown: string; links: number } {
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only?.kind === 'text' && only.styles.length === 0)
    return { markdown: escapeText(only.text, AT_EDGE, false).trim(), links: 0 };
  const renderer = new InlineRenderer(parts);
  const markdown = renderer.render({
    from: 0,
    to: parts.length,
    depth: 0,
    around: { emphasis: '', strong: '', link: false },
    outside: AT_EDGE,
    beside: AT_EDGE,
  });
  return { markdown: tidyLines(markdown).trim(), links: renderer.links };
}

/** Strips spaces at both ends of each line. */
function tidyLines(markdown: string): string {
  return markdown.includes('\n')
    ? markdown
        .split('\n')
        .map((line) => line.trim())
        .join('\n')
    : markdown;
}
