import { CodeBlock, codeLanguage } from './code-block.ts';
import type { ElementRule } from './element-rules.ts';
import { CODE } from './inline-run.ts';
import type { ListState, MarkdownWriter } from './writer.ts';

/** Largest number a list item may have (CommonMark 0.31, section 5.2). */
const MAX_ITEM_NUMBER = 999_999_999;

const itemNumber = (text: string | null): number | null => {
  const value = Number.parseInt(text ?? '', 10);
  return value >= 0 && value <= MAX_ITEM_NUMBER ? value : null;
};

const heading = (level: number): ElementRule => ({
  open(writer) {
    writer.breakBlock();
    if (!writer.tables.inCell && !writer.code) writer.heading = level;
    return true;
  },
  close(writer) {
    writer.breakBlock();
    writer.heading = 0;
  },
});

/** A list directly after another of its kind takes the other marker, or the two would be one (CommonMark 0.31, section 5.3). */
function openList(writer: MarkdownWriter, ordered: boolean, start: number): void {
  writer.breakBlock();
  const parent = writer.lists.at(-1);
  // A list directly in a list, without an item around it, is shown one level in.
  const indented = parent !== undefined && !parent.inItem && !writer.code && !writer.tables.inCell;
  if (indented) writer.blocks.enter({ first: '  ', rest: '  ', tight: true });
  const before = writer.blocks.listBefore();
  const [usual, other] = ordered ? ['.', ')'] : ['-', '*'];
  const symbol = before?.ordered === ordered && before.symbol === usual ? other : usual;
  writer.lists.push({
    marker: { ordered, symbol: symbol as string },
    next: start,
    items: 0,
    inItem: false,
    indented,
  });
}

const list = (ordered: boolean): ElementRule => ({
  open(writer, attributes) {
    openList(writer, ordered, itemNumber(attributes.get('start')) ?? 1);
    return true;
  },
  close(writer) {
    writer.breakBlock();
    const closed = writer.lists.pop();
    if (closed && closed.items > 0 && !writer.tables.inCell) writer.blocks.endList(closed.marker);
    if (closed?.indented) writer.blocks.leave();
  },
});

function enterItem(writer: MarkdownWriter, state: ListState, value: number | null): void {
  const { ordered, symbol } = state.marker;
  if (value !== null) state.next = value;
  const first = ordered ? `${Math.min(state.next, MAX_ITEM_NUMBER)}${symbol} ` : `${symbol} `;
  state.next++;
  state.inItem = true;
  const nested = writer.blocks.depth > 0 && writer.blocks.begun;
  writer.blocks.enter({
    first,
    rest: ' '.repeat(first.length),
    tight: state.items > 0 || (nested && writer.lists.length > 1),
  });
}

const item: ElementRule = {
  open(writer, attributes) {
    writer.breakBlock();
    if (writer.code) return true;
    if (writer.tables.inCell) {
      writer.markup('• ');
      return true;
    }
    if (writer.lists.length === 0)
      writer.lists.push({
        marker: { ordered: false, symbol: '-' },
        next: 1,
        items: 0,
        inItem: false,
        indented: false,
      });
    enterItem(writer, writer.lists.at(-1) as ListState, itemNumber(attributes.get('value')));
    return true;
  },
  close(writer) {
    writer.breakBlock();
    if (writer.code || writer.tables.inCell) return;
    const state = writer.lists.at(-1);
    if (state) {
      state.inItem = false;
      if (writer.blocks.begun) state.items++;
    }
    writer.blocks.leave();
  },
};

const within = (first: string, rest: string, tight: boolean): ElementRule => ({
  open(writer) {
    writer.breakBlock();
    if (!writer.code && !writer.tables.inCell) writer.blocks.enter({ first, rest, tight });
    return true;
  },
  close(writer) {
    writer.breakBlock();
    if (!writer.code && !writer.tables.inCell) writer.blocks.leave();
  },
});

const preformatted: ElementRule = {
  open(writer, attributes) {
    writer.breakBlock();
    if (writer.tables.inCell) writer.style(CODE, 1);
    else if (writer.code) writer.code.nested++;
    else writer.code = new CodeBlock(codeLanguage(attributes));
    return true;
  },
  close(writer) {
    if (writer.tables.inCell) {
      writer.style(CODE, -1);
      writer.breakBlock();
      return;
    }
    if (writer.code && writer.code.nested-- > 0) return;
    const lines = writer.code?.lines() ?? [];
    writer.code = null;
    if (lines.length > 0) writer.blocks.write(lines);
  },
};

export const BLOCK_RULES: Record<string, ElementRule> = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  ul: list(false),
  menu: list(false),
  dir: list(false),
  ol: list(true),
  li: item,
  blockquote: within('> ', '> ', false),
  dd: within(': ', '  ', true),
  pre: preformatted,
  listing: preformatted,
  xmp: preformatted,
  hr: {
    open(writer) {
      writer.breakBlock();
      if (!writer.code && !writer.tables.inCell) writer.blocks.write(['---']);
      return true;
    },
  },
};
