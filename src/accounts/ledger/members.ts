import type {
  AddedMember,
  ChangedKey,
  KeyRecord,
  KeyRefusal,
  Member,
} from '../../lookup/account/account.ts';
import type { Role } from '../../lookup/account/members.ts';
import type { AccountState } from './account-state.ts';
import { countAgainstQuota } from './quotas.ts';

function revokeKeys(book: AccountState, keys: readonly KeyRecord[]): void {
  for (const { id, revokedAt } of keys)
    if (revokedAt === null) book.changeKey(id, { revokedAt: book.now });
}

/**
 * Adds a member, unless their inviter may not invite any more or the ceiling is reached: asked and
 * done in one commit. Whoever has the email already is the member.
 */
export function addAccountMember(
  book: AccountState,
  member: Member,
  inviterId?: string,
): AddedMember {
  if (book.organization?.active === false) return { ok: false, refusal: 'organization_closed' };
  if (inviterId !== undefined && book.members.get(inviterId)?.role !== 'owner')
    return { ok: false, refusal: 'inviter_gone' };
  const known = [...book.members.values()].find(({ email }) => email === member.email);
  if (known) return { ok: true, member: known };
  const refusal = countAgainstQuota(book, { kind: 'members', mode: 'live', added: 1 });
  if (refusal) return { ok: false, refusal };
  book.putMember(member);
  return { ok: true, member };
}

/**
 * Takes a user out; the keys they made end with it, in the same commit.
 * @returns null when there is no such member
 */
export function removeAccountMember(book: AccountState, userId: string): Member | null {
  revokeKeys(
    book,
    [...book.apiKeys.values()].filter((key) => key.userId === userId),
  );
  return book.dropMember(userId);
}

/** Ends every key. Its members go with the directory entry, which the caller closes. */
export function closeAccount(book: AccountState): void {
  revokeKeys(book, [...book.apiKeys.values()]);
  if (book.organization?.active) book.putOrganization({ ...book.organization, active: false });
}

export function changeMemberRole(book: AccountState, userId: string, role: Role): void {
  const member = book.members.get(userId);
  if (member && member.role !== role) book.putMember({ ...member, role });
}

export function renameAccount(book: AccountState, name: string): void {
  if (book.organization) book.putOrganization({ ...book.organization, name });
}

/** A key that has ended stays listed this long. */
const ENDED_KEY_RETENTION_MS = 30 * 86_400_000;

const keyEndsAt = ({ revokedAt, expiresAt }: KeyRecord): number =>
  Math.min(revokedAt ?? Infinity, expiresAt ?? Infinity);

/**
 * Adds a key where the ceiling leaves room, unless its maker has left while it was made; one that
 * is there already is written as it is now. Keys that ended long ago go.
 */
export function addKey(book: AccountState, key: KeyRecord): KeyRefusal | null {
  if (book.organization?.active === false) return 'organization_closed';
  if (!book.members.has(key.userId)) return 'not_a_member';
  for (const other of book.apiKeys.values())
    if (keyEndsAt(other) + ENDED_KEY_RETENTION_MS <= book.now) book.dropKey(other);
  if (!book.apiKeys.has(key.hash)) {
    const refusal = countAgainstQuota(book, { kind: 'apiKeys', mode: key.mode, added: 1 });
    if (refusal) return refusal;
  }
  book.putKey(key);
  return null;
}

/** Changes a key for a member who may: its maker or an owner; for the operator without asking. */
function changeOwnedKey(
  book: AccountState,
  keyId: string,
  change: Parameters<AccountState['changeKey']>[1],
  by: string | null,
): ChangedKey {
  const key = [...book.apiKeys.values()].find(({ id }) => id === keyId);
  if (!key) return null;
  const member = by === null ? null : book.members.get(by);
  const mayChange = member === null || member?.role === 'owner' || member?.id === key.userId;
  return mayChange ? book.changeKey(keyId, change) : 'not_yours';
}

export const revokeKey = (book: AccountState, keyId: string, by: string | null): ChangedKey =>
  changeOwnedKey(book, keyId, { revokedAt: book.now }, by);

export const suspendKey = (
  book: AccountState,
  keyId: string,
  suspended: boolean,
  by: string | null,
): ChangedKey => changeOwnedKey(book, keyId, { suspendedAt: suspended ? book.now : null }, by);
