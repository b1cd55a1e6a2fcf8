import { keysOfImport } from '../lookup/records/store-number-set.ts';
import type { RecordPorts } from './ports.ts';
import {
  abandonStalled,
  type DeadImport,
  findDeadImport,
  purgeHiddenRows,
  purgeImportRows,
} from './store.ts';

/** Steps of one run, of at most six statements each; what is left waits for the next. */
const MAX_STEPS = 50;

type PurgePorts = Pick<RecordPorts, 'db' | 'blobs' | 'clock' | 'datasets'>;

/** An abandoned set of numbers leaves its bitmaps; a replaced one goes with the next import. */
async function purgeDeadImport(dead: DeadImport, { db, blobs, datasets }: PurgePorts) {
  const { dataset, state, id } = dead;
  if (state === 'abandoned' && datasets[dataset]?.storage === 'number_set')
    await blobs.remove(keysOfImport(dataset, id));
  await purgeImportRows(db, dead);
}

/**
 * Purge, in small steps, of rows that no reader sees: of replaced, failed and crashed imports, and
 * older rows of keys that came again. Runs after every import and by cron; stopping it anywhere
 * harms nothing.
 * @returns whether nothing is left to purge
 */
export async function purgeRecords(ports: PurgePorts): Promise<boolean> {
  const { db, clock } = ports;
  await abandonStalled(db, clock.now());
  for (let step = 0; step < MAX_STEPS; step++) {
    const dead = await findDeadImport(db);
    if (dead) await purgeDeadImport(dead, ports);
    else if (!(await purgeHiddenRows(db))) return true;
  }
  return false;
}
