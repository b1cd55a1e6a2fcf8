import { normalizeCidr } from '../../domain/ip/cidr.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time.ts';
import {
  type AttemptWindow,
  countAttempt,
  deleteAttempts,
  findExhaustedWindow,
} from '../store-sign-in.ts';
import type { SignInPorts } from './ports.ts';

/** Most attempts of a window from one address; `ofAll`, from all addresses together. */
export const ADDRESS_LIMITS = {
  'sign-in': { most: 60, windowMs: 10 * MINUTE_MS },
  passkey: { most: 120, windowMs: 10 * MINUTE_MS },
  'second step': { most: 60, windowMs: 10 * MINUTE_MS },
  'sign-up': { most: 60, windowMs: HOUR_MS },
  reset: { most: 30, windowMs: HOUR_MS },
  'stale link': { most: 30, windowMs: 10 * MINUTE_MS },
  'opt-out': { most: 10, windowMs: HOUR_MS, ofAll: 500 },
  'agent registration': { most: 50, windowMs: HOUR_MS, ofAll: 1_000 },
  'agent document': { most: 30, windowMs: HOUR_MS, ofAll: 1_000 },
} as const satisfies Record<string, { most: number; windowMs: number; ofAll?: number }>;
type AddressAttemptKind = keyof typeof ADDRESS_LIMITS;

/** Most attempts of a window, by what is tried and whose attempts are counted. */
const ATTEMPT_LIMITS = {
  'sign-in by account': { most: 10, windowMs: 15 * MINUTE_MS },
  'sign-in by device': { most: 10, windowMs: 15 * MINUTE_MS },
  'password by session': { most: 10, windowMs: 15 * MINUTE_MS },
  'code by session': { most: 10, windowMs: 15 * MINUTE_MS },
  // RFC 6238, section 5.2: once. A code is good for a minute and a half.
  'code used': { most: 1, windowMs: 2 * MINUTE_MS },
  'reset by account': { most: 5, windowMs: HOUR_MS },
  'verification by account': { most: 5, windowMs: HOUR_MS },
  'organization by account': { most: 5, windowMs: DAY_MS },
  'refresh by grant': { most: 600, windowMs: HOUR_MS },
} as const;
export type AttemptKind = keyof typeof ATTEMPT_LIMITS;

/**
 * A site has up to a /48 of IPv6 (RFC 6177), which is 65,536 /64s: all of them together may as much
 * as this many.
 */
const SITE_FACTOR = 4;

type LimitPorts = Pick<SignInPorts, 'db' | 'clock'>;

/** Neither addresses nor emails are kept: what is counted is counted by their digest. */
const digest = (text: string): Promise<string> => sha256Hex(text, 16);

/** The block of an IPv6 address; null of what is none. */
function blockOf(address: string, bits: 48 | 64): string | null {
  if (!address.includes(':')) return null;
  try {
    return normalizeCidr(`${address}/${bits}`);
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/** Windows an attempt from an address counts in, the narrowest first. */
function addressWindows(kind: AddressAttemptKind, address: string) {
  const { most, windowMs, ...rest } = ADDRESS_LIMITS[kind];
  const site = blockOf(address, 48);
  return [
    { kind: `${kind} by address`, who: blockOf(address, 64) ?? address, most, windowMs },
    ...(site ? [{ kind: `${kind} by site`, who: site, most: SITE_FACTOR * most, windowMs }] : []),
    ...('ofAll' in rest ? [{ kind: `${kind} by all`, who: '', most: rest.ofAll, windowMs }] : []),
  ];
}

/**
 * Counts one attempt in every window, up to the first that is full. Where one is full already
 * nothing is counted: neither rows nor the other windows grow by what is refused.
 */
async function countAttempts(windows: readonly AttemptWindow[], { db, clock }: LimitPorts) {
  const now = clock.now();
  const waitFor = (endsAt: number) => Math.max(1, Math.ceil((endsAt - now) / 1_000));
  const hashed = await Promise.all(
    windows.map(async (window) => ({ ...window, who: await digest(window.who) })),
  );
  const full = await findExhaustedWindow(db, hashed, now);
  if (full !== null) return waitFor(full);
  for (const window of hashed) {
    const { count, windowEndsAt } = await countAttempt(db, { ...window, now });
    if (count > window.most) return waitFor(windowEndsAt);
  }
  return null;
}

/**
 * Counts an attempt, for every isolate alike, before it is made.
 * @returns seconds to wait when there were too many; null when it may go on
 */
export const limitAttempts = (
  kind: AttemptKind,
  who: string,
  ports: LimitPorts,
): Promise<number | null> => countAttempts([{ kind, who, ...ATTEMPT_LIMITS[kind] }], ports);

/**
 * Counts an attempt by where it comes from: the IPv4 address or the /64 of IPv6, its /48, and all.
 * @returns seconds to wait when there were too many; null when it may go on
 */
export const limitAttemptsFrom = (
  kind: AddressAttemptKind,
  address: string,
  ports: LimitPorts,
): Promise<number | null> => countAttempts(addressWindows(kind, address), ports);

/** Refuses an attempt that was one too many. @param wait seconds; null when it may go on */
export function requireAttempt(wait: number | null): void {
  if (wait === null) return;
  const minutes = Math.ceil(wait / 60);
  const message = `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: wait });
}

/** Resets the counters after a success: it was not guessing. */
export const resetAttempts = async (
  kind: AttemptKind,
  who: string,
  { db }: LimitPorts,
): Promise<void> => deleteAttempts(db, kind, await digest(who));
