import { decodeHTMLAttribute } from 'entities';

/**
 * Name, then optionally `=` and a value: double-quoted, single-quoted or bare (HTML standard,
 * 13.2.5.32–39).
 */
const ATTRIBUTE = /([^\s"'>/=][^\s>/=]*)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>]+)))?/g;

/** Lazily parsed attributes of one tag. */
export class Attributes {
  readonly #text: string;
  #values: Map<string, string> | undefined;

  /** @param text what stands between the tag's name and its `>` */
  constructor(text: string) {
    this.#text = text;
  }

  /** Cheap filter before {@link get}: whether the tag's text holds `word` anywhere. */
  mention(word: string): boolean {
    return this.#text.includes(word);
  }

  get empty(): boolean {
    return this.#text === '';
  }

  /**
   * Entities decoded; '' for an attribute without a value, null for an absent one. The first of two
   * wins.
   */
  get(name: string): string | null {
    if (this.#text === '') return null;
    this.#values ??= this.#read();
    const raw = this.#values.get(name);
    if (raw === undefined) return null;
    return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
  }

  /** Every attribute once, its value as {@link get} answers it. */
  *entries(): IterableIterator<[name: string, value: string]> {
    if (this.#text === '') return;
    this.#values ??= this.#read();
    for (const [name, raw] of this.#values)
      yield [name, raw.includes('&') ? decodeHTMLAttribute(raw) : raw];
  }

  #read(): Map<string, string> {
    const values = new Map<string, string>();
    ATTRIBUTE.lastIndex = 0;
    for (let match = ATTRIBUTE.exec(this.#text); match; match = ATTRIBUTE.exec(this.#text)) {
      const key = (match[1] as string).toLowerCase();
      if (!values.has(key)) values.set(key, match[2] ?? match[3] ?? match[4] ?? '');
    }
    return values;
  }
}

export const NO_ATTRIBUTES = new Attributes('');
