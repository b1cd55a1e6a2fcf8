import { siteDomain, type WebSite } from '../domain/web/site.ts';
import { ApiError } from '../lib/errors.ts';
import { decodePercent } from '../lib/text.ts';
import type { IoSource } from '../lookup/source.ts';
import type { World } from '../lookup/world.ts';
import { type ContactPage, type ContactsFact, findContacts } from './contacts/contacts.ts';
import { readContents } from './contacts/contents-reader.ts';
import type { PageLink } from './contacts/page-contents.ts';
import { isOutage, type OpenPage, SiteVisit } from './page/site-visit.ts';
import { isPlaceholder } from './page/soft-errors.ts';

/** Words in the address or label of a page likely to list contacts, with their score. */
const CONTACT_PAGE_SCORES: readonly [number, RegExp][] = [
  [
    5,
    /contact|kontakt|contatt|contacto|contato|kapcsolat|yhteystiedot|iletisim|iletişim|επικοινωνια|контакт|обратная связь|お問い合わせ|お問合せ|联系|聯絡|문의|liên hệ|lien-he|get[-\s]in[-\s]touch|reach[-\s]us/i,
  ],
  [
    4,
    /impress?um|imprint|mentions[-\s]l[ée]gales|aviso[-\s]legal|note[-\s]legali|colofon|特定商取引|tokushoho/i,
  ],
  [
    3,
    /about|[üu]e?ber[-\s]uns|[àa][-\s]propos|qui[-\s]sommes|chi[-\s]siamo|qui[ée]nes[-\s]somos|nosotros|sobre|over[-\s]ons|om[-\s]oss|om[-\s]os|o[-\s]nas|会社概要|о[-\s]компании|о[-\s]нас|hakk[ıi]m[ıi]zda/i,
  ],
  [
    2,
    /team|equipe|équipe|equipo|locations?|standorte?|filialen|stores?|offices?|sedi|customer[-\s]service|kundenservice/i,
  ],
  [1, /support|help|hilfe|aide|ayuda|press|legal|privacy|datenschutz/i],
];
const NOT_A_PAGE = /\.(?:pdf|jpe?g|png|gif|webp|svg|zip|docx?|xlsx?|mp[34]|vcf|ics|xml|rss)$/i;
const MAX_PATH_DEPTH = 4;

function contactPageScore(url: URL, label: string): number {
  const path = decodePercent(url.pathname);
  for (const [points, pattern] of CONTACT_PAGE_SCORES) {
    if (pattern.test(path) || (label.length <= 40 && pattern.test(label))) return points;
  }
  return 0;
}

/**
 * Ranks links by how likely the page lists contacts, best first, ties in document order. If none
 * scores 4 or more, `/contact` is added.
 * @param sameSite whether a host belongs to the site
 */
export function likelyContactPages(
  links: readonly Pick<PageLink, 'href' | 'label'>[],
  pageUrl: string,
  sameSite: (host: string) => boolean,
  limit: number,
): string[] {
  const promises = new Map<string, number>();
  const home = new URL(pageUrl);
  for (const { href, label } of links) {
    const url = URL.parse(href, pageUrl);
    if (
      !url ||
      (url.protocol !== 'https:' && url.protocol !== 'http:') ||
      !sameSite(url.host) ||
      NOT_A_PAGE.test(url.pathname)
    )
      continue;
    url.hash = '';
    if (
      url.href === home.href ||
      url.pathname === '/' ||
      url.pathname.startsWith('/cdn-cgi/') ||
      url.pathname.split('/').length > MAX_PATH_DEPTH + 1
    )
      continue;
    const points = contactPageScore(url, label.trim());
    if (points > 0) promises.set(url.href, Math.max(points, promises.get(url.href) ?? 0));
  }
  if (![...promises.values()].some((points) => points >= 4))
    promises.set(new URL('/contact', pageUrl).href, 3.5);
  return [...promises]
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([url]) => url);
}

/** Pages besides the home page; they are read in parallel, within the limit of six connections. */
const MAX_CONTACT_PAGES = 5;

/** Whether a host belongs to the site: same registrable domain, or same host and port. */
function sameSiteTest(homeUrl: string): (host: string) => boolean {
  const { host, hostname } = new URL(homeUrl);
  const domain = siteDomain(hostname);
  return (other) =>
    other === host ||
    (domain !== null && siteDomain(other.replace(/:\d+$/, '')) === domain && !/:\d+$/.test(other));
}

function withoutHash(url: URL | null): string | null {
  if (url) url.hash = '';
  return url?.href ?? null;
}

/**
 * Crawls a site's home page and the pages likely to list contacts.
 * @returns the pages, and why a linked page could not be read; a missing page or one closed to
 * robots is not a failure
 * @throws ApiError when the home page cannot be read, or robots.txt forbids it
 */
async function crawlSite(
  site: WebSite,
  world: World,
): Promise<{ pages: ContactPage[]; failure: unknown }> {
  const visit = new SiteVisit(world);
  const read = async ({ url, text }: OpenPage): Promise<ContactPage> => ({
    url,
    contents: await readContents(text, visit.stopAtDeadline),
  });
  const home = await visit.home(site.origins, read);
  const base =
    (home.contents.baseHref && URL.parse(home.contents.baseHref, home.url)?.href) || home.url;
  const urls = likelyContactPages(
    home.contents.links,
    base,
    sameSiteTest(home.url),
    MAX_CONTACT_PAGES,
  );
  const others = await Promise.allSettled(urls.map(async (url) => read(await visit.open(url))));
  const found = others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []));
  const linked = new Set(home.contents.links.map(({ href }) => withoutHash(URL.parse(href, base))));
  const failed = others.find(
    (other, at) =>
      other.status === 'rejected' && linked.has(urls[at] ?? null) && isOutage(other.reason),
  );
  const seen = new Set([home.url]);
  return {
    pages: [home, ...found.filter(({ url }) => !seen.has(url) && seen.add(url))],
    failure: failed?.status === 'rejected' ? failed.reason : null,
  };
}

/** Shorter text is only a loading message. */
const EMPTY_BELOW_CHARS = 30;

/** Whether scripts or frames render the page: the HTML contains nothing else. */
const isDrawnByScripts = ({ contents: { shown, scripts, text } }: ContactPage): boolean =>
  (shown.links === 0 && shown.chars === 0) ||
  (scripts.length > 0 &&
    (isPlaceholder(text) || (shown.links === 0 && shown.chars < EMPTY_BELOW_CHARS)));

/**
 * Reads the pages of a site and their contacts, with the reason why a linked page was not readable.
 * @throws ApiError as {@link crawlSite}; without any contact, also the failure of a linked page, or
 * VALIDATION_FAILED when scripts or frames render every page
 */
export async function readSiteContacts(
  site: WebSite,
  world: World,
): Promise<{ pages: ContactPage[]; contacts: ContactsFact; failure?: unknown }> {
  const { pages, failure } = await crawlSite(site, world);
  if (failure) world.markPartial?.();
  const contacts = findContacts(pages, site.domain);
  if (Object.keys(contacts.foundOn).length > 0) return { pages, contacts, failure };
  if (failure) throw failure;
  if (pages.every(isDrawnByScripts))
    throw new ApiError(
      'VALIDATION_FAILED',
      'The pages of the site have no content in their HTML; scripts or frames may render it in a browser.',
    );
  return { pages, contacts };
}

/** Contacts that a site publishes about its owner; empty lists when it has none. */
export const websiteContacts: IoSource<WebSite, ContactsFact> = {
  name: 'website_contacts',
  label: 'public_web_pages',
  kind: 'open',
  reads: 'io',
  available: () => true,
  ask: async (site, world) => (await readSiteContacts(site, world)).contacts,
};
