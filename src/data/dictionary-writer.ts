import { type Entry, NO_ENTRY, RECORD_HALVES } from './ranges/block.ts';
import { even } from './ranges/keys.ts';

const utf8 = new TextEncoder();

/**
 * One dictionary of the block being written (layout: range-block.ts). Equal entries must be the
 * same object.
 */
export class DictionaryWriter {
  readonly #positions = new Map<Entry, number>();
  readonly #texts: Uint8Array[] = [];
  readonly #parentPositions: number[] = [];
  readonly #parents: DictionaryWriter | null;
  #textBytes = 0;

  constructor(parents: DictionaryWriter | null) {
    this.#parents = parents;
  }

  /** What the entries' texts take; their starts are 16-bit, so it may not pass 65,535. */
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

  get numbersPerEntry(): number {
    return this.#positions.keys().next().value?.numbers.length ?? 0;
  }

  records(): Uint16Array {
    const recordHalves = this.numbersPerEntry + RECORD_HALVES;
    const halves = new Uint16Array(even((this.#positions.size + 1) * recordHalves));
    let start = 0;
    for (const [entry, position] of this.#positions) {
      halves.set(
        [...entry.numbers, start, this.#parentPositions[position] as number],
        position * recordHalves,
      );
      start += (this.#texts[position] as Uint8Array).length;
    }
    halves[this.#positions.size * recordHalves + this.numbersPerEntry] = start;
    return halves;
  }

  text(): Uint8Array {
    const bytes = new Uint8Array(even(even(this.#textBytes) / 2) * 2);
    let start = 0;
    for (const text of this.#texts) {
      bytes.set(text, start);
      start += text.length;
    }
    return bytes;
  }
}
