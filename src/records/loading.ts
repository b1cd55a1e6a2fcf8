import { UnusableInput } from '../core/inputs.ts';
import { areaCodeOf } from '../core/phone/area-codes.ts';
import { noteAreas, touchImport } from '../store/imports.ts';
import type { RecordPorts } from './ports.ts';
import type { SentRow } from './read-rows.ts';
import type { RecordWriter } from './record-writer.ts';

export interface RejectedRow {
  /** Line of the file the row begins on, counted from 1, the header's included. */
  line: number;
  reason: string;
}

/**
 * What was counted of a file, or of one part of it. inserted + updated + rejectedCount = its rows.
 */
export interface LoadCount {
  /** Keys that were not visible before. */
  inserted: number;
  /** Rows of keys that were, or that came twice: the last one counts. */
  updated: number;
  rejectedCount: number;
  /** The first {@link MAX_LISTED_REJECTIONS} of them. */
  rejected: RejectedRow[];
}

export const MAX_LISTED_REJECTIONS = 100;

/**
 * Statements of one call. An invocation may make 1,000 D1 queries (Workers Paid, "Limits"); tidying
 * up after the import needs some of them.
 */
export const MAX_QUERIES = 500;

/** An import that stores nothing for longer says at times that it is alive. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Feeds the rows of a file to a writer and counts what becomes of them, as far as one call may go.
 */
export class Loading {
  readonly count: LoadCount = { inserted: 0, updated: 0, rejectedCount: 0, rejected: [] };
  /** Line of the first row this call did not come to; null when it came to the end. */
  nextLine: number | null = null;
  #sent = 0;
  #queries = 0;
  #aliveAt: number;
  readonly #areas = new Set<string>();
  readonly #id: number;
  readonly #writer: RecordWriter;
  readonly #ports: RecordPorts;
  readonly #maxQueries: number;

  constructor(id: number, writer: RecordWriter, ports: RecordPorts, maxQueries: number) {
    this.#id = id;
    this.#writer = writer;
    this.#ports = ports;
    this.#maxQueries = maxQueries;
    this.#aliveAt = ports.clock.now();
  }

  /** Rows after the last one this call may store are left out. */
  async add(rows: readonly SentRow[]): Promise<void> {
    for (const row of rows) {
      if (this.nextLine !== null) return;
      if (this.#queries >= this.#maxQueries) {
        this.nextLine = row.line;
        return;
      }
      this.#add(row);
      if (this.#writer.full) await this.#flush();
    }
    await this.#keepAlive();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await noteAreas(this.#ports.db, this.#id, [...this.#areas]);
    await this.#writer.finishPart();
  }

  async #flush(): Promise<void> {
    const fresh = await this.#writer.flush();
    this.#queries += this.#writer.flushQueries;
    this.count.inserted += fresh;
    this.count.updated += this.#sent - fresh;
    this.#sent = 0;
    this.#aliveAt = this.#ports.clock.now();
  }

  #add(row: SentRow): void {
    try {
      if ('problem' in row) throw new UnusableInput(row.problem);
      const area = areaCodeOf(this.#writer.add(row.columns));
      if (area) this.#areas.add(area);
      this.#sent += 1;
    } catch (error) {
      if (!(error instanceof UnusableInput)) throw error;
      this.count.rejectedCount += 1;
      if (this.count.rejected.length < MAX_LISTED_REJECTIONS)
        this.count.rejected.push({ line: row.line, reason: error.message });
    }
  }

  /** A file that arrives slowly is not one that crashed. */
  async #keepAlive(): Promise<void> {
    const { db, clock } = this.#ports;
    if (clock.now() - this.#aliveAt < KEEP_ALIVE_MS) return;
    this.#aliveAt = clock.now();
    this.#queries += 1;
    await touchImport(db, this.#id, 0, this.#aliveAt);
  }
}
