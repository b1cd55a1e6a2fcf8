import type { SchemaField } from './schema-fields.ts';

/** One variant of a code block. */
export interface CodeTab {
  title: string;
  /** Language of a Markdown fence. */
  language: string;
  code: string;
}

export interface FormInput {
  label: string;
  shows: string;
  /** Code of the refusal it forces; null if it is answered. */
  refusal: string | null;
  body: string;
}

export interface TryForm {
  id: string;
  method: string;
  /** Path with its parameters in braces. */
  path: string;
  parameters: readonly { name: string; example: string }[];
  /** Null if the operation takes no body. */
  body: string | null;
  inputs: readonly FormInput[];
}

export interface TableBlock {
  kind: 'table';
  caption: string;
  head: readonly string[];
  rows: readonly string[][];
  /** Whether a row is a card on a phone; default: with four columns or more. */
  stacked?: boolean;
}

/**
 * A part of a page, the source of its HTML, its Markdown and its search entries. A string is a
 * paragraph, an array of strings a list; both may contain inline Markdown: `code` and links.
 */
export type Block =
  | string
  | readonly string[]
  | { kind: 'notice'; text: string }
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  /** Tabs are variants of the same content, one of which is shown. */
  | { kind: 'code'; label: string; tabs: readonly CodeTab[] }
  | TableBlock
  /** `sending`: fields of a request; required fields are marked, otherwise optional ones. */
  | { kind: 'fields'; id: string; sending: boolean; fields: readonly SchemaField[] }
  | { kind: 'try'; form: TryForm };

/** Fragment of a heading: "Try it" → "try-it". */
export const fragmentOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const heading = (text: string, level: 2 | 3 = 2, id = fragmentOf(text)): Block => ({
  kind: 'heading',
  level,
  id,
  text,
});

export const codeBlock = (label: string, language: string, code: string): Block => ({
  kind: 'code',
  label,
  tabs: [{ title: label, language, code }],
});

export const formatJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** One piece of inline Markdown. */
type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

const INLINE = /`([^`]*)`|\[([^[\]`]*)\]\(([^()\s]*)\)/g;

/** Splits inline Markdown: code in backticks, and links whose text contains no code. */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label, href] = match;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push(
      code === undefined
        ? { kind: 'link', text: label as string, href: href as string }
        : { kind: 'code', text: code },
    );
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Inline Markdown as plain text. */
export const plainText = (text: string): string =>
  parseInline(text)
    .map((part) => part.text)
    .join('');

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Parses a chunk of lines, delimited by empty lines, to its blocks. */
function parseChunk(lines: readonly string[], inserts: Inserts | null): readonly Block[] {
  const [first = ''] = lines;
  const insert = inserts && /^\{\{([\w-]+)\}\}$/.exec(first)?.[1];
  if (inserts && insert) {
    const blocks = inserts[insert];
    if (!blocks) throw new Error(`no insert is called ${insert}`);
    return blocks;
  }
  if (first.startsWith('## ')) return [heading(first.slice(3))];
  if (first.startsWith('### ')) return [heading(first.slice(4), 3)];
  if (first.startsWith('|')) {
    const [head = '', , ...rows] = lines;
    const cells = cellsOf(head);
    return [{ kind: 'table', caption: cells.join(', '), head: cells, rows: rows.map(cellsOf) }];
  }
  const text = lines.join('\n');
  if (first.startsWith('- '))
    return [
      text
        .slice(2)
        .split('\n- ')
        .map((item) => item.replace(/\n\s*/g, ' ')),
    ];
  return [text.replace(/\n/g, ' ')];
}

/** Blocks that a guide inserts by name, alone on a line: `{{rate-limits}}`. */
type Inserts = Readonly<Record<string, readonly Block[]>>;

/** A guide: its title, its first paragraph, and the rest. */
export interface Guide {
  title: string;
  summary: string;
  blocks: readonly Block[];
}

/**
 * Parses paragraphs, lists, headings, tables, fences and inserts. A fence has a language and
 * optionally a label: ```sh Quick start
 * @param inserts null if the text has none
 */
function parseMarkdown(markdown: string, inserts: Inserts | null) {
  const blocks: Block[] = [];
  let chunk: string[] = [];
  let fence: { language: string; label: string; lines: string[] } | null = null;
  const flush = () => {
    if (chunk.length > 0) blocks.push(...parseChunk(chunk, inserts));
    chunk = [];
  };
  for (const line of markdown.split('\n')) {
    const opening = /^```(\w+)(?: (.+))?$/.exec(line);
    if (fence && line === '```') {
      blocks.push(codeBlock(fence.label, fence.language, fence.lines.join('\n')));
      fence = null;
    } else if (fence) fence.lines.push(line);
    else if (opening) {
      flush();
      fence = {
        language: opening[1] as string,
        label: opening[2] ?? (opening[1] as string),
        lines: [],
      };
    } else {
      // A heading begins and ends a block, with or without empty lines around it.
      const isHeading = /^#{2,3} /.test(line);
      if (isHeading || line.trim() === '') flush();
      if (line.trim() !== '') chunk.push(line);
      if (isHeading) flush();
    }
  }
  flush();
  return { blocks, open: fence };
}

/** Parses the Markdown of an operator: braces are text, and an open fence ends with the text. */
export function parseText(markdown: string): readonly Block[] {
  const { blocks, open } = parseMarkdown(markdown, null);
  return open ? [...blocks, codeBlock(open.label, open.language, open.lines.join('\n'))] : blocks;
}

/** Parses a guide. @throws Error for an unknown insert or a wrong frame */
export function parseGuide(markdown: string, inserts: Inserts): Guide {
  const { blocks, open } = parseMarkdown(markdown, inserts);
  const [title, summary, ...rest] = blocks;
  if (open || typeof title !== 'string' || !title.startsWith('# ') || typeof summary !== 'string')
    throw new Error('a guide begins with a title and a summary, and closes its fences');
  return { title: title.slice(2), summary, blocks: rest };
}
