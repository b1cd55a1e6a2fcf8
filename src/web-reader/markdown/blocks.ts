export type BlockKind =
  | 'paragraph'
  | 'heading'
  | 'code'
  | 'rule'
  | 'table'
  | 'quote'
  | 'list'
  | 'definition';

/** What a block stands in: a list item, a quotation, a definition. */
interface Container {
  kind: BlockKind;
  /** Written before the first line only. */
  first: string;
  rest: string;
  /** Whether it follows what stands before without a blank line; asked at its first line. */
  tight: () => boolean;
  /** Lines written before its first one, such as items without content. */
  before?: readonly string[];
  /** Whether blocks in it follow each other without a blank line where possible; absent: no. */
  close?: () => boolean;
}

interface OpenContainer extends Container {
  begun: boolean;
  /** A blank line parts two blocks directly in it. */
  parted: boolean;
  /** The block directly in it that was written last. */
  last: BlockKind | null;
}

/** Blocks whose last line would take up a paragraph's first (CommonMark 0.31, 4.8 and 5.1). */
const OPEN_ENDED: ReadonlySet<BlockKind | null> = new Set(['paragraph', 'quote', 'list']);
/** Blocks that may stand directly after a paragraph's text. */
const INTERRUPTING: ReadonlySet<BlockKind> = new Set(['heading', 'code', 'rule', 'quote']);

function mayFollow(last: BlockKind | null, next: BlockKind): boolean {
  if (last === 'table' || next === 'table' || last === next) return false;
  return !OPEN_ENDED.has(last) || INTERRUPTING.has(next);
}

/** Nesting limit; deeper containers are flattened, as each line repeats all prefixes. */
const MAX_CONTAINERS = 32;
const FLAT = { first: '', rest: '' };

/** Lists parted only by their end, so that the next one must look different. */
interface ListMarker {
  ordered: boolean;
  symbol: string;
}

/** Pieces joined at a time, so that the text does not hold on to the chunks it was cut from. */
const JOIN_PIECES = 32;

/** Block layout: writes blocks below each other, lines behind the prefixes of containers. */
export class BlockWriter {
  readonly #containers: OpenContainer[] = [];
  readonly #maxChars: number;
  #pieces: string[] = [];
  #joined: string[] = [];
  /** The list that ended last at each depth, forgotten once anything else is written there. */
  #endedList: { marker: ListMarker; depth: number } | null = null;
  chars = 0;

  /** @param maxChars nothing is written past it */
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

  /** Whether anything stands in the container entered last. */
  get begun(): boolean {
    return this.#containers.at(-1)?.begun === true;
  }

  /** Whether a blank line parts blocks directly in the container entered last. */
  get parted(): boolean {
    return this.#containers.at(-1)?.parted === true;
  }

  endList(marker: ListMarker): void {
    this.#endedList = { marker, depth: this.depth };
  }

  /** The list this one would run into, if any. */
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

  /** Ends the last line, and parts it by a blank one from what follows in outer containers. */
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
  /** How deep its items stand, and how far their content is indented. */
  depth: number;
  width: number;
  indented: boolean;
  /** Its items hold paragraphs, which only blank lines between blocks can tell (section 5.3). */
  loose: boolean;
  /** A blank line stands within an item already. */
  parted: boolean;
  /** Blank lines part its items. */
  spaced: boolean;
  /** Items without content since the last that has some, and whether the open one counts as one. */
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
