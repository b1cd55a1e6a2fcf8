import type { SQL } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import type { Secret } from '../lib/secrets.ts';
import type { Accounts } from '../lookup/account/account.ts';
import type { QuotaKind } from '../lookup/account/quotas.ts';
import type { Clock } from '../lookup/world.ts';
import type { SegmentStore } from './ledger/store-segments.ts';

/** A kind of resource that an organization has outside its account. Verbs are idempotent. */
export interface OwnedResource {
  name: string;
  /** Ends all of a closed organization's resources. */
  end(organizationId: string): Promise<void>;
  /** Ends a removed member's resources, or makes them the organization's. */
  leave?(organizationId: string, userId: string): Promise<void>;
  /** Resources with an object of their own, and the kinds of claims that have the object's id. */
  objects?: {
    kinds: readonly QuotaKind[];
    /** Whether the object has a resource of the organization that has not ended. */
    lives(organizationId: string, id: string): Promise<boolean>;
  };
}

/**
 * A feature's rows in the DB database that belong to organizations. One statement reads those of
 * all features.
 */
export interface OwnedRows {
  /** Rows that count against quotas: selects of {@link QuotaUse}, by kind. */
  counted(organizationId: string, now: number): Partial<Record<QuotaKind, SQL>>;
  /** Rows that would go on without their owner: selects `organization_id, user_id`. */
  owners(now: number): SQL;
}

/** Ports of this room's verbs. */
export interface AccountPorts {
  db: Database;
  clock: Clock;
  accounts: Accounts;
  segments: Pick<SegmentStore, 'read'>;
  /** Secret of the checksum in API keys; when null, no keys are created. */
  keySecret: Secret | null;
  newUserId(): string;
  /** Resources that end with an organization, or change hands when a member leaves. */
  resources: readonly OwnedResource[];
  ownedRows: readonly OwnedRows[];
  warn(message: string, cause: unknown): void;
}
