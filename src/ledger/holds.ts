import type { Draw } from './lots.ts';

/** A hold lives at most this long: longer than any bulk job may run. */
export const MAX_HOLD_LIFETIME_MS = 7 * 86_400_000;

/** Open holds live in memory, so their number is bounded. */
export const MAX_OPEN_HOLDS = 10_000;

/** Credits set aside. Only open holds exist; a closed one leaves its call record. */
export interface Hold {
  id: string;
  /** What is still held, by lot. */
  draws: Draw[];
  expiresAt: number;
  userId: string;
  keyId: string | null;
}
