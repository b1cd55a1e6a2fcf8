import { mentionsAddress } from '../domain/place/street-address.ts';
import type { WebSite } from '../domain/web/site.ts';
import { ApiError } from '../lib/errors.ts';
import { NoSuchHost } from '../lookup/outbound.ts';
import type { Source } from '../lookup/source.ts';
import type { ContactPage } from './contacts/contacts.ts';
import { PageStatusError, RobotsOutage } from './page/site-requests.ts';
import { SoftError } from './page/soft-errors.ts';
import { readSiteContacts } from './website-contacts.ts';

/** A business's site, and the street address it should display. */
interface BusinessSiteQuery {
  site: WebSite;
  /** Street and house number; null when unknown. */
  line1: string | null;
}

export interface BusinessSiteFact {
  /** Whether the site responds; null if it could not be reached or answers with a server error. */
  live: boolean | null;
  /** Why the pages, or a linked page, could not be read; null when they were read. */
  unread: string | null;
  /** Whether they may be readable later: a failure of the site or of the way to it. */
  outage: boolean;
  /** E.164. */
  phones: string[];
  /** Whether the pages contain the address; null when none was read or no address was given. */
  showsAddress: boolean | null;
}

const unreadSite = (live: boolean | null, unread: string): BusinessSiteFact => ({
  live,
  unread,
  outage: false,
  phones: [],
  showsAddress: null,
});

const outageOf = (live: true | null, unread: string): BusinessSiteFact => ({
  ...unreadSite(live, unread),
  outage: true,
});

/** 404 and 410 mean no page (RFC 9110, 15.5.5 and 15.5.11); others may only block robots. */
function siteFactOfStatus({ httpStatus, message }: PageStatusError): BusinessSiteFact {
  if (httpStatus >= 500) return outageOf(null, message);
  if (httpStatus === 429) return outageOf(true, message);
  return unreadSite(![404, 410].includes(httpStatus), message);
}

/**
 * Maps a failed read to a fact about the site, which is dead only if that is proved: a failed
 * connection may be this service's. Failures of this service are rethrown.
 */
function siteFactOfError(error: unknown): BusinessSiteFact {
  if (!(error instanceof ApiError)) throw error;
  if (error instanceof NoSuchHost) return unreadSite(false, 'The site has no address.');
  if (error instanceof SoftError && error.kind === 'parked')
    return unreadSite(false, error.message);
  if (error instanceof PageStatusError) return siteFactOfStatus(error);
  if (error instanceof RobotsOutage) return outageOf(null, error.message);
  switch (error.code) {
    case 'UPSTREAM_ERROR':
      return outageOf(null, 'The site could not be reached; it may be temporarily down.');
    case 'UPSTREAM_TIMEOUT':
      return outageOf(null, 'The site took too long to answer.');
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
      return { live: true, unread, outage: !!failure, phones: contacts.phones, showsAddress };
    } catch (error) {
      const fact = siteFactOfError(error);
      if (fact.outage) world.markPartial?.();
      return fact;
    }
  },
};
