import type { Accounts } from '../core/account/account.ts';
import type { Clock } from '../core/ports.ts';
import type { Database } from '../store/database.ts';
import type { SegmentFiles } from '../store/segments.ts';

/** What the verbs of this folder reach. */
export interface AccountPorts {
  /** The DB database. */
  db: Database;
  clock: Clock;
  accounts: Accounts;
  segments: Pick<SegmentFiles, 'read'>;
  /** Secret of the checksum in API keys; null makes none. */
  keySecret: string | null;
  newUserId(): string;
}
