import type { AccountArchives, SegmentStore } from '../accounts/ledger/store-segments.ts';
import type { Account } from '../accounts/object/account.ts';
import type { AccountPorts } from '../accounts/ports.ts';
import type { Database } from '../lib/database.ts';
import type { ObjectStubs } from '../lib/durable-objects.ts';
import type { Accounts } from '../lookup/account/account.ts';
import type { JobSnapshot } from '../lookup/jobs/job.ts';
import type { Clock } from '../lookup/world.ts';

/** Id and owner of a row in D1. */
export interface OwnedRow {
  id: string;
  organizationId: string;
}

/** Account methods for recovery. Not retried; the operator repeats a failed one. */
type AccountRecovery = Pick<
  ObjectStubs<Account>,
  'export' | 'backUp' | 'eraseText' | 'bookmark' | 'rewind' | 'catchUp' | 'rebuild'
>;

export interface RecoveryPorts extends Pick<AccountPorts, 'resources' | 'warn'> {
  db: Database;
  recordsDb: Database;
  /** Names of the tables that the code expects in each database. */
  tables: { db: readonly string[]; records: readonly string[] };
  clock: Clock;
  accounts: Accounts;
  recovery: AccountRecovery;
  /** Whether the stored list of suppressed people has this hash. */
  isListed(hash: string): Promise<boolean>;
  /** Compares record files with their objects, and suppressed people with their copies. */
  verifyRecords(): Promise<StoreFinding[]>;
  segments: SegmentStore;
  archives: AccountArchives;
  /** Access to the objects of jobs; the state of an empty object is null. */
  jobs: {
    state(jobId: string): Promise<Pick<JobSnapshot, 'status' | 'endedAt'> | null>;
    /** Keys of a job's rows and results in the results bucket. */
    files(jobId: string): { rows: string; resultsFile: string };
    /** Writes a lost row, or a job's end, from its object. */
    relist(job: OwnedRow): Promise<boolean>;
    /** Erases a person's identifier from a job's order: names, and a webhook by its URL. */
    erase(jobId: string, identifier: string): Promise<boolean>;
  };
  monitors: {
    state(monitorId: string): Promise<object | null>;
    /** Writes a lost row from the monitor's object. */
    relist(monitor: OwnedRow): Promise<boolean>;
    /** Exports members and events of a monitor. @param row the monitor's row */
    export(row: Record<string, unknown>): AsyncIterable<Record<string, unknown>>;
    /** @returns number of erased members and events */
    erase(monitorId: string, identifier: string): Promise<number>;
  };
  /** Webhook endpoints by their rows, their copies and the account's claims. */
  endpoints: {
    compare(
      organizationId: string,
      claimed: readonly string[],
    ): Promise<{ lost: string[]; restorable: string[]; uncopied: { id: string }[] }>;
    /** Restores lost rows, and writes missing copies. @returns number of restored rows */
    restore(organizationId: string, claimed: readonly string[]): Promise<number>;
  };
  /** Bucket of rows, results, files, uploads and replays. */
  results: R2Bucket;
  history: R2Bucket;
  data: R2Bucket;
  cache: KVNamespace;
}

/** Inconsistency between two stores. */
export interface StoreFinding {
  /** Null for tables and for record files, which belong to the operator. */
  organization: string | null;
  store:
    | 'database'
    | 'account'
    | 'archive'
    | 'segments'
    | 'directory'
    | 'history'
    | 'jobs'
    | 'monitors'
    | 'uploads'
    | 'payments'
    | 'records'
    | 'webhooks';
  code: string;
  /** Location of the inconsistency: an object's key, a row's id or a day. */
  id: string;
  /** Command that repairs it; null if there is none or it resolves by itself. */
  run: string | null;
}
