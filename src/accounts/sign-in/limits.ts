import { UnusableInput } from '../../core/inputs.ts';
import { parseNetwork } from '../../core/ip/network.ts';
import { countAttempt, forgetAttempts } from '../../store/attempts.ts';
import type { SignInPorts } from './ports.ts';

const MINUTE_MS = 60_000;

/** Most attempts of a window, by what is tried and whose attempts are counted. */
const LIMITS = {
  'sign-in by address': { most: 60, windowMs: 10 * MINUTE_MS },
  'sign-in by account': { most: 10, windowMs: 15 * MINUTE_MS },
  'sign-up by address': { most: 60, windowMs: 60 * MINUTE_MS },
  'reset by address': { most: 30, windowMs: 60 * MINUTE_MS },
  'reset by account': { most: 5, windowMs: 60 * MINUTE_MS },
  'verification by account': { most: 5, windowMs: 60 * MINUTE_MS },
  'new password by address': { most: 30, windowMs: 10 * MINUTE_MS },
  'agent registration by address': { most: 100, windowMs: 60 * MINUTE_MS },
  'organization by account': { most: 5, windowMs: 24 * 60 * MINUTE_MS },
} as const;
export type Limited = keyof typeof LIMITS;

type LimitPorts = Pick<SignInPorts, 'db' | 'clock'>;

/** One household has a whole /64 of IPv6 (RFC 6177): it counts as one address. */
export function ownerOf(address: string): string {
  try {
    return address.includes(':') ? parseNetwork(`${address}/64`) : address;
  } catch (error) {
    if (error instanceof UnusableInput) return address;
    throw error;
  }
}

/** Neither addresses nor emails are kept: what is counted is counted by their digest. */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes, 0, 16), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * Counts an attempt, for every isolate alike, before it is made.
 * @returns seconds to wait when there were too many; null when it may go on
 */
export async function tooMany(
  kind: Limited,
  who: string,
  { db, clock }: LimitPorts,
): Promise<number | null> {
  const { most, windowMs } = LIMITS[kind];
  const now = clock.now();
  const attempt = { kind, who: await digest(who), now, windowMs };
  const { count, windowEndsAt } = await countAttempt(db, attempt);
  return count <= most ? null : Math.max(1, Math.ceil((windowEndsAt - now) / 1_000));
}

/** Whoever got in has not been guessing. */
export const forgive = async (kind: Limited, who: string, { db }: LimitPorts): Promise<void> =>
  forgetAttempts(db, kind, await digest(who));
