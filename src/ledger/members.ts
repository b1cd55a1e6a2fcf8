import type { AddedMember, KeyRecord, Member } from '../core/account/account.ts';
import type { Role } from '../core/account/visitor.ts';
import type { Book } from './book.ts';
import { countRoom } from './room.ts';

function revoke(book: Book, keys: readonly KeyRecord[]): void {
  for (const { id, revokedAt } of keys)
    if (revokedAt === null) book.changeKey(id, { revokedAt: book.now });
}

/**
 * Adds a member, unless their inviter may not invite any more or the ceiling is reached: asked and
 * done in one commit. Whoever has the email already is the member.
 */
export function addMember(book: Book, member: Member, inviterId?: string): AddedMember {
  if (book.organization?.active === false) return { ok: false, refusal: 'organization_closed' };
  if (inviterId !== undefined && book.members.get(inviterId)?.role !== 'owner')
    return { ok: false, refusal: 'inviter_gone' };
  const known = [...book.members.values()].find(({ email }) => email === member.email);
  if (known) return { ok: true, member: known };
  const refusal = countRoom(book, { kind: 'members', mode: 'live', added: 1 });
  if (refusal) return { ok: false, refusal };
  book.putMember(member);
  return { ok: true, member };
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
