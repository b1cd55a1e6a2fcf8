import { parse } from 'tldts';
import type * as z from 'zod';
import { lookupField, readOrNull, UnusableInput } from '../../lib/inputs.ts';
import { readAuthority, refuseEmail, toAsciiName, withoutPort } from './domain-name.ts';

/** A site, identified by its domain, and the origins of its home page. */
export interface WebSite {
  /** Registrable domain, private suffixes such as github.io included; `host:port` with a port. */
  domain: string;
  /** Origins to try in order, without a trailing slash. */
  origins: readonly string[];
}

const HTTP_SCHEME = /^https?:\/\//i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/**
 * Parses an http or https address, and removes a final dot from its host (RFC 1034, 3.1). Without a
 * scheme it is https, or http by its port (RFC 9110, 4.2.1).
 */
function toUrl(text: string): URL {
  refuseEmail(text);
  if (!HTTP_SCHEME.test(text) && ANY_SCHEME.test(text))
    throw new UnusableInput('must start with http:// or https://');
  const url = URL.parse(HTTP_SCHEME.test(text) ? text : `https://${text}`);
  if (!url) throw new UnusableInput('must be a web address or a domain');
  if (url.username || url.password)
    throw new UnusableInput('must not contain a user name or password');
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.port === '80' && !HTTP_SCHEME.test(text)) url.protocol = 'http:';
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
 * fragment is dropped. Whether the address may be fetched is decided by the guarded fetcher.
 * @returns the address as serialised by the URL standard
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
 * The address of a site without what does not name it: user name and password, and a scheme other
 * than http and https with its port.
 */
export function siteText(text: string): string {
  const { scheme, authority, rest } = readAuthority(text);
  if (authority === '') return text;
  if (HTTP_SCHEME.test(scheme)) return scheme + authority + rest;
  return (scheme === '' || scheme === '//' ? authority : withoutPort(authority)) + rest;
}

/**
 * Parses a domain or a full address into its site. With an explicit port the host is kept as given:
 * such a site exists only where the operator allows it, with the given scheme, or http.
 * @throws UnusableInput
 */
export function parseWebSite(text: string): WebSite {
  const named = siteText(text);
  const url = toUrl(named);
  if (url.port)
    return {
      domain: url.host,
      origins: [HTTP_SCHEME.test(named) ? url.origin : `http://${url.host}`],
    };
  const domain = siteDomain(hostName(url));
  if (!domain) throw new UnusableInput('must be a domain, not a public suffix');
  return { domain, origins: [`https://${domain}`, `https://www.${domain}`, `http://${domain}`] };
}

/** Campaign parameters: Urchin's, and the click IDs of advertisers. */
const TRACKING =
  /^(?:utm_\w{1,30}|(?:[dgy]|fb|ms|tt|tw)clid|[gw]braid|li_fat_id|mc_[ce]id|igsh(?:id)?)$/i;

/** Removes tracking parameters from an address. */
export function dropTracking(url: URL): void {
  const names = [...url.searchParams.keys()].filter((key) => TRACKING.test(key));
  for (const name of names) url.searchParams.delete(name);
}

/**
 * Normalizes a web site named by a source, as a domain or an address.
 * @returns an absolute address, https when no scheme is given, without a lone final slash and
 * tracking parameters; null when it is not a site
 */
export const siteAddress = (text: string | null): string | null =>
  readOrNull(() => {
    const url = toUrl(text?.trim() ?? '');
    hostName(url);
    dropTracking(url);
    return url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href;
  });

/**
 * Registrable domain by the public suffix list with its private section; null for a suffix or an IP
 * address.
 */
export function siteDomain(host: string): string | null {
  return parse(host, { allowPrivateDomains: true }).domain;
}

/** The input field of products that read one page. */
export const pageUrl = lookupField(parsePageUrl, {
  description:
    'URL of the page, starting with http:// or https://, or a bare domain, which is read as https.',
  examples: ['https://example.com/pricing', 'example.com'],
}) satisfies z.ZodType<string>;

/** The input field of products about one site. */
export const siteField = (parse: (text: string) => WebSite) =>
  lookupField(parse, {
    description: 'Domain or full URL of the site. Its registrable domain is looked up.',
    examples: ['example.com', 'https://www.example.com/about'],
  });
