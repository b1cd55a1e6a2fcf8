/** Longest tag kept; the rest of a longer one (inlined images) is read over and dropped. */
export const MAX_TAG_CHARS = 32_768;

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const EQUALS = 61;
const GREATER = 62;

const isSpace = (code: number): boolean =>
  code === SPACE || code === LINE_FEED || code === TAB || code === RETURN || code === FORM_FEED;

/** Where in a tag the reader stands; a quote opens a value only directly after `=`. */
type Place = 'outside' | 'after_equals' | 'bare' | 'double' | 'single';

/**
 * Finds the `>` that ends a tag, over as many chunks as it takes, each character looked at once
 * (HTML standard, 13.2.5.8 and 13.2.5.32–40, without building the attributes).
 */
export class TagScanner {
  #place: Place = 'outside';
  #kept = '';

  /** Forgets the tag read last. */
  reset(): void {
    this.#place = 'outside';
    this.#kept = '';
  }

  /** The text of the tag so far, without `<` and `>`, cut at {@link MAX_TAG_CHARS}. */
  get text(): string {
    return this.#kept;
  }

  /** Whether the tag ended inside an unquoted value, where a slash is part of the value. */
  get endsBare(): boolean {
    return this.#place === 'bare';
  }

  /**
   * @returns the index after the tag's `>`, or -1 when `chunk` ended first: call again with the
   * next one.
   */
  scan(chunk: string, from: number): number {
    const end = this.#find(chunk, from);
    const room = MAX_TAG_CHARS - this.#kept.length;
    if (room > 0)
      this.#kept += chunk.slice(from, Math.min(end < 0 ? chunk.length : end, from + room));
    return end < 0 ? -1 : end + 1;
  }

  #find(chunk: string, from: number): number {
    let place = this.#place;
    let at = from;
    for (; at < chunk.length; at++) {
      if (place === 'double' || place === 'single') {
        const close = chunk.indexOf(place === 'double' ? '"' : "'", at);
        if (close < 0) break;
        at = close;
        place = 'outside';
        continue;
      }
      const code = chunk.charCodeAt(at);
      if (code === GREATER) {
        this.#place = place;
        return at;
      }
      if (place === 'after_equals') {
        if (code === DOUBLE_QUOTE) place = 'double';
        else if (code === SINGLE_QUOTE) place = 'single';
        else if (!isSpace(code)) place = 'bare';
      } else if (place === 'bare') {
        if (isSpace(code)) place = 'outside';
      } else if (code === EQUALS) place = 'after_equals';
    }
    this.#place = place;
    return -1;
  }
}
