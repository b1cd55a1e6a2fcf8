import type { AccountArchives, SegmentStore } from '../accounts/ledger/store-segments.ts';
import type { Account } from '../accounts/object/account.ts';
import type { Database } from '../lib/database.ts';
import type { ObjectStubs } from '../lib/durable-objects.ts';
import type { Accounts } from '../lookup/account/account.ts';
import type { JobSnapshot } from '../lookup/jobs/job.ts';
import type { Clock } from '../lookup/world.ts';

/** A row of D1, by its id and whose it is. */
export interface OwnedRow {
  id: string;
  organizationId: string;
}

/** What brings an account back. Called once: to repeat one that broke is the operator's. */
type AccountRecovery = Pick<
  ObjectStubs<Account>,
  'export' | 'backUp' | 'eraseText' | 'bookmark' | 'rewind' | 'catchUp' | 'rebuild'
>;

export interface RecoveryPorts {
  db: Database;
  recordsDb: Database;
  clock: Clock;
  accounts: Accounts;
  recovery: AccountRecovery;
  /** Whether the list of suppressed people, as it lies in the database, has this hash. */
  isListed(hash: string): Promise<boolean>;
  segments: SegmentStore;
  archives: AccountArchives;
  /** State of the object of a job, or of a monitor; null when it is empty. */
  jobs: {
    state(jobId: string): Promise<Pick<JobSnapshot, 'status' | 'endedAt'> | null>;
    /** The keys of its rows and results in the bucket of results. */
    files(jobId: string): { rows: string; resultsFile: string };
    /** Writes a lost row, or how a job has ended, as its object knows it. */
    relist(job: OwnedRow): Promise<boolean>;
    /** Takes a person's identifier out of the order: names, and a webhook by its address. */
    erase(jobId: string, identifier: string): Promise<boolean>;
  };
  monitors: {
    state(monitorId: string): Promise<object | null>;
    /** Writes a lost row as its object knows it. */
    relist(monitor: OwnedRow): Promise<boolean>;
    /** Members and events of a monitor, by its row. */
    export(row: Record<string, unknown>): AsyncIterable<Record<string, unknown>>;
    /** @returns how many members and events were taken out */
    erase(monitorId: string, identifier: string): Promise<number>;
  };
  /** Rows, results, files, uploads and replays. */
  results: R2Bucket;
  history: R2Bucket;
  data: R2Bucket;
  cache: KVNamespace;
}

/** Inconsistency between two stores. */
export interface StoreFinding {
  organization: string;
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
  /** The command that mends it; null where none does, and it resolves without one. */
  run: string | null;
}
