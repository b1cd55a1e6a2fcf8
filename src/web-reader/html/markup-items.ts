import type { Attributes } from './tokenizer.ts';

const MAX_ITEMS = 200;
const MAX_VALUES = 2_000;
const MAX_VALUE_CHARS = 2_000;

/** An item as JSON-LD writes it, so that one reader of nodes reads both. */
type Item = Record<string, unknown[]>;

interface OpenValue {
  ordinal: number;
  /** The item around it, whose value it is. */
  holder: Item | null;
  names: string[];
  /** Its text so far; null of an item, whose value is itself. */
  text: string | null;
}

/** Names of schema.org alone: `og:title` is another vocabulary's. */
const namesOf = (list: string | undefined): string[] =>
  (list ?? '')
    .split(/\s+/)
    .map((name) => name.replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, ''))
    .filter((name) => /^[a-z]+$/i.test(name));

/** A value that an attribute states (HTML standard, 5.2.4; RDFa Lite 1.1). */
const statedValue = (attributes: Attributes): string | undefined =>
  attributes.get('content') ??
  attributes.get('datetime') ??
  attributes.get('href') ??
  attributes.get('src');

/**
 * Items of a page in microdata (HTML standard, 5) and RDFa Lite, as objects of JSON-LD. Fed with
 * the elements of one page in their order, by whatever parses it.
 */
export class MarkupItems {
  /** Items that are no value of another. */
  readonly items: Item[] = [];
  #item: Item | null = null;
  readonly #open: OpenValue[] = [];
  #items = 0;
  #values = 0;

  open(attributes: Attributes, ordinal: number): void {
    const types = attributes.get('itemtype') ?? attributes.get('typeof');
    const isItem = types !== undefined && this.#items < MAX_ITEMS;
    const holder = this.#item;
    const names = holder ? namesOf(attributes.get('itemprop') ?? attributes.get('property')) : [];
    if (!isItem && (names.length === 0 || this.#values >= MAX_VALUES)) return;
    this.#open.push({ ordinal, holder, names, text: isItem ? null : '' });
    if (!isItem) {
      const stated = statedValue(attributes);
      if (stated !== undefined) this.#state(stated, this.#open.pop() as OpenValue);
      return;
    }
    this.#items++;
    this.#item = { '@type': types.trim().split(/\s+/) };
    if (names.length === 0) this.items.push(this.#item);
    else this.#add(holder, names, this.#item);
  }

  close(ordinal: number): void {
    const at = this.#open.findLastIndex((value) => value.ordinal === ordinal);
    if (at < 0) return;
    const [value] = this.#open.splice(at, 1) as [OpenValue];
    if (value.text === null) this.#item = value.holder;
    else this.#state(value.text, value);
  }

  text(piece: string): void {
    for (const value of this.#open)
      if (value.text !== null && value.text.length < MAX_VALUE_CHARS) value.text += piece;
  }

  #state(text: string, { holder, names }: OpenValue): void {
    const plain = text.slice(0, MAX_VALUE_CHARS).replace(/\s+/g, ' ').trim();
    if (plain !== '') this.#add(holder, names, plain);
  }

  #add(holder: Item | null, names: readonly string[], value: unknown): void {
    if (holder === null) return;
    for (const name of names) {
      this.#values++;
      holder[name] = [...(Object.hasOwn(holder, name) ? (holder[name] ?? []) : []), value];
    }
  }
}
