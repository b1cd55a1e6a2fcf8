import type { Accounts } from '../core/account/account.ts';
import type { Clock } from '../core/ports.ts';
import type { AccountRecovery } from '../ledger/account-recovery.ts';
import type { AccountArchives } from '../store/account-archives.ts';
import type { Database } from '../store/database.ts';
import type { SegmentStore } from '../store/segments.ts';

/** What the verbs of this folder reach: every store there is. */
export interface RecoveryPorts {
  /** The DB database. */
  db: Database;
  /** The RECORDS database. */
  recordsDb: Database;
  clock: Clock;
  accounts: Accounts;
  recovery: AccountRecovery;
  segments: SegmentStore;
  archives: AccountArchives;
  /** What the object of a job, or of a monitor, knows; null when it knows nothing. */
  jobs: { state(jobId: string): Promise<object | null> };
  monitors: {
    state(monitorId: string): Promise<object | null>;
    /** Members and events of a monitor, by its row. */
    export(row: Record<string, unknown>): AsyncIterable<Record<string, unknown>>;
    /** @returns how many members and events were taken out */
    erase(monitorId: string, forms: readonly string[]): Promise<number>;
  };
  /** Rows, results, files, uploads and replays. */
  results: R2Bucket;
  history: R2Bucket;
  data: R2Bucket;
  cache: KVNamespace;
}

/** Something two stores say differently. */
export interface Finding {
  organization: string;
  /** Where it is wrong. */
  store:
    | 'account'
    | 'archive'
    | 'segments'
    | 'directory'
    | 'history'
    | 'jobs'
    | 'monitors'
    | 'uploads'
    | 'payments';
  code: string;
  /** What is wrong there: an object's key, a row's id, a day. */
  id: string;
  /** The command that mends it. */
  run: string;
}
