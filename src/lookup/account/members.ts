import type { Region } from '../../domain/regions.ts';
import type { KeyMode } from './caller.ts';
import type { OrganizationRef } from './principal.ts';
import type { QuotaExceeded } from './quotas.ts';

/**
 * Roles of members. An owner may do everything; an admin manages keys, endpoints and non-owners; a
 * member makes lookups and has lists, monitors and keys; billing pays and sees usage, and the keys
 * that its holders made before are refused, unless kept for the organization.
 */
export const ROLES = ['owner', 'admin', 'member', 'billing'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that may make lookups and have keys, agents, lists and monitors. */
export const LOOKUP_ROLES: ReadonlySet<Role | undefined> = new Set(['owner', 'admin', 'member']);
export const mayLookUp = (role: Role | undefined): boolean => LOOKUP_ROLES.has(role);

/** Whether a role may change every key of the organization, and its members other than owners. */
export const isManager = (role: Role | undefined): boolean => role === 'owner' || role === 'admin';

/** Whether a role may choose plans, buy credits and see invoices. */
export const mayPay = (role: Role): boolean => role === 'owner' || role === 'billing';

/** Whether a member with role `by` may invite, change and remove a member with role `of`. */
export const mayManage = (by: Role | undefined, of: Role): boolean =>
  by === 'owner' || (by === 'admin' && of !== 'owner');

/**
 * Signed-in user and their organization. Session, user and membership are read for every request,
 * so removing a member ends their access at once.
 */
export interface SessionUser {
  userId: string;
  /** Lower case. */
  email: string;
  name: string;
  /** Whether sign-in also asks for a code (second factor). */
  hasSecondStep: boolean;
  /** Session that forms are bound to (CSRF). Not the cookie: it authenticates nothing. */
  sessionId: string;
  organizationId: string;
  organizationName: string;
  region: Region;
  role: Role;
}

/** Signed-in user who belongs to no organization. */
export type UserWithoutOrganization = Pick<
  SessionUser,
  'userId' | 'email' | 'name' | 'sessionId' | 'hasSecondStep'
>;

/** API key as the organization's object stores it: its hash, never the key itself. */
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
  /** Time of suspension; null while the key is not suspended. */
  suspendedAt: number | null;
  /** Member who suspended it; absent for the operator. */
  suspendedBy?: string;
  /** Product types the key may look up; null for all. */
  scopes: readonly string[] | null;
  /** Allow list of IP prefixes in canonical CIDR notation; null for any address. */
  ipAllow: readonly string[] | null;
  /** Daily credit limit (UTC day); null for none. */
  creditsPerDay: number | null;
  /**
   * When the organization took the key over from its maker, who left or may no longer look up;
   * null if it has not.
   */
  keptAt: number | null;
  /** Role of the maker when the organization took the key over; absent if it has not. */
  keptRole?: Role;
  /** Member to whom it was shown as the successor of a rolled key; absent for all other keys. */
  rolledBy?: string;
  /** Id of the key that replaced this one in a roll; null for none. */
  successorId: string | null;
  /** Version of the KEY_SECRET it was made with; null until a call with an older key sets it. */
  secretVersion: number | null;
}

/** Settings of a key that can be changed after its creation. */
export type KeySettings = Pick<
  KeyRecord,
  'name' | 'expiresAt' | 'scopes' | 'ipAllow' | 'creditsPerDay'
>;

/** Change of a key; absent fields stay. Repeated revoking or suspending keeps the first time. */
export interface KeyChange extends Partial<KeySettings> {
  revoked?: true;
  suspended?: boolean;
}

/** Replacement of a rolled key, and the latest time at which the old key ends. */
export interface KeySuccessor
  extends Pick<KeyRecord, 'id' | 'hash' | 'last4' | 'createdAt' | 'secretVersion'> {
  oldEndsAt: number;
  /** Expiry of the successor; absent to copy that of the old key. */
  expiresAt?: number | null;
}

/** Why a key is not created: its maker may not have keys, or a quota is exceeded. */
export type KeyRefusal = 'not_a_member' | 'organization_closed' | QuotaExceeded;

/**
 * The changed key; null if it does not exist. `not_yours`: members may change only keys they made,
 * owners and admins all. `suspended_by_another`: see {@link mayResume}. `ended`: the key was
 * revoked, has expired or was rolled.
 */
export type ChangedKey = KeyRecord | 'not_yours' | 'suspended_by_another' | 'ended' | null;

/**
 * Whether a member may end a key's suspension: owners and admins every one, its maker their own.
 * @param by a member who may change the key
 */
export const mayResume = (
  { suspendedAt, suspendedBy }: Pick<KeyRecord, 'suspendedAt' | 'suspendedBy'>,
  by: { userId: string; role: Role | undefined },
): boolean => suspendedAt === null || isManager(by.role) || suspendedBy === by.userId;

/**
 * Whether a key ends with a member unless it is kept: they made it and it is not the
 * organization's, or they rolled its predecessor and so have seen it.
 */
export const hangsOn = (
  { userId, keptAt, rolledBy }: Pick<KeyRecord, 'userId' | 'keptAt' | 'rolledBy'>,
  member: string,
): boolean => (userId === member && keptAt === null) || rolledBy === member;

/** Why a member is not added: the inviter lost the right to invite, or the quota is exceeded. */
type JoinRefusal = 'inviter_gone' | 'organization_closed' | QuotaExceeded;

export interface Member {
  id: string;
  /** Lower case. */
  email: string;
  role: Role;
  createdAt: number;
}

/** The member with this email address, or the refusal. */
export type AddedMember = { ok: true; member: Member } | { ok: false; refusal: JoinRefusal };

export interface Organization extends OrganizationRef {
  name: string;
  active: boolean;
  createdAt: number;
  /** ISO 3166-1 alpha-2 default for phone numbers without a country code; absent if not set. */
  defaultCountry?: string;
  /** When the operator suspended the organization, so that all its credentials are refused. */
  suspendedAt?: number;
}

/** Members of an organization and their keys. Every call is atomic and may be repeated. */
export interface MembershipService {
  /** Creates the account if it does not exist. */
  open(organization: Organization, owner: Member): Promise<void>;
  /** @param inviterId inviter, who must still have the right; absent for the operator */
  addMember(organizationId: string, member: Member, inviterId?: string): Promise<AddedMember>;
  /**
   * Removes a member: from the next call on, their sessions and agents are refused, and the keys
   * they made or rolled are revoked except the kept ones. The organization takes over those of
   * them that they made.
   * @returns null if there is no such member
   */
  removeMember(
    organizationId: string,
    userId: string,
    keptKeyIds?: readonly string[],
  ): Promise<Member | null>;
  /** @param keptKeyIds their keys that become the organization's; the others follow the role */
  changeRole(
    organizationId: string,
    userId: string,
    role: Role,
    keptKeyIds?: readonly string[],
  ): Promise<void>;
  rename(organizationId: string, name: string): Promise<void>;
  /** @param country ISO 3166-1 alpha-2; null for none */
  setDefaultCountry(organizationId: string, country: string | null): Promise<void>;
  /**
   * Suspends the organization, so that all its credentials are refused from the next call on, or
   * resumes it. Repeating a suspension keeps its first time.
   */
  setSuspended(organizationId: string, suspended: boolean): Promise<void>;
  /** Revokes all keys and closes the organization permanently. The ledger stays unchanged. */
  close(organizationId: string): Promise<void>;
  /** @returns the refusal; null if the key was added */
  addKey(organizationId: string, key: KeyRecord): Promise<KeyRefusal | null>;
  /** @param by id of a member; null for the operator */
  changeKey(
    organizationId: string,
    keyId: string,
    change: KeyChange,
    by: string | null,
  ): Promise<ChangedKey>;
  /**
   * Adds a key with the maker and settings of the old one, and ends that at the given time; atomic.
   * @param by id of a member; null for the operator @returns the successor
   */
  rollKey(
    organizationId: string,
    keyId: string,
    successor: KeySuccessor,
    by: string | null,
  ): Promise<ChangedKey | QuotaExceeded>;
}
