import type { KeyRecord } from '../core/account/account.ts';
import type { RoomRefusal } from '../core/account/ceilings.ts';
import type { Book } from './book.ts';
import { countRoom } from './room.ts';

/** A key that has ended stays listed this long. */
const ENDED_KEPT_MS = 30 * 86_400_000;

const endOf = ({ revokedAt, expiresAt }: KeyRecord): number =>
  Math.min(revokedAt ?? Infinity, expiresAt ?? Infinity);

/**
 * Adds a key where the ceiling leaves room; one that is there already is written as it is now. Keys
 * that ended long ago go.
 */
export function addKey(book: Book, key: KeyRecord): RoomRefusal | null {
  for (const other of book.apiKeys.values())
    if (endOf(other) + ENDED_KEPT_MS <= book.now) book.dropKey(other);
  if (!book.apiKeys.has(key.hash)) {
    const refusal = countRoom(book, { kind: 'apiKeys', mode: key.mode, added: 1 });
    if (refusal) return refusal;
  }
  book.putKey(key);
  return null;
}
