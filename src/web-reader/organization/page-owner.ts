import { type ElementHandler, readElements } from '../html/open-elements.ts';
import type { Attributes } from '../html/tokenizer.ts';

/** What a page says of who it is by. */
export interface PageOwner {
  /** Texts of its JSON-LD. */
  documents: string[];
  siteName: string | null;
  description: string | null;
  /**
   * Addresses it links to that look like pages of companies on the professional network, in order.
   */
  linkedinLinks: string[];
}

const MAX_HTML_CHARS = 3_000_000;
const MAX_DOCUMENTS = 50;
const MAX_DOCUMENT_CHARS = 1_000_000;
const MAX_LINKS = 50;
const MAX_ADDRESS_CHARS = 500;
const MAX_META_CHARS = 2_000;

const LINKED_DATA = /^application\/ld\+json\b/i;
const LINKEDIN_LINK = /linkedin\.com\/(?:mwlite\/)?(?:company|school|showcase)\//i;
const DESCRIPTIONS = new Set(['og:description', 'description']);

const tidy = (text: string): string | null =>
  text.slice(0, MAX_META_CHARS).replace(/\s+/g, ' ').trim() || null;

class OwnerReader implements ElementHandler {
  readonly owner: PageOwner = {
    documents: [],
    siteName: null,
    description: null,
    linkedinLinks: [],
  };
  #document: string[] | null = null;
  #chars = 0;

  open(name: string, attributes: Attributes): boolean {
    if (name === 'script') return this.#openScript(attributes);
    if (name === 'style' || name === 'template') return false;
    if (name === 'meta') this.#readMeta(attributes);
    else if (name === 'a') this.#readLink(attributes);
    return true;
  }

  close(name: string): void {
    if (name !== 'script' || this.#document === null) return;
    this.owner.documents.push(this.#document.join(''));
    this.#document = null;
  }

  text(text: string): void {
    if (this.#document === null) return;
    this.#chars += text.length;
    if (this.#chars <= MAX_DOCUMENT_CHARS) this.#document.push(text);
  }

  #openScript(attributes: Attributes): boolean {
    const isData = LINKED_DATA.test(attributes.get('type')?.trim() ?? '');
    if (!isData || this.owner.documents.length >= MAX_DOCUMENTS) return false;
    this.#document = [];
    return true;
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
