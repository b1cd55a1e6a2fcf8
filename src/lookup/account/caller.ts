import type { Region } from '../../domain/regions.ts';

/** Before a grant's id, in what an agent's use is counted under. */
export const AGENT_KEY_PREFIX = 'agent_';

export type KeyMode = 'live' | 'test';

/**
 * Whose jobs, monitors and deliveries are meant: what a test key makes, live keys do not see, nor
 * the other way round; and what is of other products than a key's scopes is refused it.
 */
export interface Realm {
  organizationId: string;
  /** Null is both: for the operator. */
  mode: KeyMode | null;
  /** Product types; null for all. */
  scopes: readonly string[] | null;
}

/**
 * Who is calling, as the account says of an API key, an agent or a session. A key belongs to an
 * organization; its creator is "you".
 */
export interface Caller {
  /** What use is counted under: a key's id, {@link AGENT_KEY_PREFIX} and a grant's id, or `dashboard`. */
  keyId: string;
  organizationId: string;
  /** Where the organization's objects are. */
  region: Region;
  userId: string;
  mode: KeyMode;
  /** Product types the key may look up; absent for all. */
  scopes?: readonly string[];
}

/** What this caller sees. */
export const callerRealm = ({ organizationId, mode, scopes }: Caller): Realm => ({
  ...{ organizationId, mode },
  scopes: scopes ?? null,
});

/**
 * What use is counted under that is of no member: of what a member who is gone has left running.
 */
export const ORGANIZATION_KEY_ID = 'organization';

/** Whose a job or monitor is once its maker is gone: no user has an organization's id. */
export const ownedByOrganization = (organizationId: string): Pick<Caller, 'userId' | 'keyId'> => ({
  userId: organizationId,
  keyId: ORGANIZATION_KEY_ID,
});
