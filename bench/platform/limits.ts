// Documented limits of Workers Paid, November 2026, each with the page and row that state it.

interface AtMost {
  most: number;
  source: string;
}

interface AtLeast {
  least: number;
  source: string;
}

const WORKERS = 'Workers, "Limits"';
const D1 = 'D1, "Limits"';
const KV = 'KV, "Limits"';
const R2 = 'R2, "Limits"';
const QUEUES = 'Queues, "Limits"';
const OBJECTS = 'Durable Objects, "Limits"';

export const LIMITS = {
  /** Per invocation, by counted operation. */
  invocation: {
    d1Queries: { most: 1_000, source: `${D1}: queries per Worker invocation` },
    subrequests: { most: 10_000, source: `${WORKERS}: subrequests` },
    // Counted in keys; one read of many keys is one operation.
    kvReads: { most: 1_000, source: `${KV}: operations per invocation` },
    kvWrites: { most: 1_000, source: `${KV}: operations per invocation` },
  } satisfies Record<string, AtMost>,
  /** Further connections wait; none fails. */
  openConnections: { most: 6, source: `${WORKERS}: simultaneous open connections` },
  d1Parameters: { most: 100, source: `${D1}: bound parameters per query` },
  d1StatementBytes: { most: 100_000, source: `${D1}: SQL statement length` },
  kvValueBytes: { most: 26_214_400, source: `${KV}: value size` },
  kvWritePauseMs: { least: 1_000, source: `${KV}: writes to the same key` },
  r2Parts: { most: 10_000, source: `${R2}: upload parts` },
  /** All parts but the last have one size. */
  r2PartBytes: { least: 5_242_880, source: 'R2, "Upload objects": multipart' },
  queueMessageBytes: { most: 128_000, source: `${QUEUES}: message size` },
  queueBatchMessages: { most: 100, source: `${QUEUES}: messages per sendBatch` },
  queueBatchBytes: { most: 256_000, source: `${QUEUES}: messages per sendBatch` },
  objectRowBytes: { most: 2_000_000, source: `${OBJECTS}: string, BLOB or row size` },
  objectParameters: { most: 100, source: `${OBJECTS}: bound parameters per query` },
  /** Set in wrangler.toml; the platform's maximum is five minutes. */
  cpuMs: { most: 30_000, source: `${WORKERS}: CPU time` },
  /** Applies to cron and queue consumers; a request has no limit while its caller waits. */
  wallMs: { most: 900_000, source: `${WORKERS}: duration; ${QUEUES}: consumer duration` },
} as const satisfies Record<string, AtMost | AtLeast | Record<string, AtMost>>;

/**
 * The limit of an isolate is 128 MB (Workers, "Limits": memory); this leaves room for memory that
 * is not measured.
 */
export const MEMORY_GOAL_MB = 100;
