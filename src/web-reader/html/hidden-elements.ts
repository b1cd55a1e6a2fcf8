import type { Attributes } from './tokenizer.ts';

/** Not content: machinery, navigation, controls, embedded media. */
const NEVER_CONTENT = new Set(
  (
    'script style template noscript svg iframe object embed applet canvas audio video map nav aside dialog select datalist textarea input ' +
    'progress meter noframes noembed frameset rp'
  ).split(' '),
);

/** Landmarks around the content (WAI-ARIA 1.2, section 5.3.4), and windows over it. */
const CHROME_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'alertdialog',
  'menu',
  'menubar',
  'toolbar',
  'tooltip',
]);

/**
 * Within these a header or footer belongs to the content, not to the page (HTML-AAM, "header" and
 * "footer").
 */
export const SECTIONING = new Set(['article', 'main', 'section']);

const DISPLAY_NONE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/**
 * Ids and classes of consent banners: the generic words and the three most used consent managers.
 */
const CONSENT =
  /(?:^|[\s_-])(?:cookie[-_]?(?:banner|bar|consent|law|notice|popup|modal)|onetrust-\w+|CybotCookiebot\w*|gdpr-\w+|didomi-\w+)/i;
const SKIP_LINK = /(?:^|\s)skip-?(?:to-?\w*|link|nav)/i;

/** Whether an element is never shown: by attribute, inline style or role. */
export function isHidden(attributes: Attributes): boolean {
  if (attributes.size === 0) return false;
  const hidden = attributes.get('hidden');
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  if (attributes.get('aria-hidden')?.toLowerCase() === 'true') return true;
  return DISPLAY_NONE.test(attributes.get('style') ?? '');
}

function isPageChrome(attributes: Attributes): boolean {
  if (CHROME_ROLES.has(attributes.get('role')?.trim().toLowerCase() ?? '')) return true;
  return CONSENT.test(attributes.get('id') ?? '') || CONSENT.test(attributes.get('class') ?? '');
}

/**
 * Whether an element is left out of the Markdown with everything in it.
 * @param inSection it stands within article, main or section
 * @param inHeading controls within a heading are its text (accordions)
 */
export function isBoilerplate(
  name: string,
  attributes: Attributes,
  inSection: boolean,
  inHeading: boolean,
): boolean {
  if (NEVER_CONTENT.has(name)) return true;
  if ((name === 'header' || name === 'footer') && !inSection) return true;
  if (name === 'button' && !inHeading) return true;
  if (attributes.size === 0) return false;
  if (name === 'body' || name === 'html') return false;
  if (isHidden(attributes) || isPageChrome(attributes)) return true;
  return name === 'a' && SKIP_LINK.test(attributes.get('class') ?? '');
}
