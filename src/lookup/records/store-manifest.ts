import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { batchLoader } from '../../lib/batch-loader.ts';
import { type Database, openReplicaSession } from '../../lib/database.ts';
import type { Clock } from '../world.ts';
import type { Coverage } from './coverage.ts';
import { imports } from './schema.ts';

/** What is known of an imported data set without reading its rows. */
export interface ImportedDataset {
  /** The newest live import. */
  id: number;
  rows: number;
  /** ISO 8601 date or time of the newest file's content. */
  asOf: string;
  source: string | null;
  /** Milliseconds since the epoch. */
  importedAt: number;
  /** Null where absence needs no coverage: what is not there is absent. */
  coverage: Coverage | null;
  /** Changes with every import, and with every report that is counted. */
  version: string;
}

export type Manifest = ReadonlyMap<string, ImportedDataset>;

type ManifestRow = Omit<ImportedDataset, 'coverage' | 'version'> & {
  dataset: string;
  coverage: string | null;
  keys: number;
};

const coverageAreas = z.array(z.string());

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
        coverage: coverage === null ? null : new Set(coverageAreas.parse(JSON.parse(coverage))),
        version: `${imported.id}.${keys}`,
      },
    ]),
  );
}

/** How long an isolate believes what it last read of the imports before it reads them again. */
const LIFETIME_MS = 10_000;

export interface ManifestPorts {
  binding: D1Database;
  clock: Clock;
  /** Lets work go on after the reply. */
  defer(work: Promise<unknown>): void;
}

/** An isolate's memory of which files are imported. */
export interface ManifestCache {
  /**
   * At once, except for the first read and after {@link invalidate}. What is older than ten seconds is
   * read again behind the answer, at most once in ten seconds: a read that hangs or fails keeps
   * nobody waiting.
   */
  current(): Manifest | Promise<Manifest>;
  /** The imports changed in this isolate: the next question waits for what is true now. */
  invalidate(): void;
  /**
   * For reads of what the manifest names: a replica that is older than the manifest may not answer
   * them.
   */
  session(): Database;
}

export function cacheManifest({ binding, clock, defer }: ManifestPorts): ManifestCache {
  let held: Manifest | null = null;
  let bookmark: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let begun = 0;
  let taken = 0;
  let firstRead: D1SessionConstraint = 'first-unconstrained';

  /** Reads may end in another order than they began; only a newer one replaces what is held. */
  async function read(anchor: string): Promise<Manifest> {
    const turn = ++begun;
    askedAt = clock.now();
    const session = binding.withSession(anchor);
    const manifest = await readManifest(openReplicaSession(session));
    if (turn > taken) {
      taken = turn;
      held = manifest;
      bookmark = session.getBookmark() ?? bookmark;
    }
    return manifest;
  }

  const readFirst = batchLoader(async () => new Map([['', await read(firstRead)]]), 1);

  return {
    current() {
      if (!held) return readFirst('') as Promise<Manifest>;
      if (clock.now() - askedAt >= LIFETIME_MS)
        defer(read(bookmark ?? firstRead).catch(() => undefined));
      return held;
    },
    invalidate() {
      held = null;
      taken = begun;
      firstRead = 'first-primary';
    },
    session: () => openReplicaSession(binding.withSession(bookmark ?? firstRead)),
  };
}
