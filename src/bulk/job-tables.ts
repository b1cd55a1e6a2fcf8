import type { ChunkState } from './chunk-state.ts';
import { JobBook } from './job-book.ts';
import type { JobRecord } from './job-record.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS job (id INTEGER PRIMARY KEY CHECK (id = 1), plan TEXT NOT NULL, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS chunks (number INTEGER PRIMARY KEY, body TEXT NOT NULL);
`;

/** A job's rows in the object's own SQLite: the plan is written once, the rest when it changes. */
export class JobTables {
  readonly #sql: SqlStorage;
  #written: string | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.create();
  }

  create(): void {
    this.#sql.exec(SCHEMA);
    this.#written = null;
  }

  /** @returns null when no job was ever prepared here */
  load(): JobBook | null {
    const job = this.#sql
      .exec<{ plan: string; body: string }>('SELECT plan, body FROM job')
      .toArray()[0];
    if (!job) return null;
    this.#written = job.body;
    const record = {
      ...(JSON.parse(job.body) as Omit<JobRecord, 'plan'>),
      plan: JSON.parse(job.plan) as JobRecord['plan'],
    };
    const chunks = this.#sql
      .exec<{ body: string }>('SELECT body FROM chunks ORDER BY number')
      .toArray();
    return new JobBook(
      record,
      chunks.map(({ body }) => JSON.parse(body) as ChunkState),
    );
  }

  /** Writes what changed. To be called inside a transaction. */
  write({ record, changed }: JobBook): void {
    const { plan, ...rest } = record;
    const body = JSON.stringify(rest);
    if (this.#written === null)
      this.#sql.exec('INSERT INTO job VALUES (1, ?, ?)', JSON.stringify(plan), body);
    else if (this.#written !== body) this.#sql.exec('UPDATE job SET body = ?', body);
    this.#written = body;
    if (changed.size === 0) return;
    this.#sql.exec(
      `INSERT OR REPLACE INTO chunks SELECT value->>'number', value FROM json_each(?)`,
      JSON.stringify([...changed]),
    );
  }
}
