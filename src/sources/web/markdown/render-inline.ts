import { codeSpan, escapeText } from './escape.ts';
import { CODE, EMPHASIS, type Part, STRIKE, STRONG } from './inline-run.ts';

const LINK = 16;
/** Where two styles span the same text, the earlier one goes outside. */
const WRAPS = [LINK, STRONG, EMPHASIS, STRIKE, CODE] as const;

const WORD = /[\p{L}\p{N}]/u;
const EDGES = /^(\s*)([\s\S]*?)(\s*)$/;

interface Rendering {
  markdown: string;
  links: number;
}

const carries = (part: Part, wrap: number, like: Part): boolean =>
  wrap === LINK ? part.link !== null && part.link === like.link : (part.marks & wrap) !== 0;

/** The style that reaches furthest from `from`, among those not yet written around it. */
function widestWrap(
  parts: readonly Part[],
  from: number,
  to: number,
  active: number,
): { wrap: number; end: number } | null {
  const first = parts[from] as Part;
  if (first.marks === 0 && !first.link) return null;
  let best: { wrap: number; end: number } | null = null;
  for (const wrap of WRAPS) {
    if ((active & wrap) !== 0 || !carries(first, wrap, first)) continue;
    let end = from + 1;
    let reach = end;
    for (; end < to; end++) {
      const part = parts[end] as Part;
      if (carries(part, wrap, first)) reach = end + 1;
      // A line end has no style of its own: it belongs to what goes on after it.
      else if (part.kind !== 'break') break;
    }
    if (!best || reach > best.end) best = { wrap, end: reach };
  }
  return best;
}

/** Whether a delimiter run here opens and closes as meant (CommonMark 0.31, section 6.2, flanking rules). */
function flanks(before: string, inner: string, after: string): boolean {
  const opens = WORD.test(inner[0] ?? '') || !WORD.test(before);
  const closes = WORD.test(inner.at(-1) ?? '') || !WORD.test(after);
  return opens && closes;
}

function delimiter(wrap: number, before: string, after: string): string {
  if (wrap === STRONG) return '**';
  if (wrap === STRIKE) return '~~';
  return WORD.test(before) || WORD.test(after) ? '*' : '_';
}

function linked(text: string, url: string): string {
  return text === url ? `<${url}>` : `[${text}](${url})`;
}

class InlineRenderer {
  links = 0;

  render(
    parts: readonly Part[],
    from: number,
    to: number,
    active: number,
    before: string,
    after: string,
  ): string {
    let out = '';
    for (let at = from; at < to; ) {
      const part = parts[at] as Part;
      const preceding = out === '' ? before : (out.at(-1) as string);
      const widest = widestWrap(parts, at, to, active);
      const end = widest?.end ?? at + 1;
      const following = end < to ? startOf(parts[end] as Part) : after;
      if (widest) {
        if (widest.wrap === LINK && preceding === '!') out = `${out.slice(0, -1)}\\!`;
        out += this.#wrap(parts, at, end, widest.wrap, active, preceding, following);
      } else {
        out +=
          part.kind === 'text'
            ? escapeText(part.text, {
                before: preceding,
                after: following,
                inLink: (active & LINK) !== 0,
              })
            : part.text;
      }
      at = end;
    }
    return out;
  }

  #wrap(
    parts: readonly Part[],
    from: number,
    to: number,
    wrap: number,
    active: number,
    before: string,
    after: string,
  ): string {
    if (wrap === CODE) return this.#code(parts, from, to);
    const inner = this.render(parts, from, to, active | wrap, ' ', ' ');
    const [, lead = '', core = '', trail = ''] = EDGES.exec(inner) ?? [];
    if (core === '') return inner === '' ? '' : inner;
    if (wrap === LINK) {
      this.links++;
      const url = (parts[from] as Part).link?.url ?? '';
      const plain = to - from === 1 && (parts[from] as Part).text.trim() === url;
      return `${lead}${linked(plain ? url : core.replaceAll('\n', ' '), url)}${trail}`;
    }
    const left = lead === '' ? before : ' ';
    const right = trail === '' ? after : ' ';
    if (!flanks(left, core, right)) return inner;
    const mark = delimiter(wrap, left, right);
    return `${lead}${mark}${core}${mark}${trail}`;
  }

  #code(parts: readonly Part[], from: number, to: number): string {
    let text = '';
    for (let at = from; at < to; at++)
      text += (parts[at] as Part).kind === 'break' ? ' ' : (parts[at] as Part).text;
    const [, lead = '', core = '', trail = ''] = EDGES.exec(text) ?? [];
    return core === '' ? text : `${lead}${codeSpan(core)}${trail}`;
  }
}

/** The first character a part will write, near enough to judge what stands before it. */
function startOf(part: Part): string {
  if (part.link && !part.text.startsWith(' ')) return '[';
  return part.text[0] ?? '';
}

/** Writes one block's content as Markdown; lines are parted by a bare line feed. Also how many links it holds. */
export function renderInline(parts: readonly Part[]): Rendering {
  const only = parts[0];
  if (parts.length === 1 && only && only.marks === 0 && !only.link && only.kind === 'text') {
    return {
      markdown: escapeText(only.text, { before: '', after: '', inLink: false }).trim(),
      links: 0,
    };
  }
  const renderer = new InlineRenderer();
  const markdown = renderer.render(parts, 0, parts.length, 0, '', '');
  return {
    markdown: (markdown.includes('\n') ? markdown.replace(/ *\n */g, '\n') : markdown).trim(),
    links: renderer.links,
  };
}
