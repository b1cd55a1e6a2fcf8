import type { ChangedKey, KeyRecord, KeyRefusal } from '../core/account/account.ts';
import type { Book } from './book.ts';
import { countRoom } from './room.ts';

/** A key that has ended stays listed this long. */
const ENDED_KEPT_MS = 30 * 86_400_000;

const endOf = ({ revokedAt, expiresAt }: KeyRecord): number =>
  Math.min(revokedAt ?? Infinity, expiresAt ?? Infinity);

/**
 * Adds a key where the ceiling leaves room, unless its maker has left while it was made; one that
 * is there already is written as it is now. Keys that ended long ago go.
 */
export function addKey(book: Book, key: KeyRecord): KeyRefusal | null {
  if (book.organization?.active === false) return 'organization_closed';
  if (!book.members.has(key.userId)) return 'not_a_member';
  for (const other of book.apiKeys.values())
    if (endOf(other) + ENDED_KEPT_MS <= book.now) book.dropKey(other);
  if (!book.apiKeys.has(key.hash)) {
    const refusal = countRoom(book, { kind: 'apiKeys', mode: key.mode, added: 1 });
    if (refusal) return refusal;
  }
  book.putKey(key);
  return null;
}

/** Changes a key for a member who may: its maker or an owner; for the operator without asking. */
function changeKey(
  book: Book,
  keyId: string,
  change: Parameters<Book['changeKey']>[1],
  by: string | null,
): ChangedKey {
  const key = [...book.apiKeys.values()].find(({ id }) => id === keyId);
  if (!key) return null;
  const member = by === null ? null : book.members.get(by);
  const mayChange = member === null || member?.role === 'owner' || member?.id === key.userId;
  return mayChange ? book.changeKey(keyId, change) : 'not_yours';
}

export const revokeKey = (book: Book, keyId: string, by: string | null): ChangedKey =>
  changeKey(book, keyId, { revokedAt: book.now }, by);

export const suspendKey = (
  book: Book,
  keyId: string,
  suspended: boolean,
  by: string | null,
): ChangedKey => changeKey(book, keyId, { suspendedAt: suspended ? book.now : null }, by);
