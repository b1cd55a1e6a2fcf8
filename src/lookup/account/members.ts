import type { Region } from '../../domain/regions.ts';
import type { KeyMode } from './caller.ts';
import type { OrganizationRef } from './principal.ts';
import type { QuotaExceeded } from './quotas.ts';

/** What a member may do: an owner everything, a member everything but people, plan and deletion. */
export type Role = 'owner' | 'member';

/**
 * Who has signed in, and for which organization, as of this request: the session, the user and the
 * membership were read for it, so somebody who was removed is nobody here.
 */
export interface SessionUser {
  userId: string;
  /** In lower case. */
  email: string;
  name: string;
  /** What forms are bound to. Not the cookie: it opens nothing. */
  sessionId: string;
  organizationId: string;
  organizationName: string;
  region: Region;
  role: Role;
}

/** A person who has signed in and belongs to no organization now. */
export type UserWithoutOrganization = Pick<SessionUser, 'userId' | 'email' | 'name' | 'sessionId'>;

/** What the cookies of a request stand for. */
export type SignedIn =
  | { kind: 'visitor'; visitor: SessionUser }
  | { kind: 'homeless'; person: UserWithoutOrganization }
  | { kind: 'nobody' };

/** Keys as the organization's object keeps them. The key itself is stored nowhere. */
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
  /** Refused until it is resumed. */
  suspendedAt: number | null;
  /** Product types it may look up; null for all. */
  scopes: readonly string[] | null;
  /** Networks it may be used from, canonical CIDR text; null for anywhere. */
  ipAllow: readonly string[] | null;
}

/** Why a key is not made: its maker is gone, or a ceiling is reached. */
export type KeyRefusal = 'not_a_member' | 'organization_closed' | QuotaExceeded;

/**
 * A key as it is now; null when there is no such key. `not_yours`: members change the keys they
 * made, owners all.
 */
export type ChangedKey = KeyRecord | 'not_yours' | null;

/** Why nobody joins: the inviter is no owner any more, or the ceiling of members is reached. */
export type JoinRefusal = 'inviter_gone' | 'organization_closed' | QuotaExceeded;

export interface Member {
  id: string;
  /** In lower case. */
  email: string;
  role: Role;
  createdAt: number;
}

/** The member who has the email now, or why nobody joins. */
export type AddedMember = { ok: true; member: Member } | { ok: false; refusal: JoinRefusal };

export interface Organization extends OrganizationRef {
  name: string;
  active: boolean;
  createdAt: number;
}

/** Who belongs to an organization, and their keys. Every verb is atomic and may be repeated. */
export interface MembershipService {
  /** Makes the account, or leaves it as it is. */
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
  /** Ends every key and the plan's runs, for ever. What is on the ledger stays there. */
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
