import type { World } from '../../../core/ports.ts';
import { siteDomain, type WebSite } from '../../../core/web/site.ts';
import { type OpenPage, SiteVisit } from '../page/site-visit.ts';
import { likelyContactPages } from './contact-pages.ts';
import type { ReadPage } from './find-contacts.ts';
import { readContents } from './read-contents.ts';

/** Besides the home page. With the limit of six open connections they are read at once. */
const MAX_CONTACT_PAGES = 5;

/** Whether a host belongs to the site that answered: same registrable domain, or the same host and port. */
function siteOf(homeUrl: string): (host: string) => boolean {
  const { host, hostname } = new URL(homeUrl);
  const domain = siteDomain(hostname);
  return (other) =>
    other === host ||
    (domain !== null && siteDomain(other.replace(/:\d+$/, '')) === domain && !/:\d+$/.test(other));
}

/**
 * Reads a site's home page and the pages likely to name contacts; a contact page that fails is left out.
 * @throws ApiError when the home page cannot be read, or robots.txt forbids it
 */
export async function crawlSite(site: WebSite, world: World): Promise<ReadPage[]> {
  const visit = new SiteVisit(world);
  const read = async ({ url, text }: OpenPage): Promise<ReadPage> => ({
    url,
    contents: await readContents(text, visit.isLate),
  });
  const home = await visit.home(site.origins, read);
  const base =
    (home.contents.baseHref && URL.parse(home.contents.baseHref, home.url)?.href) || home.url;
  const urls = likelyContactPages(home.contents.links, base, siteOf(home.url), MAX_CONTACT_PAGES);
  const others = await Promise.allSettled(urls.map(async (url) => read(await visit.open(url))));
  const found = others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []));
  const seen = new Set([home.url]);
  return [home, ...found.filter(({ url }) => !seen.has(url) && seen.add(url))];
}
