import { EmbeddedData } from './embedded-data.ts';
import { type ElementHandler, readElements } from './open-elements.ts';
import { tidyText } from './plain-text.ts';
import type { Attributes } from './tokenizer.ts';

const MAX_ITEMS = 200;
const MAX_VALUES = 2_000;
const MAX_VALUE_CHARS = 2_000;

/** A microdata or RDFa item in JSON-LD form, so that both are read by the same functions. */
type Item = Record<string, unknown[]>;

interface OpenValue {
  ordinal: number;
  /** The enclosing item, which has this value. */
  holder: Item | null;
  names: string[];
  /** Text so far; null for an item, which is a value itself. */
  text: string | null;
}

/**
 * Property names of schema.org, or without a vocabulary; `og:title` is skipped. Without duplicates,
 * as the attribute is a set of tokens (HTML standard, 5.2.3).
 */
const namesOf = (list: string | undefined): string[] => {
  const names = (list ?? '')
    .split(/\s+/)
    .map((name) => name.replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, ''));
  return [...new Set(names)].filter((name) => /^[a-z]+$/i.test(name));
};

/** A value given in an attribute (HTML standard, 5.2.4; RDFa Lite 1.1). */
const statedValue = (attributes: Attributes): string | undefined =>
  attributes.get('content') ??
  attributes.get('datetime') ??
  attributes.get('href') ??
  attributes.get('src');

/**
 * Collects the microdata items (HTML standard, 5) and RDFa Lite items of a page as JSON-LD objects.
 * The page's parser passes it the elements in document order.
 */
export class MarkupItems {
  /** Items that are not the value of another item. */
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
    const plain = tidyText(text.slice(0, MAX_VALUE_CHARS));
    if (plain !== '') this.#add(holder, names, plain);
  }

  #add(holder: Item | null, names: readonly string[], value: unknown): void {
    if (holder === null) return;
    for (const name of names) {
      if (this.#values++ >= MAX_VALUES) return;
      if (Object.hasOwn(holder, name)) holder[name]?.push(value);
      else holder[name] = [value];
    }
  }
}

export interface PageOwner {
  /** JSON-LD of the page. */
  documents: readonly unknown[];
  /** Microdata and RDFa items in JSON-LD form. */
  items: readonly unknown[];
  siteName: string | null;
  description: string | null;
  /** Link targets that look like LinkedIn company pages, in order. */
  linkedinLinks: string[];
}

const MAX_HTML_CHARS = 3_000_000;
const MAX_LINKS = 50;
const MAX_ADDRESS_CHARS = 500;
const MAX_META_CHARS = 2_000;

const LINKEDIN_LINK = /linkedin\.com\/(?:mwlite\/)?(?:company|school|showcase)\//i;
const DESCRIPTIONS = new Set(['og:description', 'description']);

class OwnerReader implements ElementHandler {
  readonly #data = new EmbeddedData();
  readonly #markup = new MarkupItems();
  readonly owner: PageOwner = {
    documents: this.#data.linkedData,
    items: this.#markup.items,
    siteName: null,
    description: null,
    linkedinLinks: [],
  };

  open(name: string, attributes: Attributes, ordinal: number): boolean {
    if (name === 'script') return this.#data.open(attributes);
    if (name === 'style' || name === 'template') return false;
    this.#markup.open(attributes, ordinal);
    if (name === 'meta') this.#readMeta(attributes);
    else if (name === 'a') this.#readLink(attributes);
    return true;
  }

  close(name: string, ordinal: number): void {
    if (name === 'script') this.#data.close();
    else this.#markup.close(ordinal);
  }

  text(text: string): void {
    if (this.#data.isOpen) this.#data.text(text);
    else this.#markup.text(text);
  }

  #readMeta(attributes: Attributes): void {
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    const content = tidyText(attributes.get('content'), MAX_META_CHARS) || null;
    if (name === 'og:site_name') this.owner.siteName ??= content;
    else if (DESCRIPTIONS.has(name)) this.owner.description ??= content;
  }

  #readLink(attributes: Attributes): void {
    const href = attributes.get('href')?.trim() ?? '';
    if (!LINKEDIN_LINK.test(href) || href.length > MAX_ADDRESS_CHARS) return;
    if (this.owner.linkedinLinks.length < MAX_LINKS) this.owner.linkedinLinks.push(href);
  }
}

/**
 * Reads the publisher of a page chunk by chunk, with bounded memory.
 * @param isLate polled between chunks: true stops reading, and the result is what was read so far
 */
export async function readPageOwner(
  chunks: AsyncIterable<string> | Iterable<string>,
  isLate?: () => boolean,
): Promise<PageOwner> {
  const reader = new OwnerReader();
  await readElements(reader, chunks, { maxChars: MAX_HTML_CHARS, isLate });
  return reader.owner;
}
