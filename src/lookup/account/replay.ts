import { ApiError } from '../../lib/errors.ts';
import type { QuotaExceeded } from './quotas.ts';

/** An Idempotency-Key of one API key, claimed for one call. */
export interface ReplayClaim {
  /** Hash of API key and Idempotency-Key. */
  name: string;
  /** Hash of the request: using the key for a different request is a conflict. */
  requestHash: string;
  /** Id of the claiming call; a repeated claim with this id has the same outcome. */
  lookupId: string;
  /** When the request arrived, milliseconds since the epoch. */
  askedAt: number;
  /** The lookups claimed for: one, those of a batch, or none for another call. */
  lookups: readonly { product: string; inputHash: string }[];
  /** Whether the first answer was not found in the store. */
  lost: boolean;
}

/** The end of a claim whose call failed. */
export interface ReplayRelease extends Pick<ReplayClaim, 'name' | 'lookupId'> {
  /** Ids of the call's orders, of which none may stay charged. */
  orderIds: readonly string[];
}

/**
 * Outcome of claiming an Idempotency-Key.
 * - `claimed`: by this request; `paid` gives for each lookup whether an earlier attempt without an
 *   answer was charged
 * - `known`: claimed before by a lookup of the same request
 * - `conflict`: claimed before for another request
 * - `full`: not claimed, because a quota is exceeded
 */
export type ClaimOutcome =
  | { kind: 'claimed'; firstAskedAt: number; paid: boolean[] }
  | { kind: 'known'; firstAskedAt: number }
  | { kind: 'conflict' }
  | { kind: 'full'; refusal: QuotaExceeded };

/** Refusal of an Idempotency-Key that was sent with another request before. */
export function usedKeyError(): ApiError {
  const message = 'This Idempotency-Key was used for another request; send a fresh one.';
  return new ApiError('IDEMPOTENCY_CONFLICT', message, { param: 'Idempotency-Key' });
}

/** Replay store: first answers by Idempotency-Key, for 24 hours. Strongly consistent. */
export interface Replays {
  /** @param askedAt when the first request arrived, milliseconds since the epoch */
  get<Data>(organizationId: string, name: string, askedAt: number): Promise<Data | null>;
  put<Data>(organizationId: string, name: string, askedAt: number, data: Data): Promise<void>;
}
