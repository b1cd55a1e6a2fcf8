import { UnusableInput } from '../../lib/inputs.ts';
import { isPublicSuffix, parseHost, registrableDomain } from '../web/domain-name.ts';
import groupWords from './group-words.json' with { type: 'json' };
import { OWN_PAGE, readLinkAddress } from './link-pages.ts';
import { linkedPlatform } from './platforms.ts';

/** A site that an ad leads to. */
export interface AdSite {
  host: string;
  /** Registrable domain. */
  domain: string;
  /** First label of the domain. */
  label: string;
}

/** Reads where an ad leads: an address or a domain; null where that is no site. */
export function readAdSite(leadsTo: string): AdSite | null {
  try {
    const host = parseHost(leadsTo.trim());
    const domain = registrableDomain(host)?.name;
    return domain === undefined ? null : { host, domain, label: domain.split('.')[0] as string };
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/**
 * Marketplaces, shops and sites that are made by anyone, crowd funding, music, events, listings:
 * by their label in every country.
 */
const VENUES: ReadonlySet<string> = new Set(groupWords.venues.split(' '));

/** Where a company lets others publish under its own domain. */
const VENUE_HOSTS: ReadonlySet<string> = new Set(groupWords.venueHosts.split(' '));

/**
 * Whether others publish on a site, so that an ad which leads there may be anyone's: a venue, a
 * social platform, a page of links, a hosting company's suffix (public suffix list).
 */
export const isVenue = ({ host, domain, label }: AdSite): boolean =>
  VENUES.has(label) ||
  VENUE_HOSTS.has(host) ||
  linkedPlatform(domain) !== null ||
  readLinkAddress(`https://${domain}`).platform !== OWN_PAGE ||
  isPublicSuffix(domain);

/** `.com`, or what a country's registry has: `.de`, `.co.uk`, `.com.br`; others are anyone's. */
const OF_COMPANIES = /^(?:com|(?:(?:com?|or|ne)\.)?[a-z]{2})$/;

/** Whether a site has a domain of companies behind one of these labels. */
export const isUnder = ({ domain, label }: AdSite, labels: readonly string[]): boolean =>
  labels.includes(label) && OF_COMPANIES.test(domain.slice(label.length + 1));
