import type { KeptWindow } from '../access/windows.ts';
import type { KeyRecord, Member, Organization, Subscription } from '../core/account/account.ts';
import type { Owned } from '../core/account/ceilings.ts';
import type { Usage } from '../core/account/ledger.ts';
import type { Call } from './calls.ts';
import type { Hold } from './holds.ts';
import { type Lot, type LotTotals, noCredits } from './lots.ts';
import type { Period } from './periods.ts';
import type { Receipt } from './receipts.ts';
import { type CountedRows, noUsage, type Unposted } from './usage.ts';

/** What is kept of a claim: the room one thing takes. */
export interface Room extends Owned {
  /** When it was last made or grew. */
  claimedAt: number;
  /** Null for never. */
  endsAt: number | null;
}

/** How many were made in a span that is aligned to the clock; by kind, mode and span. */
export type MadeCounts = Readonly<Record<string, { startsAt: number; made: number }>>;

export const roomName = ({ kind, id }: Pick<Room, 'kind' | 'id'>): string => `${kind}:${id}`;

/** What an account keeps in its one hot row. */
export interface Account {
  lots: Lot[];
  /** Totals of lots that are no longer listed. */
  past: LotTotals;
  subscription: Subscription | null;
  /** Set ahead; takes the subscription's place when it begins. */
  next: Subscription | null;
  period: Period | null;
  usage: { allTime: Usage; period: Usage };
  /** Sums over every line ever posted. */
  posted: { seq: number; at: number; amount: number; held: number };
  /** The same over the lines that are in the history. */
  shipped: { seq: number; amount: number; held: number };
  /** Lines a segment is being made of: the same ones again after a failure. */
  shippingTo: number | null;
  /** Lines up to here are in the usage counters on disk. */
  countedSeq: number;
  /** Lookups that neither those counters nor the lines after them have. */
  unposted: readonly Unposted[];
  windows: readonly KeptWindow[];
  /** Things made in the hours and days that run, for the ceilings. */
  made: MadeCounts;
  /** When the state is written to the archive again; null while that is up to date. */
  archiveDueAt: number | null;
  /** When expired rows are next looked for; null when there is nothing that could expire. */
  sweepDueAt: number | null;
  lastUsedAt: number | null;
  /** Credits of the last estimate that the balance did not cover, and when. */
  unpaidEstimate?: { credits: number; at: number };
}

/** What is read when the object wakes. */
export interface Snapshot {
  account: Account;
  organization: Organization | null;
  members: Member[];
  apiKeys: KeyRecord[];
  holds: Hold[];
  rooms: Room[];
}

/** The rows that are too many for memory. */
export interface CommittedRows extends CountedRows {
  call(key: string): Call | null;
  /** Unexpired receipts of a bounded number of users, this one among them. */
  receipts(lookup: string, userId: string, now: number): ReadonlyMap<string, Receipt>;
  /** Those of many lookups that have a receipt, expired or not. */
  receipted(lookups: readonly string[]): ReadonlySet<string>;
}

export const newAccount = (): Account => ({
  lots: [],
  past: noCredits(),
  subscription: null,
  next: null,
  period: null,
  usage: { allTime: noUsage(), period: noUsage() },
  posted: { seq: 0, at: 0, amount: 0, held: 0 },
  shipped: { seq: 0, amount: 0, held: 0 },
  shippingTo: null,
  countedSeq: 0,
  unposted: [],
  windows: [],
  made: {},
  archiveDueAt: null,
  sweepDueAt: null,
  lastUsedAt: null,
});
