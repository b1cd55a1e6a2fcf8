import type { Book } from './book.ts';
import { RECENT_MS } from './recent.ts';
import type { AccountTables } from './tables.ts';

/** Lines read at once. */
const BATCH = 2_000;

/**
 * Reads the lines that are not in the history yet: those that the counters on disk do not have are
 * counted, with the lookups that no line tells of; the youngest orders can be repeated or undone
 * again.
 * @returns when the oldest of them was posted; null when there is none
 */
export function replay(book: Book, tables: AccountTables, now: number): number | null {
  const { shipped, countedSeq } = book.account;
  for (const [day, product, keyId, lookups] of book.unposted.saved())
    book.usage.count(Date.parse(day), product, keyId, { lookups, credits: 0 });
  let oldest: number | null = null;
  for (let seq = shipped.seq; ; ) {
    const lines = tables.linesAfter(seq, BATCH);
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
