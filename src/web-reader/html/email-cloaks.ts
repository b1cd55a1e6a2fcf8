import { decodePercent } from '../../lib/text.ts';
import type { ElementHandler } from './open-elements.ts';
import { decodeBase64, rot13 } from './plain-text.ts';
import type { Attributes } from './tokenizer.ts';

const CODE = /^(?:[0-9a-f]{2}){4,160}$/i;

/**
 * Decodes Cloudflare's Email Address Obfuscation: hex bytes, the first of which is XORed onto each
 * of the others, UTF-8.
 * @returns null when the text has another format
 */
export function cloudflareEmail(code: string): string | null {
  if (!CODE.test(code)) return null;
  const bytes = Uint8Array.from(code.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = bytes[0] ?? 0;
  const address = new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key));
  return address.includes('@') ? address : null;
}

const PROTECTED_PATH = /\/cdn-cgi\/l\/email-protection#([0-9a-f]{8,400})/i;
const CALL = /^\s*javascript:\s*[\w.]{1,60}\(\s*['"]([^'"]{8,400})['"]/i;
const MAX_TOKEN_CHARS = 400;

/** Character ranges of the TYPO3 shift (`linkTo_UnCryptMailto`): `+`..`:`, `@`..`Z`, `a`..`z`. */
const TYPO3_RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const;
/** TYPO3's `spamProtectEmailAddresses` is between -10 and 10; 13 is ROT13 of letters. */
const OFFSETS = Array.from({ length: 41 }, (_, at) => at - 20);

function rotateTypo3(token: string, offset: number): string {
  let turned = '';
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at);
    const range = TYPO3_RANGES.find(([first, last]) => code >= first && code <= last);
    if (!range) turned += token[at];
    else {
      const [first, last] = range;
      const span = last - first + 1;
      turned += String.fromCharCode(first + ((((code - first + offset) % span) + span) % span));
    }
  }
  return turned;
}

const shiftCharCodes = (text: string, by: number): string =>
  [...text].map((sign) => String.fromCharCode(Math.max(0, sign.charCodeAt(0) + by))).join('');

/** Newer CryptX: each character follows the digit it was shifted by. */
const decodeDigitPairs = (text: string): string =>
  text.replace(/(\d)([\s\S])/g, (_, by: string, sign: string) => shiftCharCodes(sign, -Number(by)));

const SCHEME = 'mailto:';
const MAILTO = /^mailto:\s?([^@\s]{1,64}@[^@\s]{3,255})$/i;

/** Decodes Caesar-shifted `mailto:` links: TYPO3, CryptX and other fixed shifts. */
export function decodeShiftedMailto(token: string): string | null {
  if (token.length > MAX_TOKEN_CHARS || token.length < 12) return null;
  const plain = token.replace(/\\(.)/g, '$1');
  const offset = OFFSETS.find((by) => rotateTypo3(plain.slice(0, SCHEME.length), by) === SCHEME);
  const tried = [
    () => (offset === undefined ? '' : rotateTypo3(plain, offset)),
    () => rot13(plain),
    () => shiftCharCodes(plain, -1),
    () => decodeDigitPairs(plain),
    () => SCHEME + shiftCharCodes(plain, -1),
    () => SCHEME + decodeDigitPairs(plain),
  ];
  for (const read of tried) {
    const found = MAILTO.exec(read())?.[1];
    if (found && /\.[a-z]{2,}/i.test(found)) return found;
  }
  return null;
}

const BASE64 = /^[A-Za-z0-9+/_-]{12,340}={0,2}$/;

/** Decodes a base64 string that holds an email address; null for others. */
export function decodeBase64Email(text: string): string | null {
  const plain = BASE64.test(text) ? decodeBase64(text) : '';
  return /^(?:mailto:)?[\w.+-]{1,64}@[\w.-]{3,200}$/.test(plain) ? plain : null;
}

/** The address in a link that works only with a script; null for other links. */
export function cloakedEmail(href: string): string | null {
  const code = PROTECTED_PATH.exec(href)?.[1];
  if (code) return cloudflareEmail(code);
  if (!/^\s*javascript:/i.test(href)) return null;
  const token = CALL.exec(decodePercent(href))?.[1];
  return token ? decodeShiftedMailto(token) : null;
}

/**
 * Filter that decodes obfuscated email addresses: a placeholder is replaced by the address, and its
 * link by a `mailto:` link.
 */
export class DecloakedEmails implements ElementHandler {
  readonly #inner: ElementHandler;

  constructor(inner: ElementHandler) {
    this.#inner = inner;
  }

  open(name: string, attributes: Attributes, ordinal: number): boolean {
    const code = attributes.get('data-cfemail');
    const email = code === undefined ? null : cloudflareEmail(code);
    const href = attributes.get('href');
    const linked = href === undefined ? null : (email ?? cloakedEmail(href));
    const shown = linked ? new Map([...attributes, ['href', `mailto:${linked}`]]) : attributes;
    const isRead = this.#inner.open(name, shown, ordinal);
    if (!isRead || email === null) return isRead;
    this.#inner.text(email);
    this.#inner.close(name, ordinal);
    return false;
  }

  close(name: string, ordinal: number): void {
    this.#inner.close(name, ordinal);
  }

  text(text: string): void {
    this.#inner.text(text);
  }
}
