import type { UsageRow } from '../../lookup/account/account.ts';
import type { LedgerEntry, LedgerEntryKind } from '../../lookup/account/ledger.ts';
import type { AccountState } from '../ledger/account-state.ts';
import { type Allocation, splitAllocations } from '../ledger/lots.ts';
import { addMonths, rolloverEnd } from '../ledger/periods.ts';
import { lookupName, RECEIPT_WINDOW_MS } from '../ledger/receipts.ts';
import {
  CALL_MEMORY_MS,
  holdCallKey,
  MAX_HOLD_LIFETIME_MS,
  operationCallKey,
  settleCallKey,
} from '../ledger/records.ts';
import { RECENT_MS } from '../ledger/reservations.ts';
import { noUsage } from '../ledger/usage.ts';
import type { AccountTables } from './tables.ts';

/** Lines read at once. */
const REPLAY_BATCH = 2_000;

/**
 * Reads the lines that are not in the history yet: those that the counters on disk do not have are
 * counted, with the lookups that no line tells of; the youngest orders can be repeated or undone
 * again.
 * @returns when the oldest of them was posted; null when there is none
 */
export function replayPendingEntries(
  book: AccountState,
  tables: AccountTables,
  now: number,
): number | null {
  const { shipped, countedSeq } = book.account;
  for (const [day, product, keyId, lookups] of book.unposted.saved())
    book.usage.count(Date.parse(day), product, keyId, { lookups, credits: 0 });
  let oldest: number | null = null;
  for (let seq = shipped.seq; ; ) {
    const lines = tables.entriesAfter(seq, REPLAY_BATCH);
    for (const { order, ...line } of lines) {
      oldest ??= line.at;
      if (line.seq > countedSeq && line.product !== null) {
        const used = { lookups: line.lookups, credits: -line.amount };
        book.usage.count(line.at, line.product, line.keyId, used);
      }
      if (!order || line.at + RECENT_MS <= now) continue;
      const { asked, foundAt, windowEndsAt, spend } = order;
      const quote = { free: false, atMost: null, foundAt, windowEndsAt, sameTables: false };
      const outcome = { quote, credits: -line.amount, available: line.balanceAfter };
      book.recent.put(line.ref, { state: 'charged', asked, outcome, spend }, now);
    }
    const last = lines.at(-1);
    if (!last) return oldest;
    seq = last.seq;
  }
}

/** The archive and the account tell different stories of the same lines. */
export class ArchiveConflict extends Error {}

/** Moves credits from `spent` back to `available`, of the lots that end last first. */
function unspend(book: AccountState, amount: number): void {
  let left = amount;
  for (const lot of [...book.lots.all()].reverse()) {
    const back = Math.min(left, lot.spent);
    if (back > 0) book.lots.move(lot.id, 'spent', 'available', back);
    left -= back;
  }
  if (left > 0)
    throw new ArchiveConflict(`nothing was spent that ${left} credits could go back to`);
}

function countEntryUsage(book: AccountState, line: LedgerEntry): void {
  const used = { lookups: line.lookups, credits: -line.amount };
  const { usage, period } = book.account;
  book.usage.count(line.at, line.product ?? '', line.keyId, used);
  const inPeriod = period && period.start <= line.at && line.at < period.end;
  for (const counter of inPeriod ? [usage.allTime, usage.period] : [usage.allTime]) {
    counter.lookups += used.lookups;
    counter.credits += used.credits;
  }
}

/** Kinds of lines that count lookups. */
const LOOKUP_KINDS: readonly LedgerEntryKind[] = ['charge', 'settle', 'reversal'];

/** Takes what a settle took: from its hold as far as the line says, the rest from the free lots. */
function applySettle(book: AccountState, line: LedgerEntry): void {
  const fromHold = 0 - line.held;
  const open = book.holds.get(line.holdId ?? '');
  if (open && fromHold > 0) {
    const { taken, left } = splitAllocations(book.lots.inSpendingOrder(open.draws), fromHold);
    book.lots.moveAll(taken, 'held', 'spent');
    book.putHold({ ...open, draws: left });
  } else if (fromHold > 0) throw new ArchiveConflict(`line ${line.seq} settles an unknown hold`);
  book.lots.allocate(-line.amount - fromHold, 'spent');
}

function applyHold(book: AccountState, line: LedgerEntry): void {
  const { ref: id, held, userId, keyId, at } = line;
  const draws: Allocation[] = book.lots.allocate(held, 'held');
  // A line does not say when its hold ends: the longest there is.
  const expiresAt = at + MAX_HOLD_LIFETIME_MS;
  book.putHold({ id, draws, expiresAt, userId: userId ?? '', keyId });
  const outcome = { ok: true, held, creditsRemaining: book.available, expiresAt } as const;
  const record = { kind: 'hold', outcome, state: 'open' } as const;
  book.remember(holdCallKey(id), record, expiresAt + CALL_MEMORY_MS);
}

function applyRelease(book: AccountState, line: LedgerEntry): void {
  const open = book.holds.get(line.ref);
  if (!open) throw new ArchiveConflict(`line ${line.seq} releases an unknown hold`);
  book.lots.moveAll(open.draws, 'held', 'available');
  book.dropHold(open.id);
  const call = book.call(holdCallKey(open.id));
  if (call?.record.kind === 'hold')
    book.remember(holdCallKey(open.id), { ...call.record, state: 'closed' }, call.expiresAt);
}

/** A lot of a period ends with it; the subscription knows when, or it was a month. */
function applyRenewal(book: AccountState, { ref, amount, note }: LedgerEntry): void {
  const account = book.touch();
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
  book.lots.grant({ id: ref, kind: 'subscription', periodStart: start, endsAt }, amount);
  account.period = { plan, start, end: endsAt, granted: (running?.granted ?? 0) + amount };
}

function applyGrant(book: AccountState, { ref, amount }: LedgerEntry): void {
  const lot = { id: `grant:${ref}`, kind: 'purchased', periodStart: null, endsAt: null } as const;
  if (amount > 0) book.lots.grant(lot, amount);
  let left = -amount;
  for (const each of [...book.lots.spendable()].filter(({ kind }) => kind === 'purchased')) {
    const taken = Math.max(0, Math.min(left, each.available));
    if (taken > 0) book.lots.withdraw(each, taken);
    left -= taken;
  }
  if (left > 0) throw new ArchiveConflict(`${left} purchased credits to withdraw are missing`);
  const record = { kind: 'operation', asked: null, outcome: amount } as const;
  book.remember(operationCallKey('grant', ref), record, null);
}

/** Moves the credits of one archived line that the account does not have, in memory. */
function moveCredits(book: AccountState, line: LedgerEntry): void {
  const { lots } = book;
  const lot = lots.get(line.ref);
  switch (line.kind) {
    case 'grant':
    case 'withdrawal':
      applyGrant(book, line);
      break;
    case 'renewal':
      applyRenewal(book, line);
      break;
    case 'charge':
      lots.allocate(-line.amount, 'spent');
      break;
    case 'hold':
      applyHold(book, line);
      break;
    case 'settle':
      applySettle(book, line);
      break;
    case 'release':
      applyRelease(book, line);
      break;
    case 'reversal':
      unspend(book, line.amount);
      break;
    case 'rollover': {
      const endedAt = Math.min(line.at, lot?.endsAt ?? line.at);
      if (lot) lots.reschedule(lot, 'rollover', rolloverEnd(endedAt));
      break;
    }
    case 'expiry':
      lots.move(line.ref, 'available', 'expired', -line.amount);
  }
  if (LOOKUP_KINDS.includes(line.kind)) countEntryUsage(book, line);
}

/** Writes what a line remembers for those who repeat it: a receipt, and that a settle was made. */
export function rememberEntry(book: AccountState, line: LedgerEntry): void {
  const { kind, ref, product, inputHash, userId, at } = line;
  if (kind === 'charge' && product && inputHash && userId && at + RECEIPT_WINDOW_MS > book.now) {
    const lookup = lookupName(product, inputHash);
    if (book.receipts(lookup, userId).has(userId)) return;
    const receipt = { firstPrice: -line.amount, foundAt: at, endsAt: at + RECEIPT_WINDOW_MS };
    book.putReceipt(lookup, userId, { ...receipt, tables: null });
  }
  if (kind === 'settle' && at + CALL_MEMORY_MS > book.now && !book.call(settleCallKey(ref))) {
    const paid = { creditsUsed: -line.amount, creditsRemaining: book.available, heldRemaining: 0 };
    const outcome = { ok: true as const, ...paid, items: [] };
    const spend = { draws: [], receipts: [], usage: [], periodStart: null };
    const record = { kind: 'settle', outcome, spend, holdId: line.holdId ?? '' } as const;
    book.remember(settleCallKey(ref), record, at + CALL_MEMORY_MS);
  }
}

const isSameEntry = (a: LedgerEntry, b: LedgerEntry): boolean =>
  a.id === b.id && a.seq === b.seq && a.at === b.at && a.amount === b.amount && a.held === b.held;

/**
 * Brings an account that is behind its archive up to it: lines it has are dropped as archived, the
 * others move credits as they did. Nothing falls due meanwhile, as the lines say what did.
 * @param own lines of the account that it has not archived, oldest first
 * @param archived lines of one segment, following those archived before
 * @returns how many lines the account did not have
 * @throws HistoryConflict when the account went on by itself: its lines are not those archived
 */
export function applySegment(
  book: AccountState,
  own: readonly LedgerEntry[],
  archived: readonly LedgerEntry[],
): number {
  const { posted, shipped } = book.touch();
  const first = archived[0];
  if (!first) return 0;
  if (first.seq !== shipped.seq + 1)
    throw new ArchiveConflict(`lines ${shipped.seq + 1} to ${first.seq - 1} are in no segment`);
  let missing = 0;
  for (const [index, line] of archived.entries()) {
    const mine = own[index];
    if (mine) {
      if (!isSameEntry(mine, line)) throw new ArchiveConflict(`line ${line.seq} is another one`);
      continue;
    }
    moveCredits(book, line);
    rememberEntry(book, line);
    posted.seq = line.seq;
    posted.at = Math.max(posted.at, line.at);
    posted.amount += line.amount;
    posted.held += line.held;
    missing += 1;
  }
  book.markArchived(archived, []);
  book.saveUsage();
  // Whatever is due is looked for again, with the next call.
  book.nextDueAt = book.now;
  return missing;
}

/** Figures of a day are absolute: those known already are not taken back. */
export function mergeUsage(book: AccountState, recorded: readonly UsageRow[]): void {
  for (const row of recorded) book.usage.raiseTo(row);
}
