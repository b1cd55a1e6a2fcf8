import { UnusableInput } from '../core/inputs.ts';
import type { RecordDataset } from '../core/records/dataset.ts';
import { commitImport, type StartedImport, touchImport } from '../store/imports.ts';
import { SetWriter } from '../store/number-set/set-writer.ts';
import { parseKeys } from './parse-record.ts';
import type { RecordPorts } from './ports.ts';
import { givenUp, type RecordWriter } from './record-writer.ts';

/**
 * Which numbers there are and nothing else: bits in the bucket, the state of the import in the
 * database.
 */
export class NumberWriter implements RecordWriter {
  readonly #set: SetWriter;
  readonly #import: StartedImport;
  readonly #dataset: RecordDataset;
  readonly #ports: RecordPorts;
  readonly flushQueries = 1;
  keys: number;
  #added = 0;

  private constructor(
    set: SetWriter,
    started: StartedImport,
    dataset: RecordDataset,
    ports: RecordPorts,
  ) {
    this.#set = set;
    this.#import = started;
    this.#dataset = dataset;
    this.#ports = ports;
    this.keys = started.keys;
  }

  static async open(
    started: StartedImport,
    dataset: RecordDataset,
    ports: RecordPorts,
  ): Promise<NumberWriter> {
    const { id: importId, mode, liveId } = started;
    return new NumberWriter(
      await SetWriter.open(ports.blobs, { dataset: started.dataset, importId, mode, liveId }),
      started,
      dataset,
      ports,
    );
  }

  get full(): boolean {
    return this.#set.full;
  }

  add(columns: Record<string, unknown>): string {
    const [key] = parseKeys(this.#dataset, columns);
    if (!this.#set.add(key))
      throw new UnusableInput(
        `${this.#dataset.keys[0].columns[0]}: must be a North American number`,
      );
    this.#added += 1;
    return key;
  }

  async flush(): Promise<number> {
    const fresh = await this.#set.flush();
    const { db, clock } = this.#ports;
    if (!(await touchImport(db, this.#import.id, this.#added, clock.now()))) throw givenUp();
    this.keys += this.#added;
    this.#added = 0;
    return fresh;
  }

  finishPart(): Promise<void> {
    return this.#set.finishPart();
  }

  async commit(): Promise<boolean> {
    const committed = await commitImport(
      this.#ports.db,
      this.#import,
      this.#set.numbers,
      this.#ports.clock.now(),
    );
    if (committed) await this.#set.removeDropped();
    return committed;
  }
}
