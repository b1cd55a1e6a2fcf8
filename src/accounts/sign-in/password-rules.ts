import list from './common-passwords.txt';

/** NIST SP 800-63B, section 5.1.1.2: length and a list of the commonest, nothing else. */
export const MIN_PASSWORD_CHARS = 10;
/** Bounds what is hashed; in UTF-16 units, as better-auth counts. */
export const MAX_PASSWORD_CHARS = 128;

const common = new Set(
  list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** One character over and over, or a short piece repeated. */
const REPEATED = /^(.{1,4}?)\1{2,}.{0,3}$/s;

/**
 * Why a password may not be had; null when it may.
 * @param known texts that would be guessed first: the person's own address and name
 */
export function passwordProblem(password: string, known: readonly string[] = []): string | null {
  if ([...password].length < MIN_PASSWORD_CHARS)
    return `must have at least ${MIN_PASSWORD_CHARS} characters`;
  if (password.length > MAX_PASSWORD_CHARS)
    return `must have at most ${MAX_PASSWORD_CHARS} characters`;
  const text = password.toLowerCase();
  if (common.has(text) || REPEATED.test(text)) return 'is one of the commonest passwords';
  if (known.some((own) => own.toLowerCase() === text)) return 'must not be your name or address';
  return null;
}
