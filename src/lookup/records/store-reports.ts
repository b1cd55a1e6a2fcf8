import { sql } from 'drizzle-orm';
import { type Database, runBatch } from '../../lib/database.ts';
import type { ComplaintCount, ComplaintFeed, ComplaintReport } from '../datasets/complaints.ts';
import type { RecordHit } from '../world.ts';
import { FULL_COVERAGE } from './coverage.ts';
import { countedReports, imports, reportCounts } from './schema.ts';

interface ReportImport {
  id: number;
  dataset: string;
  /** Replacing, reports of the imports it will hide count again. */
  mode: 'append' | 'replace';
  /** A file is counted while it loads; a feed goes on counting while it is live. */
  state: 'loading' | 'live';
}

/** Reports of one batch: under 75 bytes each, D1 takes 2 MB in one bound value. */
export const MAX_REPORTS = 25_000;

/**
 * Counts reports that were not counted before, all or none.
 * @param reports distinct hashes, at most {@link MAX_REPORTS}
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
      subject,
      Number(robocall === true),
      day,
      Number(robocall === null),
    ]),
  );
  const open = sql`EXISTS (SELECT 1 FROM ${imports} WHERE id = ${id} AND state = ${state})`;
  const seen =
    mode === 'replace'
      ? sql`r.import_id = ${id}`
      : sql`(r.import_id = ${id} OR EXISTS (SELECT 1 FROM ${imports} AS i WHERE i.id = r.import_id AND i.dataset = ${dataset} AND i.state = 'live'))`;
  const fresh = sql`json_each(${rows}) AS row WHERE ${open}
    AND NOT EXISTS (SELECT 1 FROM ${countedReports} AS r WHERE r.hash = row.value ->> 0 AND ${seen})`;
  const [touched, , counted] = await runBatch(db, [
    sql`
      UPDATE ${imports} SET touched_at = ${now}, keys = keys + added, fresh = fresh + added,
        rows = rows + CASE state WHEN 'live' THEN added ELSE 0 END
      FROM (SELECT count(*) AS added FROM ${fresh}) WHERE id = ${id} AND state = ${state}
      RETURNING id`,
    sql`
      INSERT INTO ${reportCounts}
        (number, import_id, month, subject, reports, robocalls, robocalls_unknown, first_on,
         last_on)
      SELECT row.value ->> 1, ${id}, substr(row.value ->> 4, 1, 7) AS month, row.value ->> 2,
        count(*), sum(row.value ->> 3), sum(row.value ->> 5), min(row.value ->> 4),
        max(row.value ->> 4)
      FROM ${fresh} GROUP BY row.value ->> 1, month, row.value ->> 2
      ON CONFLICT DO UPDATE
      SET reports = reports + excluded.reports, robocalls = robocalls + excluded.robocalls,
        robocalls_unknown = robocalls_unknown + excluded.robocalls_unknown,
        first_on = min(first_on, excluded.first_on), last_on = max(last_on, excluded.last_on)`,
    sql`INSERT INTO ${countedReports} (hash, import_id) SELECT row.value ->> 0, ${id} FROM ${fresh} RETURNING hash`,
  ]);
  return touched?.length ? (counted as unknown[]).length : null;
}

/** Numbers of one statement: as JSON far below D1's 2 MB of one bound value. */
export const MAX_REPORTED_NUMBERS = 10_000;

/**
 * Counts of reports of many numbers, over every live file and feed, in one statement.
 * @returns the numbers with reports, as hits of the Records port; `asOf` is the date of the newest
 * reports
 */
export async function findReports(
  db: Database,
  numbers: readonly string[],
): Promise<Map<string, RecordHit>> {
  const rows = await db.all<ComplaintCount & { number: string; asOf: string }>(sql`
    SELECT c.number AS "number", c.month AS "month", c.subject AS "subject", sum(c.reports) AS "reports",
      sum(c.robocalls) AS "robocalls", sum(c.robocalls_unknown) AS "robocallsUnknown",
      min(c.first_on) AS "firstOn", max(c.last_on) AS "lastOn", max(i.as_of) AS "asOf"
    FROM json_each(${JSON.stringify(numbers)}) AS asked
    CROSS JOIN ${reportCounts} AS c ON c.number = asked.value
    CROSS JOIN ${imports} AS i ON i.id = c.import_id AND i.state = 'live'
    GROUP BY c.number, c.month, c.subject`);
  const found = new Map<string, { data: { counts: ComplaintCount[] }; asOf: string }>();
  for (const { number, asOf, ...count } of rows) {
    const hit = found.get(number) ?? { data: { counts: [] }, asOf };
    hit.data.counts.push(count);
    if (asOf > hit.asOf) hit.asOf = asOf;
    found.set(number, hit);
  }
  return found;
}

/** The digits of a number that its block of a thousand shares. */
const blockOf = (number: string): string => number.slice(0, -3);

/**
 * Reports of the other numbers of many blocks of a thousand, in one statement: a range of the
 * primary key for each.
 * @param datasets whose live imports count
 * @returns by number; a block without a report is left out
 */
export async function countReportsNear(
  db: Database,
  numbers: readonly string[],
  datasets: readonly string[],
): Promise<Map<string, { numbers: number; reports: number }>> {
  const asked = JSON.stringify(numbers.map((number) => [number, blockOf(number)]));
  const rows = await db.all<{ asked: string; numbers: number; reports: number }>(sql`
    SELECT asked.value ->> 0 AS "asked", count(DISTINCT c.number) AS "numbers",
      sum(c.reports) AS "reports"
    FROM json_each(${asked}) AS asked
    CROSS JOIN ${reportCounts} AS c ON c.number >= (asked.value ->> 1) || '000'
      AND c.number <= (asked.value ->> 1) || '999' AND c.number <> asked.value ->> 0
    CROSS JOIN ${imports} AS i ON i.id = c.import_id AND i.state = 'live'
      AND i.dataset IN (SELECT value FROM json_each(${JSON.stringify(datasets)}))
    GROUP BY asked.key`);
  return new Map(rows.map(({ asked: number, ...counted }) => [number, counted]));
}

/** A feed is one import that stays live and grows; a number without a report in it has none. */
export interface ReportFeed {
  id: number;
  /** Newest day of its content that was read, YYYY-MM-DD. */
  asOf: string;
  /** Reports counted so far. */
  rows: number;
}

/** @param firstDay `asOf` of a feed that was never read */
export async function openReportFeed(
  db: Database,
  name: ComplaintFeed,
  firstDay: string,
  now: number,
): Promise<ReportFeed> {
  await db.run(sql`
    INSERT INTO ${imports} (dataset, mode, state, source, as_of, touched_at, coverage)
    SELECT ${name}, 'append', 'live', ${name}, ${firstDay}, ${now}, ${JSON.stringify([FULL_COVERAGE])}
    WHERE NOT EXISTS (SELECT 1 FROM ${imports} WHERE dataset = ${name})`);
  return (await db.get<ReportFeed>(sql`
    SELECT id AS "id", as_of AS "asOf", rows AS "rows"
    FROM ${imports} WHERE dataset = ${name}`)) as ReportFeed;
}

/** Advances the day a feed was read up to; never back. */
export async function setReportFeedDay(db: Database, id: number, day: string): Promise<void> {
  await db.run(sql`UPDATE ${imports} SET as_of = max(as_of, ${day}) WHERE id = ${id}`);
}

/** Records that a feed was read to its end. @param now milliseconds since the epoch */
export async function markReportFeedRead(db: Database, id: number, now: number): Promise<void> {
  await db.run(sql`UPDATE ${imports} SET committed_at = ${now} WHERE id = ${id}`);
}
