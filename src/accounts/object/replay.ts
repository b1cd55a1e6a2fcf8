import type { UsageRow } from '../../lookup/account/account.ts';
import type { LedgerEntry, LedgerEntryKind } from '../../lookup/account/ledger.ts';
import type { AccountState } from '../ledger/account-state.ts';
import { closeHold, spendHeld, withdrawPurchased } from '../ledger/holds.ts';
import { type Allocation, splitAllocations, sumAllocations } from '../ledger/lots.ts';
import { chargeId, lookupName, RECEIPT_WINDOW_MS, reversalId } from '../ledger/payment.ts';
import { addMonths, rolloverEnd } from '../ledger/periods.ts';
import {
  CALL_MEMORY_MS,
  holdCallKey,
  InvalidCall,
  MAX_HOLD_LIFETIME_MS,
  operationCallKey,
  settleCallKey,
} from '../ledger/records.ts';
import { RECENT_MS } from '../ledger/reservations.ts';
import { countUsage, noUsage } from '../ledger/usage.ts';
import type { AccountTables } from './tables.ts';

/** Entries read per statement. */
const REPLAY_BATCH = 2_000;

/**
 * Restores memory from the stored entries: counts those that the counters on disk lack, and the
 * lookups without an entry; the youngest orders can again be repeated or undone, and stay undone.
 * @returns when the oldest unarchived entry was posted; null when there is none
 */
export function replayPendingEntries(
  state: AccountState,
  tables: AccountTables,
  now: number,
): number | null {
  const { shipped, countedSeq } = state.account;
  for (const [day, product, keyId, lookups] of state.unposted.saved())
    state.usage.count(Date.parse(day), product, keyId, { lookups, credits: 0 });
  let oldest: number | null = null;
  for (let seq = 0; ; ) {
    const entries = tables.entriesAfter(seq, REPLAY_BATCH);
    for (const { order, ...entry } of entries) {
      if (entry.seq > shipped.seq) oldest ??= entry.at;
      if (entry.seq > countedSeq && entry.product !== null) {
        const used = { lookups: entry.lookups, credits: -entry.amount };
        state.usage.count(entry.at, entry.product, entry.keyId, used);
      }
      if (entry.at + RECENT_MS <= now) continue;
      if (entry.id === reversalId(chargeId(entry.ref)))
        state.recent.put(entry.ref, { state: 'voided' }, now);
      if (order) state.recent.put(entry.ref, entry.seq, now);
    }
    const last = entries.at(-1);
    if (!last) return oldest;
    seq = last.seq;
  }
}

/** Moves credits from `spent` back to `available`, in reverse spending order. */
function unspend({ lots }: AccountState, amount: number): void {
  const spent = [...lots.all()].map(({ id, spent }) => ({ lotId: id, amount: spent }));
  const { taken } = splitAllocations(lots.inSpendingOrder(spent).reverse(), amount);
  const left = amount - sumAllocations(taken);
  if (left > 0) throw new Error(`nothing was spent that ${left} credits could go back to`);
  lots.moveAll(taken, 'spent', 'available');
}

function countEntryUsage(state: AccountState, entry: LedgerEntry): void {
  const used = { lookups: entry.lookups, credits: -entry.amount };
  const { usage, period } = state.account;
  state.usage.count(entry.at, entry.product ?? '', entry.keyId, used);
  countUsage(usage, used, period !== null && period.start <= entry.at && entry.at < period.end);
}

const LOOKUP_KINDS: readonly LedgerEntryKind[] = ['charge', 'settle', 'reversal'];

/** Takes the credits of a settle: from its hold as the entry records, the rest from free lots. */
function applySettle(state: AccountState, entry: LedgerEntry): void {
  const fromHold = 0 - entry.held;
  const open = state.holds.get(entry.holdId ?? '');
  if (open && fromHold > 0) spendHeld(state, open, fromHold);
  else if (fromHold > 0) throw new Error(`line ${entry.seq} settles an unknown hold`);
  state.lots.allocate(-entry.amount - fromHold, 'spent');
}

function applyHold(state: AccountState, entry: LedgerEntry): void {
  const { ref: id, held, userId, keyId, at } = entry;
  const allocations: Allocation[] = state.lots.allocate(held, 'held');
  // Entries do not record the hold's expiry: the longest lifetime.
  const expiresAt = at + MAX_HOLD_LIFETIME_MS;
  state.putHold({ id, draws: allocations, expiresAt, userId: userId ?? '', keyId });
  const outcome = { ok: true, held, creditsRemaining: state.available, expiresAt } as const;
  const record = { kind: 'hold', outcome, state: 'open' } as const;
  state.remember(holdCallKey(id), record, expiresAt + CALL_MEMORY_MS);
}

function applyRelease(state: AccountState, entry: LedgerEntry): void {
  const open = state.holds.get(entry.ref);
  if (!open) throw new Error(`line ${entry.seq} releases an unknown hold`);
  closeHold(state, open, 'closed');
}

/** Grants a period's lot. It ends with the subscription's period, or after a month if unknown. */
function applyRenewal(state: AccountState, { ref, amount, note }: LedgerEntry): void {
  const account = state.touch();
  const start = Number(ref.split(':')[1]);
  const plan = note ?? '';
  if (account.next?.periodStart === start) {
    account.subscription = account.next;
    account.next = null;
  }
  const known = account.subscription?.periodStart === start ? account.subscription : null;
  const running = account.period?.start === start ? account.period : null;
  const endsAt = known?.periodEnd ?? running?.end ?? addMonths(start, 1);
  if (!running) account.usage.period = noUsage();
  state.lots.grant({ id: ref, kind: 'subscription', periodStart: start, endsAt }, amount);
  account.period = { plan, start, end: endsAt, granted: (running?.granted ?? 0) + amount };
}

function applyGrant(state: AccountState, { ref, amount }: LedgerEntry): void {
  const lot = { id: `grant:${ref}`, kind: 'purchased', periodStart: null, endsAt: null } as const;
  if (amount > 0) state.lots.grant(lot, amount);
  const left = amount > 0 ? 0 : -amount - withdrawPurchased(state, -amount, null);
  if (left > 0) throw new Error(`${left} purchased credits to withdraw are missing`);
  const key = operationCallKey('grant', ref);
  const known = state.call(key)?.record;
  // A withdrawal has further entries for credits that holds returned to it.
  const { asked, outcome } = known?.kind === 'operation' ? known : { asked: null, outcome: 0 };
  state.remember(key, { kind: 'operation', asked, outcome: (outcome as number) + amount }, null);
}

/** Moves, in memory, the credits of one archived entry that the account lacks. */
function moveCredits(state: AccountState, entry: LedgerEntry): void {
  const { lots } = state;
  const lot = lots.get(entry.ref);
  switch (entry.kind) {
    case 'grant':
    case 'withdrawal':
      applyGrant(state, entry);
      break;
    case 'renewal':
      applyRenewal(state, entry);
      break;
    case 'charge':
      lots.allocate(-entry.amount, 'spent');
      break;
    case 'hold':
      applyHold(state, entry);
      break;
    case 'settle':
      applySettle(state, entry);
      break;
    case 'release':
      applyRelease(state, entry);
      break;
    case 'reversal':
      unspend(state, entry.amount);
      break;
    case 'rollover': {
      const endedAt = Math.min(entry.at, lot?.endsAt ?? entry.at);
      if (lot) lots.reschedule(lot, 'rollover', rolloverEnd(endedAt));
      break;
    }
    case 'expiry':
      lots.move(entry.ref, 'available', 'expired', -entry.amount);
  }
  if (LOOKUP_KINDS.includes(entry.kind)) countEntryUsage(state, entry);
}

/** Restores what makes an archived entry idempotent: its receipt, or the record of a settle. */
export function rememberEntry(state: AccountState, entry: LedgerEntry): void {
  const { kind, ref, product, inputHash, userId, at } = entry;
  if (kind === 'charge' && product && inputHash && userId && at + RECEIPT_WINDOW_MS > state.now) {
    const lookup = lookupName(product, inputHash);
    if (state.receipts(lookup, userId).has(userId)) return;
    const receipt = { firstPrice: -entry.amount, foundAt: at, endsAt: at + RECEIPT_WINDOW_MS };
    state.putReceipt(lookup, userId, { ...receipt, tables: null });
  }
  if (kind === 'settle' && at + CALL_MEMORY_MS > state.now && !state.call(settleCallKey(ref))) {
    const paid = {
      creditsUsed: -entry.amount,
      creditsRemaining: state.available,
      heldRemaining: 0,
    };
    const outcome = { ok: true as const, ...paid, items: [] };
    const spend = { draws: [], receipts: [], usage: [], periodStart: null };
    const record = { kind: 'settle', outcome, spend, holdId: entry.holdId ?? '' } as const;
    state.remember(settleCallKey(ref), record, at + CALL_MEMORY_MS);
  }
}

const isSameEntry = (a: LedgerEntry, b: LedgerEntry | undefined): boolean =>
  a.id === b?.id && a.seq === b.seq && a.at === b.at && a.amount === b.amount && a.held === b.held;

/**
 * Replays one archived segment into an account that is behind: entries it has are dropped as
 * archived, the others move credits as they did. Nothing expires meanwhile: expiry has entries.
 * @param own unarchived entries of the account, oldest first
 * @param archived entries of one segment, following those archived before
 * @returns how many entries the account did not have
 * @throws InvalidCall, with nothing changed, when the account has diverged: its entries are not
 * those archived; Error for an entry that cannot be applied
 */
export function applySegment(
  state: AccountState,
  own: readonly LedgerEntry[],
  archived: readonly LedgerEntry[],
): number {
  const first = archived[0];
  if (!first) return 0;
  const next = state.account.shipped.seq + 1;
  if (first.seq !== next)
    throw new InvalidCall(`lines ${next} to ${first.seq - 1} are in no segment`);
  const other = archived.find((entry, at) => at < own.length && !isSameEntry(entry, own[at]));
  if (other) throw new InvalidCall(`line ${other.seq} is another one`);
  const { posted } = state.touch();
  const missing = archived.slice(own.length);
  for (const entry of missing) {
    moveCredits(state, entry);
    rememberEntry(state, entry);
    posted.seq = entry.seq;
    posted.at = Math.max(posted.at, entry.at);
    posted.amount += entry.amount;
    posted.held += entry.held;
  }
  state.markArchived(archived, []);
  state.saveUsage();
  // The next call applies whatever is due.
  state.nextDueAt = state.now;
  return missing.length;
}

/** Raises daily figures to those recorded; figures are absolute, so higher ones stay. */
export function mergeUsage(state: AccountState, recorded: readonly UsageRow[]): void {
  for (const row of recorded) state.usage.raiseTo(row);
}

/**
 * Continues after entries whose segments are lost. The account keeps the credits it has; one entry
 * moves the sums of the lost ones to them.
 * @param listed sums of all segments, lost ones included
 * @param pending entries of the account after those
 * @returns which lines are lost
 */
export function skipLostEntries(
  state: AccountState,
  listed: { lastSeq: number; amount: number; held: number },
  pending: readonly LedgerEntry[],
): string {
  const { posted, shipped } = state.touch();
  const lost = `lines ${shipped.seq + 1} to ${listed.lastSeq}`;
  const { amount, held } = posted;
  const ref = `lost:${listed.lastSeq}`;
  Object.assign(shipped, { seq: listed.lastSeq, amount: listed.amount, held: listed.held });
  Object.assign(posted, { ...shipped, seq: Math.max(posted.seq, listed.lastSeq) });
  for (const entry of pending) {
    posted.amount += entry.amount;
    posted.held += entry.held;
  }
  state.markArchived([], []);
  const difference = { amount: amount - posted.amount, held: held - posted.held };
  state.post({ id: ref, kind: 'withdrawal', ...difference, ref, note: `${lost} are lost` });
  return lost;
}
