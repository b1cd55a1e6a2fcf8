import nodeCrypto from 'node:crypto';
import { fromBase64Url, toBase64Url } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import { isEqualConstantTime } from '../../lib/secrets.ts';
import list from './common-passwords.txt';

/** NIST SP 800-63B, section 5.1.1.2: length and a list of common passwords, nothing else. */
export const MIN_PASSWORD_CHARS = 10;
/** Bounds the hashing work; in UTF-16 units, as better-auth counts. */
export const MAX_PASSWORD_CHARS = 128;

const commonPasswords = new Set(
  list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** A single character or a short piece, repeated. */
const REPEATED = /^(.{1,4}?)\1{2,}.{0,3}$/s;

function passwordProblem(password: string, known: readonly string[]): string | null {
  if ([...password].length < MIN_PASSWORD_CHARS)
    return `must have at least ${MIN_PASSWORD_CHARS} characters`;
  if (password.length > MAX_PASSWORD_CHARS)
    return `must have at most ${MAX_PASSWORD_CHARS} characters`;
  const text = password.toLowerCase();
  if (commonPasswords.has(text) || REPEATED.test(text))
    return 'is one of the most common passwords';
  if (known.some((own) => own.toLowerCase() === text)) return 'must not be your name or address';
  return null;
}

/**
 * Refuses an unacceptable password.
 * @param known texts that are guessed first: the person's own address and name
 * @param param field that holds it
 * @throws ApiError INVALID_INPUT, with the reason
 */
export function requireGoodPassword(
  password: string,
  known: readonly string[] = [],
  param = 'password',
): void {
  const problem = passwordProblem(password, known);
  if (problem) throw new ApiError('INVALID_INPUT', problem, { param });
}

/** Cost of scrypt (RFC 7914): N for time and memory, r for block size, p for parallelization. */
interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

// OWASP, "Password Storage": scrypt with N = 2^14, r = 8, p = 5 where memory is short. It takes 16
// MB of an isolate's 128, and runs in the platform's native code. PBKDF2 with OWASP's 600,000
// rounds exceeds what the platform lets WebCrypto do.
const SCRYPT_COST: ScryptCost = { N: 16_384, r: 8, p: 5 };
const MAX_MEMORY_BYTES = 64 * 1_048_576;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

const SCRYPT_HASH = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{1,64})\$([\w-]{1,64})$/;

/** Scrypt of the password in NFC: machines encode a text differently (RFC 8265, section 4.2). */
const deriveKey = (password: string, salt: Uint8Array, cost: ScryptCost): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
    nodeCrypto.scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(toBase64Url(new Uint8Array(key))),
    );
  });

/** `scrypt$N$r$p$salt$key`: includes the cost, so that it can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const { N, r, p } = SCRYPT_COST;
  return ['scrypt', N, r, p, toBase64Url(salt), await deriveKey(password, salt, SCRYPT_COST)].join(
    '$',
  );
}

/** Whether the hash matches the password. An unreadable hash matches none, in similar time. */
export async function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = SCRYPT_HASH.exec(given.hash) ?? [];
  const bytes = fromBase64Url(salt) ?? new Uint8Array();
  const cost = N === undefined ? SCRYPT_COST : { N: Number(N), r: Number(r), p: Number(p) };
  const made = await deriveKey(given.password, bytes, cost);
  return key !== '' && isEqualConstantTime(key, made);
}
