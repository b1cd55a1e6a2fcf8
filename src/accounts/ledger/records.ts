import { DAY_MS } from '../../lib/time.ts';
import type {
  KeyRecord,
  Member,
  Organization,
  Subscription,
  SubscriptionRequest,
} from '../../lookup/account/account.ts';
import type { CreditNotice, CreditWatch } from '../../lookup/account/credit-watch.ts';
import type {
  Held,
  LedgerEntry,
  LookupUsage,
  Settled,
  Voided,
} from '../../lookup/account/ledger.ts';
import type { Quote } from '../../lookup/account/order.ts';
import type { QuotaUse } from '../../lookup/account/quotas.ts';
import type { SavedWindow } from '../keys/access-check.ts';
import { type Allocation, type Lot, type LotTotals, noCredits } from './lots.ts';
import type { Period } from './periods.ts';
import { type CountedRows, noUsage, type Unposted } from './usage.ts';

/** Proof that one user has paid for one lookup of the organization. */
export interface Receipt {
  /** Price of the first payment in this window, in credits. */
  firstPrice: number;
  /** When the answer it covers was looked up. */
  foundAt: number;
  /** End of the window that the first payment opened; never extended. */
  endsAt: number;
  /** Version of the tables the answer rests on; null unless it rests on tables alone. */
  tables: number | null;
}

/** Unexpired receipts of one lookup, by user. */
export type Receipts = ReadonlyMap<string, Receipt>;

/** Longest lifetime of a hold: longer than any bulk job may run. */
export const MAX_HOLD_LIFETIME_MS = 7 * DAY_MS;

/** Open holds live in memory, so their number is bounded. */
export const MAX_OPEN_HOLDS = 10_000;

/** A withdrawal that is still owed purchased credits which holds may return. */
interface OwedCredits {
  grantId: string;
  /** Lot to take from first. */
  lotId: string;
  /** Most it may have taken in total; its call record has what it has taken so far. */
  claim: number;
}

/** Credits set aside. Only open holds are stored; a closed one leaves its call record. */
export interface Hold {
  id: string;
  /** Credits still held, by lot. */
  draws: Allocation[];
  expiresAt: number;
  userId: string;
  keyId: string | null;
}

/** Retention of a bulk step's outcome for a repeat; an operator's is kept for ever. */
export const CALL_MEMORY_MS = DAY_MS;

/** Effects of paying for lookups, so that they can be undone. */
export interface Spend {
  draws: Allocation[];
  /** Receipts this payment wrote, with the ones they replaced. */
  receipts: { lookup: string; userId: string; before?: Receipt }[];
  usage: ({ product: string; keyId: string | null } & LookupUsage)[];
  /** Start of the period the usage was counted in; null outside any period. */
  periodStart: number | null;
}

/** Record of an accepted call: the outcome for a repeat, and what undoing it needs. */
export type CallRecord =
  | { kind: 'hold'; outcome: Held; state: 'open' | 'closed' | 'expired' }
  | { kind: 'settle'; outcome: Settled; spend: Spend; holdId: string }
  /**
   * An operator's call: its arguments as text, and its outcome. `asked` is null when only the
   * ledger entry is known, which does not have the arguments.
   */
  | { kind: 'operation'; asked: string | null; outcome: unknown }
  /** Claim of an Idempotency-Key by a lookup: request, owner, first attempt, start of lease. */
  | {
      kind: 'replay';
      requestHash: string;
      lookupId: string;
      firstAskedAt: number;
      leasedAt: number;
      /** Whether an earlier call with the key was charged. */
      isPaid?: true;
    }
  | { kind: 'voided'; outcome: Voided };

/** A row of the call table; kept for ever when `expiresAt` is null. */
export interface Call {
  record: CallRecord;
  expiresAt: number | null;
}

/** Keys in the call table; holds, settles, replays and operations have separate prefixes. */
export const holdCallKey = (id: string): string => `hold:${id}`;
export const settleCallKey = (id: string): string => `settle:${id}`;
export const replayCallKey = (name: string): string => `replay:${name}`;
export const operationCallKey = (kind: 'grant' | 'subscription', id: string): string =>
  `${kind}:${id}`;

/** Invalid arguments, or an id reused with other arguments. Nothing was changed. */
export class InvalidCall extends RangeError {
  override name = 'RangeError';
}

/** A ledger entry as the object stores it. */
export interface StoredEntry extends LedgerEntry {
  /** For a charge: what a repeat or an undo needs after a restart. */
  order?: { asked: string; spend: Spend } & Pick<Quote, 'foundAt' | 'windowEndsAt'> &
    Partial<Pick<Quote, 'atMost' | 'sameTables'>>;
}

/** The entry without the fields that only the object stores. */
export function publicEntry({ order: _, ...entry }: StoredEntry): LedgerEntry {
  return entry;
}

/** A new entry as a rule creates it; the state adds sequence number, time and balance. */
export type NewEntry = Pick<StoredEntry, 'id' | 'kind' | 'amount' | 'held' | 'ref'> &
  Partial<
    Pick<
      StoredEntry,
      'lookups' | 'holdId' | 'product' | 'inputHash' | 'userId' | 'keyId' | 'note' | 'order'
    >
  >;

export interface QuotaClaim extends QuotaUse {
  /** When it was last claimed, repeated claims included. */
  claimedAt: number;
  /** Null for never. */
  endsAt: number | null;
}

/** Resources created in the current clock-aligned window; by kind, mode and window length. */
type WindowCounts = Readonly<Record<string, { startsAt: number; made: number }>>;

export const quotaClaimKey = ({ kind, id }: Pick<QuotaClaim, 'kind' | 'id'>): string =>
  `${kind}:${id}`;

/** The stored credit watch, with its outbox of notices. */
export interface StoredCreditWatch extends CreditWatch {
  /** Highest share announced, with the start of its period. */
  announced: { periodStart: number; share: number } | null;
  /** Month whose top-up ceiling was announced as reached. */
  ceilingMonth: string | null;
  /** Oldest first. */
  notices: CreditNotice[];
  /** When the next queue message is sent; null while nothing is left to do. */
  dueAt: number | null;
  /** Messages sent since the last progress, for the backoff. */
  sent: number;
}

export interface AccountRow {
  lots: Lot[];
  past: LotTotals;
  subscription: Subscription | null;
  /** Set ahead; replaces the subscription when it begins, without credits of its own if unpaid. */
  next: (Subscription & Pick<SubscriptionRequest, 'unpaid'>) | null;
  period: Period | null;
  usage: { allTime: LookupUsage; period: LookupUsage };
  /** Sums over every entry ever posted. */
  posted: { seq: number; at: number; amount: number; held: number };
  /** Sums over the archived entries. */
  shipped: { seq: number; amount: number; held: number };
  /** Last entry of the segment in progress, so that a retry writes the same entries; else null. */
  shippingTo: number | null;
  /** Last entry that is in the usage counters on disk. */
  countedSeq: number;
  /** Lookups that are neither in those counters nor on later entries. */
  unposted: readonly Unposted[];
  windows: readonly SavedWindow[];
  /** Resources created in the current hours and days, for the creation rates. */
  made: WindowCounts;
  /** When the state is next backed up to the archive; null while the backup is current. */
  archiveDueAt: number | null;
  /** Backups begun. Fewer than the archived one has: the account was set back. Absent: none. */
  backups?: number;
  /** When expired rows are next purged; null when no row can expire. */
  sweepDueAt: number | null;
  lastUsedAt: number | null;
  /** Last authenticated call, by id of key, session or agent; written once a day each. */
  keyUse?: Record<string, number>;
  /** Credits of the last estimate that balance or daily limit did not cover, and when. */
  unpaidEstimate?: { credits: number; at: number };
  /** Withdrawals owed from what holds return, never more than the holds have. Oldest first. */
  owed?: OwedCredits[];
  /** Absent: the defaults of a new organization. */
  credits?: StoredCreditWatch;
}

/** Rows read when the object starts. */
export interface AccountSnapshot {
  account: AccountRow;
  organization: Organization | null;
  members: Member[];
  apiKeys: KeyRecord[];
  holds: Hold[];
  rooms: QuotaClaim[];
}

/** Rows read on demand, as they are too many for memory. */
export interface CommittedRows extends CountedRows {
  call(key: string): Call | null;
  /** Unexpired receipts of a bounded number of users, this user included. */
  receipts(lookup: string, userId: string, now: number): ReadonlyMap<string, Receipt>;
  entry(seq: number): StoredEntry | undefined;
  /** Those lookups that have a receipt, expired or not. */
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
