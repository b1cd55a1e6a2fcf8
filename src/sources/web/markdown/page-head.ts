import type { Attributes } from '../html/attributes.ts';

const MAX_TITLE_CHARS = 1_000;
const MAX_DESCRIPTION_CHARS = 5_000;
/** The longest tags of BCP 47 have 35; some pages declare what they like. */
const MAX_LANGUAGE_CHARS = 100;
const DESCRIPTIONS = new Set(['description', 'og:description', 'twitter:description']);
const TITLES = new Set(['og:title', 'twitter:title']);

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A title in pieces, once it is long enough not copied for every further one. */
function appended(title: string | null, text: string): string {
  if (title === null) return text.slice(0, MAX_TITLE_CHARS);
  return title.length < MAX_TITLE_CHARS ? (title + text).slice(0, MAX_TITLE_CHARS) : title;
}

function languageOf(attributes: Attributes): string | null {
  const language = attributes.get('lang')?.trim() ?? '';
  return language === '' || language.length > MAX_LANGUAGE_CHARS ? null : language;
}

/** What a page says of itself: title, description, language. */
export class PageHead {
  language: string | null = null;
  description: string | null = null;
  #title: string | null = null;
  #shareTitle: string | null = null;
  #heading: string | null = null;
  #inTitle = false;
  #inHeading = false;

  /** The title element, else the title for sharing, else the first heading. */
  get title(): string | null {
    return (
      tidy(this.#title ?? '') || tidy(this.#shareTitle ?? '') || tidy(this.#heading ?? '') || null
    );
  }

  /** @returns true when the element is about the page and holds no content of it */
  open(name: string, attributes: Attributes): boolean {
    if (name === 'html') this.language ??= languageOf(attributes);
    else if (name === 'title') this.#inTitle = true;
    else if (name === 'meta') this.#readMeta(attributes);
    return (
      name === 'title' || name === 'meta' || name === 'base' || name === 'link' || name === 'head'
    );
  }

  close(name: string): boolean {
    if (name === 'title') {
      this.#inTitle = false;
      this.#title ??= '';
      return true;
    }
    return name === 'meta' || name === 'base' || name === 'link' || name === 'head';
  }

  /** @returns true when the text was the title's */
  text(text: string): boolean {
    if (this.#inTitle) {
      this.#title = appended(this.#title, text);
      return true;
    }
    if (this.#inHeading) this.#heading = appended(this.#heading, text);
    return false;
  }

  /** Notes that a heading begins or ends; the first with text stands in for a missing title. */
  firstHeading(begins: boolean): void {
    this.#inHeading = begins && !this.#heading?.trim();
  }

  #readMeta(attributes: Attributes): void {
    const name = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase();
    const content = tidy(attributes.get('content') ?? '').slice(0, MAX_DESCRIPTION_CHARS);
    if (content === '') return;
    if (DESCRIPTIONS.has(name)) this.description ??= content;
    else if (TITLES.has(name)) this.#shareTitle ??= content.slice(0, MAX_TITLE_CHARS);
  }
}
