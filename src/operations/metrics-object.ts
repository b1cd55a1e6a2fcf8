import { DurableObject } from 'cloudflare:workers';
import { DAY_MS, utcDay, utcHour } from '../lib/time.ts';
import {
  type Availability,
  type Incident,
  type OpenedIncident,
  STATUS_DAYS,
  type StoredUpdate,
} from './status.ts';

/** A metric with its labels in OpenMetrics text format, and its value. */
export type Series = readonly [series: string, figure: number];

/** Labels come from closed sets; more series than this mean that one of them is not closed. */
const MAX_SERIES = 10_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS counters (series TEXT PRIMARY KEY, total REAL NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS alerts (
    name TEXT PRIMARY KEY, since INTEGER NOT NULL, notified_at INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS availability (
    period TEXT, part TEXT, answered INTEGER NOT NULL, failed INTEGER NOT NULL,
    PRIMARY KEY (period, part)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS incidents (
    id TEXT PRIMARY KEY, started_at INTEGER NOT NULL, incident TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checked (series TEXT PRIMARY KEY, total REAL NOT NULL) WITHOUT ROWID;
`;

/** A raised alert: since when, and when the operator was last notified. */
export interface RaisedAlert {
  name: string;
  since: number;
  notifiedAt: number | null;
}

/** Retention of hourly counts; daily counts are kept as long as the status page shows them. */
const HOURS_KEPT_MS = 2 * DAY_MS;

/**
 * Aggregated metrics of all isolates, raised alerts, and the data of the status page; one object
 * for the service. Counts that an isolate had not sent when it was ended are lost, which is
 * acceptable for rates; money is not counted here.
 */
export class MetricsObject extends DurableObject {
  readonly #sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never);
    this.#sql.exec(SCHEMA);
  }

  /** Increments counters and availability in one write. @param at milliseconds since the epoch */
  async add(
    counted: readonly Series[],
    availability: readonly Omit<Availability, 'period'>[],
    at: number,
  ): Promise<void> {
    this.#sql.exec(
      `INSERT INTO counters SELECT value->>0, value->>1 FROM json_each(?)
       WHERE (SELECT count(*) FROM counters) < ${MAX_SERIES}
         OR value->>0 IN (SELECT series FROM counters)
       ON CONFLICT (series) DO UPDATE SET total = total + excluded.total`,
      JSON.stringify(counted),
    );
    if (availability.length > 0) this.#addAvailability(availability, at);
  }

  /** Increments the hour and the day, and deletes periods too old to be shown. */
  #addAvailability(counted: readonly Omit<Availability, 'period'>[], at: number): void {
    const [hour, day] = [utcHour(at), utcDay(at)];
    for (const period of [hour, day])
      this.#sql.exec(
        `INSERT INTO availability
         SELECT ?, value->>'part', value->>'answered', value->>'failed' FROM json_each(?) WHERE true
         ON CONFLICT (period, part) DO UPDATE SET
           answered = answered + excluded.answered, failed = failed + excluded.failed`,
        period,
        JSON.stringify(counted),
      );
    this.#sql.exec(
      'DELETE FROM availability WHERE period < ? OR (length(period) > 10 AND period < ?)',
      utcDay(at - STATUS_DAYS * DAY_MS),
      utcHour(at - HOURS_KEPT_MS),
    );
  }

  /** Data of the status page, incidents newest first. */
  async readStatus(): Promise<{ availability: Availability[]; incidents: Incident[] }> {
    return {
      availability: this.#sql
        .exec<Availability & Record<string, SqlStorageValue>>('SELECT * FROM availability')
        .toArray(),
      incidents: this.#sql
        .exec<{ incident: string }>('SELECT incident FROM incidents ORDER BY started_at DESC, id')
        .toArray()
        .map(({ incident }) => JSON.parse(incident) as Incident),
    };
  }

  /**
   * Appends an update to an incident, once per call since `since`; only the newest `most` incidents
   * are kept.
   * @param opened creates the incident if there is none
   * @returns null if there is no such incident
   */
  async updateIncident(
    id: string,
    update: StoredUpdate,
    opened: OpenedIncident | null,
    { since, most }: { since: number; most: number },
  ): Promise<Incident | null> {
    const [row] = this.#sql
      .exec<{ incident: string }>('SELECT incident FROM incidents WHERE id = ?', id)
      .toArray();
    const known: Incident | null = row
      ? JSON.parse(row.incident)
      : opened && { id, ...opened, resolvedAt: null, updates: [] };
    if (!known) return null;
    const isRepeat = ({ call, at }: StoredUpdate) => call === update.call && at >= since;
    if (update.call !== undefined && known.updates.some(isRepeat)) return known;
    // A report that follows the end does not move it.
    const resolvedAt = update.state === 'resolved' ? (known.resolvedAt ?? update.at) : null;
    const incident = { ...known, resolvedAt, updates: [...known.updates, update] };
    const { startedAt } = incident;
    const text = JSON.stringify(incident);
    this.#sql.exec('INSERT OR REPLACE INTO incidents VALUES (?, ?, ?)', id, startedAt, text);
    this.#sql.exec(
      `DELETE FROM incidents WHERE id IN (
         SELECT id FROM incidents ORDER BY started_at DESC, id LIMIT -1 OFFSET ?)`,
      most,
    );
    return incident;
  }

  async read(): Promise<{ counters: Series[]; alerts: RaisedAlert[] }> {
    return {
      counters: this.#series('SELECT series, total AS figure FROM counters ORDER BY series'),
      alerts: this.#alerts(),
    };
  }

  /** Counter increments since the last call, because alerts evaluate rates. */
  async takeDeltas(): Promise<Series[]> {
    const grown = this.#series(
      `SELECT series, counters.total - coalesce(checked.total, 0) AS figure
       FROM counters LEFT JOIN checked USING (series) WHERE figure > 0 ORDER BY series`,
    );
    this.#sql.exec('INSERT OR REPLACE INTO checked SELECT series, total FROM counters');
    return grown;
  }

  /**
   * Replaces the set of raised alerts.
   * @param kept alerts that cannot be evaluated now: a raised one stays raised
   * @returns alerts to notify of: newly raised, raised but not notified for `repeatMs`, and ended;
   * each stays pending until {@link markNotified}
   */
  async raise(
    { names, kept }: { names: readonly string[]; kept: readonly string[] },
    now: number,
    repeatMs: number,
  ): Promise<{ raised: RaisedAlert[]; over: RaisedAlert[] }> {
    for (const name of names)
      this.#sql.exec('INSERT OR IGNORE INTO alerts VALUES (?, ?, NULL)', name, now);
    const known = this.#alerts();
    const isDue = ({ notifiedAt }: RaisedAlert) => (notifiedAt ?? -Infinity) <= now - repeatMs;
    return {
      raised: known.filter((alert) => names.includes(alert.name) && isDue(alert)),
      over: known.filter(({ name }) => !names.includes(name) && !kept.includes(name)),
    };
  }

  async markNotified(
    raised: readonly string[],
    over: readonly string[],
    now: number,
  ): Promise<void> {
    for (const name of raised)
      this.#sql.exec('UPDATE alerts SET notified_at = ? WHERE name = ?', now, name);
    for (const name of over) this.#sql.exec('DELETE FROM alerts WHERE name = ?', name);
  }

  #series(query: string): Series[] {
    return this.#sql
      .exec<{ series: string; figure: number }>(query)
      .toArray()
      .map(({ series, figure }) => [series, figure]);
  }

  #alerts(): RaisedAlert[] {
    return this.#sql
      .exec<{ name: string; since: number; notifiedAt: number | null }>(
        'SELECT name, since, notified_at AS notifiedAt FROM alerts ORDER BY name',
      )
      .toArray();
  }
}
