import type { Blobs, Clock } from '../core/ports.ts';
import type { RecordDataset } from '../core/records/dataset.ts';
import type { Database } from '../store/database.ts';

/** What the verbs of this folder reach. */
export interface RecordPorts {
  /** The RECORDS database. */
  db: Database;
  /** Where sets of numbers are kept. */
  blobs: Blobs;
  clock: Clock;
  datasets: Readonly<Record<string, RecordDataset>>;
  /** Called after an import became visible. */
  onImported(): void;
}
