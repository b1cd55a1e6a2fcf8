import type { Attributes } from '../html/tokenizer.ts';
import { type BlockKind, type ListState, newList } from './blocks.ts';
import { CodeBlock, codeLanguage, isCodeCell } from './code-block.ts';
import type { ElementRule, MarkdownWriter } from './writer.ts';

/** Largest number a list item may have (CommonMark 0.31, section 5.2). */
const MAX_ITEM_NUMBER = 999_999_999;
const MAX_EMPTY_ITEMS = 1_000;

const itemNumber = (text: string | undefined): number | null => {
  const value = Number.parseInt(text ?? '', 10);
  return value >= 0 && value <= MAX_ITEM_NUMBER ? value : null;
};

/**
 * Opens a list. Directly after a list of the same kind it takes the other marker; otherwise the two
 * would be parsed as one (CommonMark 0.31, section 5.3).
 */
function openList(writer: MarkdownWriter, kind: 'ordered' | 'unordered', start: number): void {
  const ordered = kind === 'ordered';
  writer.breakBlock();
  const parent = writer.lists.at(-1);
  // A list that is a direct child of a list is displayed in the preceding item.
  const indented =
    parent !== undefined &&
    !parent.inItem &&
    parent.items > 0 &&
    !writer.code &&
    !writer.tables.inCell;
  if (indented) {
    const indent = ' '.repeat(parent.width);
    writer.blocks.enter({ kind: 'list', first: indent, rest: indent, tight: () => true });
  }
  const before = writer.blocks.listBefore();
  const [usual, other] = ordered ? (['.', ')'] as const) : (['-', '*'] as const);
  const symbol = before?.ordered === ordered && before.symbol === usual ? other : usual;
  writer.lists.push(newList(ordered, symbol, start, indented));
}

const list = (kind: 'ordered' | 'unordered'): ElementRule => ({
  open(writer, attributes) {
    openList(writer, kind, itemNumber(attributes.get('start')) ?? 1);
  },
  close(writer) {
    writer.breakBlock();
    const closed = writer.lists.pop();
    if (closed && closed.items > 0 && !writer.tables.inCell) writer.blocks.endList(closed.marker);
    if (closed?.indented) writer.blocks.leave();
  },
});

/** Whether a blank line separates the next item: only if nothing else makes the list loose. */
function spaces(state: ListState): boolean {
  state.spaced ||= state.loose && !state.parted;
  return state.spaced;
}

/**
 * Whether a nested list directly follows the item's text: it must be able to interrupt a paragraph
 * (section 5.3), and the item must not be loose.
 */
function followsText(writer: MarkdownWriter, state: ListState, first: string): boolean {
  const outer = writer.lists.at(-2);
  if (!outer || outer.loose) return false;
  return !state.marker.ordered || (first.startsWith('1') && first.length === 3);
}

function enterItem(writer: MarkdownWriter, state: ListState, value: number | null): void {
  const { ordered, symbol } = state.marker;
  if (value !== null) state.next = value;
  const marker = ordered ? `${Math.min(state.next, MAX_ITEM_NUMBER)}${symbol}` : symbol;
  const first = `${marker} `;
  state.next++;
  state.inItem = true;
  state.width = first.length;
  writer.blocks.enter({
    kind: 'list',
    first,
    rest: ' '.repeat(first.length),
    tight: () => (state.items > 0 ? !spaces(state) : followsText(writer, state, first)),
    before: state.empty,
    close: () => !state.loose,
  });
  state.depth = writer.blocks.depth;
}

function leaveItem(writer: MarkdownWriter, state: ListState): void {
  const { ordered, symbol } = state.marker;
  state.inItem = false;
  if (writer.blocks.begun) {
    state.items++;
    state.parted ||= writer.blocks.parted;
    state.empty = [];
  } else if (state.keepEmpty && state.items > 0 && state.empty.length < MAX_EMPTY_ITEMS)
    state.empty.push(ordered ? `${Math.min(state.next - 1, MAX_ITEM_NUMBER)}${symbol}` : symbol);
  writer.blocks.leave();
}

/** A paragraph directly in an item makes the list loose. */
function loosen(writer: MarkdownWriter): void {
  const state = writer.lists.at(-1);
  if (state?.inItem && state.depth === writer.blocks.depth) state.loose = true;
}

function openItem(writer: MarkdownWriter, attributes: Attributes): void {
  writer.breakBlock();
  if (writer.code) return;
  if (writer.tables.inCell) {
    writer.markup('• ');
    return;
  }
  if (writer.lists.length === 0) writer.lists.push(newList(false, '-', 1, false));
  const state = writer.lists.at(-1) as ListState;
  // Empty numbered items keep the numbering; an empty bullet with attributes is an ornament.
  state.keepEmpty = state.marker.ordered || attributes.size === 0;
  enterItem(writer, state, itemNumber(attributes.get('value')));
}

const item: ElementRule = {
  open(writer, attributes) {
    openItem(writer, attributes);
  },
  close(writer) {
    writer.breakBlock();
    const state = writer.lists.at(-1);
    if (!writer.code && !writer.tables.inCell && state) leaveItem(writer, state);
  },
};

const LIST_RULES: Record<string, ElementRule> = {
  ul: list('unordered'),
  menu: list('unordered'),
  dir: list('unordered'),
  ol: list('ordered'),
  li: item,
};

const heading = (level: number): ElementRule => ({
  open(writer) {
    writer.layOutTable();
    writer.breakBlock();
    if (!writer.tables.inCell && !writer.code) writer.heading = level;
  },
  close(writer) {
    writer.breakBlock();
    writer.heading = 0;
  },
});

const within = (
  kind: BlockKind,
  first: string,
  rest: string,
  spacing: 'loose' | 'tight',
): ElementRule => ({
  open(writer) {
    writer.breakBlock();
    if (!writer.code && !writer.tables.inCell)
      writer.blocks.enter({ kind, first, rest, tight: () => spacing === 'tight' });
  },
  close(writer) {
    writer.breakBlock();
    if (!writer.code && !writer.tables.inCell) writer.blocks.leave();
  },
});

const preformatted: ElementRule = {
  open(writer, attributes) {
    if (isCodeCell(writer.tables.cellAttributes)) writer.layOutTable();
    writer.breakBlock();
    if (writer.tables.inCell) writer.styles.open('code', 'pre');
    else if (writer.code) writer.code.nested++;
    else writer.code = new CodeBlock(codeLanguage(attributes));
  },
  close(writer) {
    if (writer.tables.inCell) {
      writer.styles.close('code');
      writer.breakBlock();
      return;
    }
    if (writer.code && writer.code.nested-- > 0) return;
    const lines = writer.code?.lines() ?? [];
    writer.code = null;
    if (lines.length > 0) writer.blocks.write(lines, 'code');
  },
};

export const BLOCK_RULES: Record<string, ElementRule> = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  ...LIST_RULES,
  p: {
    open(writer) {
      writer.breakBlock();
      loosen(writer);
    },
    close: (writer) => writer.breakBlock(),
  },
  blockquote: within('quote', '> ', '> ', 'loose'),
  dd: within('definition', ': ', '  ', 'tight'),
  pre: preformatted,
  listing: preformatted,
  xmp: preformatted,
  hr: {
    open(writer) {
      writer.breakBlock();
      // In a container, dashes or asterisks could merge with a list marker, and dashes could turn
      // the text above into a heading.
      const rule = writer.blocks.depth > 0 ? '___' : '---';
      if (!writer.code && !writer.tables.inCell) writer.blocks.write([rule], 'rule');
    },
  },
};
