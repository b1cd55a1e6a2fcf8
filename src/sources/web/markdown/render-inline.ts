import { type Around, delimiterOf, firstOf, flanks, lastOf, type Sides } from './delimiters.ts';
import { codeSpan, escapeText } from './escape.ts';
import type { Part } from './inline-run.ts';
import { linked } from './link-target.ts';
import type { Link, Style } from './open-styles.ts';

interface Rendering {
  markdown: string;
  links: number;
}

/** Part of a block inside some styles. */
interface Stretch {
  from: number;
  to: number;
  /** How many styles are written around it already. */
  depth: number;
  around: Around;
  /** The text outside those styles. */
  outside: Sides;
  /** What is written directly beside the stretch, delimiters included. */
  beside: Sides;
}

const SPACES = /[ \t\n\f\r]+/g;
/** Line feeds around code lay out the page's source; spaces there are code. */
const SOURCE_LINES_AROUND = /^\n|\n$/g;

const IN_STYLE: Sides = { before: '*', after: '*' };
const AT_EDGE: Sides = { before: '', after: '' };
const IN_LINK: Sides = { before: '[', after: ']' };

const same = (one: Style, other: Style | undefined): boolean =>
  one === other || (one.kind === other?.kind && one.link === other.link);

/** A text and the white space around it, which no delimiter may touch. */
function edges(text: string): { lead: string; core: string; trail: string } {
  const core = text.trim();
  if (core.length === text.length) return { lead: '', core, trail: '' };
  const lead = text.slice(0, text.length - text.trimStart().length);
  return { lead, core, trail: text.slice(lead.length + core.length) };
}

/** Writes the parts of one block, each style once around all that it covers. */
class InlineRenderer {
  readonly #parts: readonly Part[];
  links = 0;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  render(stretch: Stretch): string {
    const { from, to, depth, outside, beside } = stretch;
    let out = '';
    let last = '';
    for (let at = from; at < to; ) {
      const part = this.#parts[at] as Part;
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
      if (written !== '') last = lastOf(written);
      at = end;
    }
    return out;
  }

  /**
   * How far a style goes. A line end has no style of its own: it belongs to what goes on after it.
   */
  #reach(style: Style, from: number, to: number, depth: number): number {
    let reach = from + 1;
    for (let at = reach; at < to; at++) {
      const part = this.#parts[at] as Part;
      if (same(style, part.styles[depth])) reach = at + 1;
      else if (part.kind !== 'break') break;
    }
    return reach;
  }

  #plain({ kind, text }: Part, around: Around, sides: Sides): string {
    return kind === 'text' ? escapeText(text, sides, around.link) : text;
  }

  #wrap(style: Style, from: number, to: number, stretch: Stretch, sides: Sides): string {
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

  #link(link: Link, stretch: Stretch): string {
    const inner = this.render(stretch);
    const { lead, core, trail } = edges(inner);
    if (core === '') return inner;
    this.links++;
    const { from, to } = stretch;
    const text = to - from === 1 ? (this.#parts[from] as Part).text.trim() : null;
    return lead + linked(core.replaceAll('\n', ' '), text, link) + trail;
  }

  #code(from: number, to: number): string {
    let text = '';
    for (let at = from; at < to; at++)
      text += (this.#parts[at] as Part).kind === 'break' ? ' ' : (this.#parts[at] as Part).text;
    const code = text.replace(SPACES, (run) => (run.includes('\n') ? '\n' : ' '));
    const core = code.replace(SOURCE_LINES_AROUND, '').replaceAll('\n', ' ');
    if (core === '') return ' ';
    return (code[0] === '\n' ? ' ' : '') + codeSpan(core) + (code.at(-1) === '\n' ? ' ' : '');
  }

  /**
   * The character a part begins with. @param asText of its text, as if no style were written around
   * it: whether one
   * will be is not known yet
   */
  #startOf(at: number, depth: number, asText: boolean): string {
    const { kind, text, styles } = this.#parts[at] as Part;
    const style = styles[depth];
    if (kind === 'break') return ' ';
    if (style?.kind === 'code') return '`';
    if (!style || text.startsWith(' ')) return firstOf(text);
    if (style.kind === 'link') return '[';
    return asText ? firstOf(text) : '*';
  }
}

/**
 * Writes one block's content as Markdown; lines are parted by a bare line feed. Also how many links
 * it holds.
 */
export function renderInline(parts: readonly Part[]): Rendering {
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

/** Lines neither begin nor end with spaces. */
function tidyLines(markdown: string): string {
  return markdown.includes('\n')
    ? markdown
        .split('\n')
        .map((line) => line.trim())
        .join('\n')
    : markdown;
}
