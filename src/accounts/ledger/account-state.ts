import { DAY_MS } from '../../lib/time.ts';
import type { KeyRecord, Member, Organization, UsageRow } from '../../lookup/account/account.ts';
import type {
  LedgerEntry,
  LedgerRefusal,
  LedgerRefusalReason,
  LookupUsage,
} from '../../lookup/account/ledger.ts';
import { CreditLots } from './lots.ts';
import type { Period } from './periods.ts';
import type { Receipt, Receipts } from './records.ts';
import {
  type AccountRow,
  type AccountSnapshot,
  CALL_MEMORY_MS,
  type Call,
  type CallRecord,
  type CommittedRows,
  type Hold,
  type NewEntry,
  type QuotaClaim,
  quotaClaimKey,
  type StoredEntry,
} from './records.ts';
import { RecentOrders, Reservations } from './reservations.ts';
import { countUsage, UnpostedLookups, UsageCounters } from './usage.ts';

const NO_RECEIPTS: Receipts = new Map();

/** Entries of credits that were asked for. */
const USE_KINDS: ReadonlySet<LedgerEntry['kind']> = new Set(['charge', 'hold', 'settle']);

/** Keys, agents and people whose last use is kept: more than an organization may have. */
const MAX_KEY_USES = 1_000;

/** Write journal of one group of calls: changes no transaction has written. Null means deleted. */
export class Journal {
  organization: Organization | null = null;
  readonly members = new Map<string, Member | null>();
  /** By id. */
  readonly apiKeys = new Map<string, KeyRecord | null>();
  readonly holds = new Map<string, Hold | null>();
  readonly quotaClaims = new Map<string, QuotaClaim | null>();
  readonly calls = new Map<string, Call>();
  readonly entries: StoredEntry[] = [];
  /** By lookup, then by user. */
  readonly receipts = new Map<string, Map<string, Receipt | null>>();
  /** In the order they were counted: of one figure the last holds. */
  usage: { days: UsageRow[]; keys: (LookupUsage & { id: string })[] } = { days: [], keys: [] };
  /** Entries up to this one, and these figures, are in the history. */
  archived: { seq: number; usage: readonly UsageRow[] } | null = null;
  touched = false;
  /** The subscription in it did. */
  planChanged = false;

  /** Changes without a ledger entry: who may call, the plan, ids of operations. */
  get hasChangesWithoutEntry(): boolean {
    const operations = [...this.calls.values()].some(({ expiresAt }) => expiresAt === null);
    return this.planChanged || operations || this.organization !== null || this.#people > 0;
  }

  get #people(): number {
    return this.members.size + this.apiKeys.size;
  }

  get empty(): boolean {
    return !this.touched && this.receipts.size === 0;
  }

  /** Whether it adds rows that expire one day. */
  get hasExpiringRows(): boolean {
    return this.calls.size + this.receipts.size > 0;
  }

  putReceipt(lookup: string, userId: string, receipt: Receipt | null): void {
    const users = this.receipts.get(lookup) ?? new Map<string, Receipt | null>();
    users.set(userId, receipt);
    this.receipts.set(lookup, users);
  }
}

export const keyEndsAt = ({ revokedAt, expiresAt }: KeyRecord): number =>
  Math.min(revokedAt ?? Infinity, expiresAt ?? Infinity);

/** Keys that were rolled, from the first to the last, by the id of each. */
function successionsOf(keys: readonly KeyRecord[]): ReadonlyMap<string, readonly KeyRecord[]> {
  const known = new Map(keys.map((key) => [key.id, key]));
  const successors = new Set(keys.map(({ successorId }) => successorId));
  const successions = new Map<string, KeyRecord[]>();
  for (const first of keys) {
    if (first.successorId === null || successors.has(first.id)) continue;
    const succession: KeyRecord[] = [];
    for (let key: KeyRecord | undefined = first; key; key = known.get(key.successorId ?? '')) {
      succession.push(key);
      successions.set(key.id, succession);
    }
  }
  return successions;
}

/**
 * State machine of one account: what lies on disk plus the changes of the current group of calls.
 * Rules work on it synchronously and know nothing of transactions; the journal says what has to be
 * written.
 */
export class AccountState {
  /** Time of the call being worked on; never runs backwards. */
  now = 0;
  /** Next time something expires, a lower bound: may be early, never late. */
  nextDueAt = 0;
  organization: Organization | null;
  readonly account: AccountRow;
  readonly lots: CreditLots;
  readonly members: Map<string, Member>;
  /** By hash. */
  readonly apiKeys: Map<string, KeyRecord>;
  readonly holds: Map<string, Hold>;
  /** Quota claims of resources outside the account. */
  readonly quotaClaims: Map<string, QuotaClaim>;
  readonly reservations = new Reservations();
  readonly recent = new RecentOrders();
  readonly usage: UsageCounters;
  readonly unposted: UnpostedLookups;
  #journal = new Journal();
  /** By each of their keys; null once a key has changed. Each priced call of a limit reads them. */
  #successions: ReadonlyMap<string, readonly KeyRecord[]> | null = null;
  readonly #rows: CommittedRows;
  /** Credits were used, or asked for in vain, since the credit watch looked last. */
  isUsed = false;

  constructor(snapshot: AccountSnapshot, rows: CommittedRows) {
    this.account = snapshot.account;
    this.organization = snapshot.organization;
    this.members = new Map(snapshot.members.map((member) => [member.id, member]));
    this.apiKeys = new Map(snapshot.apiKeys.map((key) => [key.hash, key]));
    this.holds = new Map(snapshot.holds.map((hold) => [hold.id, hold]));
    this.quotaClaims = new Map(snapshot.rooms.map((claim) => [quotaClaimKey(claim), claim]));
    this.lots = new CreditLots(
      snapshot.account,
      () => this.now,
      () => this.touch(),
    );
    this.usage = new UsageCounters(rows);
    this.unposted = new UnpostedLookups(snapshot.account.unposted);
    this.#rows = rows;
  }

  /** Spendable by a call that comes now: neither held nor set aside for a lookup under way. */
  get available(): number {
    return Math.max(0, this.lots.totals.available - this.reservations.total);
  }

  /** The period that runs now; null between periods. */
  get runningPeriod(): Period | null {
    const { period } = this.account;
    return period && period.start <= this.now && this.now < period.end ? period : null;
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
    this.touch();
    this.#journal.calls.set(key, { record, expiresAt });
  }

  /**
   * Unexpired receipts of a lookup, this user's among them when there is one.
   * @param receipted what {@link receipted} says of many lookups: of the others the disk has none
   */
  receipts(lookup: string, userId: string, receipted?: ReadonlySet<string>): Receipts {
    const isNone = receipted?.has(lookup) === false;
    const written = isNone ? NO_RECEIPTS : this.#rows.receipts(lookup, userId, this.now);
    const changed = this.#journal.receipts.get(lookup);
    if (!changed) return written;
    const receipts = new Map(written);
    for (const [user, receipt] of changed) {
      if (receipt) receipts.set(user, receipt);
      else receipts.delete(user);
    }
    return receipts;
  }

  /** Which of many lookups have receipts on disk, in one statement: most have none. */
  receipted(lookups: readonly string[]): ReadonlySet<string> {
    return this.#rows.receipted(lookups);
  }

  putReceipt(lookup: string, userId: string, receipt: Receipt | null): void {
    this.#journal.putReceipt(lookup, userId, receipt);
  }

  putOrganization(organization: Organization): void {
    this.organization = organization;
    this.touch();
    this.#journal.organization = organization;
  }

  putMember(member: Member): void {
    this.members.set(member.id, member);
    this.touch();
    this.#journal.members.set(member.id, member);
  }

  dropMember(userId: string): Member | null {
    const member = this.members.get(userId);
    if (!member) return null;
    this.members.delete(userId);
    this.touch();
    this.#journal.members.set(userId, null);
    return member;
  }

  putKey(key: KeyRecord): void {
    this.apiKeys.set(key.hash, key);
    this.#successions = null;
    this.touch();
    this.#journal.apiKeys.set(key.id, key);
  }

  /** Notes which version of the secret a key is made with, as its checksum says. */
  noteSecretVersion(hash: string, secretVersion: number): void {
    const key = this.apiKeys.get(hash);
    if (key && key.secretVersion !== secretVersion) this.putKey({ ...key, secretVersion });
  }

  dropKey({ id, hash }: KeyRecord): void {
    this.apiKeys.delete(hash);
    this.#successions = null;
    this.touch();
    this.#journal.apiKeys.set(id, null);
  }

  /** A key and all it was rolled from and into, the first before the last. */
  #rolled(keyId: string): readonly KeyRecord[] | undefined {
    this.#successions ??= successionsOf([...this.apiKeys.values()]);
    return this.#successions.get(keyId);
  }

  /** Ids of a key and of all it was rolled from and into: they share a day's limit. */
  rolledTogether(keyId: string): readonly string[] {
    return this.#rolled(keyId)?.map(({ id }) => id) ?? [keyId];
  }

  /** The last of the keys a key was rolled into that has not ended, or itself; null: all have. */
  livingSuccessor(keyId: string): KeyRecord | null {
    const isOwn = ({ id }: KeyRecord) => id === keyId;
    const rolled = this.#rolled(keyId) ?? [...this.apiKeys.values()].filter(isOwn);
    const living = rolled.findLastIndex((key) => keyEndsAt(key) > this.now);
    return living < rolled.findIndex(isOwn) ? null : (rolled[living] ?? null);
  }

  putHold(hold: Hold): void {
    this.holds.set(hold.id, hold);
    this.#journal.holds.set(hold.id, hold);
    this.scheduleAt(hold.expiresAt);
  }

  dropHold(id: string): void {
    this.holds.delete(id);
    this.#journal.holds.set(id, null);
  }

  putQuotaClaim(claim: QuotaClaim): void {
    this.quotaClaims.set(quotaClaimKey(claim), claim);
    this.touch();
    this.#journal.quotaClaims.set(quotaClaimKey(claim), claim);
  }

  dropQuotaClaim(claim: QuotaClaim): void {
    this.quotaClaims.delete(quotaClaimKey(claim));
    this.touch();
    this.#journal.quotaClaims.set(quotaClaimKey(claim), null);
  }

  /**
   * A call of this key, sandbox and refused ones too. Milliseconds are kept in memory and written
   * with whatever is written next; a new day is written at once.
   */
  markUsed(keyId: string): void {
    this.account.keyUse ??= {};
    const { keyUse } = this.account;
    const day = (at: number) => Math.floor(at / DAY_MS);
    const isSameDay = day(keyUse[keyId] ?? 0) === day(this.now);
    keyUse[keyId] = this.now;
    if (isSameDay) return;
    const uses = Object.entries(keyUse);
    if (uses.length > MAX_KEY_USES) {
      const [oldest] = uses.reduce((one, other) => (other[1] < one[1] ? other : one));
      delete keyUse[oldest];
    }
    this.touch();
  }

  /** Schedules work for this moment, whether or not a call comes. */
  scheduleAt(at: number): void {
    this.nextDueAt = Math.min(this.nextDueAt, at);
  }

  /** @param plan what changes in the row: the subscription too */
  touch(plan?: 'plan'): AccountRow {
    this.#journal.touched = true;
    if (plan) this.#journal.planChanged = true;
    return this.account;
  }

  /** Appends a ledger entry. @param at when it took effect; defaults to now */
  post(entry: NewEntry, at = this.now): void {
    const { posted } = this.touch();
    const { product, keyId = null, lookups } = entry;
    if (product && lookups) this.unposted.add(at, product, keyId, -lookups);
    if (USE_KINDS.has(entry.kind)) this.isUsed = true;
    posted.seq += 1;
    posted.at = Math.max(posted.at, at);
    posted.amount += entry.amount;
    posted.held += entry.held;
    this.#journal.entries.push({
      lookups: 0,
      holdId: null,
      product: null,
      inputHash: null,
      userId: null,
      keyId: null,
      note: null,
      ...entry,
      seq: posted.seq,
      at: posted.at,
      balanceAfter: posted.amount,
    });
  }

  /** These entries, the oldest not yet in the history, are there now, and so are these figures. */
  markArchived(entries: readonly LedgerEntry[], usage: readonly UsageRow[]): void {
    const account = this.touch();
    for (const { seq, amount, held } of entries) {
      account.shipped.seq = seq;
      account.shipped.amount += amount;
      account.shipped.held += held;
    }
    account.shippingTo = null;
    this.#journal.archived = { seq: account.shipped.seq, usage };
  }

  /** Adds to, or with negative figures takes from, the usage counters. */
  count(
    product: string,
    keyId: string | null,
    used: LookupUsage,
    inPeriod = this.runningPeriod !== null,
  ): void {
    const { usage } = this.account;
    this.usage.count(this.now, product, keyId, used);
    this.unposted.add(this.now, product, keyId, used.lookups);
    countUsage(usage, used, inPeriod);
  }

  /** Writes the usage counters with the current group. */
  saveUsage(): void {
    this.touch().countedSeq = this.account.posted.seq;
    this.unposted.clear();
    const { days, keys } = this.usage.takeChanged();
    this.#journal.usage.days.push(...days);
    this.#journal.usage.keys.push(...keys);
  }

  /** Whether these credits, which are asked for, are more than there are. */
  lacks(credits: number): boolean {
    const isLacking = credits > this.available;
    if (isLacking) this.isUsed = true;
    return isLacking;
  }

  refuse(reason: LedgerRefusalReason, required: number): LedgerRefusal {
    if (reason === 'insufficient_credits') this.isUsed = true;
    return { ok: false, reason, required, available: this.available };
  }
}
