import { HOUR_MS } from '../../lib/time.ts';
import type { LoggedRequest } from '../../lookup/account/request-log.ts';
import type { RequestChunk, RequestLogFiles } from './store-requests.ts';

const SCHEMA = `CREATE TABLE IF NOT EXISTS request_chunks
  (number INTEGER PRIMARY KEY, requests INTEGER NOT NULL, body TEXT NOT NULL)`;

/** Requests are archived this long after the first of them, or once there are this many. */
const ARCHIVE_AFTER_MS = HOUR_MS;
const ARCHIVE_REQUESTS = 2_000;

/** Chunks per file; a chunk has at most as many requests as an isolate sends at once. */
const CHUNKS_PER_FILE = 500;

const RETRY_AFTER_MS = 60_000;

type StoredChunk = { number: number; body: string };

const chunkOf = ({ number, body }: StoredChunk): RequestChunk => ({
  number,
  requests: JSON.parse(body) as LoggedRequest[],
});

/**
 * Requests of the log that are not in a file yet. What an isolate sends at once is one row: a
 * chunk, numbered by its arrival in milliseconds, or one more than the last number.
 */
export class RequestChunks {
  readonly #sql: SqlStorage;
  readonly #files: RequestLogFiles;
  #last: number;
  #waiting: number;
  /** When the oldest chunk is archived; Infinity without any. */
  dueAt: number;

  constructor(sql: SqlStorage, files: RequestLogFiles) {
    this.#sql = sql;
    this.#files = files;
    sql.exec(SCHEMA);
    const { first, last, waiting } = sql
      .exec<{ first: number | null; last: number | null; waiting: number | null }>(
        'SELECT min(number) AS first, max(number) AS last, sum(requests) AS waiting FROM request_chunks',
      )
      .one();
    this.#last = last ?? 0;
    this.#waiting = waiting ?? 0;
    this.dueAt = first === null ? Infinity : first + ARCHIVE_AFTER_MS;
  }

  append(requests: readonly LoggedRequest[], now: number): void {
    this.#last = Math.max(this.#last + 1, now);
    const row = [this.#last, requests.length, JSON.stringify(requests)];
    this.#sql.exec('INSERT INTO request_chunks VALUES (?, ?, ?)', ...row);
    this.#waiting += requests.length;
    if (this.#waiting >= ARCHIVE_REQUESTS) this.dueAt = Math.min(this.dueAt, now);
    else if (this.dueAt === Infinity) this.dueAt = now + ARCHIVE_AFTER_MS;
  }

  all(): RequestChunk[] {
    return this.#rows('ORDER BY number DESC').map(chunkOf);
  }

  clear(): void {
    this.#sql.exec('DELETE FROM request_chunks');
    this.#waiting = 0;
    this.dueAt = Infinity;
  }

  /**
   * Moves the chunks to files. Safe to stop between any two steps: a retry writes the same file
   * again, as its first chunk names it.
   */
  async archive(organizationId: string, now: number): Promise<void> {
    this.dueAt = now + RETRY_AFTER_MS;
    for (;;) {
      const rows = this.#rows(`ORDER BY number LIMIT ${CHUNKS_PER_FILE}`).reverse();
      const [last] = rows;
      if (!last) break;
      const chunks = rows.map(chunkOf);
      // The stored body is the file's JSON except for the number.
      const texts = rows.map(({ number, body }) => `{"number":${number},"requests":${body}}`);
      await this.#files.put(organizationId, chunks, `[${texts.join()}]`);
      this.#sql.exec('DELETE FROM request_chunks WHERE number <= ?', last.number);
      this.#waiting -= chunks.reduce((sum, { requests }) => sum + requests.length, 0);
    }
    this.dueAt = Infinity;
  }

  #rows(order: string): StoredChunk[] {
    return this.#sql
      .exec<StoredChunk>(`SELECT number, body FROM request_chunks ${order}`)
      .toArray();
  }
}
