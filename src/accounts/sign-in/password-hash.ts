import nodeCrypto from 'node:crypto';
import { fromBase64Url, toBase64Url } from '../../core/base64url.ts';
import { sameText } from '../../core/signed-text.ts';

/** What scrypt may take (RFC 7914): rounds and memory, block size, lanes. */
interface Cost {
  N: number;
  r: number;
  p: number;
}

// OWASP, "Password Storage": scrypt with N = 2^14, r = 8, p = 5 where memory is short. It takes
// 16 MB of an isolate's 128, and the platform's own code does it. PBKDF2 as OWASP wants it (600,000
// rounds) is above what the platform lets WebCrypto do.
const COST: Cost = { N: 16_384, r: 8, p: 5 };
const MAX_MEMORY_BYTES = 64 * 1_048_576;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

const HASH = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{1,64})\$([\w-]{1,64})$/;

/** The same text is typed in two forms of Unicode on two machines (RFC 8265, section 4.2). */
const derive = (password: string, salt: Uint8Array, cost: Cost): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
    nodeCrypto.scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(toBase64Url(new Uint8Array(key))),
    );
  });

/** `scrypt$N$r$p$salt$key`, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const { N, r, p } = COST;
  return ['scrypt', N, r, p, toBase64Url(salt), await derive(password, salt, COST)].join('$');
}

/** Whether the hash was made of this password. One that cannot be read is of none, as slowly. */
export async function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = HASH.exec(given.hash) ?? [];
  const bytes = fromBase64Url(salt) ?? new Uint8Array();
  const cost = N === undefined ? COST : { N: Number(N), r: Number(r), p: Number(p) };
  const made = await derive(given.password, bytes, cost);
  return key !== '' && sameText(key, made);
}
