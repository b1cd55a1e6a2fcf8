import { DAY_MS } from '../../lib/time.ts';
import type {
  AddedMember,
  ChangedKey,
  KeyRecord,
  KeyRefusal,
  Member,
} from '../../lookup/account/account.ts';
import {
  isManager,
  type KeyChange,
  type KeySuccessor,
  mayLookUp,
  mayManage,
  type Role,
} from '../../lookup/account/members.ts';
import type { QuotaExceeded } from '../../lookup/account/quotas.ts';
import { type AccountState, keyEndsAt } from './account-state.ts';
import { countAgainstQuota } from './quotas.ts';

function revokeKeys(state: AccountState, keys: readonly KeyRecord[]): void {
  for (const key of keys)
    if (key.revokedAt === null) state.putKey({ ...key, revokedAt: state.now });
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
  if (inviterId !== undefined && !mayManage(state.members.get(inviterId)?.role, member.role))
    return { ok: false, refusal: 'inviter_gone' };
  const known = [...state.members.values()].find(({ email }) => email === member.email);
  if (known) return { ok: true, member: known };
  const refusal = countAgainstQuota(state, { kind: 'members', mode: 'live', added: 1 });
  if (refusal) return { ok: false, refusal };
  state.putMember(member);
  return { ok: true, member };
}

/**
 * Takes a user out; the keys they made end with it, in the same commit, but for those that are
 * kept: they become the organization's own and stay so.
 * @returns null when there is no such member
 */
export function removeAccountMember(
  state: AccountState,
  userId: string,
  keptKeyIds: readonly string[],
): Member | null {
  const theirs = [...state.apiKeys.values()].filter(
    (key) => key.userId === userId && key.keptAt === null,
  );
  for (const key of theirs)
    if (keptKeyIds.includes(key.id)) state.putKey({ ...key, keptAt: state.now });
  revokeKeys(
    state,
    theirs.filter(({ id }) => !keptKeyIds.includes(id)),
  );
  return state.dropMember(userId);
}

/** Ends every key, and takes every member out: their addresses are not kept. */
export function closeAccount(state: AccountState): void {
  revokeKeys(state, [...state.apiKeys.values()]);
  for (const userId of [...state.members.keys()]) state.dropMember(userId);
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

export function setAccountSuspended(state: AccountState, suspended: boolean): void {
  if (!state.organization) return;
  const { suspendedAt = state.now, ...organization } = state.organization;
  state.putOrganization({ ...organization, ...(suspended && { suspendedAt }) });
}

/** A key that has ended stays listed this long, and while one lives that it was rolled into. */
const ENDED_KEY_RETENTION_MS = 30 * DAY_MS;

/** Keys of one succession that are kept so: rolled each day, those of almost three years. */
const MAX_SUCCESSION = 1_000;

const isKept = (state: AccountState, { id }: KeyRecord): boolean => {
  const [first, ...later] = state.rolledTogether(id);
  const isOver = first === id && later.length >= MAX_SUCCESSION;
  return !isOver && state.livingSuccessor(id) !== null;
};

/**
 * Adds a key within the quota, unless its maker has left while it was made; one that is there
 * already is written as it is now. Keys that ended long ago go.
 */
export function addKey(state: AccountState, key: KeyRecord): KeyRefusal | null {
  if (state.organization?.active === false) return 'organization_closed';
  if (!mayLookUp(state.members.get(key.userId)?.role)) return 'not_a_member';
  for (const other of state.apiKeys.values())
    if (keyEndsAt(other) + ENDED_KEY_RETENTION_MS <= state.now && !isKept(state, other))
      state.dropKey(other);
  if (!state.apiKeys.has(key.hash)) {
    const refusal = countAgainstQuota(state, { kind: 'apiKeys', mode: key.mode, added: 1 });
    if (refusal) return refusal;
  }
  state.putKey(key);
  return null;
}

/** A key for a member who may change it: its maker, an owner or an admin; the operator may all. */
function changeableKey(state: AccountState, keyId: string, by: string | null): ChangedKey {
  const key = [...state.apiKeys.values()].find(({ id }) => id === keyId);
  if (!key || by === null) return key ?? null;
  const role = state.members.get(by)?.role;
  const isOwn = by === key.userId && key.keptAt === null && mayLookUp(role);
  return isManager(role) || isOwn ? key : 'not_yours';
}

/** A key that has ended keeps its settings; ending it again keeps the first time. */
export function changeKey(
  state: AccountState,
  keyId: string,
  { revoked, suspended, ...settings }: KeyChange,
  by: string | null,
): ChangedKey {
  const key = changeableKey(state, keyId, by);
  if (key === null || typeof key === 'string') return key;
  if (Object.keys(settings).length > 0 && keyEndsAt(key) <= state.now) return 'ended';
  const suspendedAt =
    suspended === undefined ? key.suspendedAt : suspended ? (key.suspendedAt ?? state.now) : null;
  const revokedAt = key.revokedAt ?? (revoked ? state.now : null);
  const changed = { ...key, ...settings, suspendedAt, revokedAt };
  state.putKey(changed);
  return changed;
}

/** Both keys are admitted until the old one ends: its own end if that is sooner. */
export function rollKey(
  state: AccountState,
  keyId: string,
  { oldEndsAt, ...successor }: KeySuccessor,
  by: string | null,
): ChangedKey | QuotaExceeded {
  const key = changeableKey(state, keyId, by);
  if (key === null || typeof key === 'string') return key;
  if (key.successorId === successor.id) return state.apiKeys.get(successor.hash) ?? 'ended';
  if (keyEndsAt(key) <= state.now || key.successorId !== null) return 'ended';
  const endsAt = Math.min(oldEndsAt, keyEndsAt(key));
  state.putKey({ ...key, expiresAt: endsAt, successorId: successor.id });
  const made: KeyRecord = { ...key, ...successor, suspendedAt: null, successorId: null };
  const refusal = countAgainstQuota(state, { kind: 'apiKeys', mode: key.mode, added: 1 });
  if (refusal) state.putKey(key);
  else state.putKey(made);
  return refusal ?? made;
}
