import type { Applied, Granted, GrantRequest } from '../core/account/account.ts';
import type { Book } from './book.ts';
import { operationCall } from './calls.ts';

const lotOf = (grantId: string): string => `grant:${grantId}`;

/**
 * Takes unspent purchased credits back, as far as there are any: those of one lot before the
 * others. @returns how many
 */
function withdraw(book: Book, amount: number, firstLot: string | null): number {
  let left = Math.min(amount, book.available);
  const wanted = left;
  const purchased = book.lots.inOrder().filter(({ kind }) => kind === 'purchased');
  const isFirst = ({ id }: { id: string }) => id === firstLot;
  for (const lot of [...purchased.filter(isFirst), ...purchased.filter((each) => !isFirst(each))]) {
    const taken = Math.min(left, lot.available);
    book.lots.withdraw(lot, taken);
    left -= taken;
  }
  return wanted - left;
}

/** Adds purchased credits, or takes some back, once for this id, for ever. */
export function grant(book: Book, { id, amount, note, of }: GrantRequest): Applied<Granted> {
  const key = operationCall('grant', id);
  const earlier = book.call(key)?.record;
  if (earlier?.kind === 'operation') {
    const { available } = book;
    return earlier.asked === null || earlier.asked === String(amount)
      ? { kind: 'applied', value: { granted: 0, moved: earlier.outcome as number, available } }
      : { kind: 'conflict', message: `id: ${id} was used for another amount.` };
  }
  const granted = amount < 0 ? 0 - withdraw(book, -amount, of ? lotOf(of) : null) : amount;
  const lot = { kind: 'purchased', periodStart: null, endsAt: null } as const;
  if (granted > 0) book.lots.grant({ ...lot, id: lotOf(of ?? id) }, granted);
  if (granted !== 0) {
    const kind = granted > 0 ? 'grant' : 'withdrawal';
    book.post({ id: lotOf(id), kind, amount: granted, held: 0, ref: id, note });
  }
  book.remember(key, { kind: 'operation', asked: String(amount), outcome: granted }, null);
  return { kind: 'applied', value: { granted, moved: granted, available: book.available } };
}
