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
import type { ClaimOutcome, ReplayClaim, ReplayRelease } from './replay.ts';
import type { LoggedRequest } from './request-log.ts';

export type * from './members.ts';

/** Limit of the credential that a call exceeds. */
export type CallerLimit = 'product' | 'address' | 'agent' | 'role';

/** Decision of the account on a call. Refusals are checked in the order 401, 403, 429, 402. */
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

/** `outcome` is null if the call was not admitted. */
export interface AdmittedClaim {
  admission: Admission;
  outcome: ClaimOutcome | null;
}

export interface Subscription {
  plan: string;
  status: SubscriptionStatus;
  /** Credits granted per billing period. */
  creditsPerMonth: number;
  /** Milliseconds since the epoch. */
  periodStart: number;
  periodEnd: number;
  trialEnd: number | null;
}

export interface SubscriptionRequest extends Omit<Subscription, 'periodStart' | 'periodEnd'> {
  /** Idempotency key, also against concurrent repeats; null if the caller gives none. */
  operationId: string | null;
  /** Null keeps the current period, or starts a month now if there is none. */
  periodStart: number | null;
  periodEnd: number | null;
  /** Starts the period without its credits; a later request without this flag grants them. */
  unpaid?: true;
  /** Also drops the period set ahead. Stripe's state never does: the operator set that period. */
  dropsAhead?: true;
}

/** The plan as set; a repeat of its operation id has the same answer. */
export interface SetSubscription extends Subscription {
  /** The period set ahead that still comes. */
  ahead: Subscription | null;
  /** The period set ahead that this change dropped. */
  dropped: Subscription | null;
}

/** Purchased credits to add, or to take back if the amount is negative. */
export interface GrantRequest {
  /** Idempotency key of the grant. */
  id: string;
  amount: number;
  note: string | null;
  /** Id of the grant to take credits back from, or give them back to, before any other. */
  of?: string;
  /**
   * Returns no more credits than the earlier grants `ids` together took back in excess of `keep`.
   * Credits that they would still withdraw from holds are waived first.
   */
  undoes?: { ids: readonly string[]; keep: number };
  /** Grants nothing if the subscription operation of this id was applied. */
  unlessSubscribed?: string;
  /** Switches automatic top-up off: the grant takes back a top-up whose payment was reversed. */
  endsTopUp?: { topUp: TopUp; failure: TopUpFailure };
}

export interface GrantState {
  /** Credits moved under this id, over all calls. */
  moved: number;
  /** Purchased credits still held; they are withdrawn if the hold releases them. */
  owed: number;
}

export interface Granted extends GrantState {
  /** Credits added by this call, or taken back if negative. */
  granted: number;
  available: number;
}

export interface SpendableLot {
  kind: 'subscription' | 'rollover' | 'purchased';
  available: number;
  /** Milliseconds since the epoch; null if the credits never expire. */
  endsAt: number | null;
}

/**
 * Result of an operation on an account. A refusal has a message for the operator and the name of
 * the wrong field.
 */
export type Applied<T> =
  | { kind: 'applied'; value: T }
  | { kind: 'refused' | 'conflict'; param: string; message: string };

/** Usage of one product by one key on one day, as counted by the account. */
export interface UsageRow {
  /** UTC, YYYY-MM-DD. */
  day: string;
  product: string;
  /** Key id as in {@link Caller}; empty for the service's own work. */
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
  /** In the order of spending. */
  lots: SpendableLot[];
  creditWatch: CreditWatch;
  /** Last call of any caller; null for never. May lag. */
  lastUsedAt: number | null;
  /** Last call per key id, including sandbox and refused calls. May lag by up to a day. */
  keyUse: Readonly<Record<string, number>>;
  /** Usage rows that D1 does not have yet. */
  usage: UsageRow[];
}

/** Storage used by an account's object. */
export interface AccountSize {
  databaseBytes: number;
  /** Ledger entries that are not archived yet. */
  unarchivedLines: number;
  /** Time of the oldest unarchived entry, milliseconds since the epoch; null if there is none. */
  oldestUnarchivedAt: number | null;
}

/** The account as shown to its callers by `GET /account`. */
export interface OwnAccount {
  organization: Organization;
  /** Address of the caller, or of the first owner if the caller is no longer a member. */
  email: string | null;
  subscription: Subscription | null;
  statement: AccountStatement;
}

/**
 * Accounts of organizations: authentication, rate limits, quotas and the ledger. Every call is
 * atomic and may be repeated. A call that throws has charged nothing, unless the connection broke
 * before the reply arrived.
 */
export interface Accounts extends Ledger, MembershipService, Quotas, CreditWatches {
  /** Admission in one call: authentication, scopes, rate limit and the payment order. */
  admit(principal: Principal, kind: CallKind, order: LookupOrder | null): Promise<Admission>;
  /** Admits several calls in turn, in one step; refusing one does not refuse those after it. */
  admitAll(principal: Principal, calls: readonly AdmissionCall[]): Promise<Admission[]>;
  /** Admits an account read and returns the account; `account` is null if refused. */
  readOwn(principal: Principal): Promise<{ admission: Admission; account: OwnAccount | null }>;
  /** Claims an Idempotency-Key before admission. A claim of a known key counts as a lookup. */
  claimReplay(principal: Principal, kind: CallKind, claim: ReplayClaim): Promise<AdmittedClaim>;
  releaseReplay(organizationId: string, release: ReplayRelease): Promise<void>;
  /** Settles a lookup that has a hold or an estimate. */
  settleLookup(organizationId: string, settlement: LookupSettlement): Promise<LookupSettled>;
  /** Settles several lookups in turn, in one step. */
  settleLookups(
    organizationId: string,
    settlements: readonly LookupSettlement[],
  ): Promise<LookupSettled[]>;
  /** Increases the hold of a lookup in flight; all or nothing. */
  raiseLookup(organizationId: string, id: string, amount: number): Promise<HoldIncrease>;
  /** Voids an order, including one that arrives later. */
  voidLookup(organizationId: string, id: string): Promise<void>;
  voidLookups(organizationId: string, ids: readonly string[]): Promise<void>;

  /**
   * Reconciles the claims of these kinds with what the stores contain.
   * @returns claims without a resource, which are left
   */
  reconcileQuotas(
    organizationId: string,
    kinds: readonly QuotaKind[],
    owned: readonly QuotaUse[],
  ): Promise<QuotaUse[]>;
  subscribe(
    organizationId: string,
    request: SubscriptionRequest,
  ): Promise<Applied<SetSubscription>>;
  /**
   * Grants purchased credits, which never expire. A negative amount takes back unspent credits as
   * far as there are any, and held credits of its grant once their hold releases them.
   */
  grant(organizationId: string, request: GrantRequest): Promise<Applied<Granted>>;
  /** Credits moved and owed by a grant; null if the account has no grant of this id. */
  movedByGrant(organizationId: string, id: string): Promise<GrantState | null>;
  view(organizationId: string): Promise<AccountView | null>;
  statement(organizationId: string, keyId: string | null): Promise<AccountStatement>;
  /** Unarchived ledger entries, newest first. @param before exclusive; null for all */
  pendingEntries(
    organizationId: string,
    before: number | null,
    limit: number,
  ): Promise<{ lines: LedgerEntry[]; shippedSeq: number }>;
  /** Archives pending entries, usage and the directory now. */
  archiveEntries(organizationId: string): Promise<void>;
  /** Appends to the request log. @param requests oldest first */
  logRequests(organizationId: string, requests: readonly LoggedRequest[]): Promise<void>;
  /** Logged requests not yet in a file of the log, in the chunks they arrived in, newest first. */
  pendingRequests(organizationId: string): Promise<{ number: number; requests: LoggedRequest[] }[]>;
  dropRequests(organizationId: string): Promise<void>;
  /**
   * Long poll for the cancellation of a call in flight; repeated while it returns false.
   * @param name name of the call @param startedAt milliseconds since the epoch
   */
  awaitCancellation(organizationId: string, name: string, startedAt: number): Promise<boolean>;
  /** Cancels the call of this name in any isolate, unless two calls have the name. */
  cancelCall(organizationId: string, name: string, sentAt: number): Promise<void>;
  invariants(organizationId: string): Promise<Invariant[]>;
  size(organizationId: string): Promise<AccountSize>;
}
