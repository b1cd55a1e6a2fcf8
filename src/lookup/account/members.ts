import type { Region } from '../../domain/regions.ts';
import type { KeyMode } from './caller.ts';
import type { OrganizationRef } from './principal.ts';
import type { QuotaExceeded } from './quotas.ts';

/** What a member may do: an owner everything, a member everything but people, plan and deletion. */
export type Role = 'owner' | 'member';

/**
 * Signed-in user and their organization. Session, user and membership are read for every request,
 * so a removed member is not signed in any more.
 */
export interface SessionUser {
  userId: string;
  /** In lower case. */
  email: string;
  name: string;
  /** Binds forms (CSRF). Not the cookie: it authenticates nothing. */
  sessionId: string;
  organizationId: string;
  organizationName: string;
  region: Region;
  role: Role;
}

/** A person who has signed in and belongs to no organization now. */
export type UserWithoutOrganization = Pick<SessionUser, 'userId' | 'email' | 'name' | 'sessionId'>;

/** API key as the organization's object stores it: by its hash, never the key itself. */
export interface KeyRecord {
  id: string;
  /** SHA-256 of the whole key, lower-case hex. */
  hash: string;
  userId: string;
  name: string;
  mode: KeyMode;
  last4: string;
  /** Milliseconds since the epoch. */
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
}

/** Why a key is not created: its maker is no member, or a quota is exceeded. */
export type KeyRefusal = 'not_a_member' | 'organization_closed' | QuotaExceeded;

/**
 * A key as it is now; null when there is no such key. `not_yours`: members change the keys they
 * made, owners all.
 */
export type ChangedKey = KeyRecord | 'not_yours' | null;

/** Why a member is not added: the inviter is no owner any more, or the quota is exceeded. */
export type JoinRefusal = 'inviter_gone' | 'organization_closed' | QuotaExceeded;

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
}

/** Members of an organization and their keys. Every call is atomic and safe to repeat. */
export interface MembershipService {
  /** Creates the account unless it exists. */
  open(organization: Organization, owner: Member): Promise<void>;
  /** @param inviterId of an invitation: an owner still; absent for the operator */
  addMember(organizationId: string, member: Member, inviterId?: string): Promise<AddedMember>;
  /**
   * From the next call on, their sessions and agents are refused; the keys they made have ended.
   * @returns null when there is no such member
   */
  removeMember(organizationId: string, userId: string): Promise<Member | null>;
  changeRole(organizationId: string, userId: string, role: Role): Promise<void>;
  rename(organizationId: string, name: string): Promise<void>;
  /** @param country ISO 3166-1 alpha-2; null for none */
  setDefaultCountry(organizationId: string, country: string | null): Promise<void>;
  /** Revokes every key and closes the organization for ever. The ledger stays as it is. */
  close(organizationId: string): Promise<void>;
  /** @returns why there is no such key; null when there is */
  addKey(organizationId: string, key: KeyRecord): Promise<KeyRefusal | null>;
  /** A repeat keeps the first time. @param by a member; null for the operator */
  revokeKey(organizationId: string, keyId: string, by: string | null): Promise<ChangedKey>;
  /** A repeat keeps the first time. @param by a member; null for the operator */
  suspendKey(
    organizationId: string,
    keyId: string,
    suspended: boolean,
    by: string | null,
  ): Promise<ChangedKey>;
}
