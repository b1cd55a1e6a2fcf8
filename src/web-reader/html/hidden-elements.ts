import { HEADINGS } from './element-kinds.ts';
import type { Attributes } from './tokenizer.ts';

/** Elements whose content is not text: machinery, controls, embedded media. */
const NEVER_TEXT = new Set(
  (
    'script style template noscript svg iframe object embed applet canvas audio video map select datalist textarea input ' +
    'progress meter noframes noembed frameset rp'
  ).split(' '),
);

/** Roles of landmarks around the content (WAI-ARIA 1.2, section 5.3.4), and of overlays. */
const CHROME_ROLES = new Set(
  (
    'navigation banner contentinfo complementary search dialog alertdialog menu menubar ' +
    'toolbar tooltip'
  ).split(' '),
);

/** A header or footer within one of these belongs to the content, not to the page (HTML-AAM). */
const SECTIONING = new Set(['article', 'main', 'section']);

const DISPLAY_NONE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** IDs and classes of consent banners: generic words, and the containers of consent managers. */
const CONSENT = new RegExp(
  `(?:^|[\\s_-])(?:${[
    'cookie[-_]?(?:banner|bar|consent|law|notice|popup|modal)|gdpr[-_]\\w|onetrust-\\w',
    'CybotCookiebot|didomi-\\w|cky-\\w|cmplz-\\w|usercentrics-\\w|sp_message_container|qc-cmp2-\\w',
    'klaro(?![\\w-])|iubenda-cs-\\w|axeptio_\\w|termly-\\w|osano-cm-\\w|fc-consent-root|cmpbox',
    'truste[_-]\\w|trustarc-\\w|tarteaucitron|BorlabsCookie|cc-(?:window|banner)|hs-eu-cookie',
  ].join('|')})`,
  'i',
);
/** Links that edit a section's source (MediaWiki). */
const EDIT_LINK = /(?:^|\s)mw-editsection(?:\s|$)/;
/** Classes and roles of asides that belong to the text beside them (DPUB-ARIA 1.1). */
const REMARK = new RegExp(
  `(?:^|[\\s_-])(?:${[
    'notes?|tips?|warnings?|cautions?|danger|important|hints?|attention|callouts?|admonitions?',
    'alerts?|examples?|pull-?quotes?|footnotes?|endnotes?|sidenotes?',
  ].join('|')})(?![a-z])|(?:^|\\s)info(?=\\s|$)`,
  'i',
);
const REMARK_ROLE = /^(?:note$|doc-)/i;
const SKIP_LINK = /(?:^|\s)skip-?(?:to-?\w*|link|nav)/i;

/** Whether an element is hidden: by `hidden`, `aria-hidden` or its inline style. */
export function isHidden(attributes: Attributes): boolean {
  if (attributes.size === 0) return false;
  const hidden = attributes.get('hidden');
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  if (attributes.get('aria-hidden')?.toLowerCase() === 'true') return true;
  return DISPLAY_NONE.test(attributes.get('style') ?? '');
}

function isPageChrome(attributes: Attributes): boolean {
  if (CHROME_ROLES.has(attributes.get('role')?.trim().toLowerCase() ?? '')) return true;
  const names = attributes.get('class') ?? '';
  return CONSENT.test(attributes.get('id') ?? '') || CONSENT.test(names) || EDIT_LINK.test(names);
}

const isRemark = (attributes: Attributes): boolean =>
  REMARK.test(attributes.get('class') ?? '') || REMARK_ROLE.test(attributes.get('role') ?? '');

const hasRoleOfMain = (attributes: Attributes): boolean =>
  attributes.get('role')?.trim().toLowerCase() === 'main';

/** `main` or `role="main"`. */
export const isMainLandmark = (name: string, attributes: Attributes): boolean =>
  name === 'main' || hasRoleOfMain(attributes);

/** Extent of a page that is read: its content, or everything displayed. */
export type PageExtent = 'main' | 'page';

/** The elements that hold a page's content, by the ordinals of their start tags. */
export interface MainContent {
  /** Null: the whole page. */
  kept: ReadonlySet<number> | null;
  /** Ancestors of the kept elements. */
  around: ReadonlySet<number>;
  /** Elements within the kept ones that are left out. */
  leftOut: ReadonlySet<number>;
}

/** Filter that decides in document order which elements are left out with their contents. */
export class PageScope {
  readonly #extent: PageExtent;
  readonly #content: MainContent | null;
  #sections = 0;
  #articles = 0;
  /** Open elements with `role="main"`. */
  readonly #mains: number[] = [];
  #headings = 0;
  /** Ordinal of the outermost open element of the content; null outside it. */
  #kept: number | null = null;

  /** @param content elements that hold the content; null to select by `extent` alone */
  constructor(extent: PageExtent, content: MainContent | null = null) {
    this.#extent = extent;
    this.#content = content;
  }

  /** Whether text at the current position is read. */
  get holdsText(): boolean {
    return this.#content?.kept == null || this.#kept !== null;
  }

  /** @returns false to leave the element out; otherwise {@link close} must be called for it */
  open(name: string, attributes: Attributes, ordinal: number): boolean {
    if (this.#leavesOut(name, attributes) || this.#isBeside(ordinal)) return false;
    if (this.#kept === null && this.#content?.kept?.has(ordinal)) this.#kept = ordinal;
    if (SECTIONING.has(name)) this.#sections++;
    else if (name !== 'body' && hasRoleOfMain(attributes)) this.#mains.push(ordinal);
    if (name === 'article') this.#articles++;
    if (HEADINGS.has(name)) this.#headings++;
    return true;
  }

  close(name: string, ordinal: number): void {
    if (SECTIONING.has(name)) this.#sections--;
    else if (this.#mains.at(-1) === ordinal) this.#mains.pop();
    if (name === 'article') this.#articles--;
    if (HEADINGS.has(name)) this.#headings--;
    if (this.#kept === ordinal) this.#kept = null;
  }

  #isBeside(ordinal: number): boolean {
    const content = this.#content;
    if (content === null) return false;
    if (content.kept === null || this.#kept !== null) return content.leftOut.has(ordinal);
    return !content.kept.has(ordinal) && !content.around.has(ordinal);
  }

  #leavesOut(name: string, attributes: Attributes): boolean {
    if (NEVER_TEXT.has(name)) return true;
    const isPart = attributes.size > 0 && name !== 'body' && name !== 'html';
    if (isPart && isHidden(attributes)) return true;
    if (this.#extent === 'page') return false;
    if (name === 'nav' || (name === 'dialog' && !attributes.has('open'))) return true;
    // Within an article, an aside without a name has no landmark role (HTML-AAM).
    if (name === 'aside' && !(isPart ? isRemark(attributes) : this.#articles > 0)) return true;
    if ((name === 'header' || name === 'footer') && this.#sections + this.#mains.length === 0)
      return true;
    // Buttons within a heading hold its text (accordions).
    if (name === 'button' && this.#headings === 0) return true;
    if (!isPart) return false;
    return (
      isPageChrome(attributes) || (name === 'a' && SKIP_LINK.test(attributes.get('class') ?? ''))
    );
  }
}
