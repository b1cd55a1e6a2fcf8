import type { Attributes } from '../html/attributes.ts';
import { HtmlTokenizer, type TokenHandler } from '../html/tokenizer.ts';

/** A link as a page shows it. */
export interface ShownLink {
  /** As written. */
  href: string;
  /** Its text, else what names it aloud; null without either. */
  title: string | null;
}

/** What a page of links is made of. */
export interface PageParts {
  title: string | null;
  /** `og:` and `name` metadata, the first of each. */
  meta: ReadonlyMap<string, string>;
  /** Outside navigation and footer. */
  links: readonly ShownLink[];
  /** The text of the state the page is drawn from; null without one. */
  state: string | null;
}

const MAX_LINKS = 500;
const MAX_TITLE_CHARS = 300;
const MAX_STATE_CHARS = 4_000_000;
/** Where a page leads to itself and to whoever hosts it. */
const ASIDES = new Set(['nav', 'footer']);
const STATE_ID = '__NEXT_DATA__';

const plain = (text: string): string | null =>
  text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARS) || null;

class PartsReader implements TokenHandler {
  readonly meta = new Map<string, string>();
  readonly links: ShownLink[] = [];
  title: string | null = null;
  state: string | null = null;
  #asides = 0;
  #open: { href: string; text: string; label: string | null } | null = null;
  #reading: 'title' | 'state' | null = null;
  #text = '';

  startTag(name: string, attributes: Attributes): void {
    if (ASIDES.has(name)) this.#asides++;
    if (name === 'a') this.#startLink(attributes);
    else if (name === 'img' && this.#open) this.#open.label ??= attributes.get('alt');
    else if (name === 'meta') this.#note(attributes);
    else if (name === 'title' && this.title === null) this.#read('title');
    else if (name === 'script' && attributes.get('id') === STATE_ID) this.#read('state');
  }

  endTag(name: string): void {
    if (ASIDES.has(name)) this.#asides = Math.max(0, this.#asides - 1);
    if (name === 'a') this.#endLink();
    if (this.#reading && (name === 'title' || name === 'script')) this.#endText();
  }

  text(text: string): void {
    if (this.#open && this.#open.text.length < MAX_TITLE_CHARS) this.#open.text += text;
    if (this.#reading && this.#text.length < MAX_STATE_CHARS) this.#text += text;
  }

  end(): PageParts {
    this.#endLink();
    const { title, meta, links, state } = this;
    return { title, meta, links, state };
  }

  #startLink(attributes: Attributes): void {
    this.#endLink();
    const href = attributes.get('href');
    if (href === null || this.#asides > 0 || this.links.length >= MAX_LINKS) return;
    const label = attributes.get('aria-label') ?? attributes.get('title');
    this.#open = { href, text: '', label };
  }

  #endLink(): void {
    if (!this.#open) return;
    const { href, text, label } = this.#open;
    this.links.push({ href, title: plain(text) ?? plain(label ?? '') });
    this.#open = null;
  }

  #note(attributes: Attributes): void {
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    const content = attributes.get('content')?.trim();
    if (content && !this.meta.has(name) && this.meta.size < MAX_LINKS) this.meta.set(name, content);
  }

  #read(what: 'title' | 'state'): void {
    this.#reading = what;
    this.#text = '';
  }

  #endText(): void {
    if (this.#reading === 'title') this.title = plain(this.#text);
    else this.state ??= this.#text;
    this.#reading = null;
  }
}

/** Reads a page as it arrives, until `isLate`. */
export async function readParts(
  text: AsyncIterable<string>,
  isLate: () => boolean,
): Promise<PageParts> {
  const reader = new PartsReader();
  const tokenizer = new HtmlTokenizer(reader);
  for await (const piece of text) {
    tokenizer.write(piece);
    if (isLate()) break;
  }
  tokenizer.end();
  return reader.end();
}
