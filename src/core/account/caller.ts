import type { Region } from './regions.ts';

export type KeyMode = 'live' | 'test';

/**
 * Whose jobs and deliveries are meant: what a test key makes, live keys do not see, nor the other
 * way round.
 */
export interface Realm {
  organizationId: string;
  /** Null is both: for the operator. */
  mode: KeyMode | null;
}

/** Who is calling, as the key says. A key belongs to an organization; its creator is "you". */
export interface Caller {
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
export const realmOf = ({ organizationId, mode }: Caller): Realm => ({ organizationId, mode });
