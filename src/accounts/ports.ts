import type { SQL } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import type { Secret } from '../lib/secrets.ts';
import type { Accounts } from '../lookup/account/account.ts';
import type { QuotaKind } from '../lookup/account/quotas.ts';
import type { Clock } from '../lookup/world.ts';
import type { SegmentStore } from './ledger/store-segments.ts';

/** One kind of thing that hangs on an organization outside its account. Verbs may be repeated. */
export interface OwnedResource {
  name: string;
  /** The organization is closed: all of them end. */
  end(organizationId: string): Promise<void>;
  /** A member is gone: what was theirs ends, or becomes the organization's own. */
  leave?(organizationId: string, userId: string): Promise<void>;
}

/**
 * Rows of the DB database that hang on an organization, as the feature that has them names them.
 * All features' are read by one statement.
 */
export interface OwnedRows {
  /** What counts against an organization's quotas: selects of {@link QuotaUse}, by its kind. */
  counted(organizationId: string, now: number): Partial<Record<QuotaKind, SQL>>;
  /** What goes on without its owner: selects `organization_id, user_id`. */
  owners(now: number): SQL;
}

/** What the verbs of this folder reach. */
export interface AccountPorts {
  db: Database;
  clock: Clock;
  accounts: Accounts;
  segments: Pick<SegmentStore, 'read'>;
  /** Secret of the checksum in API keys; null makes none. */
  keySecret: Secret | null;
  newUserId(): string;
  /** Everything that ends with an organization, or changes hands with a member. */
  resources: readonly OwnedResource[];
  ownedRows: readonly OwnedRows[];
  warn(message: string, cause: unknown): void;
}
