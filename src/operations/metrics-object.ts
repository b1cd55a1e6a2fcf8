import { DurableObject } from 'cloudflare:workers';

/** A metric with its labels in the text form of OpenMetrics, and its figure. */
export type Series = readonly [series: string, figure: number];

/** Labels come from closed sets; past this many series one of them is not. */
const MAX_SERIES = 10_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS counters (series TEXT PRIMARY KEY, total REAL NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS alerts (
    name TEXT PRIMARY KEY, since INTEGER NOT NULL, notified_at INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checked (series TEXT PRIMARY KEY, total REAL NOT NULL) WITHOUT ROWID;
`;

/** An alert that is raised: since when, and when the operator was last notified. */
export interface RaisedAlert {
  name: string;
  since: number;
  notifiedAt: number | null;
}

/**
 * The sums of what every isolate counts, and which alerts are raised; one object for the service.
 * What an isolate counted and had not sent when it was ended is lost: these are rates to watch, not
 * accounts.
 */
export class MetricsObject extends DurableObject {
  readonly #sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never);
    this.#sql.exec(SCHEMA);
  }

  /** Adds to counters. */
  async add(counted: readonly Series[]): Promise<void> {
    this.#sql.exec(
      `INSERT INTO counters SELECT value->>0, value->>1 FROM json_each(?)
       WHERE (SELECT count(*) FROM counters) < ${MAX_SERIES}
         OR value->>0 IN (SELECT series FROM counters)
       ON CONFLICT (series) DO UPDATE SET total = total + excluded.total`,
      JSON.stringify(counted),
    );
  }

  async read(): Promise<{ counters: Series[]; alerts: RaisedAlert[] }> {
    return {
      counters: this.#series('SELECT series, total AS figure FROM counters ORDER BY series'),
      alerts: this.#alerts(),
    };
  }

  /** What was counted since this was last asked: alerts look at rates. */
  async takeDeltas(): Promise<Series[]> {
    const grown = this.#series(
      `SELECT series, counters.total - coalesce(checked.total, 0) AS figure
       FROM counters LEFT JOIN checked USING (series) WHERE figure > 0 ORDER BY series`,
    );
    this.#sql.exec('INSERT OR REPLACE INTO checked SELECT series, total FROM counters');
    return grown;
  }

  /**
   * Says which alerts are raised now.
   * @returns those to notify of: newly raised, raised and not notified for `repeatMs`, and over;
   * each stays pending until {@link markNotified}
   */
  async raise(
    names: readonly string[],
    now: number,
    repeatMs: number,
  ): Promise<{ raised: RaisedAlert[]; over: RaisedAlert[] }> {
    for (const name of names)
      this.#sql.exec('INSERT OR IGNORE INTO alerts VALUES (?, ?, NULL)', name, now);
    const known = this.#alerts();
    const isUntold = ({ notifiedAt }: RaisedAlert) => (notifiedAt ?? -Infinity) <= now - repeatMs;
    return {
      raised: known.filter((alert) => names.includes(alert.name) && isUntold(alert)),
      over: known.filter(({ name }) => !names.includes(name)),
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
