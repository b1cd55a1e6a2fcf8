import { sql } from 'drizzle-orm';
import { type Database, isAmong, runBatch } from '../../lib/database.ts';
import type { ComplaintCount, ComplaintFeed, ComplaintReport } from '../datasets/complaints.ts';
import type { RecordHit } from '../world.ts';
import { FULL_COVERAGE } from './coverage.ts';
import { countedReports, imports, reportCounts } from './schema.ts';

interface ReportImport {
  id: number;
  dataset: string;
  /** With `replace`, reports already counted by the imports it will hide are counted again. */
  mode: 'append' | 'replace';
  /** A file is counted while it loads; a feed continues to be counted while it is live. */
  state: 'loading' | 'live';
}

/** Most reports per batch: at under 75 bytes each they fit in a bound D1 value of 2 MB. */
export const MAX_REPORTS = 25_000;

/**
 * Counts the reports that were not counted before; all or nothing.
 * @param reports distinct hashes, at most {@link MAX_REPORTS}
 * @returns number of new reports; null if the import has left the given state
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

/** Most numbers per statement: as JSON far below D1's limit of 2 MB per bound value. */
export const MAX_REPORTED_NUMBERS = 10_000;

/**
 * Report counts of many numbers over all live files and feeds, in one statement.
 * @returns numbers with reports, as hits of the Records port; `asOf` is the newest date of the
 * files and feeds they come from
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

/** Prefix shared by the numbers of a block of a thousand. */
const blockOf = (number: string): string => number.slice(0, -3);

/**
 * Counts reports about the other numbers in each number's block of a thousand, in one statement
 * with one primary-key range per number.
 * @param datasets data sets whose live imports are counted
 * @returns counts by number; a block without reports is left out
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
      AND ${isAmong(sql`i.dataset`, datasets)}
    GROUP BY asked.key`);
  return new Map(rows.map(({ asked: number, ...counted }) => [number, counted]));
}

/** A feed is one import that stays live and grows; a number absent from it has no report. */
export interface ReportFeed {
  id: number;
  /** Newest day of the feed's content that was read, YYYY-MM-DD. */
  asOf: string;
  /** Reports counted so far. */
  rows: number;
}

/** Opens a feed, created on first use. @param firstDay `asOf` of a feed that was never read */
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

/** Advances the day up to which a feed was read; never moves it back. */
export async function setReportFeedDay(db: Database, id: number, day: string): Promise<void> {
  await db.run(sql`UPDATE ${imports} SET as_of = max(as_of, ${day}) WHERE id = ${id}`);
}

/** Records that a feed was read to the end. @param now milliseconds since the epoch */
export async function markReportFeedRead(db: Database, id: number, now: number): Promise<void> {
  await db.run(sql`UPDATE ${imports} SET committed_at = ${now} WHERE id = ${id}`);
}
