import type { Database } from '../lib/database.ts';
import type { RecordDataset } from '../lookup/datasets/dataset.ts';
import type { Clock, ListedBlobs } from '../lookup/world.ts';

export interface RecordPorts {
  db: Database;
  /** Storage of number sets. */
  blobs: ListedBlobs;
  clock: Clock;
  datasets: Readonly<Record<string, RecordDataset>>;
  /** Called after an import became visible. */
  onImported(): void;
}
