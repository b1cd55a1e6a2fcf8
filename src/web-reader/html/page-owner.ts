import { EmbeddedData } from './embedded-data.ts';
import { MarkupItems } from './markup-items.ts';
import { type ElementHandler, readElements } from './open-elements.ts';
import type { Attributes } from './tokenizer.ts';

export interface PageOwner {
  /** Its JSON-LD. */
  documents: readonly unknown[];
  /** Its items of microdata and RDFa, in the form of JSON-LD. */
  items: readonly unknown[];
  siteName: string | null;
  description: string | null;
  /** Addresses it links to that look like company pages on the professional network, in order. */
  linkedinLinks: string[];
}

const MAX_HTML_CHARS = 3_000_000;
const MAX_LINKS = 50;
const MAX_ADDRESS_CHARS = 500;
const MAX_META_CHARS = 2_000;

const LINKEDIN_LINK = /linkedin\.com\/(?:mwlite\/)?(?:company|school|showcase)\//i;
const DESCRIPTIONS = new Set(['og:description', 'description']);

const tidy = (text: string): string | null =>
  text.slice(0, MAX_META_CHARS).replace(/\s+/g, ' ').trim() || null;

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
    if (name === 'og:site_name') this.owner.siteName ??= tidy(attributes.get('content') ?? '');
    else if (DESCRIPTIONS.has(name))
      this.owner.description ??= tidy(attributes.get('content') ?? '');
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
