import { mentionsAddress } from '../domain/place/street-address.ts';
import type { WebSite } from '../domain/web/site.ts';
import { ApiError } from '../lib/errors.ts';
import { NoSuchHost } from '../lookup/outbound.ts';
import type { Source } from '../lookup/source.ts';
import type { ContactPage } from './contacts/contacts.ts';
import { PageStatusError } from './page/site-requests.ts';
import { SoftError } from './page/soft-errors.ts';
import { readSiteContacts } from './website-contacts.ts';

/** A business's site, and the street address it should display. */
interface BusinessSiteQuery {
  site: WebSite;
  /** Street and house number; null when unknown. */
  line1: string | null;
}

export interface BusinessSiteFact {
  /** Whether the site responds; null on a timeout or a server error. */
  live: boolean | null;
  /** Why the pages, or a linked page, could not be read; null when they were read. */
  unread: string | null;
  /** E.164. */
  phones: string[];
  /** Whether the pages contain the address; null when none was read or no address was given. */
  showsAddress: boolean | null;
}

const unreadSite = (live: boolean | null, reason: string): BusinessSiteFact => ({
  live,
  unread: reason,
  phones: [],
  showsAddress: null,
});

/** Maps a failed read to a fact about the site; failures of this service are rethrown. */
function siteFactOfError(error: unknown): BusinessSiteFact {
  if (!(error instanceof ApiError)) throw error;
  if (error instanceof NoSuchHost) return unreadSite(false, 'The site has no address.');
  if (error instanceof SoftError && error.kind === 'parked')
    return unreadSite(false, error.message);
  // 404 and 410 mean no page (RFC 9110, 15.5.5 and 15.5.11); other statuses may only block robots.
  if (error instanceof PageStatusError && ![404, 410].includes(error.httpStatus))
    return unreadSite(error.httpStatus < 500 ? true : null, error.message);
  switch (error.code) {
    case 'UPSTREAM_ERROR':
      return unreadSite(false, 'The site does not answer with a page.');
    case 'UPSTREAM_TIMEOUT':
      return unreadSite(null, 'The site took too long to answer.');
    // The site responds, but with a page closed by robots.txt, a challenge, or no HTML.
    case 'VALIDATION_FAILED':
      return unreadSite(true, 'The site answers, but its pages cannot be read.');
    case 'INVALID_INPUT':
      return unreadSite(null, 'The site is not on the public web.');
    default:
      throw error;
  }
}

const pageText = ({ contents }: ContactPage): string =>
  [
    contents.text,
    contents.asides,
    ...contents.scripts.filter(({ isJson }) => isJson).map(({ text }) => text),
  ].join('\n');

/** Whether a business's site responds, with its phones and address. A dead site is an answer. */
export const businessSite: Source<BusinessSiteQuery, BusinessSiteFact> = {
  name: 'business_site',
  label: 'public_web_pages',
  kind: 'open',
  reads: 'io',
  available: () => true,
  async ask({ site, line1 }, world) {
    try {
      const { pages, contacts, failure } = await readSiteContacts(site, world);
      const showsAddress =
        line1 === null ? null : pages.some((page) => mentionsAddress(pageText(page), line1));
      const unread = failure ? 'A page that the site links could not be read.' : null;
      return { live: true, unread, phones: contacts.phones, showsAddress };
    } catch (error) {
      return siteFactOfError(error);
    }
  },
};
