import { DurableObject } from 'cloudflare:workers';
import type { Admission, CallKind, WindowState } from '../core/access.ts';
import type { Caller } from '../core/caller.ts';
import { PAID_STATUSES } from '../core/plans.ts';
import { findKeyRecord, type KeyRecord } from '../store/api-keys.ts';
import { openDatabase } from '../store/database.ts';
import { CEILING, type Counts, countCall } from './windows.ts';

/** A record is read again after this long even if nobody said it changed. */
const RECORD_LIFETIME_MS = 60_000;

const callerOf = (record: KeyRecord): Caller => ({
  keyId: record.keyId,
  organizationId: record.organizationId,
  userId: record.userId,
  mode: record.mode,
});

/**
 * One object per API key, named by the key's hash: identity and rate windows in one hop.
 * Counts live in memory only: the object outlives its windows while it is called, and a lost count
 * merely opens a fresh window.
 */
export class KeyGate extends DurableObject<{ DB: D1Database }> {
  #counts: Counts = new Map();
  #record: KeyRecord | null = null;
  #readAt = 0;
  /** Rises on every forget, so that a read already under way when it came is not kept. */
  #generation = 0;

  /** Checks the key and counts the call. Refusals in the order 401, 403, 429. */
  async admit(hash: string, kind: CallKind): Promise<Admission> {
    const record = await this.#load(hash);
    const now = Date.now();
    if (
      !record ||
      record.revokedAt !== null ||
      (record.expiresAt !== null && record.expiresAt <= now)
    ) {
      return { admitted: false, code: 'UNAUTHORIZED' };
    }
    const caller = callerOf(record);
    if (
      !PAID_STATUSES.includes(record.subscriptionStatus ?? '') ||
      (record.subscriptionEndsAt ?? 0) <= now
    ) {
      return { admitted: false, code: 'UPGRADE_REQUIRED', caller };
    }
    const tier = kind === 'standard' || kind === 'live' ? kind : null;
    const { tripped, state } = countCall(this.#counts, tier ? [tier, ...CEILING] : CEILING, now);
    if (tripped) return { admitted: false, code: 'RATE_LIMIT_EXCEEDED', caller, window: state };
    return { admitted: true, caller, window: tier && state };
  }

  /** Counts an account read. Called on the object named after the organization, never on a key's. */
  countAccountRead(): { tripped: boolean; state: WindowState } {
    return countCall(this.#counts, ['account'], Date.now());
  }

  /** The record changed; the next call reads it afresh. */
  forget(): void {
    this.#record = null;
    this.#generation += 1;
  }

  async #load(hash: string): Promise<KeyRecord | null> {
    if (this.#record && Date.now() - this.#readAt < RECORD_LIFETIME_MS) return this.#record;
    for (;;) {
      const generation = this.#generation;
      const record = await findKeyRecord(openDatabase(this.env.DB), hash);
      if (generation !== this.#generation) continue;
      this.#record = record;
      this.#readAt = Date.now();
      return record;
    }
  }
}
