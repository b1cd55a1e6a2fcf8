import { DAY_MS } from '../../lib/time.ts';
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

function revokeKeys(state: AccountState, keys: readonly KeyRecord[]): void {
  for (const { id, revokedAt } of keys)
    if (revokedAt === null) state.changeKey(id, { revokedAt: state.now });
}

/**
 * Adds a member, unless their inviter may not invite any more or the ceiling is reached: asked and
 * done in one commit. A member who has the email already stays the member.
 */
export function addAccountMember(
  state: AccountState,
  member: Member,
  inviterId?: string,
): AddedMember {
  if (state.organization?.active === false) return { ok: false, refusal: 'organization_closed' };
  if (inviterId !== undefined && state.members.get(inviterId)?.role !== 'owner')
    return { ok: false, refusal: 'inviter_gone' };
  const known = [...state.members.values()].find(({ email }) => email === member.email);
  if (known) return { ok: true, member: known };
  const refusal = countAgainstQuota(state, { kind: 'members', mode: 'live', added: 1 });
  if (refusal) return { ok: false, refusal };
  state.putMember(member);
  return { ok: true, member };
}

/**
 * Takes a user out; the keys they made end with it, in the same commit.
 * @returns null when there is no such member
 */
export function removeAccountMember(state: AccountState, userId: string): Member | null {
  revokeKeys(
    state,
    [...state.apiKeys.values()].filter((key) => key.userId === userId),
  );
  return state.dropMember(userId);
}

/** Ends every key. Its members go with the directory entry, which the caller closes. */
export function closeAccount(state: AccountState): void {
  revokeKeys(state, [...state.apiKeys.values()]);
  if (state.organization?.active) state.putOrganization({ ...state.organization, active: false });
}

export function changeMemberRole(state: AccountState, userId: string, role: Role): void {
  const member = state.members.get(userId);
  if (member && member.role !== role) state.putMember({ ...member, role });
}

export function renameAccount(state: AccountState, name: string): void {
  if (state.organization) state.putOrganization({ ...state.organization, name });
}

export function setDefaultCountry(state: AccountState, country: string | null): void {
  if (!state.organization) return;
  const { defaultCountry: _, ...organization } = state.organization;
  state.putOrganization({ ...organization, ...(country !== null && { defaultCountry: country }) });
}

/** A key that has ended stays listed this long. */
const ENDED_KEY_RETENTION_MS = 30 * DAY_MS;

const keyEndsAt = ({ revokedAt, expiresAt }: KeyRecord): number =>
  Math.min(revokedAt ?? Infinity, expiresAt ?? Infinity);

/**
 * Adds a key within the quota, unless its maker has left while it was made; one that is there
 * already is written as it is now. Keys that ended long ago go.
 */
export function addKey(state: AccountState, key: KeyRecord): KeyRefusal | null {
  if (state.organization?.active === false) return 'organization_closed';
  if (!state.members.has(key.userId)) return 'not_a_member';
  for (const other of state.apiKeys.values())
    if (keyEndsAt(other) + ENDED_KEY_RETENTION_MS <= state.now) state.dropKey(other);
  if (!state.apiKeys.has(key.hash)) {
    const refusal = countAgainstQuota(state, { kind: 'apiKeys', mode: key.mode, added: 1 });
    if (refusal) return refusal;
  }
  state.putKey(key);
  return null;
}

/** Changes a key for a member who may: its maker or an owner; for the operator without asking. */
function changeOwnedKey(
  state: AccountState,
  keyId: string,
  change: Parameters<AccountState['changeKey']>[1],
  by: string | null,
): ChangedKey {
  const key = [...state.apiKeys.values()].find(({ id }) => id === keyId);
  if (!key) return null;
  const member = by === null ? null : state.members.get(by);
  const mayChange = member === null || member?.role === 'owner' || member?.id === key.userId;
  return mayChange ? state.changeKey(keyId, change) : 'not_yours';
}

export const revokeKey = (state: AccountState, keyId: string, by: string | null): ChangedKey =>
  changeOwnedKey(state, keyId, { revokedAt: state.now }, by);

export const suspendKey = (
  state: AccountState,
  keyId: string,
  suspended: boolean,
  by: string | null,
): ChangedKey => changeOwnedKey(state, keyId, { suspendedAt: suspended ? state.now : null }, by);
