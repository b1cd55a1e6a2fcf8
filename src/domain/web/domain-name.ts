import { getDomain, getPublicSuffix, parse } from 'tldts';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';

/** RFC 1035 section 2.3.4, as text without the final dot. */
const MAX_NAME_CHARS = 253;
const MAX_LABEL_CHARS = 63;
/** Letters, digits and inner hyphens (RFC 1123 section 2.1). */
const LDH_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** ASCII that a host name cannot contain; a URL parser would read it as another part of the URL. */
const NOT_IN_NAMES = /[\0-,/:-@[-`{-\x7f]/;

const IP = 'is an IP address, not a domain name';

/** Whether the A-labels of a name decode; URL checks them only beside a U-label. */
const areLabels = (name: string): boolean =>
  !/(?:^|\.)xn--/.test(name) || URL.canParse(`http://ü.${name}`);

/**
 * Converts a host name to lower case and A-labels (UTS 46, RFC 5891).
 * @throws UnusableInput unless it consists of letters, digits and hyphens within DNS limits; also
 * for A-labels that do not decode, a final dot and IP addresses
 */
export function toAsciiName(text: string): string {
  if (text.startsWith('[')) throw new UnusableInput(IP);
  if (text === '' || NOT_IN_NAMES.test(text)) throw new UnusableInput('is not a domain name');
  const host = URL.parse(`http://${text}/`)?.hostname ?? '';
  const labels = host.split('.');
  if (host.length > MAX_NAME_CHARS || labels.some((label) => label.length > MAX_LABEL_CHARS))
    throw new UnusableInput('has a domain name that is too long');
  if (!labels.every((label) => LDH_LABEL.test(label)) || !areLabels(host))
    throw new UnusableInput('is not a domain name');
  if (labels.every((label) => /^\d+$/.test(label))) throw new UnusableInput(IP);
  return host;
}

/** Refuses a text without a scheme whose host would have a user name. @throws UnusableInput */
export function refuseEmail(text: string): void {
  if (/^[^/?#\\]*@/.test(text)) throw new UnusableInput('is an email address; give its domain');
}

/** The parts of a URL or of a bare name; a user name and a password are dropped. */
export function readAuthority(text: string): { scheme: string; authority: string; rest: string } {
  refuseEmail(text);
  const scheme = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.exec(text)?.[0] ?? '';
  const named = text.slice(scheme.length).split(/[/?#\\]/, 1)[0] ?? '';
  const authority = named.slice(named.lastIndexOf('@') + 1);
  return { scheme, authority, rest: text.slice(scheme.length + named.length) };
}

export const withoutPort = (authority: string): string => authority.replace(/:\d{0,5}$/, '');

/** The host of a URL, or of a bare name with or without port and path. */
const hostOf = (text: string): string =>
  withoutPort(readAuthority(text).authority).replace(/\.$/, '');

/** A domain that can be registered. */
export interface RegistrableDomain {
  /** Lower-case A-labels: the registry's public suffix and one more label. */
  name: string;
  /** Last label. */
  tld: string;
}

/**
 * The registrable domain of a host name by the ICANN section of the public suffix list. Suffixes of
 * hosting companies do not count, because the registry has only the company's own domain.
 * @returns null when the name is itself a public suffix
 */
export function registrableDomain(host: string): RegistrableDomain | null {
  const name = getDomain(host, { allowPrivateDomains: false });
  return name === null ? null : { name, tld: name.slice(name.lastIndexOf('.') + 1) };
}

/**
 * Names from `host` up to the one below its public suffix, which may be a hosting company's; at
 * most `limit`.
 */
export function namesUpToSuffix(host: string, limit: number): string[] {
  const suffix = getPublicSuffix(host, { allowPrivateDomains: true });
  const names: string[] = [];
  for (
    let name = host;
    names.length < limit && name !== suffix && name.includes('.');
    name = name.slice(name.indexOf('.') + 1)
  )
    names.push(name);
  return names;
}

/** Top-level domains for examples (RFC 2606). */
const RESERVED = /\.(?:example|test|invalid|localhost)$/;

/** Whether a registry has the domain: it ends in an ICANN suffix of the public suffix list. */
export const isRegistryName = (domain: string): boolean => parse(domain).isIcann === true;

/** Whether a domain ends in an ICANN suffix of the public suffix list, or one of RFC 2606. */
export const hasListedSuffix = (domain: string): boolean =>
  isRegistryName(domain) || RESERVED.test(domain);

/** Whether a registry or a hosting company lets others register names below this one. */
export function isPublicSuffix(name: string): boolean {
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name;
}

/**
 * Parses the host name of a URL, or of a bare name with or without port and path.
 * @throws UnusableInput if there is no domain name, and for an IP address or an email address
 */
export const parseHost = (text: string): string => toAsciiName(hostOf(text));

/**
 * Reduces a domain, host name or URL to its registrable domain.
 * @throws UnusableInput if there is no domain name, and for an IP address, an email address or a
 * bare public suffix
 */
export function parseRegistrableDomain(text: string): RegistrableDomain {
  const domain = registrableDomain(parseHost(text));
  if (domain === null)
    throw new UnusableInput('is a public suffix or a single label, which cannot be registered');
  return domain;
}

/** The `domain` input field of registration products. */
export const registeredDomain = lookupField(parseRegistrableDomain, {
  description: 'Domain name. A URL or a subdomain is reduced to the registrable domain.',
  examples: ['example.com'],
});
