import { sql } from 'drizzle-orm';
import type { ComplaintCount } from '../core/complaint-counts.ts';
import type { ComplaintReport } from '../core/complaint-report.ts';
import { batch } from './batch.ts';
import type { Database } from './database.ts';
import { countedReports, imports, reportCounts } from './records-schema.ts';

/** The import that reports are counted for. */
export interface ReportImport {
  id: number;
  dataset: string;
  /** Replacing, reports of the imports it will hide count again. */
  mode: 'append' | 'replace';
  /** A file is counted while it loads; a feed goes on counting while it is live. */
  state: 'loading' | 'live';
}

/**
 * Counts reports that were not counted before, all or none.
 * @param reports distinct hashes; five thousand are half a megabyte of the 2 MB that D1 binds
 * @returns how many were new; null when the import is no longer in its state
 */
export async function countReports(
  db: Database,
  target: ReportImport,
  reports: readonly ComplaintReport[],
  now: number,
): Promise<number | null> {
  const { id, dataset, mode, state } = target;
  const rows = JSON.stringify(
    reports.map(({ hash, number, day, subject, robocall }) => [
      hash,
      number,
      day.slice(0, 7),
      subject,
      Number(robocall),
      day,
    ]),
  );
  const open = sql`EXISTS (SELECT 1 FROM ${imports} WHERE id = ${id} AND state = ${state})`;
  const seen =
    mode === 'replace'
      ? sql`r.import_id = ${id}`
      : sql`(r.import_id = ${id} OR EXISTS (SELECT 1 FROM ${imports} AS i WHERE i.id = r.import_id AND i.dataset = ${dataset} AND i.state = 'live'))`;
  const fresh = sql`json_each(${rows}) AS row WHERE ${open}
    AND NOT EXISTS (SELECT 1 FROM ${countedReports} AS r WHERE r.hash = row.value ->> 0 AND ${seen})`;
  const [touched, , counted] = await batch(db, [
    sql`
      UPDATE ${imports} SET touched_at = ${now}, keys = keys + added, fresh = fresh + added,
        rows = rows + CASE state WHEN 'live' THEN added ELSE 0 END
      FROM (SELECT count(*) AS added FROM ${fresh}) WHERE id = ${id} AND state = ${state} RETURNING id`,
    sql`
      INSERT INTO ${reportCounts} (number, import_id, month, subject, reports, robocalls, first_on, last_on)
      SELECT row.value ->> 1, ${id}, row.value ->> 2, row.value ->> 3, count(*), sum(row.value ->> 4), min(row.value ->> 5), max(row.value ->> 5)
      FROM ${fresh} GROUP BY row.value ->> 1, row.value ->> 2, row.value ->> 3
      ON CONFLICT DO UPDATE SET reports = reports + excluded.reports, robocalls = robocalls + excluded.robocalls,
        first_on = min(first_on, excluded.first_on), last_on = max(last_on, excluded.last_on)`,
    sql`INSERT INTO ${countedReports} (hash, import_id) SELECT row.value ->> 0, ${id} FROM ${fresh} RETURNING hash`,
  ]);
  return touched?.length ? (counted as unknown[]).length : null;
}

export interface FoundReports {
  counts: ComplaintCount[];
  /** Date of the newest visible reports, whoever they are about. */
  asOf: string;
}

/** What was reported of a number, over every visible file and feed. One read of a few rows. */
export async function findReports(db: Database, number: string): Promise<FoundReports | null> {
  const counts = await db.all<ComplaintCount & { asOf: string }>(sql`
    SELECT c.month AS "month", c.subject AS "subject", sum(c.reports) AS "reports", sum(c.robocalls) AS "robocalls",
      min(c.first_on) AS "firstOn", max(c.last_on) AS "lastOn", max(i.as_of) AS "asOf"
    FROM ${reportCounts} AS c CROSS JOIN ${imports} AS i ON i.id = c.import_id AND i.state = 'live'
    WHERE c.number = ${number} GROUP BY c.month, c.subject`);
  if (counts.length === 0) return null;
  const asOf = counts
    .map((count) => count.asOf)
    .sort()
    .at(-1) as string;
  return { counts: counts.map(({ asOf: _, ...count }) => count), asOf };
}
