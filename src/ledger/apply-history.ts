import type { UsageRow } from '../core/account/account.ts';
import type { Posting, PostingKind } from '../core/account/ledger.ts';
import type { Book } from './book.ts';
import { CALL_MEMORY_MS, holdCall, operationCall, settleCall } from './calls.ts';
import { MAX_HOLD_LIFETIME_MS } from './holds.ts';
import { type Draw, splitDraws } from './lots.ts';
import { addMonths, rolloverEnd } from './periods.ts';
import { lookupName, RECEIPT_WINDOW_MS } from './receipts.ts';
import { noUsage } from './usage.ts';

/** The archive and the account tell different stories of the same lines. */
export class HistoryConflict extends Error {}

/** Moves credits from `spent` back to `available`, of the lots that end last first. */
function unspend(book: Book, amount: number): void {
  let left = amount;
  for (const lot of [...book.lots.all()].reverse()) {
    const back = Math.min(left, lot.spent);
    if (back > 0) book.lots.move(lot.id, 'spent', 'available', back);
    left -= back;
  }
  if (left > 0)
    throw new HistoryConflict(`nothing was spent that ${left} credits could go back to`);
}

function countUsage(book: Book, line: Posting): void {
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
const LOOKUPS: readonly PostingKind[] = ['charge', 'settle', 'reversal'];

/** Takes what a settle took: from its hold as far as the line says, the rest from the free lots. */
function applySettle(book: Book, line: Posting): void {
  const fromHold = 0 - line.held;
  const open = book.holds.get(line.holdId ?? '');
  if (open && fromHold > 0) {
    const { taken, left } = splitDraws(book.lots.inSpendingOrder(open.draws), fromHold);
    book.lots.moveAll(taken, 'held', 'spent');
    book.putHold({ ...open, draws: left });
  } else if (fromHold > 0) throw new HistoryConflict(`line ${line.seq} settles an unknown hold`);
  book.lots.take(-line.amount - fromHold, 'spent');
}

function applyHold(book: Book, line: Posting): void {
  const { ref: id, held, userId, keyId, at } = line;
  const draws: Draw[] = book.lots.take(held, 'held');
  // A line does not say when its hold ends: the longest there is.
  const expiresAt = at + MAX_HOLD_LIFETIME_MS;
  book.putHold({ id, draws, expiresAt, userId: userId ?? '', keyId });
  const outcome = { ok: true, held, creditsRemaining: book.available, expiresAt } as const;
  const record = { kind: 'hold', outcome, state: 'open' } as const;
  book.remember(holdCall(id), record, expiresAt + CALL_MEMORY_MS);
}

function applyRelease(book: Book, line: Posting): void {
  const open = book.holds.get(line.ref);
  if (!open) throw new HistoryConflict(`line ${line.seq} releases an unknown hold`);
  book.lots.moveAll(open.draws, 'held', 'available');
  book.dropHold(open.id);
  const call = book.call(holdCall(open.id));
  if (call?.record.kind === 'hold')
    book.remember(holdCall(open.id), { ...call.record, state: 'closed' }, call.expiresAt);
}

/** A lot of a period ends with it; the subscription knows when, or it was a month. */
function applyRenewal(book: Book, { ref, amount, note }: Posting): void {
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

function applyGrant(book: Book, { ref, amount }: Posting): void {
  const lot = { id: `grant:${ref}`, kind: 'purchased', periodStart: null, endsAt: null } as const;
  if (amount > 0) book.lots.grant(lot, amount);
  let left = -amount;
  for (const each of [...book.lots.inOrder()].filter(({ kind }) => kind === 'purchased')) {
    const taken = Math.max(0, Math.min(left, each.available));
    if (taken > 0) book.lots.withdraw(each, taken);
    left -= taken;
  }
  if (left > 0) throw new HistoryConflict(`${left} purchased credits to withdraw are missing`);
  const record = { kind: 'operation', asked: null, outcome: amount } as const;
  book.remember(operationCall('grant', ref), record, null);
}

/** Moves the credits of one archived line that the account does not have, in memory. */
function moveCredits(book: Book, line: Posting): void {
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
      lots.take(-line.amount, 'spent');
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
  if (LOOKUPS.includes(line.kind)) countUsage(book, line);
}

/** Writes what a line remembers for those who repeat it: a receipt, and that a settle was made. */
export function rememberLine(book: Book, line: Posting): void {
  const { kind, ref, product, inputHash, userId, at } = line;
  if (kind === 'charge' && product && inputHash && userId && at + RECEIPT_WINDOW_MS > book.now) {
    const lookup = lookupName(product, inputHash);
    if (book.receipts(lookup, userId).has(userId)) return;
    const receipt = { firstPrice: -line.amount, foundAt: at, endsAt: at + RECEIPT_WINDOW_MS };
    book.putReceipt(lookup, userId, { ...receipt, tables: null });
  }
  if (kind === 'settle' && at + CALL_MEMORY_MS > book.now && !book.call(settleCall(ref))) {
    const paid = { creditsUsed: -line.amount, creditsRemaining: book.available, heldRemaining: 0 };
    const outcome = { ok: true as const, ...paid, items: [] };
    const spend = { draws: [], receipts: [], usage: [], periodStart: null };
    const record = { kind: 'settle', outcome, spend, holdId: line.holdId ?? '' } as const;
    book.remember(settleCall(ref), record, at + CALL_MEMORY_MS);
  }
}

const isSame = (a: Posting, b: Posting): boolean =>
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
  book: Book,
  own: readonly Posting[],
  archived: readonly Posting[],
): number {
  const { posted, shipped } = book.touch();
  const first = archived[0];
  if (!first) return 0;
  if (first.seq !== shipped.seq + 1)
    throw new HistoryConflict(`lines ${shipped.seq + 1} to ${first.seq - 1} are in no segment`);
  let missing = 0;
  for (const [index, line] of archived.entries()) {
    const mine = own[index];
    if (mine) {
      if (!isSame(mine, line)) throw new HistoryConflict(`line ${line.seq} is another one`);
      continue;
    }
    moveCredits(book, line);
    rememberLine(book, line);
    posted.seq = line.seq;
    posted.at = Math.max(posted.at, line.at);
    posted.amount += line.amount;
    posted.held += line.held;
    missing += 1;
  }
  book.markShipped(archived, []);
  book.saveUsage();
  // Whatever is due is looked for again, with the next call.
  book.nextDueAt = book.now;
  return missing;
}

/** Figures of a day are absolute: those known already are not taken back. */
export function keepUsage(book: Book, recorded: readonly UsageRow[]): void {
  for (const row of recorded) book.usage.atLeast(row);
}
