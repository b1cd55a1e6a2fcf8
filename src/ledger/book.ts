import type { Posting, Refusal, RefusalReason, Usage } from '../core/ledger.ts';
import { CALL_MEMORY_MS, type Call, type CallRecord } from './calls.ts';
import type { Hold } from './holds.ts';
import { Journal } from './journal.ts';
import { type Lot, Lots } from './lots.ts';
import type { Period } from './periods.ts';
import type { Receipt } from './receipts.ts';

/** What an account remembers besides its rows. */
export interface Account {
  period: Period | null;
  usage: { allTime: Usage; period: Usage };
  /** Sums over every posting ever made. */
  posted: { seq: number; at: number; amount: number; held: number };
  /** The same over the postings that are in D1. */
  mirrored: { seq: number; amount: number; held: number };
  /** When expired rows are next looked for; null when there is nothing that could expire. */
  sweepDueAt: number | null;
}

/** What is read when the object wakes. */
export interface Snapshot {
  account: Account;
  lots: Lot[];
  holds: Hold[];
  keys: Map<string, Usage>;
}

/** The rows that are too many for memory. */
export interface CommittedRows {
  call(key: string): Call | null;
  receipt(lookup: string, userId: string, now: number): Receipt | null;
  /** A bounded number of unexpired receipts of any user. */
  teamReceipts(lookup: string, now: number): { userId: string; receipt: Receipt }[];
}

type Line = Pick<Posting, 'id' | 'kind' | 'amount' | 'held' | 'ref'> &
  Partial<Pick<Posting, 'holdId' | 'product' | 'inputHash' | 'userId' | 'keyId' | 'note'>>;

/** Usage of calls made without an API key is counted under this name. */
export const NO_KEY = '';

export const newAccount = (): Account => ({
  period: null,
  usage: { allTime: { lookups: 0, credits: 0 }, period: { lookups: 0, credits: 0 } },
  posted: { seq: 0, at: 0, amount: 0, held: 0 },
  mirrored: { seq: 0, amount: 0, held: 0 },
  sweepDueAt: null,
});

/**
 * An account as it is now: what lies on disk plus what the current group of calls has changed. Rules work
 * on it synchronously and know nothing of transactions; the journal says what has to be written.
 */
export class Book {
  /** Time of the call being worked on; never runs backwards. */
  now = 0;
  /** Nothing falls due before this moment. May be early, never late. */
  nextDueAt = 0;
  readonly account: Account;
  readonly lots: Lots;
  readonly holds: Map<string, Hold>;
  readonly keys: Map<string, Usage>;
  #journal = new Journal();
  readonly #rows: CommittedRows;

  constructor(snapshot: Snapshot, rows: CommittedRows) {
    this.account = snapshot.account;
    this.keys = snapshot.keys;
    this.holds = new Map(snapshot.holds.map((hold) => [hold.id, hold]));
    this.lots = new Lots(snapshot.lots, (lot) => this.#journal.lots.set(lot.id, lot));
    this.#rows = rows;
  }

  get dirty(): boolean {
    return !this.#journal.empty;
  }

  /** Hands over what has to be written and starts a new group. */
  takeJournal(): Journal {
    const journal = this.#journal;
    this.#journal = new Journal();
    return journal;
  }

  call(key: string): Call | null {
    return this.#journal.calls.get(key) ?? this.#rows.call(key);
  }

  remember(
    key: string,
    record: CallRecord,
    expiresAt: number | null = this.now + CALL_MEMORY_MS,
  ): void {
    this.#journal.calls.set(key, { record, expiresAt });
  }

  receipt(lookup: string, userId: string): Receipt | null {
    const pending = this.#journal.receipts.get(lookup)?.get(userId);
    return pending === undefined ? this.#rows.receipt(lookup, userId, this.now) : pending;
  }

  /** Any user's unexpired receipt: all of one window agree on its end and first price. */
  teamReceipt(lookup: string): Receipt | null {
    const pending = this.#journal.receipts.get(lookup);
    for (const receipt of pending?.values() ?? []) if (receipt) return receipt;
    return (
      this.#rows.teamReceipts(lookup, this.now).find(({ userId }) => !pending?.has(userId))
        ?.receipt ?? null
    );
  }

  putReceipt(lookup: string, userId: string, receipt: Receipt | null): void {
    this.#journal.putReceipt(lookup, userId, receipt);
  }

  putHold(hold: Hold): void {
    this.holds.set(hold.id, hold);
    this.#journal.holds.set(hold.id, hold);
    this.fallsDue(hold.expiresAt);
  }

  dropHold(id: string): void {
    this.holds.delete(id);
    this.#journal.holds.set(id, null);
  }

  /** Something will have to happen at this moment even if nobody calls. */
  fallsDue(at: number): void {
    this.nextDueAt = Math.min(this.nextDueAt, at);
  }

  touch(): Account {
    this.#journal.touched = true;
    return this.account;
  }

  /** Appends a ledger line. @param at when it took effect; defaults to now */
  post(line: Line, at = this.now): void {
    const { posted } = this.touch();
    posted.seq += 1;
    posted.at = Math.max(posted.at, at);
    posted.amount += line.amount;
    posted.held += line.held;
    this.#journal.postings.push({
      holdId: null,
      product: null,
      inputHash: null,
      userId: null,
      keyId: null,
      note: null,
      ...line,
      seq: posted.seq,
      at: posted.at,
      balanceAfter: posted.amount,
    });
  }

  /** These lines, the oldest not yet marked, are in D1. */
  markMirrored(lines: readonly Posting[]): void {
    const { mirrored } = this.touch();
    for (const { seq, amount, held } of lines) {
      mirrored.seq = seq;
      mirrored.amount += amount;
      mirrored.held += held;
    }
  }

  /** Adds to, or with negative figures takes from, the usage counters. */
  count(keyId: string | null, lookups: number, credits: number, inPeriod: boolean): void {
    const { usage } = this.touch();
    const key = this.keys.get(keyId ?? NO_KEY) ?? { lookups: 0, credits: 0 };
    this.keys.set(keyId ?? NO_KEY, key);
    this.#journal.keys.set(keyId ?? NO_KEY, key);
    for (const counter of inPeriod ? [key, usage.allTime, usage.period] : [key, usage.allTime]) {
      counter.lookups += lookups;
      counter.credits += credits;
    }
  }

  refuse(reason: RefusalReason, required: number): Refusal {
    return { ok: false, reason, required, available: this.lots.totals.available };
  }
}
