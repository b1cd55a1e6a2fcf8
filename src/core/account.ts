import type { Caller, KeyMode } from './caller.ts';
import { ApiError } from './errors.ts';
import type { Invariant, Ledger, Posting, Statement } from './ledger.ts';
import type { SubscriptionStatus } from './plans.ts';
import type { Tier } from './product.ts';
import type { Region } from './regions.ts';
import type { AdmittedClaim, ReplayClaim } from './replays.ts';

/** What a call is counted as: a product's tier, an account read, or nothing but the ceiling. */
export type CallKind = Tier | 'account' | 'uncounted';

/** The windows of the specification ("Limits"), by the name a 429 gives them. */
export type WindowName = 'standard' | 'live' | 'account' | 'ceilingSecond' | 'ceilingTenSeconds';

/** What the X-RateLimit headers say; `reset` in Unix seconds. */
export interface WindowState {
  limit: number;
  remaining: number;
  reset: number;
}

/** An organization, and where to find its object. */
export interface OrganizationRef {
  id: string;
  region: Region;
}

/** A key whose checksum holds: it names its organization, whose object alone says what it may. */
export interface ApiKey extends OrganizationRef {
  /** SHA-256 of the whole key, lower-case hex. */
  hash: string;
  mode: KeyMode;
  /** Where the call comes from, as the platform says; a key with an allow-list is refused without it. */
  address?: string | null;
  /** Type of the product that is looked up; absent for every other call. */
  product?: string;
}

/** Why a key is refused; each is told to the caller in a sentence of its own. */
export type KeyProblem =
  | 'missing'
  | 'wrong_scheme'
  | 'malformed'
  | 'forged'
  | 'unknown'
  | 'revoked'
  | 'suspended'
  | 'expired';

/** What a caller is told of a key that is refused (RFC 6750, section 3.1). */
const KEY_PROBLEMS: Readonly<Record<KeyProblem, string>> = {
  missing: 'There is no Authorization header: send Authorization: Bearer <API key>.',
  wrong_scheme:
    'The Authorization header has another scheme: send Authorization: Bearer <API key>.',
  malformed: 'The bearer token is not an API key of this service.',
  forged: 'The checksum of the API key is wrong: it was mistyped or cut off.',
  unknown: 'The API key does not exist.',
  revoked: 'The API key has been revoked.',
  suspended: 'The API key is suspended: ask whoever manages the keys to resume it.',
  expired: 'The API key has expired.',
};

/** The 401 of a key. */
export const keyRefused = (problem: KeyProblem): ApiError =>
  new ApiError('UNAUTHORIZED', KEY_PROBLEMS[problem], {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/**
 * Reads the API key of an Authorization header. It says whom to ask; whether the key is still good, that
 * organization's account says.
 * @throws ApiError UNAUTHORIZED, naming the mistake; SERVICE_UNAVAILABLE when no key can be checked
 */
export type Authenticate = (authorization: string | null) => Promise<ApiKey>;

/** What is asked of the ledger for one lookup, in the call that also admits it. */
export interface LookupOrder {
  /** The request's id: the same order sent again is paid once. */
  id: string;
  product: string;
  /** Hash of the normalised input, 16..64 bytes in lower-case hex. */
  inputHash: string;
  /** A fresh lookup was asked for: full price, whatever was paid before. */
  bypass: boolean;
  /** When the request arrived, milliseconds since the epoch: what a later answer calls `cached_at`. */
  askedAt: number;
  /**
   * What the answer's tables are at now, as a number; a receipt of the same figure means the same
   * answer. Null for an answer that rests on more than tables.
   */
  tables: number | null;
  /**
   * `charge`: the price is known, and is taken now.
   * `hold`: it costs at most this much; what it costs is said by {@link Accounts.settle}.
   */
  step: 'charge' | 'hold';
  /** Credits. */
  amount: number;
}

/** What this caller pays for a lookup by the receipts, whatever its price turns out to be. */
export interface Quote {
  /** The caller has a receipt: it is free. */
  free: boolean;
  /** A teammate has one: at most this much. Null: the full price. */
  atMost: number | null;
  /** When the organization last looked this up; null when no receipt covers it. */
  foundAt: number | null;
  /** End of the seven days it covers, or would, milliseconds since the epoch. */
  windowEndsAt: number;
  /** Whether that receipt was written with the same tables. */
  sameTables: boolean;
}

/** Credits owed for a lookup of this price. */
export const owed = ({ free, atMost }: Pick<Quote, 'free' | 'atMost'>, price: number): number =>
  free ? 0 : Math.min(price, atMost ?? price);

/** An order that was accepted. */
export interface Ordered {
  quote: Quote;
  /** Credits taken by a charge, or set aside by a hold. */
  credits: number;
  /** Spendable after it. */
  available: number;
}

/** What a key is limited to that this call is not. */
export type KeyLimit = 'product' | 'address';

/** The account's answer to a call. Refusals in the order 401, 403, 429, 402. */
export type Admission =
  | {
      code: 'ADMITTED';
      caller: Caller;
      window: WindowState | null;
      available: number;
      order: Ordered | null;
    }
  | { code: 'UNAUTHORIZED'; problem: KeyProblem }
  | { code: 'INSUFFICIENT_SCOPE'; caller: Caller; window: WindowState | null; limit: KeyLimit }
  | {
      code: 'UPGRADE_REQUIRED';
      caller: Caller;
      window: WindowState | null;
      status: SubscriptionStatus | null;
    }
  | { code: 'RATE_LIMIT_EXCEEDED'; caller: Caller; window: WindowState; name: WindowName }
  | {
      code: 'INSUFFICIENT_CREDITS';
      caller: Caller;
      window: WindowState | null;
      required: number;
      available: number;
    }
  | { code: 'SERVICE_BUSY'; caller: Caller; window: WindowState | null };

/** What a held lookup turned out to cost. Cannot be refused: the hold bounds it. */
export interface LookupSettlement {
  /** The order's id. */
  id: string;
  caller: Pick<Caller, 'userId' | 'keyId'>;
  product: string;
  inputHash: string;
  bypass: boolean;
  askedAt: number;
  tables: number | null;
  quote: Pick<Quote, 'free' | 'atMost' | 'windowEndsAt'>;
  /** Today's price in credits; the quote decides what of it is owed. */
  price: number;
}

/** Keys as the organization's object keeps them. The key itself is stored nowhere. */
export interface KeyRecord {
  id: string;
  /** SHA-256 of the whole key, lower-case hex. */
  hash: string;
  userId: string;
  name: string;
  mode: KeyMode;
  last4: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** Refused until it is resumed. */
  suspendedAt: number | null;
  /** Product types it may look up; null for all. */
  scopes: readonly string[] | null;
  /** Networks it may be used from, canonical CIDR text; null for anywhere. */
  ipAllow: readonly string[] | null;
}

export interface Member {
  id: string;
  /** In lower case. */
  email: string;
  role: 'owner' | 'member';
  createdAt: number;
}

export interface Organization extends OrganizationRef {
  name: string;
  active: boolean;
  createdAt: number;
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

export interface SubscriptionRequest {
  /** The same operation, raced or repeated, takes effect once; null when the caller names none. */
  operationId: string | null;
  plan: string;
  status: SubscriptionStatus;
  creditsPerMonth: number;
  /** Null lets the account choose: the running period goes on, or a month begins now. */
  periodStart: number | null;
  periodEnd: number | null;
  trialEnd: number | null;
}

/** How an operation on an account ended. `refused` says why in words for the operator. */
export type Applied<T> =
  | { kind: 'applied'; value: T }
  | { kind: 'refused'; message: string }
  | { kind: 'conflict'; message: string };

/** One day's use of one product by one key, as the account counted it. */
export interface UsageRow {
  /** UTC, YYYY-MM-DD. */
  day: string;
  product: string;
  /** Empty for calls made without an API key. */
  keyId: string;
  lookups: number;
  credits: number;
}

/** Everything of an organization that its object decides. */
export interface AccountView {
  organization: Organization;
  members: Member[];
  keys: KeyRecord[];
  subscription: Subscription | null;
  /** A period that was set ahead. */
  nextSubscription: Subscription | null;
  statement: Statement;
  /** When somebody last called; null for never. May lag. */
  lastUsedAt: number | null;
  /** Figures newer than what D1 has. */
  usage: UsageRow[];
}

/** What one caller may see of the account: `GET /account`. */
export interface OwnAccount {
  organization: Organization;
  /** Null when the user is no longer a member. */
  email: string | null;
  subscription: Subscription | null;
  statement: Statement;
}

/**
 * Organizations' accounts: who may call, how often, and what it costs. Every call is atomic and may be
 * repeated. One that throws has charged nothing, unless the connection broke before the reply came.
 */
export interface Accounts extends Ledger {
  /** Who is asking, may they, is there room, and what does it cost: one call. */
  admit(key: ApiKey, kind: CallKind, order: LookupOrder | null): Promise<Admission>;
  /** Admits an account read and answers it. */
  readOwn(key: ApiKey): Promise<{ admission: Admission; account: OwnAccount | null }>;
  /** Claims an Idempotency-Key before a lookup is admitted. A claim that is known already counts as a lookup. */
  claimReplay(key: ApiKey, kind: CallKind, claim: ReplayClaim): Promise<AdmittedClaim>;
  /** Lets go of a key whose lookup failed. */
  releaseReplay(organizationId: string, name: string, lookupId: string): Promise<void>;
  /** Pays a held lookup. */
  settleLookup(organizationId: string, settlement: LookupSettlement): Promise<void>;
  /** Undoes an order, and refuses it when it comes later. */
  voidLookup(organizationId: string, id: string): Promise<void>;

  /** Makes the account, or leaves it as it is. */
  open(organization: Organization, owner: Member): Promise<void>;
  /** @returns whoever has this email now */
  addMember(organizationId: string, member: Member): Promise<Member>;
  addKey(organizationId: string, key: KeyRecord): Promise<void>;
  /** @returns null when there is no such key. A repeat keeps the first time. */
  revokeKey(organizationId: string, keyId: string): Promise<KeyRecord | null>;
  /** @returns null when there is no such key. A repeat keeps the first time. */
  suspendKey(organizationId: string, keyId: string, suspended: boolean): Promise<KeyRecord | null>;
  subscribe(organizationId: string, request: SubscriptionRequest): Promise<Applied<Subscription>>;
  /** Purchased credits, which never end; a negative amount takes unspent ones back, as far as there are any. */
  grant(
    organizationId: string,
    request: { id: string; amount: number; note: string | null },
  ): Promise<Applied<{ granted: number; available: number }>>;
  view(organizationId: string): Promise<AccountView | null>;
  statement(organizationId: string, keyId: string | null): Promise<Statement>;
  /** Lines not yet in the history, below `before`, newest first. @param before exclusive; null for all */
  unshipped(
    organizationId: string,
    before: number | null,
    limit: number,
  ): Promise<{ lines: Posting[]; shippedSeq: number }>;
  /** Brings history, usage and the directory up to date now. */
  ship(organizationId: string): Promise<void>;
  invariants(organizationId: string): Promise<Invariant[]>;
}
