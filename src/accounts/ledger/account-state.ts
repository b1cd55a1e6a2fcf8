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
import { RECENT_MS, RecentOrders, Reservations } from './reservations.ts';
import { countUsage, UnpostedLookups, UsageCounters } from './usage.ts';

const NO_RECEIPTS: Receipts = new Map();

/** Kinds of entry that use credits. */
const USE_KINDS: ReadonlySet<LedgerEntry['kind']> = new Set(['charge', 'hold', 'settle']);

/** Last-use times kept of keys, agents and sessions: more than an organization may have. */
const MAX_KEY_USES = 1_000;

/** Write journal of one group of calls: changes not yet committed. Null means deleted. */
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
  /** In order of counting; for the same key, the last row wins. */
  usage: { days: UsageRow[]; keys: (LookupUsage & { id: string })[] } = { days: [], keys: [] };
  /** Last entry and usage rows that have been archived, and since when orders can be undone. */
  archived: { seq: number; usage: readonly UsageRow[]; undoableSince: number } | null = null;
  touched = false;
  /** Whether the subscription or the credit watch in the account row changed. */
  planChanged = false;

  /** Whether it has changes that no ledger entry records: people, keys, plan, operation ids. */
  get hasChangesWithoutEntry(): boolean {
    const operations = [...this.calls.values()].some(({ expiresAt }) => expiresAt === null);
    const people = this.members.size + this.apiKeys.size;
    return this.planChanged || operations || this.organization !== null || people > 0;
  }

  get empty(): boolean {
    return !this.touched && this.receipts.size === 0;
  }

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

/** Successions of rolled keys, first key first, by the id of each key in them. */
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
 * State machine of one account: the committed rows plus the changes of the current group of calls.
 * Rules run on it synchronously and do not handle transactions; the journal collects the changes to
 * write.
 */
export class AccountState {
  /** Time of the current call; never runs backwards. */
  now = 0;
  /** Lower bound of the next time something expires: may be early, never late. */
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
  readonly recent = new RecentOrders((seq) => this.#entry(seq));
  readonly usage: UsageCounters;
  readonly unposted: UnpostedLookups;
  #journal = new Journal();
  /** By key id; null after a key changed. Cached: each priced call with a daily limit reads it. */
  #successions: ReadonlyMap<string, readonly KeyRecord[]> | null = null;
  readonly #rows: CommittedRows;
  /** Whether credits were used, or refused for lack of balance, since the last credit watch. */
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

  /** Credits a new call can spend: neither held nor reserved for a lookup in flight. */
  get available(): number {
    return Math.max(0, this.lots.totals.available - this.reservations.total);
  }

  /** The current period; null between periods. */
  get runningPeriod(): Period | null {
    const { period } = this.account;
    return period && period.start <= this.now && this.now < period.end ? period : null;
  }

  get dirty(): boolean {
    return !this.#journal.empty;
  }

  /** Returns the changes to write and starts a new group. */
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
   * Unexpired receipts of a bounded number of users; this user's is among them, if any.
   * @param receipted result of {@link receipted}: other lookups have no receipts on disk
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

  /** Those lookups that have receipts on disk, in one statement: most have none. */
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

  /** Records which version of the secret a key was made with, as its checksum shows. */
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

  /** A key's succession, the keys it was rolled from and into included, first key first. */
  #rolled(keyId: string): readonly KeyRecord[] | undefined {
    this.#successions ??= successionsOf([...this.apiKeys.values()]);
    return this.#successions.get(keyId);
  }

  /** Ids of a key and all keys it was rolled from and into: they share a daily limit. */
  rolledTogether(keyId: string): readonly string[] {
    return this.#rolled(keyId)?.map(({ id }) => id) ?? [keyId];
  }

  /** The last key, from this one on in its succession, that has not ended; null when all have. */
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
   * Records a key's last call, sandbox and refused calls included. The time is kept in memory and
   * written with the next change; the first call of a UTC day is written at once.
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

  /** Schedules work at this time, whether or not a call comes. */
  scheduleAt(at: number): void {
    this.nextDueAt = Math.min(this.nextDueAt, at);
  }

  /** @param plan when the subscription or credit watch changes: a backup is due soon */
  touch(plan?: 'plan'): AccountRow {
    this.#journal.touched = true;
    if (plan) this.#journal.planChanged = true;
    return this.account;
  }

  /** Appends a ledger entry. @param at when it took effect; defaults to now */
  post(entry: NewEntry, at = this.now): StoredEntry {
    const { posted } = this.touch();
    const { product, keyId = null, lookups } = entry;
    if (product && lookups) this.unposted.add(at, product, keyId, -lookups);
    if (USE_KINDS.has(entry.kind)) this.isUsed = true;
    posted.seq += 1;
    posted.at = Math.max(posted.at, at);
    posted.amount += entry.amount;
    posted.held += entry.held;
    const posting: StoredEntry = {
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
    };
    this.#journal.entries.push(posting);
    return posting;
  }

  /** A ledger entry that may still be in the journal. */
  #entry(seq: number): StoredEntry | undefined {
    const { entries } = this.#journal;
    const [first] = entries;
    return first && first.seq <= seq ? entries[seq - first.seq] : this.#rows.entry(seq);
  }

  /** Marks these entries, the oldest not yet archived, and these usage rows as archived. */
  markArchived(entries: readonly LedgerEntry[], usage: readonly UsageRow[]): void {
    const account = this.touch();
    for (const { seq, amount, held } of entries) {
      account.shipped.seq = seq;
      account.shipped.amount += amount;
      account.shipped.held += held;
    }
    account.shippingTo = null;
    const undoableSince = this.now - RECENT_MS;
    this.#journal.archived = { seq: account.shipped.seq, usage, undoableSince };
  }

  /** Adds to the usage counters; negative figures subtract. */
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

  /** Whether the requested credits exceed the available ones; if so, the credit watch looks. */
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
