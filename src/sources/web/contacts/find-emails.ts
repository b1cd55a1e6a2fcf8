import { parse } from 'tldts';
import { trimEndOf } from '../../../core/trim-text.ts';
import { deobfuscate } from './deobfuscate.ts';
import { isEmailDecoy } from './email-decoys.ts';
import { collapseBlanks, decodePercent, plainText } from './plain-text.ts';

/** RFC 5321 section 4.5.3.1: longest local part and domain. */
const MAX_LOCAL_CHARS = 64;
const MAX_DOMAIN_CHARS = 255;
/** How far back an address in a URL may begin. */
const URL_REACH_CHARS = 200;
/** Signs looked at in one text; a page with more is a list of handles. */
const MAX_SIGNS = 5_000;
const MAX_MAILTO_PARTS = 50;

/**
 * Dot-atoms (RFC 5322 section 3.2.3) as people write them; the rarer symbols are the text's own
 * punctuation.
 */
const LOCAL = /[\p{L}\p{N}._%+&'-]{1,64}$/u;
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}[\p{L}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])/u;
/** No character of a mailbox at its edge; quotes and dots are the sentence's. */
const withoutEdges = (local: string): string => trimEndOf(local.replace(/^[.'&%-]+/, ''), ".'&-");
const BLANKS = /\s+/;
/**
 * What is left of an escape before an address: `\u003einfo@`, `\ninfo@`, `%20info@`, `x3einfo@`.
 */
const ESCAPE_BEFORE = /^(?:u00[0-9a-f]{2}|x[23][0-9a-f](?=[a-z])|(?:%[0-9a-f]{2})+|nbsp|mailto)/i;
const GLUED_WORD = /^(?:www\.|https?\.?)/;

function toAscii(domain: string): string | null {
  return URL.parse(`http://${domain}`)?.hostname ?? null;
}

const isRegistrable = (name: string): boolean => {
  const { domain, isIcann } = parse(name);
  return domain !== null && isIcann === true;
};

/**
 * The name at the start of what stands behind the sign: without the sentence that begins right
 * after it.
 */
function domainOf(written: string): string | null {
  if (isRegistrable(written)) return toAscii(written.toLowerCase());
  // "info@example.com.Visit us", "info@example.comTel": a capital begins the next word.
  const lastLabel = Math.max(0, written.lastIndexOf('.'));
  const inLabel = written.slice(lastLabel).search(/(?<=[.\p{Ll}])\p{Lu}/u);
  const capital = inLabel < 0 ? -1 : lastLabel + inLabel;
  const shorter = capital > 0 ? written.slice(0, capital).replace(/\.$/, '') : '';
  return toAscii((isRegistrable(shorter) ? shorter : written).toLowerCase());
}

function localOf(text: string, siteDomain: string): string {
  let local = LOCAL.exec(text)?.[0] ?? '';
  const before = text[text.length - local.length - 1];
  if (before === '\\') local = local.replace(/^(?:u00[0-9a-f]{2}|x[0-9a-f]{2}|[nrt])/i, '');
  local = withoutEdges(local.replace(ESCAPE_BEFORE, '')).toLowerCase();
  if (!GLUED_WORD.test(local)) return local;
  const rest = local.replace(GLUED_WORD, '');
  return rest.startsWith(siteDomain) ? withoutEdges(rest.slice(siteDomain.length)) : rest;
}

/** Checks and normalises one address; null for a decoy or what is no address. */
export function cleanEmail(address: string, siteDomain: string): string | null {
  const at = address.lastIndexOf('@');
  const local = localOf(address.slice(Math.max(0, at - MAX_LOCAL_CHARS - 8), at), siteDomain);
  const written = DOMAIN.exec(address.slice(at + 1, at + 1 + MAX_DOMAIN_CHARS))?.[0];
  const domain = written ? domainOf(written) : null;
  if (local === '' || local.includes('..') || !domain) return null;
  return isEmailDecoy(local, domain, siteDomain) ? null : `${local}@${domain}`;
}

/**
 * "moc.elpmaxe@ofni", shown the right way round by a style sheet: read so only where it names the
 * site itself.
 */
function reversedEmail(text: string, at: number, siteDomain: string): string | null {
  const from = /[\w.-]{4,80}$/.exec(text.slice(Math.max(0, at - 80), at))?.[0] ?? '';
  const to = /^[\w.+-]{1,64}/.exec(text.slice(at + 1, at + 65))?.[0] ?? '';
  const turned = [...`${from}@${to}`].reverse().join('').toLowerCase();
  return turned.endsWith(`@${siteDomain}`) || turned.endsWith(`.${siteDomain}`)
    ? cleanEmail(turned, siteDomain)
    : null;
}

/** Addresses in running text, obfuscated ones included, in order. */
export function findEmails(text: string, siteDomain: string): string[] {
  const plain = deobfuscate(text);
  const found = new Set<string>();
  let at = plain.indexOf('@');
  for (let signs = 0; at >= 0 && signs < MAX_SIGNS; signs++) {
    const email = emailAround(plain, at, siteDomain);
    if (email) found.add(email);
    at = plain.indexOf('@', at + 1);
  }
  return [...found];
}

function emailAround(text: string, at: number, siteDomain: string): string | null {
  const domain = DOMAIN.exec(text.slice(at + 1, at + 1 + MAX_DOMAIN_CHARS))?.[0];
  const before = text.slice(Math.max(0, at - MAX_LOCAL_CHARS - 8), at);
  if (!domain || !LOCAL.test(before)) return reversedEmail(text, at, siteDomain);
  // `https://user:secret@host`, and `git@host:path`.
  const word = text
    .slice(Math.max(0, at - URL_REACH_CHARS), at)
    .split(BLANKS)
    .at(-1);
  if (word?.includes('://')) return null;
  const end = at + 1 + domain.length;
  const next = text[end] ?? '';
  if (next === '@' || (next === ':' && /[^\s]/.test(text[end + 1] ?? ''))) return null;
  return cleanEmail(`${before}@${domain}`, siteDomain) ?? reversedEmail(text, at, siteDomain);
}

/**
 * Addresses of a `mailto:` link, those in its `to`, `cc` and `bcc` fields included (RFC 6068
 * section 2).
 */
export function mailtoEmails(href: string, siteDomain: string): string[] {
  const [addresses = '', query = ''] = plainText(href)
    .slice('mailto:'.length)
    .replace(/^\/\//, '')
    .split('?', 2);
  const fields = new URLSearchParams(query.replaceAll('&amp;', '&').replaceAll('+', '%2B'));
  return [
    decodePercent(decodePercent(addresses)),
    fields.get('to'),
    fields.get('cc'),
    fields.get('bcc'),
  ]
    .flatMap((part) => (part ?? '').split(/[,;]/, MAX_MAILTO_PARTS))
    .map((part) => {
      const words = deobfuscate(collapseBlanks(part).trim()).split(/[<>\s"()]/);
      const address = words.find((word) => word.includes('@')) ?? '';
      return (
        cleanEmail(address, siteDomain) ?? reversedEmail(address, address.indexOf('@'), siteDomain)
      );
    })
    .filter((email) => email !== null);
}
