import { cloudflareEmail } from './cloudflare-email.ts';
import { decodeBase64, decodePercent, rot13 } from './plain-text.ts';

const PROTECTED_PATH = /\/cdn-cgi\/l\/email-protection#([0-9a-f]{8,400})/i;
const CALL = /^\s*javascript:\s*[\w.]{1,60}\(\s*['"]([^'"]{8,400})['"]/i;
const MAX_TOKEN_CHARS = 400;

/** The ranges TYPO3 turns within (`linkTo_UnCryptMailto`): `+` to `:`, `@` to `Z`, `a` to `z`. */
const TYPO3_RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const;
/** TYPO3's setting `spamProtectEmailAddresses` lies between -10 and 10; 13 is ROT13 of letters. */
const OFFSETS = Array.from({ length: 41 }, (_, at) => at - 20);

function turn(token: string, offset: number): string {
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

const shift = (text: string, by: number): string =>
  [...text].map((sign) => String.fromCharCode(Math.max(0, sign.charCodeAt(0) + by))).join('');

/** Newer CryptX: each character behind the digit it was raised by. */
const unpair = (text: string): string =>
  text.replace(/(\d)([\s\S])/g, (_, by: string, sign: string) => shift(sign, -Number(by)));

const SCHEME = 'mailto:';
const MAILTO = /^mailto:\s?([^@\s]{1,64}@[^@\s]{3,255})$/i;

/**
 * Reads a link that a script turned so that it is no `mailto:` link: TYPO3, CryptX and other fixed
 * shifts.
 */
export function turnedMailto(token: string): string | null {
  if (token.length > MAX_TOKEN_CHARS || token.length < 12) return null;
  const plain = token.replace(/\\(.)/g, '$1');
  const offset = OFFSETS.find((by) => turn(plain.slice(0, SCHEME.length), by) === SCHEME);
  const tried = [
    () => (offset === undefined ? '' : turn(plain, offset)),
    () => rot13(plain),
    () => shift(plain, -1),
    () => unpair(plain),
    () => SCHEME + shift(plain, -1),
    () => SCHEME + unpair(plain),
  ];
  for (const read of tried) {
    const found = MAILTO.exec(read())?.[1];
    if (found && /\.[a-z]{2,}/i.test(found)) return found;
  }
  return null;
}

const BASE64 = /^[A-Za-z0-9+/_-]{12,340}={0,2}$/;

/** What an attribute or a string holds in base64, if that is an address. */
export function encodedEmail(text: string): string | null {
  const plain = BASE64.test(text) ? decodeBase64(text) : '';
  return /^(?:mailto:)?[\w.+-]{1,64}@[\w.-]{3,200}$/.test(plain) ? plain : null;
}

/** The address behind a link that only a script makes usable; null for other links. */
export function cloakedEmail(href: string): string | null {
  const code = PROTECTED_PATH.exec(href)?.[1];
  if (code) return cloudflareEmail(code);
  if (!/^\s*javascript:/i.test(href)) return null;
  const token = CALL.exec(decodePercent(href))?.[1];
  return token ? turnedMailto(token) : null;
}
