import { readOrNull, UnusableInput } from '../../lib/inputs.ts';

interface LinkedinPage {
  /** Page of a person, or of a company, school or brand. */
  of: 'person' | 'organization';
  /** The last segment of the address, decoded; lower case unless it is a member's id. */
  vanity: string;
}

/** Country, mobile and mail hosts serve the same pages. */
const HOST = /^(?:[a-z\d-]{1,20}\.){0,2}linkedin\.com$/;

/** Path prefixes before the page's path: the mobile site, and links in LinkedIn's mails. */
const PATH_PREFIXES = new Set(['mwlite', 'm', 'comm', 'authwall']);

const PERSON_PAGES = new Set(['in']);
const ORGANIZATION_PAGES = new Set(['company', 'school', 'showcase']);

const MAX_VANITY_CHARS = 100;
/** Letters, digits, hyphens of any script; in old addresses also underscores, dots, symbols. */
const VANITY = /^[\p{L}\p{N}\p{M}\p{So}][\p{L}\p{N}\p{M}\p{So}\p{Cf}._&'’-]*$/u;

/** A member's id in place of a name, as exports of Sales Navigator have it; case-sensitive. */
const MEMBER_ID = /^AC[ow]AA[\w-]{10,}$/;

function parseVanity(text: string, of: LinkedinPage['of']): LinkedinPage {
  let vanity = text;
  try {
    vanity = decodeURIComponent(text);
  } catch {
    throw new UnusableInput('is not a profile address');
  }
  vanity = vanity.normalize('NFC').replace(/^@/, '');
  if (of !== 'person' || !MEMBER_ID.test(vanity)) vanity = vanity.toLowerCase().normalize('NFC');
  if (vanity.length > MAX_VANITY_CHARS || !VANITY.test(vanity))
    throw new UnusableInput('is not a profile name');
  return { of, vanity };
}

/**
 * Parses a public profile address, or a bare vanity name, which is taken as a person's. Scheme,
 * `www`, country and mobile hosts, tracking parameters, fragments, a language after the name and
 * capitals are ignored, since a page has one name. Only in a member's id do capitals count.
 * @throws UnusableInput for an address of another site or of another kind of page (posts, searches,
 * sales pages)
 */
export function parseLinkedinPage(text: string): LinkedinPage {
  const trimmed = text.trim();
  if (!/[/:]|linkedin\.com/i.test(trimmed)) return parseVanity(trimmed, 'person');
  const bare = trimmed.replace(/^(?:https?:)?\/\//i, '');
  const [host = '', ...path] = (bare.split(/[?#]/, 1)[0] as string).split('/');
  if (!HOST.test(host.toLowerCase().replace(/\.?(?::\d{1,5})?$/, '')))
    throw new UnusableInput('is not an address of the professional network');
  const parts = path.filter(Boolean);
  while (PATH_PREFIXES.has(parts[0]?.toLowerCase() as string)) parts.shift();
  const [page = '', name] = parts;
  const kind = page.toLowerCase();
  if (name !== undefined && PERSON_PAGES.has(kind)) return parseVanity(name, 'person');
  if (name !== undefined && ORGANIZATION_PAGES.has(kind)) return parseVanity(name, 'organization');
  throw new UnusableInput('is not the address of a profile');
}

/** Name of a LinkedIn page: a person's vanity name, or `company/<name>`. @throws UnusableInput */
export function linkedinName(text: string): string {
  const { of, vanity } = parseLinkedinPage(text);
  return of === 'person' ? vanity : `company/${vanity}`;
}

/** Public address of a page; schools and brands can also be reached below `company/`. */
export const linkedinPageUrl = ({ of, vanity }: LinkedinPage): string =>
  `https://www.linkedin.com/${of === 'person' ? 'in' : 'company'}/${encodeURIComponent(vanity)}`;

/**
 * Canonical address of the page given in a text, in any spelling; null when it is not a page, or is
 * one of the other kind.
 */
const canonicalUrlOf =
  (kind: LinkedinPage['of']) =>
  (text: string | null): string | null => {
    const page = text === null ? null : readOrNull(() => parseLinkedinPage(text));
    return page?.of === kind ? linkedinPageUrl(page) : null;
  };

export const personLinkedinUrl = canonicalUrlOf('person');
export const companyLinkedinUrl = canonicalUrlOf('organization');

/**
 * Person's vanity name: LinkedIn accepts 3 to 100 letters, digits and hyphens; other scripts are
 * percent-encoded.
 */
const PERSON_VANITY = /^[\p{L}\p{M}\p{N}_-]{3,100}$/u;

/**
 * Parses the address of a person's public profile, or the bare name, as {@link parseLinkedinPage}.
 * The page itself is never fetched.
 * @returns the vanity name in lower case, or the member's id
 * @throws UnusableInput
 */
export function parseLinkedinPerson(text: string): string {
  const { of, vanity } = parseLinkedinPage(text);
  if (of === 'person' && PERSON_VANITY.test(vanity)) return vanity;
  throw new UnusableInput('must be the URL of a public profile, or its name');
}
