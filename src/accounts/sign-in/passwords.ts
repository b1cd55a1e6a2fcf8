import nodeCrypto from 'node:crypto';
import { fromBase64Url, toBase64Url } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import { isEqualConstantTime } from '../../lib/secrets.ts';
import list from './common-passwords.txt';

/** NIST SP 800-63B, section 5.1.1.2: length and a list of the commonest, nothing else. */
export const MIN_PASSWORD_CHARS = 10;
/** Bounds what is hashed; in UTF-16 units, as better-auth counts. */
export const MAX_PASSWORD_CHARS = 128;

const commonPasswords = new Set(
  list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** One character over and over, or a short piece repeated. */
const REPEATED = /^(.{1,4}?)\1{2,}.{0,3}$/s;

function passwordProblem(password: string, known: readonly string[]): string | null {
  if ([...password].length < MIN_PASSWORD_CHARS)
    return `must have at least ${MIN_PASSWORD_CHARS} characters`;
  if (password.length > MAX_PASSWORD_CHARS)
    return `must have at most ${MAX_PASSWORD_CHARS} characters`;
  const text = password.toLowerCase();
  if (commonPasswords.has(text) || REPEATED.test(text)) return 'is one of the commonest passwords';
  if (known.some((own) => own.toLowerCase() === text)) return 'must not be your name or address';
  return null;
}

/**
 * Refuses a password that may not be had.
 * @param known texts that would be guessed first: the person's own address and name
 * @param param the field it came in
 * @throws ApiError INVALID_INPUT, which says why
 */
export function requireGoodPassword(
  password: string,
  known: readonly string[] = [],
  param = 'password',
): void {
  const problem = passwordProblem(password, known);
  if (problem) throw new ApiError('INVALID_INPUT', problem, { param });
}

/** What scrypt may take (RFC 7914): rounds and memory, block size, lanes. */
interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

// OWASP, "Password Storage": scrypt with N = 2^14, r = 8, p = 5 where memory is short. It takes
// 16 MB of an isolate's 128, and the platform's own code does it. PBKDF2 as OWASP wants it (600,000
// rounds) is above what the platform lets WebCrypto do.
const SCRYPT_COST: ScryptCost = { N: 16_384, r: 8, p: 5 };
const MAX_MEMORY_BYTES = 64 * 1_048_576;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

const SCRYPT_HASH = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{1,64})\$([\w-]{1,64})$/;

/** The same text is typed in two forms of Unicode on two machines (RFC 8265, section 4.2). */
const deriveKey = (password: string, salt: Uint8Array, cost: ScryptCost): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
    nodeCrypto.scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(toBase64Url(new Uint8Array(key))),
    );
  });

/** `scrypt$N$r$p$salt$key`, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const { N, r, p } = SCRYPT_COST;
  return ['scrypt', N, r, p, toBase64Url(salt), await deriveKey(password, salt, SCRYPT_COST)].join(
    '$',
  );
}

/** Whether the hash was made of this password. One that cannot be read is of none, as slowly. */
export async function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = SCRYPT_HASH.exec(given.hash) ?? [];
  const bytes = fromBase64Url(salt) ?? new Uint8Array();
  const cost = N === undefined ? SCRYPT_COST : { N: Number(N), r: Number(r), p: Number(p) };
  const made = await deriveKey(given.password, bytes, cost);
  return key !== '' && isEqualConstantTime(key, made);
}
