import type { Region } from '../../domain/regions.ts';
import type { KeyMode } from './caller.ts';
import type { OrganizationRef } from './principal.ts';
import type { QuotaExceeded } from './quotas.ts';

/**
 * Roles of members: an owner may everything; an admin manages keys, endpoints and members below
 * owner; a member looks up, has lists, monitors and keys of their own; billing pays and sees usage.
 */
export const ROLES = ['owner', 'admin', 'member', 'billing'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role looks up, and has keys, agents, lists and monitors. */
export const mayLookUp = (role: Role | undefined): boolean =>
  role !== undefined && role !== 'billing';

/** Whether a role changes every key of the organization and its members below owner. */
export const isManager = (role: Role | undefined): boolean => role === 'owner' || role === 'admin';

/** Whether a role chooses plans, buys credits and sees invoices. */
export const mayPay = (role: Role): boolean => role === 'owner' || role === 'billing';

/** Whether a member of one role invites, changes and removes a member of another. */
export const mayManage = (by: Role | undefined, of: Role): boolean =>
  by === 'owner' || (by === 'admin' && of !== 'owner');

/**
 * Signed-in user and their organization. Session, user and membership are read for every request,
 * so a removed member is not signed in any more.
 */
export interface SessionUser {
  userId: string;
  /** In lower case. */
  email: string;
  name: string;
  /** Whether signing in asks for a code besides. */
  hasSecondStep: boolean;
  /** Binds forms (CSRF). Not the cookie: it authenticates nothing. */
  sessionId: string;
  organizationId: string;
  organizationName: string;
  region: Region;
  role: Role;
}

/** A person who has signed in and belongs to no organization now. */
export type UserWithoutOrganization = Pick<
  SessionUser,
  'userId' | 'email' | 'name' | 'sessionId' | 'hasSecondStep'
>;

/** API key as the organization's object stores it: by its hash, never the key itself. */
export interface KeyRecord {
  id: string;
  /** SHA-256 of the whole key, lower-case hex. */
  hash: string;
  userId: string;
  name: string;
  mode: KeyMode;
  last4: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** Set while the key is suspended. */
  suspendedAt: number | null;
  /** Product types it may look up; null for all. */
  scopes: readonly string[] | null;
  /** Prefixes it may be used from, canonical CIDR text; null for anywhere. */
  ipAllow: readonly string[] | null;
  /** Credits it may spend in a day of UTC; null for no such limit. */
  creditsPerDay: number | null;
  /** Since when it is the organization's own, its maker having left; null while it is theirs. */
  keptAt: number | null;
  /** Key that was made in its place by a roll; null for none. */
  successorId: string | null;
  /** Version of KEY_SECRET it is made with; null until a call of an older key says so. */
  secretVersion: number | null;
}

/** What of a key can be set after it was made. */
export type KeySettings = Pick<
  KeyRecord,
  'name' | 'expiresAt' | 'scopes' | 'ipAllow' | 'creditsPerDay'
>;

/** A change of a key. Revoking and suspending keep the time of the first; absent stays as it is. */
export interface KeyChange extends Partial<KeySettings> {
  revoked?: true;
  suspended?: boolean;
}

/** The text of a key that takes the place of another, and when the other ends at the latest. */
export interface KeySuccessor
  extends Pick<KeyRecord, 'id' | 'hash' | 'last4' | 'createdAt' | 'secretVersion'> {
  oldEndsAt: number;
  /** Of the successor; absent: as the old key has it. */
  expiresAt?: number | null;
}

/** Why a key is not created: its maker may have none, or a quota is exceeded. */
export type KeyRefusal = 'not_a_member' | 'organization_closed' | QuotaExceeded;

/**
 * A key as it is now; null when there is no such key. `not_yours`: members change the keys they
 * made, owners and admins all. `ended`: it was revoked, has expired or was rolled.
 */
export type ChangedKey = KeyRecord | 'not_yours' | 'ended' | null;

/** Why a member is not added: the inviter may not invite so any more, or the quota is exceeded. */
type JoinRefusal = 'inviter_gone' | 'organization_closed' | QuotaExceeded;

export interface Member {
  id: string;
  /** In lower case. */
  email: string;
  role: Role;
  createdAt: number;
}

/** The member with the email, or the refusal. */
export type AddedMember = { ok: true; member: Member } | { ok: false; refusal: JoinRefusal };

export interface Organization extends OrganizationRef {
  name: string;
  active: boolean;
  createdAt: number;
  /** ISO 3166-1 alpha-2, of numbers without a country; absent: none was set. */
  defaultCountry?: string;
  /** Since when the operator has every credential of it refused; absent: it is not suspended. */
  suspendedAt?: number;
}

/** Members of an organization and their keys. Every call is atomic and safe to repeat. */
export interface MembershipService {
  /** Creates the account unless it exists. */
  open(organization: Organization, owner: Member): Promise<void>;
  /** @param inviterId of an invitation, who may invite so still; absent for the operator */
  addMember(organizationId: string, member: Member, inviterId?: string): Promise<AddedMember>;
  /**
   * From the next call on, their sessions and agents are refused; the keys they made have ended but
   * for those that are kept, which are the organization's own from then on.
   * @returns null when there is no such member
   */
  removeMember(
    organizationId: string,
    userId: string,
    keptKeyIds?: readonly string[],
  ): Promise<Member | null>;
  changeRole(organizationId: string, userId: string, role: Role): Promise<void>;
  rename(organizationId: string, name: string): Promise<void>;
  /** @param country ISO 3166-1 alpha-2; null for none */
  setDefaultCountry(organizationId: string, country: string | null): Promise<void>;
  /**
   * Refuses every credential of the organization from the next call on, or ends that. Suspending
   * may be repeated, and keeps the first time.
   */
  setSuspended(organizationId: string, suspended: boolean): Promise<void>;
  /** Revokes every key and closes the organization for ever. The ledger stays as it is. */
  close(organizationId: string): Promise<void>;
  /** @returns why there is no such key; null when there is */
  addKey(organizationId: string, key: KeyRecord): Promise<KeyRefusal | null>;
  /** @param by a member; null for the operator */
  changeKey(
    organizationId: string,
    keyId: string,
    change: KeyChange,
    by: string | null,
  ): Promise<ChangedKey>;
  /**
   * Adds a key of the same maker and settings, and ends the old one at the time given, in one step.
   * @param by a member; null for the operator @returns the successor
   */
  rollKey(
    organizationId: string,
    keyId: string,
    successor: KeySuccessor,
    by: string | null,
  ): Promise<ChangedKey | QuotaExceeded>;
}
