import { isParticle } from '../../domain/person/family-name.ts';
import { tidyText } from './plain-text.ts';
import type { Attributes } from './tokenizer.ts';

const MAX_BYLINE_CHARS = 120;
const MAX_NAME_WORDS = 5;
const BY = new Set('by von par por di door af av'.split(' '));
const AUTHOR_CLASS =
  /(?:^|[-_])(?:author|byline|autor|auteur|autore|writer|verfasser)(?:[-_]{0,2}name)?$/;

const wordsOf = (names: string | undefined): string[] => (names ?? '').toLowerCase().split(/\s+/);

/** Name in an element marked as the author's, without `By`; null for other words. */
function namedAuthor(text: string): string | null {
  const [first = '', ...others] = text.split(' ');
  const words = BY.has(first.toLowerCase()) ? others : [first, ...others];
  const isName =
    words.length <= MAX_NAME_WORDS &&
    (words.length === 1 ||
      words.every((word) => /^[\p{Lu}\p{Lo}]/u.test(word) || isParticle(word)));
  const name = words.join(' ');
  return isName && /\p{L}{2}/u.test(name) && !/[:,|]/.test(name) ? name : null;
}

/**
 * Reads the byline of a page from microformats (hAtom `author vcard` and `published`; h-entry
 * `p-author` and `dt-published`) and microdata, else the author from elements with `rel=author` or
 * a class for authors. A page with several authors or dates is a list of articles, and has neither.
 */
export class Byline {
  readonly #cards = new Set<string>();
  readonly #marked = new Set<string>();
  readonly #dates = new Set<string>();
  /** The open element with an author, and its text so far. */
  #reading: { ordinal: number; isCard: boolean; text: string } | null = null;

  open(name: string, attributes: Attributes, ordinal: number): void {
    if (attributes.size === 0) return;
    const names = wordsOf(attributes.get('class'));
    const property = attributes.get('itemprop')?.toLowerCase();
    if (name === 'time' || name === 'abbr') {
      const isPublished = names.includes('published') || names.includes('dt-published');
      const date = tidyText(attributes.get(name === 'time' ? 'datetime' : 'title'));
      if (date !== '' && (isPublished || property === 'datepublished')) this.#dates.add(date);
      return;
    }
    if (this.#reading?.isCard) return;
    const isCard =
      names.includes('p-author') ||
      (names.includes('author') && (names.includes('vcard') || names.includes('h-card')));
    const isMarked =
      attributes.get('rel') === 'author' || names.some((one) => AUTHOR_CLASS.test(one));
    // An element within replaces it: its text is the name alone.
    if (isCard || isMarked) this.#reading = { ordinal, isCard, text: '' };
  }

  text(text: string): void {
    if (this.#reading && this.#reading.text.length <= MAX_BYLINE_CHARS) this.#reading.text += text;
  }

  close(ordinal: number): void {
    if (this.#reading?.ordinal !== ordinal) return;
    const { isCard, text } = this.#reading;
    this.#reading = null;
    const author = tidyText(text);
    if (author === '' || author.length > MAX_BYLINE_CHARS) return;
    const name = isCard ? author : namedAuthor(author);
    if (name !== null) (isCard ? this.#cards : this.#marked).add(name);
  }

  get found(): { author: string | null; publishedAt: string | null } {
    const only = ([first, ...others]: ReadonlySet<string>) =>
      first !== undefined && others.length === 0 ? first : null;
    const authors = this.#cards.size > 0 ? this.#cards : this.#marked;
    return { author: only(authors), publishedAt: only(this.#dates) };
  }
}
