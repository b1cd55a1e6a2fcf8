import type { Applied } from '../core/account/account.ts';
import type { Book } from './book.ts';
import { operationCall } from './calls.ts';

export interface GrantRequest {
  id: string;
  /** Negative takes back. */
  amount: number;
  note: string | null;
}

export interface Granted {
  /** Credits this grant added, or with a minus took back. */
  granted: number;
  available: number;
}

/** Takes unspent purchased credits back, as far as there are any. @returns how many */
function withdraw(book: Book, amount: number): number {
  let left = Math.min(amount, book.available);
  const wanted = left;
  for (const lot of book.lots.inOrder().filter(({ kind }) => kind === 'purchased')) {
    const taken = Math.min(left, lot.available);
    book.lots.withdraw(lot, taken);
    left -= taken;
  }
  return wanted - left;
}

/** Adds purchased credits, or takes some back, once for this id, for ever. */
export function grant(book: Book, { id, amount, note }: GrantRequest): Applied<Granted> {
  const key = operationCall('grant', id);
  const earlier = book.call(key)?.record;
  if (earlier?.kind === 'operation') {
    return earlier.asked === String(amount)
      ? { kind: 'applied', value: { granted: 0, available: book.available } }
      : { kind: 'conflict', message: `id: ${id} was used for another amount.` };
  }
  const granted = amount < 0 ? 0 - withdraw(book, -amount) : amount;
  const lot = { id: `grant:${id}`, kind: 'purchased', periodStart: null, endsAt: null } as const;
  if (granted > 0) book.lots.grant(lot, granted);
  if (granted !== 0) {
    const kind = granted > 0 ? 'grant' : 'withdrawal';
    book.post({ id: `grant:${id}`, kind, amount: granted, held: 0, ref: id, note });
  }
  book.remember(key, { kind: 'operation', asked: String(amount), outcome: granted }, null);
  return { kind: 'applied', value: { granted, available: book.available } };
}
