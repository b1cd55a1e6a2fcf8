import { type SQL, sql } from 'drizzle-orm';
import type { MemberInput } from '../core/monitors/monitor.ts';
import { batch } from './batch.ts';
import type { Database } from './database.ts';
import { monitorEvents, monitorMembers, monitors } from './monitor-schema.ts';

/** Members of one statement: as JSON far below D1's 2 MB of one bound value. */
const STATEMENT_MEMBERS = 2_000;

/** A member, and what was found of it last. */
export interface MemberRow {
  id: number;
  subject: string;
  label: string | null;
  checkedAt: number | null;
  /** JSON; null before the first recheck. */
  state: string | null;
}

const slices = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / STATEMENT_MEMBERS) }, (_, index) =>
    all.slice(index * STATEMENT_MEMBERS, (index + 1) * STATEMENT_MEMBERS),
  );

const countMembers = (monitorId: string): SQL =>
  sql`(SELECT count(*) FROM ${monitorMembers} WHERE monitor_id = ${monitorId})`;

const recount = (monitorId: string): SQL =>
  sql`UPDATE ${monitors} SET member_count = ${countMembers(monitorId)} WHERE id = ${monitorId}
      RETURNING member_count AS "count"`;

/**
 * Statements that add members, or change the labels of those that are there; to be run as one
 * transaction. Past `most` members of the monitor none is added.
 */
export const insertMembers = (
  monitorId: string,
  members: readonly MemberInput[],
  now: number,
  most: number,
): SQL[] => [
  ...slices(members).map(
    (slice) => sql`
      INSERT INTO ${monitorMembers} (monitor_id, subject, label, added_at)
      SELECT ${monitorId}, value ->> 0, value ->> 1, ${now}
      FROM json_each(${JSON.stringify(slice.map(({ subject, label }) => [subject, label]))})
      WHERE key < ${most} - ${countMembers(monitorId)}
        OR EXISTS (SELECT 1 FROM ${monitorMembers} AS m
          WHERE m.monitor_id = ${monitorId} AND m.subject = value ->> 0)
      ON CONFLICT (monitor_id, subject) DO UPDATE SET label = excluded.label`,
  ),
  recount(monitorId),
];

const countOf = (results: readonly unknown[][]): number =>
  (results.at(-1)?.[0] as { count: number } | undefined)?.count ?? 0;

/** @returns how many members there are now */
export const addMembers = async (
  db: Database,
  monitorId: string,
  members: readonly MemberInput[],
  now: number,
  most: number,
): Promise<number> => countOf(await batch(db, insertMembers(monitorId, members, now, most)));

/** How many of these the monitor has not yet, and how many it has in all. */
export async function countNew(
  db: Database,
  monitorId: string,
  subjects: readonly string[],
): Promise<{ added: number; total: number }> {
  const known = await Promise.all(
    slices(subjects).map((slice) =>
      db.get<{ count: number }>(sql`
        SELECT count(*) AS "count" FROM ${monitorMembers} WHERE monitor_id = ${monitorId}
          AND subject IN (SELECT value FROM json_each(${JSON.stringify(slice)}))`),
    ),
  );
  const all = await db.get<{ count: number }>(sql`SELECT ${countMembers(monitorId)} AS "count"`);
  const added = subjects.length - known.reduce((sum, { count }) => sum + count, 0);
  return { added, total: all.count + added };
}

/** @returns how many members there are now */
export const removeMembers = async (
  db: Database,
  monitorId: string,
  subjects: readonly string[],
): Promise<number> =>
  countOf(
    await batch(db, [
      ...slices(subjects).map(
        (slice) => sql`
          DELETE FROM ${monitorMembers} WHERE monitor_id = ${monitorId}
            AND subject IN (SELECT value FROM json_each(${JSON.stringify(slice)}))`,
      ),
      recount(monitorId),
    ]),
  );

const COLUMNS = sql`id, subject, label, checked_at AS "checkedAt", state`;

/**
 * A monitor's members in the order they were added. @param after id of the last of the page before
 */
export const pageMembers = (
  db: Database,
  monitorId: string,
  after: number,
  limit: number,
): Promise<MemberRow[]> =>
  db.all<MemberRow>(sql`
    SELECT ${COLUMNS} FROM ${monitorMembers} INDEXED BY monitor_members_order
    WHERE monitor_id = ${monitorId} AND id > ${after} ORDER BY id LIMIT ${limit}`);

/** Those of these members that no run as late as this one has looked up. */
export const findUnchecked = (
  db: Database,
  monitorId: string,
  ids: readonly number[],
  runNumber: number,
): Promise<MemberRow[]> =>
  db.all<MemberRow>(sql`
    SELECT ${COLUMNS} FROM ${monitorMembers}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND monitor_id = ${monitorId} AND run_number < ${runNumber}`);

/** What a run found of one member. */
export interface Check {
  memberId: number;
  /** JSON. */
  state: string;
  /** JSON, and the id of the event; null when nothing changed. */
  event: { id: string; body: string } | null;
}

/**
 * Writes down what a run found, each member once a run: its events and its members' state are one
 * transaction, and a member that this run or a later one has written already is left alone. The
 * plus signs keep SQLite from walking through the whole monitor for each member (sqlite.org,
 * "Disqualifying WHERE Clause Terms Using Unary-+").
 */
export async function writeChecks(
  db: Database,
  run: { monitorId: string; runId: string; number: number; now: number },
  checks: readonly Check[],
): Promise<void> {
  const { monitorId, runId, number, now } = run;
  const events = checks.flatMap(({ memberId, event }) =>
    event ? [[memberId, event.id, event.body]] : [],
  );
  const states = checks.map(({ memberId, state }) => [memberId, state]);
  await batch(db, [
    sql`INSERT INTO ${monitorEvents} (id, monitor_id, run_id, subject, label, body, detected_at)
      SELECT e.value ->> 1, ${monitorId}, ${runId}, m.subject, m.label, e.value ->> 2, ${now}
      FROM json_each(${JSON.stringify(events)}) AS e
      JOIN ${monitorMembers} AS m ON m.id = e.value ->> 0
      WHERE +m.monitor_id = ${monitorId} AND m.run_number < ${number}
      ON CONFLICT (id) DO NOTHING`,
    sql`UPDATE ${monitorMembers} SET state = s.value ->> 1, checked_at = ${now}, run_number = ${number}
      FROM json_each(${JSON.stringify(states)}) AS s
      WHERE ${monitorMembers}.id = s.value ->> 0
        AND +${monitorMembers}.monitor_id = ${monitorId}
        AND ${monitorMembers}.run_number < ${number}`,
  ]);
}

/** @returns how many were deleted */
export async function deleteMembers(
  db: Database,
  monitorId: string,
  limit: number,
): Promise<number> {
  const deleted = await db.all(sql`
    DELETE FROM ${monitorMembers} WHERE id IN
      (SELECT id FROM ${monitorMembers} WHERE monitor_id = ${monitorId} LIMIT ${limit}) RETURNING id`);
  return deleted.length;
}
