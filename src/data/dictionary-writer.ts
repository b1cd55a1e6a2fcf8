import { type Entry, NO_ENTRY, padded } from './range-block.ts';

const utf8 = new TextEncoder();

/** One dictionary of the block being written (layout: range-block.ts). Equal entries must be the same object. */
export class DictionaryWriter {
  readonly #positions = new Map<Entry, number>();
  readonly #texts: Uint8Array[] = [];
  readonly #parentPositions: number[] = [];
  readonly #parents: DictionaryWriter | null;
  #textBytes = 0;

  constructor(parents: DictionaryWriter | null) {
    this.#parents = parents;
  }

  /** What the entries' texts take; their ends are 16-bit, so it may not pass 65,535. */
  get textBytes(): number {
    return this.#textBytes;
  }

  /** @returns where the entry is, adding it when it is new. */
  position(entry: Entry | null): number {
    if (entry === null) return NO_ENTRY;
    const known = this.#positions.get(entry);
    if (known !== undefined) return known;
    const text = utf8.encode(entry.text);
    this.#texts.push(text);
    this.#textBytes += text.length;
    this.#parentPositions.push(this.#parents?.position(entry.parent) ?? NO_ENTRY);
    this.#positions.set(entry, this.#positions.size);
    return this.#positions.size - 1;
  }

  bytes(): Uint8Array {
    const count = this.#positions.size;
    const numbersPerEntry = this.#positions.keys().next().value?.numbers.length ?? 0;
    const endsAt = 8 + padded(count * numbersPerEntry * 2);
    const parentsAt = endsAt + padded(count * 2);
    const textAt = parentsAt + padded(count * 2);
    const bytes = new Uint8Array(textAt + padded(this.#textBytes));
    new Uint32Array(bytes.buffer, 0, 2).set([count, numbersPerEntry]);
    const numbers = new Int16Array(bytes.buffer, 8, count * numbersPerEntry);
    const ends = new Uint16Array(bytes.buffer, endsAt, count);
    new Uint16Array(bytes.buffer, parentsAt, count).set(this.#parentPositions);
    let end = 0;
    for (const [entry, position] of this.#positions) {
      numbers.set(entry.numbers, position * numbersPerEntry);
      bytes.set(this.#texts[position] as Uint8Array, textAt + end);
      end += (this.#texts[position] as Uint8Array).length;
      ends[position] = end;
    }
    return bytes;
  }
}
