/**
 * Links that run or carry something instead of leading somewhere: what CommonMark renderers leave
 * out, and the like.
 */
const LEADS_NOWHERE = new Set(
  'javascript: vbscript: data: file: blob: about: filesystem: view-source:'.split(' '),
);
const isWeb = (scheme: string): boolean => scheme === 'http:' || scheme === 'https:';
const MAX_ADDRESS_CHARS = 4_096;
/**
 * Characters resolved for one page, each relative address with its base; the text of later links is
 * kept.
 */
const MAX_RESOLVED_CHARS = 16_777_216;

/** Makes the addresses of one page absolute, its `<base href>` respected (HTML standard, 2.4.3). */
export class PageAddresses {
  #base: string;
  #baseSet = false;
  #resolvedChars = 0;

  /** @param pageUrl where the page was read, after redirects */
  constructor(pageUrl: string) {
    this.#base = pageUrl;
  }

  /** Only the first `<base>` with an address counts. */
  setBase(href: string | null): void {
    if (href === null || this.#baseSet) return;
    this.#baseSet = true;
    this.#base = this.#resolve(href, isWeb) ?? this.#base;
  }

  /** The address a link leads to; null for scripts, data and what is no address. */
  link(href: string | null): string | null {
    return href === null ? null : this.#resolve(href, (scheme) => !LEADS_NOWHERE.has(scheme));
  }

  /** The same for an image: only what can be fetched. */
  image(src: string | null): string | null {
    return src === null || src.trim() === '' ? null : this.#resolve(src, isWeb);
  }

  #resolve(address: string, accepts: (scheme: string) => boolean): string | null {
    if (address.length > MAX_ADDRESS_CHARS || this.#resolvedChars > MAX_RESOLVED_CHARS) return null;
    this.#resolvedChars += this.#base.length + address.length;
    const url = URL.parse(address.trim(), this.#base);
    return url && accepts(url.protocol) ? url.href : null;
  }
}
