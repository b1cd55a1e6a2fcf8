/** What a block stands in: a list item, a quotation, a definition. */
interface Container {
  /** Written before the first line only; null once it has been. */
  first: string | null;
  rest: string;
  /** Follows what stands before it without a blank line. */
  tight: boolean;
}

/** Lists parted only by their end, so that the next one must look different. */
export interface ListMarker {
  ordered: boolean;
  symbol: string;
}

/** Pieces joined at a time, so that the text does not hold on to the chunks it was cut from. */
const JOIN_PIECES = 32;

/** Lays blocks out under each other, each line behind the markers of what it stands in. */
export class BlockWriter {
  readonly #containers: Container[] = [];
  #pieces: string[] = [];
  #joined: string[] = [];
  /** The list that ended last at each depth, forgotten as soon as anything else is written there. */
  #endedList: { marker: ListMarker; depth: number } | null = null;
  chars = 0;

  get depth(): number {
    return this.#containers.length;
  }

  enter(container: { first: string; rest: string; tight: boolean }): void {
    this.#containers.push({ ...container });
  }

  leave(): void {
    this.#containers.pop();
    if (this.#endedList && this.#endedList.depth > this.depth) this.#endedList = null;
  }

  /** Whether anything stands in the container entered last. */
  get begun(): boolean {
    return this.#containers.at(-1)?.first === null;
  }

  endList(marker: ListMarker): void {
    this.#endedList = { marker, depth: this.depth };
  }

  /** The list this one would run into, if any. */
  listBefore(): ListMarker | null {
    return this.#endedList?.depth === this.depth ? this.#endedList.marker : null;
  }

  write(lines: readonly string[], tight = false): void {
    const pending = this.#containers.findIndex((container) => container.first !== null);
    if (this.chars > 0) {
      const close = pending < 0 ? tight : (this.#containers[pending] as Container).tight;
      this.#push('\n');
      if (!close)
        this.#push(`${this.#rests(pending < 0 ? this.#containers.length : pending).trimEnd()}\n`);
    }
    this.#push(this.#firstPrefix() + (lines[0] ?? ''));
    const prefix = this.#rests(this.#containers.length);
    for (let at = 1; at < lines.length; at++) {
      const line = lines[at] as string;
      this.#push(`\n${line === '' ? prefix.trimEnd() : prefix + line}`);
    }
    this.#endedList = null;
  }

  toString(): string {
    this.#join();
    return this.#joined.join('');
  }

  #firstPrefix(): string {
    let prefix = '';
    for (const container of this.#containers) {
      prefix += container.first ?? container.rest;
      container.first = null;
    }
    return prefix;
  }

  #rests(count: number): string {
    let prefix = '';
    for (let at = 0; at < count; at++) prefix += (this.#containers[at] as Container).rest;
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
