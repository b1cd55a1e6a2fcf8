import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { batchLoader } from '../../lib/batch-loader.ts';
import { type Database, openReplicaSession } from '../../lib/database.ts';
import type { Clock } from '../world.ts';
import type { Coverage } from './coverage.ts';
import { imports } from './schema.ts';

/** Metadata of an imported data set. */
export interface ImportedDataset {
  /** The newest live import. */
  id: number;
  rows: number;
  /** ISO 8601 date or time of the newest file's content. */
  asOf: string;
  source: string | null;
  /** Milliseconds since the epoch. */
  importedAt: number;
  coverage: Coverage;
  /** Changes with every import, and with every report that is counted. */
  version: string;
}

export type Manifest = ReadonlyMap<string, ImportedDataset>;

type ManifestRow = Omit<ImportedDataset, 'coverage' | 'version'> & {
  dataset: string;
  coverage: string;
  keys: number;
};

const coveredPlaces = z.array(z.string());

/**
 * The newest live import of every data set: SQLite fills the columns beside max() from the row that
 * has it.
 */
export async function readManifest(db: Database): Promise<Manifest> {
  const rows = await db.all<ManifestRow>(sql`
    SELECT dataset AS "dataset", rows AS "rows", as_of AS "asOf", source AS "source",
      committed_at AS "importedAt", coverage AS "coverage", sum(keys) AS "keys", max(id) AS "id"
    FROM ${imports} WHERE state = 'live' GROUP BY dataset`);
  return new Map(
    rows.map(({ dataset, coverage, keys, ...imported }) => [
      dataset,
      {
        ...imported,
        coverage: new Set(coveredPlaces.parse(JSON.parse(coverage))),
        version: `${imported.id}.${keys}`,
      },
    ]),
  );
}

/** Age after which the cached manifest is refreshed in the background. */
const LIFETIME_MS = 10_000;

export interface ManifestPorts {
  binding: D1Database;
  clock: Clock;
  /** Work that may outlive the reply. */
  defer(work: Promise<unknown>): void;
}

/** Stale-while-revalidate cache of the manifest in an isolate. */
export interface ManifestCache {
  /**
   * Synchronous, except for the first read and after {@link invalidate}. A manifest older than ten
   * seconds is refreshed after the answer, at most once in ten seconds, so no caller waits for a
   * refresh that hangs or fails.
   */
  current(): Manifest | Promise<Manifest>;
  /** The imports changed in this isolate: the next read waits for the primary. */
  invalidate(): void;
  /**
   * D1 session for rows of the imports in the manifest, with its bookmark: replicas older than the
   * manifest are not used.
   */
  session(): Database;
}

export function cacheManifest({ binding, clock, defer }: ManifestPorts): ManifestCache {
  let cached: Manifest | null = null;
  let bookmark: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let startedReads = 0;
  let appliedRead = 0;
  let firstRead: D1SessionConstraint = 'first-unconstrained';

  /** Reads may end out of order; only a later one replaces the cached manifest. */
  async function read(anchor: string): Promise<Manifest> {
    const sequence = ++startedReads;
    askedAt = clock.now();
    const session = binding.withSession(anchor);
    const manifest = await readManifest(openReplicaSession(session));
    if (sequence > appliedRead) {
      appliedRead = sequence;
      cached = manifest;
      bookmark = session.getBookmark() ?? bookmark;
    }
    return manifest;
  }

  const readFirst = batchLoader(async () => new Map([['', await read(firstRead)]]), 1);

  return {
    current() {
      if (!cached) return readFirst('') as Promise<Manifest>;
      if (clock.now() - askedAt >= LIFETIME_MS)
        defer(read(bookmark ?? firstRead).catch(() => undefined));
      return cached;
    },
    invalidate() {
      cached = null;
      appliedRead = startedReads;
      firstRead = 'first-primary';
    },
    session: () => openReplicaSession(binding.withSession(bookmark ?? firstRead)),
  };
}
