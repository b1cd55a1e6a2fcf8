export type BlockKind =
  | 'paragraph'
  | 'heading'
  | 'code'
  | 'rule'
  | 'table'
  | 'quote'
  | 'list'
  | 'definition';

/** A container block: list item, quotation, definition. */
interface Container {
  kind: BlockKind;
  /** Prefix of the first line only. */
  first: string;
  rest: string;
  /** Whether no blank line precedes it; evaluated at its first line. */
  tight: () => boolean;
  /** Lines written before its first one, such as empty items. */
  before?: readonly string[];
  /** Whether blocks in it are not separated by blank lines where possible; absent: no. */
  close?: () => boolean;
}

interface OpenContainer extends Container {
  begun: boolean;
  /** A blank line separates two blocks directly in it. */
  parted: boolean;
  /** Kind of the last block written directly in it. */
  last: BlockKind | null;
}

/** Blocks that would absorb the first line of a paragraph (CommonMark 0.31, 4.8 and 5.1). */
const OPEN_ENDED: ReadonlySet<BlockKind | null> = new Set(['paragraph', 'quote', 'list']);
/** Blocks that can interrupt a paragraph. */
const INTERRUPTING: ReadonlySet<BlockKind> = new Set(['heading', 'code', 'rule', 'quote']);

function mayFollow(last: BlockKind | null, next: BlockKind): boolean {
  if (last === 'table' || next === 'table' || last === next) return false;
  return !OPEN_ENDED.has(last) || INTERRUPTING.has(next);
}

/** Nesting limit; deeper containers are flattened, as each line repeats all prefixes. */
const MAX_CONTAINERS = 32;
const FLAT = { first: '', rest: '' };

/** Marker of a list; two lists in a row need different markers. */
interface ListMarker {
  ordered: boolean;
  symbol: string;
}

/** Pieces joined at a time, so that short strings do not retain the chunks they are slices of. */
const JOIN_PIECES = 32;

/** Block layout: writes blocks in sequence, each line after the prefixes of its containers. */
export class BlockWriter {
  readonly #containers: OpenContainer[] = [];
  readonly #maxChars: number;
  #pieces: string[] = [];
  #joined: string[] = [];
  /** The list that ended last and its depth; reset by the next block. */
  #endedList: { marker: ListMarker; depth: number } | null = null;
  chars = 0;

  /** @param maxChars once exceeded, nothing more is written */
  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get depth(): number {
    return this.#containers.length;
  }

  enter(container: Container): void {
    const markers = this.depth < MAX_CONTAINERS ? container : FLAT;
    const { first, rest } = markers;
    this.#containers.push({ ...container, first, rest, begun: false, parted: false, last: null });
  }

  leave(): void {
    this.#containers.pop();
    if (this.#endedList && this.#endedList.depth > this.depth) this.#endedList = null;
  }

  /** Whether the innermost container has content. */
  get begun(): boolean {
    return this.#containers.at(-1)?.begun === true;
  }

  /** Whether a blank line separates blocks directly in the innermost container. */
  get parted(): boolean {
    return this.#containers.at(-1)?.parted === true;
  }

  endList(marker: ListMarker): void {
    this.#endedList = { marker, depth: this.depth };
  }

  /** Marker of the list that a list at this position would merge with; null for none. */
  listBefore(): ListMarker | null {
    return this.#endedList?.depth === this.depth ? this.#endedList.marker : null;
  }

  write(lines: readonly string[], kind: BlockKind): void {
    if (this.chars > this.#maxChars) return;
    const pending = this.#containers.findIndex(({ begun }) => !begun);
    const outer = pending < 0 ? this.depth : pending;
    const entered = this.#containers[outer];
    if (this.chars > 0)
      this.#part(outer, entered?.tight() || this.#follows(outer, entered?.kind ?? kind));
    for (const line of entered?.before ?? []) this.#push(`${this.#rests(outer)}${line}\n`);
    this.#push(this.#firstPrefix() + (lines[0] ?? ''));
    const prefix = this.#rests(this.depth);
    for (let at = 1; at < lines.length && this.chars <= this.#maxChars; at++) {
      const line = lines[at] as string;
      this.#push(`\n${line === '' ? prefix.trimEnd() : prefix + line}`);
    }
    for (let at = Math.max(0, outer - 1); at < this.depth; at++)
      (this.#containers[at] as OpenContainer).last = this.#containers[at + 1]?.kind ?? kind;
    this.#endedList = null;
  }

  #follows(outer: number, next: BlockKind): boolean {
    const within = this.#containers[outer - 1];
    return within?.close?.() === true && mayFollow(within.last, next);
  }

  /** Ends the last line; unless tight, adds a blank line with the outer containers' prefixes. */
  #part(outer: number, tight: boolean): void {
    this.#push('\n');
    if (tight) return;
    this.#push(`${this.#rests(outer).trimEnd()}\n`);
    const within = this.#containers[outer - 1];
    if (within) within.parted = true;
  }

  toString(): string {
    this.#join();
    return this.#joined.join('');
  }

  #firstPrefix(): string {
    let prefix = '';
    for (const container of this.#containers) {
      prefix += container.begun ? container.rest : container.first;
      container.begun = true;
    }
    return prefix;
  }

  #rests(count: number): string {
    let prefix = '';
    for (let at = 0; at < count; at++) prefix += (this.#containers[at] as OpenContainer).rest;
    return prefix;
  }

  #push(piece: string): void {
    this.chars += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length >= JOIN_PIECES) this.#join();
  }

  #join(): void {
    if (this.#pieces.length > 0) this.#joined.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

export interface ListState {
  marker: ListMarker;
  next: number;
  items: number;
  inItem: boolean;
  /** Container depth of its items, and the indentation of their content. */
  depth: number;
  width: number;
  indented: boolean;
  /** Its items contain paragraphs, which Markdown marks only by blank lines (section 5.3). */
  loose: boolean;
  /** An item already contains a blank line. */
  parted: boolean;
  /** Blank lines separate its items. */
  spaced: boolean;
  /** Markers of empty items since the last item with content; and whether the open one is kept. */
  empty: string[];
  keepEmpty: boolean;
}

export const newList = (
  ordered: boolean,
  symbol: string,
  next: number,
  indented: boolean,
): ListState => ({
  marker: { ordered, symbol },
  next,
  items: 0,
  inItem: false,
  depth: 0,
  width: 0,
  indented,
  loose: false,
  parted: false,
  spaced: false,
  empty: [],
  keepEmpty: false,
});
