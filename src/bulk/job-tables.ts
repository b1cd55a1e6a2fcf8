import type { JobOrder } from '../core/jobs/bulk.ts';
import { JobBook } from './job-book.ts';
import type { ChunkState, JobRecord } from './job-state.ts';
import type { Chunk } from './rows.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS job
    (id INTEGER PRIMARY KEY CHECK (id = 1), ordered TEXT NOT NULL, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS chunks (number INTEGER PRIMARY KEY, body TEXT NOT NULL);
`;

/**
 * A job's rows in the object's own SQLite: what was ordered is written once, the rest when it
 * changes.
 */
export class JobTables {
  readonly #sql: SqlStorage;
  #written: string | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Looking makes no tables, so that an object somebody only asked about leaves nothing. @returns
   * null for no job
   */
  load(): JobBook | null {
    const tables = this.#sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'job'`).toArray();
    if (tables.length === 0) return null;
    const job = this.#sql
      .exec<{ ordered: string; body: string }>('SELECT ordered, body FROM job')
      .toArray()[0];
    if (!job) return null;
    this.#written = job.body;
    const { order, plan } = JSON.parse(job.ordered) as { order: JobOrder; plan: Chunk[] };
    const record = { ...(JSON.parse(job.body) as Omit<JobRecord, 'order'>), order };
    const chunks = this.#sql.exec<{ body: string }>('SELECT body FROM chunks').toArray();
    return new JobBook(
      record,
      plan,
      chunks.map(({ body }) => JSON.parse(body) as ChunkState),
    );
  }

  /**
   * Writes a new job, over one that has not begun, or one whose order has changed. To be called
   * inside a transaction.
   */
  create({ record, chunks }: JobBook): void {
    this.#sql.exec(SCHEMA);
    const { order, ...rest } = record;
    this.#written = JSON.stringify(rest);
    const ordered = JSON.stringify({ order, plan: chunks.plan });
    this.#sql.exec('INSERT OR REPLACE INTO job VALUES (1, ?, ?)', ordered, this.#written);
  }

  /** Writes what changed. To be called inside a transaction. */
  write({ record, chunks }: JobBook): void {
    const { order: _, ...rest } = record;
    const body = JSON.stringify(rest);
    if (this.#written !== body) this.#sql.exec('UPDATE job SET body = ?', body);
    this.#written = body;
    if (chunks.changed.size === 0) return;
    this.#sql.exec(
      `INSERT OR REPLACE INTO chunks SELECT value->>'number', value FROM json_each(?)`,
      JSON.stringify([...chunks.changed]),
    );
  }
}
