import type { SubscriptionStatus } from '../../domain/plans.ts';
import type { Caller } from './caller.ts';
import type { CreditWatch, CreditWatches, TopUp, TopUpFailure } from './credit-watch.ts';
import type { AccountStatement, Invariant, Ledger, LedgerEntry } from './ledger.ts';
import type { KeyRecord, Member, MembershipService, Organization } from './members.ts';
import type {
  AcceptedOrder,
  DailyLimitExceeded,
  HoldIncrease,
  LookupOrder,
  LookupSettled,
  LookupSettlement,
} from './order.ts';
import type {
  CallKind,
  CredentialProblem,
  Principal,
  Resource,
  WindowName,
  WindowState,
} from './principal.ts';
import type { QuotaKind, Quotas, QuotaUse } from './quotas.ts';
import type { ClaimOutcome, ReplayClaim } from './replay.ts';
import type { LoggedRequest } from './request-log.ts';

export type * from './members.ts';

/** Limit of the credential that a call violates. */
export type CallerLimit = 'product' | 'address' | 'agent' | 'role';

/** The account's answer to a call. Refusals in the order 401, 403, 429, 402. */
export type Admission =
  | {
      code: 'ADMITTED';
      caller: Caller;
      window: WindowState | null;
      available: number;
      order: AcceptedOrder | null;
    }
  | { code: 'UNAUTHORIZED'; problem: CredentialProblem }
  | { code: 'INSUFFICIENT_SCOPE'; caller: Caller; window: WindowState | null; limit: CallerLimit }
  | {
      code: 'UPGRADE_REQUIRED';
      caller: Caller;
      window: WindowState | null;
      status: SubscriptionStatus | null;
    }
  | { code: 'RATE_LIMIT_EXCEEDED'; caller: Caller; window: WindowState; name: WindowName }
  | {
      code: 'DAILY_LIMIT_EXCEEDED';
      caller: Caller;
      window: WindowState | null;
      exceeded: DailyLimitExceeded;
    }
  | {
      code: 'INSUFFICIENT_CREDITS';
      caller: Caller;
      window: WindowState | null;
      required: number;
      available: number;
    }
  | { code: 'SERVICE_BUSY'; caller: Caller; window: WindowState | null };

export interface AdmissionCall {
  kind: CallKind;
  resource: Resource;
  order: LookupOrder | null;
}

/** The outcome is null when the call was not admitted. */
export interface AdmittedClaim {
  admission: Admission;
  outcome: ClaimOutcome | null;
}

export interface Subscription {
  plan: string;
  status: SubscriptionStatus;
  /** Credits of one period. */
  creditsPerMonth: number;
  /** Milliseconds since the epoch. */
  periodStart: number;
  periodEnd: number;
  trialEnd: number | null;
}

export interface SubscriptionRequest extends Omit<Subscription, 'periodStart' | 'periodEnd'> {
  /** The same operation, raced or repeated, takes effect once; null when the caller names none. */
  operationId: string | null;
  /** Null lets the account choose: the running period goes on, or a month begins now. */
  periodStart: number | null;
  periodEnd: number | null;
  /** The period begins without its credits, which a later request without this flag grants. */
  unpaid?: true;
}

/** Purchased credits to add, or with a minus to take back. */
export interface GrantRequest {
  /** Idempotency key of the grant. */
  id: string;
  amount: number;
  note: string | null;
  /** Id of the grant this takes back from, or gives back to, before any other. */
  of?: string;
  /**
   * Gives back what earlier grants took together beyond a figure, and no more than that: what holds
   * still owe them is waived first.
   */
  undoes?: { ids: readonly string[]; keep: number };
  /** Switches the automatic top-up off: the credits are those of one whose payment went back. */
  endsTopUp?: { topUp: TopUp; failure: TopUpFailure };
}

export interface GrantState {
  /** Credits moved under this id, by whichever call. */
  moved: number;
  /** Purchased credits that are held, and withdrawn if they are given back. */
  owed: number;
}

export interface Granted extends GrantState {
  /** Credits this call added, or with a minus took back. */
  granted: number;
  available: number;
}

export interface SpendableLot {
  kind: 'subscription' | 'rollover' | 'purchased';
  available: number;
  /** Milliseconds since the epoch; null never ends. */
  endsAt: number | null;
}

/**
 * How an operation on an account ended. A refusal says why in words for the operator, and which
 * field of the operator's call is wrong.
 */
export type Applied<T> =
  | { kind: 'applied'; value: T }
  | { kind: 'refused' | 'conflict'; param: string; message: string };

/** One day's use of one product by one key, as the account counted it. */
export interface UsageRow {
  /** UTC, YYYY-MM-DD. */
  day: string;
  product: string;
  /** As {@link Caller} names it; empty for what the service did itself. */
  keyId: string;
  lookups: number;
  credits: number;
}

export interface AccountView {
  organization: Organization;
  members: Member[];
  keys: KeyRecord[];
  subscription: Subscription | null;
  nextSubscription: Subscription | null;
  statement: AccountStatement;
  /** In the order they are spent. */
  lots: SpendableLot[];
  creditWatch: CreditWatch;
  /** Last call of any caller; null for never. May lag. */
  lastUsedAt: number | null;
  /** Last call of each key by its id, sandbox and refused ones too. May lag within a day. */
  keyUse: Readonly<Record<string, number>>;
  /** Figures newer than what D1 has. */
  usage: UsageRow[];
}

/** How much an account's object holds. */
export interface AccountSize {
  databaseBytes: number;
  /** Ledger entries that are not archived yet. */
  unarchivedLines: number;
  /** When the oldest of them was appended, milliseconds since the epoch; null without any. */
  oldestUnarchivedAt: number | null;
}

/** The account as one of its callers sees it: `GET /account`. */
export interface OwnAccount {
  organization: Organization;
  /** Null when the user is no longer a member. */
  email: string | null;
  subscription: Subscription | null;
  statement: AccountStatement;
}

/**
 * Accounts of organizations: authentication, rate limits, quotas and the ledger. Every call is
 * atomic and safe to repeat. One that throws has charged nothing, unless the connection broke
 * before the reply came.
 */
export interface Accounts extends Ledger, MembershipService, Quotas, CreditWatches {
  /** Admission in one call: authentication, scopes, rate limit and the order of the lookup. */
  admit(principal: Principal, kind: CallKind, order: LookupOrder | null): Promise<Admission>;
  /** The same for each in turn, in one step: a refused call does not refuse those after it. */
  admitAll(principal: Principal, calls: readonly AdmissionCall[]): Promise<Admission[]>;
  /** Admits an account read and answers it. */
  readOwn(principal: Principal): Promise<{ admission: Admission; account: OwnAccount | null }>;
  /** Claims an Idempotency-Key before admission. A claim of a known key counts as a lookup. */
  claimReplay(principal: Principal, kind: CallKind, claim: ReplayClaim): Promise<AdmittedClaim>;
  releaseReplay(organizationId: string, name: string, lookupId: string): Promise<void>;
  /** Settles a lookup with a hold or an estimate. */
  settleLookup(organizationId: string, settlement: LookupSettlement): Promise<LookupSettled>;
  /** Each of these in turn, in one step. */
  settleLookups(
    organizationId: string,
    settlements: readonly LookupSettlement[],
  ): Promise<LookupSettled[]>;
  /** Increases the hold of a lookup under way; all or nothing. */
  raiseLookup(organizationId: string, id: string, amount: number): Promise<HoldIncrease>;
  /** Voids an order, also one that arrives later. */
  voidLookup(organizationId: string, id: string): Promise<void>;
  voidLookups(organizationId: string, ids: readonly string[]): Promise<void>;

  /** Sets the claimed quotas of these kinds to what their stores hold. */
  reconcileQuotas(
    organizationId: string,
    kinds: readonly QuotaKind[],
    owned: readonly QuotaUse[],
  ): Promise<void>;
  subscribe(organizationId: string, request: SubscriptionRequest): Promise<Applied<Subscription>>;
  /**
   * Purchased credits, which never end; a negative amount takes unspent ones back, as far as there
   * are any, and those of its grant that are held once they are given back.
   */
  grant(organizationId: string, request: GrantRequest): Promise<Applied<Granted>>;
  /** What a grant of this id has moved and is owed; null for one the account does not know. */
  movedByGrant(organizationId: string, id: string): Promise<GrantState | null>;
  view(organizationId: string): Promise<AccountView | null>;
  statement(organizationId: string, keyId: string | null): Promise<AccountStatement>;
  /** Ledger entries not archived yet, newest first. @param before exclusive; null for all */
  pendingEntries(
    organizationId: string,
    before: number | null,
    limit: number,
  ): Promise<{ lines: LedgerEntry[]; shippedSeq: number }>;
  /** Archives pending entries, usage and the directory now. */
  archiveEntries(organizationId: string): Promise<void>;
  /** Adds to the log of requests. @param requests the oldest first */
  logRequests(organizationId: string, requests: readonly LoggedRequest[]): Promise<void>;
  /** Requests that are in no file of the log yet, in the chunks they came in, the newest first. */
  pendingRequests(organizationId: string): Promise<{ number: number; requests: LoggedRequest[] }[]>;
  dropRequests(organizationId: string): Promise<void>;
  /**
   * Whether a call under way is cancelled; asked again while it is not.
   * @param name of the call @param startedAt milliseconds since the epoch
   */
  awaitCancellation(organizationId: string, name: string, startedAt: number): Promise<boolean>;
  /** Cancels the call of this name, in whatever isolate it runs, unless two have it. */
  cancelCall(organizationId: string, name: string, sentAt: number): Promise<void>;
  invariants(organizationId: string): Promise<Invariant[]>;
  size(organizationId: string): Promise<AccountSize>;
}
