import type { Attributes } from '../html/attributes.ts';
import { BLOCK } from '../html/element-kinds.ts';
import { type ElementHandler, OpenElements } from '../html/open-elements.ts';
import { HtmlTokenizer } from '../html/tokenizer.ts';
import { isHidden } from '../markdown/left-out.ts';
import { cloudflareEmail } from './cloudflare-email.ts';

/** Limits per page; contacts stand at the top, at the bottom or on their own page. */
const MAX_TEXT_CHARS = 400_000;
const MAX_LINKS = 2_000;
const MAX_LINKED_DATA_CHARS = 262_144;
const MAX_LABEL_CHARS = 200;

const UNREAD = new Set(
  'style template svg noscript textarea select iframe noframes noembed canvas audio video title'.split(
    ' ',
  ),
);
/** Elements that hide decoy letters inside an address; hidden blocks are menus, which may well be read. */
const INLINE_DECOYS = new Set(['span', 'i', 'b', 'em', 'strong', 'small', 'font', 'del', 's']);

export interface PageLink {
  /** As written. */
  href: string;
  label: string;
}

/** What contact finders read of a page. */
export interface PageContents {
  /** Blocks parted by line feeds. */
  text: string;
  links: PageLink[];
  /** Bodies of JSON-LD scripts. */
  linkedData: string[];
  /** Addresses that Cloudflare replaced by a code. */
  protectedEmails: string[];
  language: string | null;
  baseHref: string | null;
}

class ContentsReader implements ElementHandler {
  readonly contents: PageContents = {
    text: '',
    links: [],
    linkedData: [],
    protectedEmails: [],
    language: null,
    baseHref: null,
  };
  #pieces: string[] = [];
  #chars = 0;
  #linkedData: string | null = null;
  #linkedDataChars = 0;
  #link: PageLink | null = null;

  open(name: string, attributes: Attributes): boolean {
    if (name === 'script') return this.#openScript(attributes);
    if (UNREAD.has(name) || (INLINE_DECOYS.has(name) && isHidden(attributes))) return false;
    if (name === 'html') this.contents.language ??= attributes.get('lang');
    if (name === 'base') this.contents.baseHref ??= attributes.get('href');
    if (name === 'a' || name === 'area') this.#openLink(attributes.get('href'));
    if (BLOCK.has(name) || name === 'br') this.#add('\n');
    if (!attributes.mention('data-cfemail')) return true;
    const email = cloudflareEmail(attributes.get('data-cfemail') ?? '');
    if (email) this.contents.protectedEmails.push(email);
    return false;
  }

  close(name: string): void {
    if (name === 'script' && this.#linkedData !== null) {
      this.contents.linkedData.push(this.#linkedData);
      this.#linkedData = null;
    }
    if (name === 'a' || name === 'area') this.#link = null;
    if (BLOCK.has(name)) this.#add('\n');
  }

  text(text: string): void {
    if (this.#linkedData !== null) {
      this.#linkedDataChars += text.length;
      if (this.#linkedDataChars <= MAX_LINKED_DATA_CHARS) this.#linkedData += text;
      return;
    }
    if (this.#link && this.#link.label.length < MAX_LABEL_CHARS) this.#link.label += text;
    this.#add(text);
  }

  finish(): PageContents {
    this.contents.text = this.#pieces.join('').slice(0, MAX_TEXT_CHARS);
    return this.contents;
  }

  #openScript(attributes: Attributes): boolean {
    if (attributes.get('type')?.trim().toLowerCase() !== 'application/ld+json') return false;
    this.#linkedData = '';
    return true;
  }

  #openLink(href: string | null): void {
    this.#link = href ? { href: href.trim(), label: '' } : null;
    if (this.#link && this.contents.links.length < MAX_LINKS) this.contents.links.push(this.#link);
  }

  #add(text: string): void {
    if (this.#chars >= MAX_TEXT_CHARS) return;
    this.#chars += text.length;
    this.#pieces.push(text);
  }
}

/** Reads a page for contacts, chunk by chunk, with bounded memory. */
export async function readContents(
  chunks: AsyncIterable<string> | Iterable<string>,
): Promise<PageContents> {
  const reader = new ContentsReader();
  const elements = new OpenElements(reader);
  const tokenizer = new HtmlTokenizer(elements);
  for await (const chunk of chunks) tokenizer.write(chunk);
  tokenizer.end();
  elements.end();
  return reader.finish();
}
