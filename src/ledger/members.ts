import type {
  ChangedKey,
  JoinRefusal,
  KeyRecord,
  KeyRefusal,
  Member,
} from '../core/account/account.ts';
import type { Role } from '../core/account/visitor.ts';
import type { Book } from './book.ts';

function revoke(book: Book, keys: readonly KeyRecord[]): void {
  for (const { id, revokedAt } of keys)
    if (revokedAt === null) book.changeKey(id, { revokedAt: book.now });
}

/**
 * Adds a member, unless their inviter may not invite any more: asked and done in one commit.
 * @returns whoever has this email now, or why nobody joins
 */
export function addMember(book: Book, member: Member, inviterId?: string): Member | JoinRefusal {
  if (book.organization?.active === false) return 'organization_closed';
  if (inviterId !== undefined && book.members.get(inviterId)?.role !== 'owner')
    return 'inviter_gone';
  const known = [...book.members.values()].find(({ email }) => email === member.email);
  if (!known) book.putMember(member);
  return known ?? member;
}

/**
 * Takes a user out; the keys they made end with it, in the same commit.
 * @returns null when there is no such member
 */
export function removeMember(book: Book, userId: string): Member | null {
  revoke(
    book,
    [...book.apiKeys.values()].filter((key) => key.userId === userId),
  );
  return book.dropMember(userId);
}

/** Adds a key, unless its maker has left while it was made. */
export function addKey(book: Book, key: KeyRecord): KeyRefusal | null {
  if (book.organization?.active === false) return 'organization_closed';
  if (!book.members.has(key.userId)) return 'not_a_member';
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

/** Ends every key. Its members go with the directory entry, which the caller closes. */
export function closeOrganization(book: Book): void {
  revoke(book, [...book.apiKeys.values()]);
  if (book.organization?.active) book.putOrganization({ ...book.organization, active: false });
}

export function changeRole(book: Book, userId: string, role: Role): void {
  const member = book.members.get(userId);
  if (member && member.role !== role) book.putMember({ ...member, role });
}

export function renameOrganization(book: Book, name: string): void {
  if (book.organization) book.putOrganization({ ...book.organization, name });
}
