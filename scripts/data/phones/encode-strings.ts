/** Interns texts as numbers. */
export class StringPool {
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Encodes the format read by `readStringTable` of src/open-data/phone/number-plan.ts. */
  encode(): Uint8Array {
    const texts = [...this.#numbers.keys()].map((text) => Buffer.from(text, 'utf8'));
    const offsets = new Uint32Array(texts.length + 1);
    texts.forEach((text, index) => {
      offsets[index + 1] = (offsets[index] as number) + text.length;
    });
    return Buffer.concat([new Uint8Array(offsets.buffer), ...texts]);
  }
}
