import { normalizeCidr } from '../../domain/ip/cidr.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import { readOrNull } from '../../lib/inputs.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time.ts';
import {
  type AttemptWindow,
  countAttempt,
  deleteAttempts,
  findExhaustedWindow,
} from '../store-sign-in.ts';
import type { SignInPorts } from './ports.ts';

/** Most attempts per window from one address; `ofAll`: from all addresses together. */
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

/** Most attempts per window, by kind of attempt and subject. */
const ATTEMPT_LIMITS = {
  'sign-in by account': { most: 10, windowMs: 15 * MINUTE_MS },
  'sign-in by device': { most: 10, windowMs: 15 * MINUTE_MS },
  'password by session': { most: 10, windowMs: 15 * MINUTE_MS },
  'code by session': { most: 10, windowMs: 15 * MINUTE_MS },
  // RFC 6238, section 5.2: each code once. A code is valid for a minute and a half.
  'code used': { most: 1, windowMs: 2 * MINUTE_MS },
  'reset by account': { most: 5, windowMs: HOUR_MS },
  'verification by account': { most: 5, windowMs: HOUR_MS },
  'opt-out by mailbox': { most: 5, windowMs: HOUR_MS },
  'organization by account': { most: 5, windowMs: DAY_MS },
  'session by person': { most: 500, windowMs: DAY_MS },
  'form by person': { most: 2_000, windowMs: DAY_MS },
  'ending form by person': { most: 2_000, windowMs: DAY_MS },
  'refresh by grant': { most: 600, windowMs: HOUR_MS },
} as const;
export type AttemptKind = keyof typeof ATTEMPT_LIMITS;

/**
 * A site may have a /48 of IPv6 (RFC 6177), which is 65,536 /64s. All of them together get this
 * many times the limit of one address.
 */
const SITE_FACTOR = 4;

type LimitPorts = Pick<SignInPorts, 'db' | 'clock'>;

/** Hash under which attempts are counted: neither addresses nor emails are stored. */
const digest = (text: string): Promise<string> => sha256Hex(text, 16);

/** Prefix of an IPv6 address; null for other text. */
const blockOf = (address: string, bits: 48 | 64): string | null =>
  address.includes(':') ? readOrNull(() => normalizeCidr(`${address}/${bits}`)) : null;

/** Windows in which an attempt from an address counts, narrowest first. */
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
 * Counts one attempt in every window, up to the first that is full. If one is full already, counts
 * nothing, so that refused attempts add neither rows nor counts.
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
 * Counts an attempt before it is made, across all isolates.
 * @returns seconds to wait when there were too many; null when it may go on
 */
export const limitAttempts = (
  kind: AttemptKind,
  who: string,
  ports: LimitPorts,
): Promise<number | null> => countAttempts([{ kind, who, ...ATTEMPT_LIMITS[kind] }], ports);

/**
 * Counts an attempt by its source: the IPv4 address or IPv6 /64, the /48, and all together.
 * @returns seconds to wait when there were too many; null when it may go on
 */
export const limitAttemptsFrom = (
  kind: AddressAttemptKind,
  address: string,
  ports: LimitPorts,
): Promise<number | null> => countAttempts(addressWindows(kind, address), ports);

/** Counts an opt-out by its source, then by the mailbox that gets the mail. */
export const limitOptOuts = async (
  address: string,
  email: string,
  ports: LimitPorts,
): Promise<number | null> =>
  (await limitAttemptsFrom('opt-out', address, ports)) ??
  limitAttempts('opt-out by mailbox', email, ports);

/** "a minute", "15 minutes" or "24 hours", rounded up. */
function spanText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/**
 * Refuses an attempt over the limit, at the form that was sent.
 * @param wait seconds; null when within the limit
 */
export function requireAttempt(wait: number | null): void {
  if (wait === null) return;
  throw new ApiError('RATE_LIMIT_EXCEEDED', `Too many attempts. Try again in ${spanText(wait)}.`, {
    retryAfterSeconds: wait,
    param: '',
  });
}

/** Resets the counter after a success, which shows that it was not guessing. */
export const resetAttempts = async (
  kind: AttemptKind,
  who: string,
  { db }: LimitPorts,
): Promise<void> => deleteAttempts(db, kind, await digest(who));
