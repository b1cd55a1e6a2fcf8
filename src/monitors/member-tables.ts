import { jsonBatches, putRows } from '../lib/durable-objects.ts';
import type { Keyset } from '../lib/page.ts';
import type { IdentifierSearch } from '../lookup/identifier-text.ts';
import type { RunRef } from '../lookup/jobs/job.ts';
import { type MemberFinding, type MemberState, MONITOR_KIND_RULES } from './comparison.ts';
import type { MemberInput, MonitorKind } from './monitor.ts';

/** Row ids of members are never reused, because rows of a run refer to members by them. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS members (
    id INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL UNIQUE, label TEXT,
    added_at INTEGER NOT NULL, run_number INTEGER NOT NULL DEFAULT 0, checked_at INTEGER,
    state TEXT);
  CREATE TABLE IF NOT EXISTS events (
    id TEXT PRIMARY KEY, subject TEXT NOT NULL, label TEXT, body TEXT NOT NULL,
    detected_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS events_time ON events (detected_at, id);
  CREATE INDEX IF NOT EXISTS events_subject ON events (subject, detected_at, id);
`;

export interface MemberRow extends MemberInput {
  id: number;
  checkedAt: number | null;
  /** State of the comparison, as JSON; null before the first recheck. */
  state: string | null;
}

/** A change of a member found by a run. */
export interface StoredEvent extends MemberInput {
  id: string;
  /** The event of the comparison, as JSON. */
  body: string;
  detectedAt: number;
}

/** Filter of events; null matches all. */
export interface EventFilter {
  subject: string | null;
  /** Milliseconds since the epoch, inclusive. */
  since: number | null;
}

export type RecordedRun = Pick<RunRef, 'runId' | 'number'> & { kind: MonitorKind };

export type FoundMember = readonly [memberId: number, finding: MemberFinding];

/** Id range of a run's events, whose ids consist of run and member. */
const eventIdRange = (runId: string): [string, string] => {
  const stem = `evt_${runId.slice(runId.indexOf('_') + 1)}`;
  return [`${stem}-`, `${stem}.`];
};

const eventId = (runId: string, memberId: number): string =>
  `${eventIdRange(runId)[0]}${memberId.toString(16).padStart(12, '0')}`;

const MEMBER_COLUMNS = 'id, subject, label, checked_at AS checkedAt, state';
const EVENT_COLUMNS = 'id, subject, label, body, detected_at AS detectedAt';

/**
 * Members of one monitor with their last snapshots, and its events, in the object's SQLite. Call
 * writes inside a transaction.
 */
export class MonitorTables {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  open(): void {
    this.#sql.exec(SCHEMA);
  }

  get memberCount(): number {
    return this.#count('SELECT count(*) AS n FROM members');
  }

  /**
   * Adds members, or changes the labels of existing ones. @returns null, or the resulting number if
   * it exceeds `most`; nothing is changed then
   */
  add(members: readonly MemberInput[], now: number, most: number): number | null {
    const total = this.memberCount + members.length - this.#known(members);
    if (total > most) return total;
    for (const batch of jsonBatches(members.map(({ subject, label }) => [subject, label])))
      this.#sql.exec(
        `INSERT INTO members (subject, label, added_at)
         SELECT value ->> 0, value ->> 1, ? FROM json_each(?) WHERE true
         ON CONFLICT (subject) DO UPDATE SET label = coalesce(excluded.label, label)`,
        now,
        batch,
      );
    return null;
  }

  remove(subjects: readonly string[]): void {
    for (const batch of jsonBatches(subjects))
      this.#sql.exec(
        'DELETE FROM members WHERE subject IN (SELECT value FROM json_each(?))',
        batch,
      );
  }

  /** Deletes members and events that contain a person's identifier. @returns how many */
  erase(search: IdentifierSearch): number {
    let erased = 0;
    for (const [table, columns] of [
      ['members', ['subject', 'label', 'state']],
      ['events', ['subject', 'label', 'body']],
    ] as const) {
      const texts = columns.map((name) => search.searchedColumn(name));
      const rows = this.#sql.exec<Record<string, string | null>>(
        `SELECT id, ${columns.join(', ')} FROM ${table}
         WHERE ${texts.map((text) => `instr(${text}, ?) > 0`).join(' OR ')}`,
        ...columns.map(() => search.searchedText),
      );
      const ids: unknown[] = [];
      for (const { id, ...row } of rows)
        if (Object.values(row).some((text) => search.contains(text))) ids.push(id);
      for (const batch of jsonBatches(ids))
        this.#sql.exec(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`, batch);
      erased += ids.length;
    }
    return erased;
  }

  /** Members in order of addition. @param after last id of the previous page */
  pageMembers(after: number, limit: number): MemberRow[] {
    const page = `SELECT ${MEMBER_COLUMNS} FROM members WHERE id > ? ORDER BY id LIMIT ?`;
    return this.#all<MemberRow>(page, after, limit);
  }

  /** Like {@link pageMembers}, without snapshots. */
  pageSubjects(after: number, limit: number): Pick<MemberRow, 'id' | 'subject'>[] {
    const page = 'SELECT id, subject FROM members WHERE id > ? ORDER BY id LIMIT ?';
    return this.#all(page, after, limit);
  }

  /**
   * Compares a run's findings with the known states, and stores events and new states. Idempotent:
   * members already written by this run or a later one are skipped.
   */
  record(run: RecordedRun, found: readonly FoundMember[], now: number): void {
    const findings = new Map(found);
    const { compare } = MONITOR_KIND_RULES[run.kind];
    const [events, states]: [unknown[], unknown[]] = [[], []];
    for (const { id, subject, label, state } of this.#unchecked([...findings.keys()], run.number)) {
      const before = state === null ? null : (JSON.parse(state) as MemberState);
      const after = compare(before, findings.get(id) as MemberFinding);
      states.push([id, JSON.stringify(after.state)]);
      if (after.event)
        events.push([eventId(run.runId, id), subject, label, JSON.stringify(after.event), now]);
    }
    this.putEvents(events);
    for (const batch of jsonBatches(states))
      this.#sql.exec(
        `UPDATE members SET state = s.value ->> 1, checked_at = ?, run_number = ?
         FROM json_each(?) AS s WHERE members.id = s.value ->> 0`,
        now,
        run.number,
        batch,
      );
  }

  /** @param rows in the order of the columns */
  putEvents(rows: readonly unknown[]): void {
    const values = 'value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4';
    putRows(this.#sql, `events SELECT ${values}`, rows);
  }

  /** Events, newest first. @param after last event of the previous page */
  pageEvents({ subject, since }: EventFilter, limit: number, after: Keyset | null): StoredEvent[] {
    const conditions: [string, ...(string | number)[]][] = [['detected_at >= ?', since ?? 0]];
    if (subject !== null) conditions.push(['subject = ?', subject]);
    if (after) conditions.push(['(detected_at, id) < (?, ?)', after.at, after.id]);
    return this.#all<StoredEvent>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE ${conditions.map(([text]) => text).join(' AND ')}
       ORDER BY detected_at DESC, id DESC LIMIT ?`,
      ...conditions.flatMap(([, ...values]) => values),
      limit,
    );
  }

  /** A run's events in a stable order. @param after last id of the previous page */
  pageRunEvents(runId: string, after: string, limit: number): StoredEvent[] {
    const [first, end] = eventIdRange(runId);
    return this.#all<StoredEvent>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE id > ? AND id < ? ORDER BY id LIMIT ?`,
      after > first ? after : first,
      end,
      limit,
    );
  }

  countRunEvents(runId: string): number {
    return this.#count(
      'SELECT count(*) AS n FROM events WHERE id > ? AND id < ?',
      ...eventIdRange(runId),
    );
  }

  /** Time of the oldest event; Infinity if there is none. */
  get oldestEventAt(): number {
    const [row] = this.#all<{ at: number | null }>('SELECT min(detected_at) AS at FROM events');
    return row?.at ?? Infinity;
  }

  /** Deletes events found before a moment, and the oldest beyond `most`. */
  deleteEvents(before: number, most: number): void {
    this.#sql.exec('DELETE FROM events WHERE detected_at < ?', before);
    this.#sql.exec(
      `DELETE FROM events WHERE (detected_at, id) <=
         (SELECT detected_at, id FROM events ORDER BY detected_at DESC, id DESC LIMIT 1 OFFSET ?)`,
      most,
    );
  }

  /** The members that neither this run nor a later one has written. */
  #unchecked(ids: readonly number[], runNumber: number): MemberRow[] {
    return this.#all<MemberRow>(
      `SELECT ${MEMBER_COLUMNS} FROM members
       WHERE id IN (SELECT value FROM json_each(?)) AND run_number < ?`,
      JSON.stringify(ids),
      runNumber,
    );
  }

  #known(members: readonly MemberInput[]): number {
    let known = 0;
    for (const batch of jsonBatches(members.map(({ subject }) => subject)))
      known += this.#count(
        'SELECT count(*) AS n FROM members WHERE subject IN (SELECT value FROM json_each(?))',
        batch,
      );
    return known;
  }

  #count(query: string, ...values: string[]): number {
    return this.#all<{ n: number }>(query, ...values)[0]?.n ?? 0;
  }

  #all<Row>(query: string, ...values: (string | number)[]): Row[] {
    return this.#sql.exec(query, ...values).toArray() as Row[];
  }
}
