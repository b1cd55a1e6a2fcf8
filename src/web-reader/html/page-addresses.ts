/**
 * Link schemes that execute or embed data instead of leading somewhere: those that CommonMark
 * renderers drop, and similar ones.
 */
const NON_LINK_SCHEMES = new Set(
  'javascript: vbscript: data: file: blob: about: filesystem: view-source:'.split(' '),
);
const isWeb = (scheme: string): boolean => scheme === 'http:' || scheme === 'https:';
const MAX_ADDRESS_CHARS = 4_096;
/** Limit of characters resolved per page, counting each address with its base. */
const MAX_RESOLVED_CHARS = 16_777_216;

/** URL resolver for one page; respects `<base href>` (HTML standard, 2.4.3). */
export class PageAddresses {
  #base: string;
  #baseSet = false;
  #resolvedChars = 0;

  /** @param pageUrl address of the page after redirects */
  constructor(pageUrl: string) {
    this.#base = pageUrl;
  }

  /** Only the first `<base>` with an `href` counts. */
  setBase(href: string | undefined): void {
    if (href === undefined || this.#baseSet) return;
    this.#baseSet = true;
    this.#base = this.#resolve(href, isWeb) ?? this.#base;
  }

  /** Resolves the address of a link; null for scripts, data and invalid addresses. */
  link(href: string | undefined): string | null {
    return href === undefined
      ? null
      : this.#resolve(href, (scheme) => !NON_LINK_SCHEMES.has(scheme));
  }

  /** Resolves the address of an image; only http and https. */
  image(src: string | undefined): string | null {
    return src === undefined || src.trim() === '' ? null : this.#resolve(src, isWeb);
  }

  #resolve(address: string, accepts: (scheme: string) => boolean): string | null {
    if (address.length > MAX_ADDRESS_CHARS || this.#resolvedChars > MAX_RESOLVED_CHARS) return null;
    this.#resolvedChars += this.#base.length + address.length;
    const url = URL.parse(address.trim(), this.#base);
    return url && accepts(url.protocol) ? url.href : null;
  }
}
