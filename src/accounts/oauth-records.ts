import { and, asc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { oauthRecords } from './schema.ts';

/** Expiry of a record, in seconds: from now, or since the epoch. Without either, never. */
interface PutOptions {
  expirationTtl?: number;
  expiration?: number;
  metadata?: unknown;
}

interface RecordPage {
  keys: { name: string; metadata: unknown }[];
  list_complete: boolean;
  cursor?: string;
}

/** Key-value records of the authorization server. One instance per request. */
export interface OAuthRecords {
  get(key: string): Promise<unknown>;
  /** Optimistic locking. @throws StaleRecord if the record changed since this instance read it */
  put(key: string, value: string, options?: PutOptions): Promise<void>;
  /** @throws StaleRecord */
  delete(key: string): Promise<void>;
  list(query: { prefix: string; limit?: number; cursor?: string | undefined }): Promise<RecordPage>;
}

/** Write conflict: another request changed the record after this one had read it. */
export class StaleRecord extends Error {
  override name = 'StaleRecord';
}

const MAX_LISTED_RECORDS = 1_000;
/** Rows per delete statement, and most statements per run. */
const PURGE_ROWS = 5_000;
const PURGE_STATEMENTS = 20;
/** Most rows deleted per hourly cron: more than unauthenticated requests can create in an hour. */
export const MAX_PURGED_ROWS = PURGE_ROWS * PURGE_STATEMENTS;
/** Version of a record that was read and did not exist. */
const ABSENT = 0;

const expiryOf = (now: number, { expirationTtl, expiration }: PutOptions): number | null => {
  if (expirationTtl !== undefined) return now + expirationTtl * 1_000;
  return expiration === undefined ? null : expiration * 1_000;
};

/** Upper bound of the keys with a prefix. */
const endOfPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;

/**
 * Records in D1, whose reads see every write: a code and a refresh token work once, and a revoked
 * grant is gone with the next request, even among concurrent requests.
 */
export function createOAuthRecords(db: Database, now: () => number): OAuthRecords {
  const { key: name, value: body, version, expiresAt } = oauthRecords;
  const seen = new Map<string, number>();
  const unchanged = (key: string, known: number) => and(eq(name, key), eq(version, known));
  const alive = () => or(isNull(expiresAt), gt(expiresAt, now()));

  async function get(key: string): Promise<unknown> {
    const found = await db
      .select({ body, version })
      .from(oauthRecords)
      .where(and(eq(name, key), alive()))
      .get();
    seen.set(key, found?.version ?? ABSENT);
    return found ? JSON.parse(found.body) : null;
  }

  async function put(key: string, value: string, options: PutOptions = {}): Promise<void> {
    const known = seen.get(key);
    const metadata = options.metadata === undefined ? null : JSON.stringify(options.metadata);
    const row = { value, metadata, expiresAt: expiryOf(now(), options) };
    const next = { ...row, version: sql`${version} + 1` };
    const made = { version };
    const written = known
      ? await db.update(oauthRecords).set(next).where(unchanged(key, known)).returning(made)
      : await db
          .insert(oauthRecords)
          .values({ key, ...row, version: 1 })
          .onConflictDoUpdate({
            target: name,
            set: next,
            // A record read as absent may still have an expired row.
            ...(known === ABSENT && { setWhere: lte(expiresAt, now()) }),
          })
          .returning(made);
    if (!written[0]) throw new StaleRecord('a record changed meanwhile');
    seen.set(key, written[0].version);
  }

  return {
    get,
    put,
    async delete(key) {
      const known = seen.get(key) ?? ABSENT;
      const same = known === ABSENT ? eq(name, key) : unchanged(key, known);
      const gone = await db.delete(oauthRecords).where(same).returning({ key: name });
      if (known !== ABSENT && gone.length === 0) throw new StaleRecord('a record is gone already');
      seen.set(key, ABSENT);
    },
    async list({ prefix, limit = MAX_LISTED_RECORDS, cursor = prefix }) {
      const rows = await db
        .select({ name, metadata: oauthRecords.metadata })
        .from(oauthRecords)
        .where(and(gt(name, cursor), lt(name, endOfPrefix(prefix)), alive()))
        .orderBy(asc(name))
        .limit(limit + 1);
      const keys = rows.slice(0, limit).map((row) => ({
        name: row.name,
        metadata: row.metadata === null ? undefined : JSON.parse(row.metadata),
      }));
      const last = rows.length > limit ? keys.at(-1)?.name : undefined;
      return { keys, list_complete: last === undefined, ...(last && { cursor: last }) };
    },
  };
}

/** Deletes expired records, at most {@link MAX_PURGED_ROWS}. */
export async function purgeOAuthRecords(db: Database, now: number): Promise<void> {
  for (let statement = 0; statement < PURGE_STATEMENTS; statement++) {
    const { meta } = await db.run(sql`
      DELETE FROM ${oauthRecords} WHERE rowid IN
        (SELECT rowid FROM ${oauthRecords} WHERE expires_at <= ${now} LIMIT ${PURGE_ROWS})`);
    if (meta.changes < PURGE_ROWS) return;
  }
}
