import type { Source } from '../../../core/lookup/source.ts';
import type { LinkPage, LinkPageAnswer } from '../../../core/social/link-page.ts';
import { NoPage } from '../page/site-requests.ts';
import { SiteVisit } from '../page/site-visit.ts';
import { assemble } from './assemble.ts';
import { OWN_PAGE, readLinkAddress } from './link-hosts.ts';
import { type PageParts, readParts } from './page-parts.ts';
import { readState, type StatedPage } from './page-state.ts';

const GONE = new Set([404, 410]);

const addressIn = (text: string | undefined | null, base: string): string | null => {
  const url = text ? URL.parse(text, base) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};

/** The page's own state knows more than what is drawn from it; the tags of the page fill in. */
function pageOf(parts: PageParts, state: StatedPage | null, url: string): LinkPage | null {
  const { meta } = parts;
  const shown = parts.links.map(({ href, title }) => ({ url: href, title }));
  // What a state only mentions counts where the page itself shows no links.
  const drawn = assemble({ ...NOTHING, links: shown }, url) !== null;
  const stated = state?.username != null || !drawn ? (state?.links ?? []) : [];
  return assemble(
    {
      username: state?.username ?? null,
      displayName: state?.displayName ?? meta.get('og:title') ?? parts.title,
      bio: state?.bio ?? meta.get('og:description') ?? meta.get('description') ?? null,
      avatarUrl: addressIn(state?.avatarUrl ?? meta.get('og:image'), url),
      links: stated.length > 0 ? stated : shown,
      socials: state?.socials ?? [],
      emails: [],
    },
    url,
  );
}

const NOTHING = {
  username: null,
  displayName: null,
  bio: null,
  avatarUrl: null,
  links: [],
  socials: [],
  emails: [],
};

/** Whether a service sent us from a page it does not have to its own home page. */
function isLost(asked: string, ended: string): boolean {
  const { platform, username } = readLinkAddress(asked);
  return platform !== OWN_PAGE && username !== null && readLinkAddress(ended).username === null;
}

/**
 * Any page of links, read where it is: by the state of the services that have one, else by its links outside navigation
 * and footer. Null: it names none that can be read.
 */
export const linkPage: Source<string, LinkPageAnswer> = {
  name: 'linkpage',
  label: 'public web page',
  kind: 'open',
  available: () => true,
  async ask(asked, world) {
    const visit = new SiteVisit(world);
    try {
      const { url, text } = await visit.open(asked);
      const parts = await readParts(text, visit.isLate);
      if (isLost(asked, url)) return { page: null };
      const page = pageOf(parts, parts.state === null ? null : readState(parts.state), url);
      return page && { page };
    } catch (error) {
      if (error instanceof NoPage && GONE.has(error.httpStatus)) return { page: null };
      throw error;
    }
  },
};
