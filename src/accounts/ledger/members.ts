import { DAY_MS } from '../../lib/time.ts';
import type {
  AddedMember,
  ChangedKey,
  KeyRecord,
  KeyRefusal,
  Member,
} from '../../lookup/account/account.ts';
import {
  hangsOn,
  isManager,
  type KeyChange,
  type KeySuccessor,
  mayLookUp,
  mayManage,
  mayResume,
  type Role,
} from '../../lookup/account/members.ts';
import type { QuotaExceeded } from '../../lookup/account/quotas.ts';
import { type AccountState, keyEndsAt } from './account-state.ts';
import { countAgainstQuota } from './quotas.ts';

function revokeKeys(state: AccountState, keys: readonly KeyRecord[]): void {
  for (const key of keys)
    if (key.revokedAt === null) state.putKey({ ...key, revokedAt: state.now });
}

/** Address of a member; for one who has left, that of the first owner. */
export function emailOf({ members }: AccountState, userId: string): string | null {
  const owners = [...members.values()].filter(({ role }) => role === 'owner');
  const [first] = owners.sort((a, b) => a.createdAt - b.createdAt);
  return (members.get(userId) ?? first)?.email ?? null;
}

/**
 * Adds a member unless the inviter may no longer invite or the ceiling is reached, checked and
 * written in one commit. If a member has the email already, returns that member.
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
 * Removes a member and revokes the keys they made or rolled, in one commit. Kept keys stay valid,
 * and those that they made become the organization's.
 * @returns null for an unknown member
 */
export function removeAccountMember(
  state: AccountState,
  userId: string,
  keptKeyIds: readonly string[],
): Member | null {
  keepKeys(state, userId, keptKeyIds);
  revokeKeys(state, keysWith(state, userId));
  return state.dropMember(userId);
}

const keysWith = (state: AccountState, userId: string): KeyRecord[] =>
  [...state.apiKeys.values()].filter((key) => hangsOn(key, userId));

/** Keeps keys a member made or rolled: those that they made become the organization's. */
function keepKeys(state: AccountState, userId: string, keyIds: readonly string[]): void {
  const keptRole = state.members.get(userId)?.role;
  for (const { rolledBy, ...key } of keysWith(state, userId)) {
    if (!keyIds.includes(key.id)) continue;
    const kept = { keptAt: state.now, ...(keptRole && { keptRole }) };
    const isTheirs = key.userId === userId && key.keptAt === null;
    const seenBy = rolledBy !== undefined && rolledBy !== userId ? { rolledBy } : {};
    state.putKey({ ...key, ...seenBy, ...(isTheirs && kept) });
  }
}

/** Revokes every key, removes every member (no addresses are kept) and closes the organization. */
export function closeAccount(state: AccountState): void {
  revokeKeys(state, [...state.apiKeys.values()]);
  for (const userId of [...state.members.keys()]) state.dropMember(userId);
  if (state.organization?.active) state.putOrganization({ ...state.organization, active: false });
}

/** @param keptKeyIds keys that become the organization's; the others follow the role */
export function changeMemberRole(
  state: AccountState,
  userId: string,
  role: Role,
  keptKeyIds: readonly string[],
): void {
  keepKeys(state, userId, keptKeyIds);
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

/** Retention of an ended key in the list; longer while a key it was rolled into is alive. */
const ENDED_KEY_RETENTION_MS = 30 * DAY_MS;

/** Longest succession kept complete: almost three years of daily rolls. */
const MAX_SUCCESSION = 1_000;

const isKept = (state: AccountState, { id }: KeyRecord): boolean => {
  const [first, ...later] = state.rolledTogether(id);
  const isOver = first === id && later.length >= MAX_SUCCESSION;
  return !isOver && state.livingSuccessor(id) !== null;
};

/**
 * Adds a key within the quota, or overwrites it if known. Refused when its maker has left or may no
 * longer look up. Drops keys that ended longer ago than their retention.
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

/**
 * The key, if `by` may change it: its maker, an owner, an admin, or null for the operator.
 * @param isResumed whether the change ends a suspension
 */
function changeableKey(
  state: AccountState,
  keyId: string,
  by: string | null,
  isResumed: boolean,
): ChangedKey {
  const key = [...state.apiKeys.values()].find(({ id }) => id === keyId);
  if (!key || by === null) return key ?? null;
  const role = state.members.get(by)?.role;
  const isOwn = by === key.userId && key.keptAt === null && mayLookUp(role);
  if (!isManager(role) && !isOwn) return 'not_yours';
  return isResumed && !mayResume(key, { userId: by, role }) ? 'suspended_by_another' : key;
}

/**
 * Suspends or resumes a key, and records who suspended it. A suspension by a member who may end
 * the present one replaces it; one by its maker does not replace that of an admin.
 */
function suspension(state: AccountState, key: KeyRecord, by: string | null, suspended: boolean) {
  const { suspendedAt, suspendedBy, ...settings } = key;
  if (!suspended) return { ...settings, suspendedAt: null };
  const mayTakeOver =
    by === null || mayResume(key, { userId: by, role: state.members.get(by)?.role });
  const who = (mayTakeOver ? by : suspendedBy) ?? null;
  return {
    ...settings,
    suspendedAt: suspendedAt ?? state.now,
    ...(who !== null && { suspendedBy: who }),
  };
}

/** Changes a key. Settings of an ended key are fixed; revoking it again keeps the first time. */
export function changeKey(
  state: AccountState,
  keyId: string,
  { revoked, suspended, ...settings }: KeyChange,
  by: string | null,
): ChangedKey {
  const key = changeableKey(state, keyId, by, suspended === false);
  if (key === null || typeof key === 'string') return key;
  const isRevoked = suspended === undefined && Object.keys(settings).length === 0;
  if (!isRevoked && keyEndsAt(key) <= state.now) return 'ended';
  const revokedAt = key.revokedAt ?? (revoked ? state.now : null);
  const known = suspended === undefined ? key : suspension(state, key, by, suspended);
  const changed = { ...known, ...settings, revokedAt };
  state.putKey(changed);
  return changed;
}

/** Rolls a key: both are admitted until the old one ends, at `oldEndsAt` or its own end. */
export function rollKey(
  state: AccountState,
  keyId: string,
  { oldEndsAt, ...successor }: KeySuccessor,
  by: string | null,
): ChangedKey | QuotaExceeded {
  // The successor is not suspended.
  const key = changeableKey(state, keyId, by, true);
  if (key === null || typeof key === 'string') return key;
  if (key.successorId === successor.id) return state.apiKeys.get(successor.hash) ?? 'ended';
  if (keyEndsAt(key) <= state.now || key.successorId !== null) return 'ended';
  const endsAt = Math.min(oldEndsAt, keyEndsAt(key));
  state.putKey({ ...key, expiresAt: endsAt, successorId: successor.id });
  const { suspendedBy: _, rolledBy: __, ...settings } = key;
  const made: KeyRecord = {
    ...{ ...settings, ...successor, suspendedAt: null, successorId: null },
    ...(by !== null && { rolledBy: by }),
  };
  const refusal = countAgainstQuota(state, { kind: 'apiKeys', mode: key.mode, added: 1 });
  if (refusal) state.putKey(key);
  else state.putKey(made);
  return refusal ?? made;
}
