import { DAY_MS } from '../../lib/time.ts';
import type {
  KeyRecord,
  Member,
  Organization,
  Subscription,
} from '../../lookup/account/account.ts';
import type { CreditNotice, CreditWatch } from '../../lookup/account/credit-watch.ts';
import type {
  Held,
  LedgerEntry,
  LookupUsage,
  Settled,
  Voided,
} from '../../lookup/account/ledger.ts';
import type { QuotaUse } from '../../lookup/account/quotas.ts';
import type { SavedWindow } from '../keys/access-check.ts';
import { type Allocation, type Lot, type LotTotals, noCredits } from './lots.ts';
import type { Period } from './periods.ts';
import { type CountedRows, noUsage, type Unposted } from './usage.ts';

/** "Already paid": one user's proof for one lookup of the organization. */
export interface Receipt {
  /** What the first payment of this window was, in credits. */
  firstPrice: number;
  /** When the answer it stands for was looked up. */
  foundAt: number;
  /** End of the window the first payment opened; never extended. */
  endsAt: number;
  /** What the tables were at that the answer rests on; null when it rests on more. */
  tables: number | null;
}

/** Unexpired receipts of one lookup, by user. */
export type Receipts = ReadonlyMap<string, Receipt>;

/** A hold lives at most this long: longer than any bulk job may run. */
export const MAX_HOLD_LIFETIME_MS = 7 * DAY_MS;

/** Open holds live in memory, so their number is bounded. */
export const MAX_OPEN_HOLDS = 10_000;

/** A withdrawal that takes more when holds give purchased credits back. */
interface OwedCredits {
  grantId: string;
  /** Whose credits it takes before others. */
  lotId: string;
  /** What it may have taken in all: the account knows what it has, by its entries. */
  claim: number;
}

/** Credits set aside. Only open holds exist; a closed one leaves its call record. */
export interface Hold {
  id: string;
  /** What is still held, by lot. */
  draws: Allocation[];
  expiresAt: number;
  userId: string;
  keyId: string | null;
}

/** How long the outcome of a bulk step is remembered for a repeat; an operator's for ever. */
export const CALL_MEMORY_MS = DAY_MS;

/** What paying for lookups did, so that it can be undone. */
export interface Spend {
  draws: Allocation[];
  /** Receipts this payment wrote, and what stood in their place. */
  receipts: { lookup: string; userId: string; before?: Receipt }[];
  usage: ({ product: string; keyId: string | null } & LookupUsage)[];
  /** Start of the period the usage was counted in; null outside any. */
  periodStart: number | null;
}

/** A call that was accepted: its outcome, repeated word for word, and what undoing it needs. */
export type CallRecord =
  | { kind: 'hold'; outcome: Held; state: 'open' | 'closed' | 'expired' }
  | { kind: 'settle'; outcome: Settled; spend: Spend; holdId: string }
  /**
   * An operator's: what was asked, word for word, and what came of it. Null: known from its ledger
   * entry alone, which does not say what was asked.
   */
  | { kind: 'operation'; asked: string | null; outcome: unknown }
  /** An Idempotency-Key of a lookup: of what, whose, since when, and when it was taken. */
  | {
      kind: 'replay';
      requestHash: string;
      lookupId: string;
      firstAskedAt: number;
      leasedAt: number;
    }
  | { kind: 'voided'; outcome: Voided };

/** A row of the call table; `expiresAt` null is kept for ever. */
export interface Call {
  record: CallRecord;
  expiresAt: number | null;
}

/** Holds, settles, replays and operations have a name space each. */
export const holdCallKey = (id: string): string => `hold:${id}`;
export const settleCallKey = (id: string): string => `settle:${id}`;
export const replayCallKey = (name: string): string => `replay:${name}`;
export const operationCallKey = (kind: 'grant' | 'subscription', id: string): string =>
  `${kind}:${id}`;

/** The arguments of a call are unusable, or not those of the id's first use. Nothing changed. */
export class InvalidCall extends RangeError {
  override name = 'RangeError';
}

/** A ledger entry as the object stores it until it is in the history. */
export interface StoredEntry extends LedgerEntry {
  /** Of a charge: what repeating or undoing it needs after a restart. */
  order?: { asked: string; foundAt: number | null; windowEndsAt: number; spend: Spend };
}

/** The entry without what only the object stores. */
export function publicEntry({ order: _, ...entry }: StoredEntry): LedgerEntry {
  return entry;
}

/** A new entry as a rule makes it; the state adds sequence number, time and balance. */
export type NewEntry = Pick<StoredEntry, 'id' | 'kind' | 'amount' | 'held' | 'ref'> &
  Partial<
    Pick<
      StoredEntry,
      'lookups' | 'holdId' | 'product' | 'inputHash' | 'userId' | 'keyId' | 'note' | 'order'
    >
  >;

export interface QuotaClaim extends QuotaUse {
  /** When it was last made or grew. */
  claimedAt: number;
  /** Null for never. */
  endsAt: number | null;
}

/** How many were made in a span that is aligned to the clock; by kind, mode and span. */
type WindowCounts = Readonly<Record<string, { startsAt: number; made: number }>>;

export const quotaClaimKey = ({ kind, id }: Pick<QuotaClaim, 'kind' | 'id'>): string =>
  `${kind}:${id}`;

/** The watch as the account stores it, with its outbox. */
export interface StoredCreditWatch extends CreditWatch {
  /** Start of the period and its highest share that is announced. */
  announced: { periodStart: number; share: number } | null;
  /** Month whose ceiling was reached, once announced. */
  ceilingMonth: string | null;
  /** Oldest first. */
  notices: CreditNotice[];
  /** When the consumer is sent a message again; null while nothing is left to do. */
  dueAt: number | null;
  /** Messages sent since something was last done. */
  sent: number;
}

export interface AccountRow {
  lots: Lot[];
  past: LotTotals;
  subscription: Subscription | null;
  /** Set ahead; takes the subscription's place when it begins. */
  next: Subscription | null;
  period: Period | null;
  usage: { allTime: LookupUsage; period: LookupUsage };
  /** Sums over every entry ever posted. */
  posted: { seq: number; at: number; amount: number; held: number };
  /** The same over the entries that are in the history. */
  shipped: { seq: number; amount: number; held: number };
  /** Entries a segment is being made of: the same ones again after a failure. */
  shippingTo: number | null;
  /** Entries up to here are in the usage counters on disk. */
  countedSeq: number;
  /** Lookups that neither those counters nor the entries after them have. */
  unposted: readonly Unposted[];
  windows: readonly SavedWindow[];
  /** Things made in the hours and days that run, for the ceilings. */
  made: WindowCounts;
  /** When the state is written to the archive again; null while that is up to date. */
  archiveDueAt: number | null;
  /** When expired rows are next purged; null when there is nothing that could expire. */
  sweepDueAt: number | null;
  lastUsedAt: number | null;
  /** Last authenticated call of each key, session and agent, by key id; written once a day each. */
  keyUse?: Record<string, number>;
  /** Credits of the last estimate that the balance did not cover, and when. */
  unpaidEstimate?: { credits: number; at: number };
  /** Of what holds give back; never more than they have. The oldest first. */
  owed?: OwedCredits[];
  /** Absent: as it is for a new organization. */
  credits?: StoredCreditWatch;
}

/** What is read when the object wakes. */
export interface AccountSnapshot {
  account: AccountRow;
  organization: Organization | null;
  members: Member[];
  apiKeys: KeyRecord[];
  holds: Hold[];
  rooms: QuotaClaim[];
}

/** The rows that are too many for memory. */
export interface CommittedRows extends CountedRows {
  call(key: string): Call | null;
  /** Unexpired receipts of a bounded number of users, this one among them. */
  receipts(lookup: string, userId: string, now: number): ReadonlyMap<string, Receipt>;
  /** Those of many lookups that have a receipt, expired or not. */
  receipted(lookups: readonly string[]): ReadonlySet<string>;
}

export const newAccountRow = (): AccountRow => ({
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
