import { parseWebSite } from '../domain/web/site.ts';
import { ApiError } from '../lib/errors.ts';
import type { Source } from '../lookup/source.ts';
import { type ElementHandler, readElements } from './html/open-elements.ts';
import type { Attributes } from './html/tokenizer.ts';
import { isOutage, SiteVisit } from './page/site-visit.ts';

const MAX_HTML_CHARS = 3_000_000;
/** Characters of each text chunk kept for a tag split over two chunks. */
const OVERLAP = 60;

/**
 * Tags of paid search: an account of Google's or Microsoft's advertising, or the counter of visits
 * from their advertisements.
 */
const PAID_SEARCH = /\bAW-\d{6,15}\b|googleadservices\.com\/pagead\/conversion|\bbat\.bing\.com\b/;

/** Tag detector: searches scripts and the addresses that elements load, not the displayed text. */
class TagReader implements ElementHandler {
  isFound = false;
  #inScript = false;
  #tail = '';

  open(name: string, attributes: Attributes): boolean {
    this.#inScript = name === 'script' || name === 'noscript';
    this.#tail = '';
    this.#look(attributes.get('src') ?? '');
    return name !== 'style' && name !== 'template';
  }

  close(name: string): void {
    if (name === 'script' || name === 'noscript') this.#inScript = false;
  }

  text(text: string): void {
    if (!this.#inScript || this.isFound) return;
    this.#look(this.#tail + text);
    this.#tail = text.slice(-OVERLAP);
  }

  #look(text: string): void {
    this.isFound ||= PAID_SEARCH.test(text);
  }
}

/**
 * Whether a site's home page has tags of paid search. Null when none is found, which proves
 * nothing, as many tags are loaded by other scripts.
 */
export const paidSearchTags: Source<string, { runsPaidAds: true }> = {
  name: 'site_tags',
  label: 'company_website',
  kind: 'open',
  reads: 'io',
  available: () => true,
  // In bulk it would fetch a page or two per row, for a single field.
  notInBulk: () => true,
  async ask(domain, world) {
    const visit = new SiteVisit(world);
    try {
      return await visit.home(parseWebSite(domain).origins, async ({ text }) => {
        const reader = new TagReader();
        const isLate = () => reader.isFound || visit.stopAtDeadline();
        await readElements(reader, text, { maxChars: MAX_HTML_CHARS, isLate });
        return reader.isFound ? { runsPaidAds: true } : null;
      });
    } catch (error) {
      // A site that cannot be read yields no information.
      if (!(error instanceof ApiError && error.aboutInput)) throw error;
      if (isOutage(error)) world.markPartial?.();
      return null;
    }
  },
};
