const LINKABLE = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:', 'geo:']);
const BALANCED = /^[^()]*(?:\([^()]*\)[^()]*)*$/;
const MAX_ADDRESS_CHARS = 4_096;

/** Makes the addresses of one page absolute, its `<base href>` respected (HTML standard, 2.4.3). */
export class PageAddresses {
  #base: string;
  #baseSet = false;

  /** @param pageUrl where the page was read, after redirects */
  constructor(pageUrl: string) {
    this.#base = pageUrl;
  }

  /** Only the first `<base>` with an address counts. */
  setBase(href: string | null): void {
    if (href === null || this.#baseSet) return;
    this.#baseSet = true;
    const base = URL.parse(href.trim(), this.#base);
    if (base && (base.protocol === 'http:' || base.protocol === 'https:')) this.#base = base.href;
  }

  /** The address a link leads to, fit for a Markdown link target; null for scripts, data and what is no address. */
  link(href: string | null): string | null {
    const url =
      href === null || href.length > MAX_ADDRESS_CHARS ? null : URL.parse(href.trim(), this.#base);
    return url && LINKABLE.has(url.protocol) ? forTarget(url.href) : null;
  }

  /** The same for an image: only what can be fetched. */
  image(src: string | null): string | null {
    if (src === null || src.trim() === '' || src.length > MAX_ADDRESS_CHARS) return null;
    const url = URL.parse(src.trim(), this.#base);
    return url && (url.protocol === 'http:' || url.protocol === 'https:')
      ? forTarget(url.href)
      : null;
  }
}

/** A link target may hold balanced parentheses only, and no spaces or angle brackets (CommonMark 0.31, section 6.3). */
function forTarget(url: string): string {
  const plain = url.replace(/[\s<>]/g, encodeURIComponent);
  return BALANCED.test(plain) ? plain : plain.replaceAll('(', '%28').replaceAll(')', '%29');
}
