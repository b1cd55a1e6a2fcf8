import { deobfuscate } from './deobfuscate.ts';
import { isEmailDecoy } from './email-decoys.ts';

/** RFC 5321 section 4.5.3.1: longest local part and domain. */
const MAX_LOCAL_CHARS = 64;
const MAX_DOMAIN_CHARS = 255;
/** How far back an address in a URL may begin. */
const URL_REACH_CHARS = 200;

/** Dot-atoms (RFC 5322 section 3.2.3) as people write them; the rarer symbols are the text's own punctuation. */
const LOCAL = /[\p{L}\p{N}._%+&'-]{1,64}$/u;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]/u;
const EDGE = /^[.'&%-]+|[.'&-]+$/g;
const IN_URL = /:\/\/\S*$/;

function toAscii(domain: string): string | null {
  return URL.parse(`http://${domain}`)?.hostname ?? null;
}

/** Checks and normalises one address; null for a decoy or what is no address. */
export function cleanEmail(address: string, siteDomain: string): string | null {
  const at = address.lastIndexOf('@');
  const local = LOCAL.exec(address.slice(0, at))?.[0].replace(EDGE, '').toLowerCase() ?? '';
  const written = DOMAIN.exec(address.slice(at + 1))?.[0];
  const domain = written ? toAscii(written.toLowerCase()) : null;
  if (local === '' || local.includes('..') || !domain) return null;
  return isEmailDecoy(local, domain, siteDomain) ? null : `${local}@${domain}`;
}

/** Addresses in running text, obfuscated ones included, in order. */
export function findEmails(text: string, siteDomain: string): string[] {
  const plain = deobfuscate(text);
  const found = new Set<string>();
  for (let at = plain.indexOf('@'); at >= 0; at = plain.indexOf('@', at + 1)) {
    const before = plain.slice(Math.max(0, at - MAX_LOCAL_CHARS), at);
    const domain = DOMAIN.exec(plain.slice(at + 1, at + 1 + MAX_DOMAIN_CHARS))?.[0];
    if (!domain || !LOCAL.test(before)) continue;
    // `https://user:secret@host`, and `git@host:path`.
    if (IN_URL.test(plain.slice(Math.max(0, at - URL_REACH_CHARS), at))) continue;
    const next = plain[at + 1 + domain.length] ?? '';
    if (next === '@' || (next === ':' && /\S/.test(plain[at + 2 + domain.length] ?? ''))) continue;
    const email = cleanEmail(`${before}@${domain}`, siteDomain);
    if (email) found.add(email);
  }
  return [...found];
}

/** Addresses of a `mailto:` link, those in its `to`, `cc` and `bcc` fields included (RFC 6068 section 2). */
export function mailtoEmails(href: string, siteDomain: string): string[] {
  const [addresses = '', query = ''] = href.slice('mailto:'.length).split('?', 2);
  const fields = new URLSearchParams(query.replaceAll('+', '%2B'));
  const written = [
    safeDecode(addresses),
    fields.get('to'),
    fields.get('cc'),
    fields.get('bcc'),
  ].filter((part) => part);
  return written
    .flatMap((part) => (part as string).split(/[,;]/))
    .map((address) =>
      cleanEmail(
        deobfuscate(address)
          .trim()
          .replace(/[<>\s]/g, ' ')
          .trim()
          .split(' ')
          .find((word) => word.includes('@')) ?? '',
        siteDomain,
      ),
    )
    .filter((email) => email !== null);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
