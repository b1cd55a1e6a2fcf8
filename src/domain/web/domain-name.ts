import { getDomain, getPublicSuffix, parse } from 'tldts';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';

/** RFC 1035 section 2.3.4, as text without the final dot. */
const MAX_NAME_CHARS = 253;
const MAX_LABEL_CHARS = 63;
/** Letters, digits and inner hyphens (RFC 1123 section 2.1). */
const LDH_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** ASCII that no host name holds; a URL parser would read it as another part of the address. */
const NOT_IN_NAMES = /[\0-,/:-@[-`{-\x7f]/;

/**
 * Host name in lower case, internationalised labels as A-labels (UTS 46, RFC 5891), without a final
 * dot.
 * @throws UnusableInput for anything that is not a name of letters, digits and hyphens within DNS
 * limits; IP addresses too
 */
export function toAsciiName(text: string): string {
  if (text === '' || NOT_IN_NAMES.test(text)) throw new UnusableInput('is not a domain name');
  let host: string;
  try {
    host = new URL(`http://${text}/`).hostname;
  } catch {
    throw new UnusableInput('is not a domain name');
  }
  const labels = host.split('.');
  if (host.length > MAX_NAME_CHARS || labels.some((label) => label.length > MAX_LABEL_CHARS))
    throw new UnusableInput('has a domain name that is too long');
  if (!labels.every((label) => LDH_LABEL.test(label)))
    throw new UnusableInput('is not a domain name');
  if (labels.every((label) => /^\d+$/.test(label)))
    throw new UnusableInput('is an IP address, not a domain name');
  return host;
}

/** The host part of a URL, or of a bare name with or without port and path. */
function hostOf(text: string): string {
  const scheme = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.exec(text)?.[0] ?? '';
  const authority = text.slice(scheme.length).split(/[/?#\\]/, 1)[0] ?? '';
  if (scheme === '' && authority.includes('@'))
    throw new UnusableInput('is an email address; give its domain');
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.startsWith('[')) throw new UnusableInput('is an IP address, not a domain name');
  return host.replace(/:\d{0,5}$/, '').replace(/\.$/, '');
}

/** A name someone can register. */
export interface RegistrableDomain {
  /** A-labels, lower case: one label more than the registry's public suffix. */
  name: string;
  /** Last label. */
  tld: string;
}

/**
 * The registrable domain of a host name by the registries' part of the public suffix list; suffixes
 * of hosting companies do not count, because the registry knows only the company's own name.
 * @returns null when the name is itself a public suffix
 */
export function registrableDomain(host: string): RegistrableDomain | null {
  const name = getDomain(host, { allowPrivateDomains: false });
  return name === null ? null : { name, tld: name.slice(name.lastIndexOf('.') + 1) };
}

/**
 * Names from `host` up to the one below its public suffix, hosting companies' suffixes included; at
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

/** Top-level domains of examples (RFC 2606). */
const RESERVED = /\.(?:example|test|invalid|localhost)$/;

/** Whether a domain ends as the registries' part of the public suffix list has it, or RFC 2606. */
export const hasListedSuffix = (domain: string): boolean =>
  parse(domain).isIcann === true || RESERVED.test(domain);

/** Whether a registry, or a hosting company, lets others take names below this one. */
export function isPublicSuffix(name: string): boolean {
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name;
}

/**
 * Reads the host name of a URL, or of a bare name with or without port and path.
 * @throws UnusableInput for no domain name at all, an IP address or an email address
 */
export const parseHost = (text: string): string => toAsciiName(hostOf(text));

/**
 * Reads a domain, host name or URL down to its registrable domain.
 * @throws UnusableInput for no domain name at all, an IP address, an email address or a bare public
 * suffix
 */
export function parseRegistrableDomain(text: string): RegistrableDomain {
  const domain = registrableDomain(parseHost(text));
  if (domain === null)
    throw new UnusableInput('is a public suffix or a single label; nobody can register it');
  return domain;
}

/** The `domain` field of products about a registration. */
export const registeredDomain = lookupField(parseRegistrableDomain, {
  description: 'Domain name. A URL or a subdomain is reduced to the registrable domain.',
  examples: ['example.com'],
});
