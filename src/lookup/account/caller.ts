import type { Region } from '../../domain/regions.ts';

/** Prefix of the key id that counts an agent's usage; the id of its grant follows. */
export const AGENT_KEY_PREFIX = 'agent_';

/** Key id that counts all dashboard usage of an organization, for all its users. */
export const DASHBOARD_KEY_ID = 'dashboard';

export type KeyMode = 'live' | 'test';

/**
 * Access scope for jobs, monitors and deliveries: test and live keys do not see each other's, and a
 * key sees only those whose products are in its scopes.
 */
export interface Realm {
  organizationId: string;
  /** Null for both modes, for the operator. */
  mode: KeyMode | null;
  /** Product types; null for all. */
  scopes: readonly string[] | null;
}

/**
 * Authenticated caller: an API key, an agent or a session. A key belongs to an organization; its
 * creator is "you" in the billing rules.
 */
export interface Caller {
  /**
   * Key id that usage is counted under: a key's id, {@link AGENT_KEY_PREFIX} plus a grant's id, or
   * {@link DASHBOARD_KEY_ID}.
   */
  keyId: string;
  organizationId: string;
  region: Region;
  userId: string;
  mode: KeyMode;
  /** Product types the key may look up; absent for all. */
  scopes?: readonly string[];
  /** Country for phone numbers without a country code; absent if not set. */
  defaultCountry?: string;
  /** Daily credit limit (UTC day) of the key or sign-in; absent for none. */
  creditsPerDay?: number;
}

/**
 * A form, or a call with an Idempotency-Key, that creates something: sent again, it gets what it
 * created before.
 */
export interface SentForm {
  /** Digest of the session and all fields, or of the keys; equal if it is sent again unchanged. */
  digest: string;
  /** What the form created at this time or later is found; what it created earlier is not. */
  since: number;
}

export const callerRealm = ({ organizationId, mode, scopes }: Caller): Realm => ({
  organizationId,
  mode,
  scopes: scopes ?? null,
});

/** Key id that counts usage of jobs and monitors whose maker was removed. */
export const ORGANIZATION_KEY_ID = 'organization';

/** Owner of jobs and monitors whose maker was removed; no user id equals an organization id. */
export const ownedByOrganization = (organizationId: string): Pick<Caller, 'userId' | 'keyId'> => ({
  userId: organizationId,
  keyId: ORGANIZATION_KEY_ID,
});
