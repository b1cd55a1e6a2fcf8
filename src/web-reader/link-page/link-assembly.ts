import type { LinkPage } from '../../domain/social/facts.ts';
import { OWN_PAGE, readLinkAddress } from '../../domain/social/link-pages.ts';
import { socialProfile } from '../../domain/social/profile-links.ts';
import { siteDomain } from '../../domain/web/site.ts';
import { cleanEmail, findEmails, mailtoEmails } from '../contacts/emails.ts';

/** A link or profile as found on a page or in a vendor's answer. */
interface FoundLink {
  /** As written. */
  url: string;
  title: string | null;
}

/** Contents of a page before its addresses are classified. */
export interface LinkPageParts extends Pick<LinkPage, 'displayName' | 'bio' | 'avatarUrl'> {
  username: string | null;
  links: readonly FoundLink[];
  /** Profile addresses that are not links of the page. */
  socials: readonly string[];
  emails: readonly string[];
}

const MAX_LINKS = 200;
const MAX_URL_CHARS = 2_048;

const emailsOfLink = (url: string): string[] =>
  /^mailto:/i.test(url) ? mailtoEmails(url, '') : [];

/** Addresses in running text, word by word, so that `find us @ example.com` is not read as one. */
export const emailsOfWords = (text: string): string[] =>
  text.split(/\s+/).flatMap((word) => findEmails(word, ''));

/** Resolves an address; null unless it leads to another site. */
function externalUrl(url: string, page: URL): URL | null {
  const found = url.length > MAX_URL_CHARS ? null : URL.parse(url, page);
  if (!found || (found.protocol !== 'http:' && found.protocol !== 'https:')) return null;
  const own = siteDomain(page.hostname) ?? page.hostname;
  return (siteDomain(found.hostname) ?? found.hostname) === own ? null : found;
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');

/** Whether a profile belongs to the hosting service, named like the service or its host. */
function isService(profile: string, page: URL, platform: string): boolean {
  const name = lettersOf(profile.slice(profile.lastIndexOf('/') + 1));
  return name === platform || name === lettersOf(siteDomain(page.hostname) ?? '');
}

/** Classifies addresses as links, profiles and emails; null when there are none. */
export function assembleLinkPage(found: LinkPageParts, address: string): LinkPage | null {
  const page = new URL(address);
  const { platform, username } = readLinkAddress(address);
  const links = new Map<string, string | null>();
  const socials = new Map<string, string>();
  const emails = new Set(found.emails.flatMap((email) => cleanEmail(email, '') ?? []));
  const noteProfile = (url: string): boolean => {
    const profile = socialProfile(url);
    if (!profile) return false;
    const isOwners = platform === OWN_PAGE || !isService(profile.url, page, platform);
    if (isOwners && !socials.has(profile.platform)) socials.set(profile.platform, profile.url);
    return true;
  };
  for (const { url, title } of found.links) {
    for (const email of emailsOfLink(url)) emails.add(email);
    const target = externalUrl(url, page);
    if (!target) continue;
    // A profile link without text is an icon; with text it is also listed as a link.
    if (noteProfile(target.href) && title === null) continue;
    if (links.size < MAX_LINKS && !links.has(target.href)) links.set(target.href, title);
  }
  for (const url of found.socials) {
    for (const email of emailsOfLink(url)) emails.add(email);
    noteProfile(url);
  }
  for (const email of emailsOfWords(found.bio ?? '')) emails.add(email);
  if (links.size + socials.size + emails.size === 0) return null;
  return {
    platform,
    username: found.username ?? username,
    displayName: found.displayName,
    bio: found.bio,
    avatarUrl: found.avatarUrl,
    links: [...links].map(([url, title]) => ({ title, url })),
    socials: Object.fromEntries(socials),
    emails: [...emails],
  };
}
