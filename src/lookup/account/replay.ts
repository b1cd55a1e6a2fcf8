import type { LookupData } from '../envelope.ts';
import type { QuotaExceeded } from './quotas.ts';

/** An Idempotency-Key of one API key, claimed for one lookup. */
export interface ReplayClaim {
  /** Hash of API key and Idempotency-Key. */
  name: string;
  /** Hash of what was asked: the same key for something else is a conflict. */
  requestHash: string;
  /** Whose claim it is: the same claim sent again is answered the same. */
  lookupId: string;
  /** When the request arrived, milliseconds since the epoch. */
  askedAt: number;
  lookup: { product: string; inputHash: string };
  /** The first answer was looked for and is nowhere. */
  lost: boolean;
}

/**
 * Whose an Idempotency-Key is.
 * - `claimed`: this lookup's; `paid` when an attempt that came to nothing was charged
 * - `known`: another's, of the same request
 * - `conflict`: another request's
 * - `full`: nobody's, as a ceiling is in the way
 */
export type ClaimOutcome =
  | { kind: 'claimed'; firstAskedAt: number; paid: boolean }
  | { kind: 'known'; firstAskedAt: number }
  | { kind: 'conflict' }
  | { kind: 'full'; refusal: QuotaExceeded };

/**
 * First answers by their Idempotency-Key, for 24 hours. Read as soon as they are written, wherever.
 */
export interface Replays {
  /** @param askedAt when the first request arrived, milliseconds since the epoch */
  get(organizationId: string, name: string, askedAt: number): Promise<LookupData | null>;
  put(organizationId: string, name: string, askedAt: number, data: LookupData): Promise<void>;
}
