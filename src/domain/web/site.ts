import { parse } from 'tldts';
import type * as z from 'zod';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';
import { toAsciiName } from './domain-name.ts';

/** A site named by its domain, and where its home page may be. */
export interface WebSite {
  /** Registrable domain, private suffixes such as github.io included; `host:port` with a port. */
  domain: string;
  /** Origins to try in order, without a trailing slash. */
  origins: readonly string[];
}

const HTTP_SCHEME = /^https?:\/\//i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** An http or https address, its host without the dot that ends a name in full (RFC 1034 3.1). */
function toUrl(text: string): URL {
  if (!HTTP_SCHEME.test(text) && ANY_SCHEME.test(text))
    throw new UnusableInput('must start with http:// or https://');
  let url: URL;
  try {
    url = new URL(HTTP_SCHEME.test(text) ? text : `https://${text}`);
  } catch {
    throw new UnusableInput('must be a web address or a domain');
  }
  if (url.username || url.password)
    throw new UnusableInput('must not carry a user name or password');
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

/** @throws UnusableInput unless the host is a name of at least two labels */
function hostName(url: URL): string {
  const name = toAsciiName(url.hostname);
  if (!name.includes('.')) throw new UnusableInput('must be a domain such as example.com');
  return name;
}

/**
 * Parses a page address: http:// or https://, or a bare domain, which is read as https. The
 * fragment is dropped. Whether the address may be fetched at all is the guarded fetcher's to say.
 * @returns the address as the URL standard serialises it
 * @throws UnusableInput
 */
export function parsePageUrl(text: string): string {
  const url = toUrl(text);
  if (!HTTP_SCHEME.test(text)) {
    if (url.pathname !== '/' || url.search || url.hash)
      throw new UnusableInput('must start with http:// or https://, or be a bare domain');
    if (!url.port) hostName(url);
  }
  url.hash = '';
  return url.href;
}

/**
 * Parses a domain or a full address into the site it names. With an explicit port the host is taken
 * as it stands: such a site exists only where the operator allows it, and speaks the scheme given,
 * or http.
 * @throws UnusableInput
 */
export function parseWebSite(text: string): WebSite {
  const url = toUrl(text);
  if (url.port)
    return {
      domain: url.host,
      origins: [HTTP_SCHEME.test(text) ? url.origin : `http://${url.host}`],
    };
  const domain = siteDomain(hostName(url));
  if (!domain) throw new UnusableInput('must be a domain, not a public suffix');
  return { domain, origins: [`https://${domain}`, `https://www.${domain}`, `http://${domain}`] };
}

/** Parameters that only measure a campaign: Urchin's, and the click ids of advertisers. */
const TRACKING =
  /^(?:utm_\w{1,30}|(?:[dgy]|fb|ms|tt|tw)clid|[gw]braid|li_fat_id|mc_[ce]id|igsh(?:id)?)$/i;

/** Takes the parameters of tracking out of an address. */
export function dropTracking(url: URL): void {
  const names = [...url.searchParams.keys()].filter((key) => TRACKING.test(key));
  for (const name of names) url.searchParams.delete(name);
}

/**
 * A web site that a source names, by its domain or an address.
 * @returns an absolute address, https where no scheme is given, without a lone slash at its end and
 * parameters of tracking; null for what is no site
 */
export function siteAddress(text: string | null): string | null {
  try {
    const url = toUrl(text?.trim() ?? '');
    hostName(url);
    dropTracking(url);
    return url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/**
 * The domain a site's owner controls, by the public suffix list with its private section; null for
 * a suffix or an address.
 */
export function siteDomain(host: string): string | null {
  return parse(host, { allowPrivateDomains: true }).domain;
}

/** The looked-up value of products that read one page. */
export const pageUrl = lookupField(parsePageUrl, {
  description:
    'URL of the page, starting with http:// or https://, or a bare domain, which is read as https.',
  examples: ['https://example.com/pricing', 'example.com'],
}) satisfies z.ZodType<string>;

/** The looked-up value of products that read one site. */
export const webSite = lookupField(parseWebSite, {
  description: 'Domain or full URL of the site. Its registrable domain is looked up.',
  examples: ['example.com', 'https://www.example.com/about'],
}) satisfies z.ZodType<WebSite>;
