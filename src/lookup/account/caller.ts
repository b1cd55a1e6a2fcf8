import type { Region } from '../../domain/regions.ts';

/** Prefix of a grant's id in the key id of an agent's usage. */
export const AGENT_KEY_PREFIX = 'agent_';

/** Key id that usage in the dashboard is counted under, one for all its users. */
export const DASHBOARD_KEY_ID = 'dashboard';

export type KeyMode = 'live' | 'test';

/**
 * Visibility of jobs, monitors and deliveries: test and live keys do not see each other's, and a
 * key is refused those of products beyond its scopes.
 */
export interface Realm {
  organizationId: string;
  /** Null is both: for the operator. */
  mode: KeyMode | null;
  /** Product types; null for all. */
  scopes: readonly string[] | null;
}

/**
 * Authenticated caller: an API key, an agent or a session. A key belongs to an organization; its
 * creator is "you" of the billing rules.
 */
export interface Caller {
  /**
   * Counter of usage: a key's id, {@link AGENT_KEY_PREFIX} and a grant's id, or
   * {@link DASHBOARD_KEY_ID}.
   */
  keyId: string;
  organizationId: string;
  region: Region;
  userId: string;
  mode: KeyMode;
  /** Product types the key may look up; absent for all. */
  scopes?: readonly string[];
  /** Country their numbers without one are read in; absent where none was set. */
  defaultCountry?: string;
  /** Credits the key or sign-in may spend in a day of UTC; absent for no such limit. */
  creditsPerDay?: number;
}

export const callerRealm = ({ organizationId, mode, scopes }: Caller): Realm => ({
  organizationId,
  mode,
  scopes: scopes ?? null,
});

/** Counter of usage without a member: of jobs and monitors whose maker was removed. */
export const ORGANIZATION_KEY_ID = 'organization';

/** Owner of a job or monitor whose maker was removed: no user has an organization's id. */
export const ownedByOrganization = (organizationId: string): Pick<Caller, 'userId' | 'keyId'> => ({
  userId: organizationId,
  keyId: ORGANIZATION_KEY_ID,
});
