import {
  importPrefix,
  indexKey,
  keysOfIndex,
  readIndex,
  setLoadOf,
} from '../lookup/records/store-number-set.ts';
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

/**
 * Removes some objects of a dead import of a set of numbers: its own, and those of older imports
 * that its index has kept, except what the live import names.
 * @returns whether nothing is left
 */
async function purgeSet(dead: DeadImport, { blobs }: PurgePorts): Promise<boolean> {
  const { dataset, id, indexed, liveId, liveIndexed } = dead;
  const keysOf = async (importId: number, call: number | null) => {
    const index = await readIndex(blobs, dataset, setLoadOf(importId, call));
    return index ? keysOfIndex(dataset, index) : [];
  };
  const live = new Set(liveId === null ? [] : await keysOf(liveId, liveIndexed));
  const isUnused = (key: string) => !live.has(key);
  // The index goes last: it alone names what it has kept.
  await blobs.remove((await keysOf(id, indexed)).filter(isUnused));
  const { keys, more } = await blobs.list(importPrefix(dataset, id));
  const index = indexKey(dataset, setLoadOf(id, indexed));
  await blobs.remove(keys.filter((key) => isUnused(key) && !(more && key === index)));
  return !more;
}

/**
 * Purge, in small steps, of rows that no reader sees: of replaced, failed and crashed imports, and
 * older rows of keys that came again. Runs after every import and by cron; stopping it anywhere
 * harms nothing.
 * @returns whether nothing is left to purge
 */
export async function purgeRecords(ports: PurgePorts): Promise<boolean> {
  const { db, clock, datasets } = ports;
  const isSet = ({ dataset }: DeadImport) => datasets[dataset]?.storage === 'number_set';
  await abandonStalled(db, clock.now());
  for (let step = 0; step < MAX_STEPS; step++) {
    const dead = await findDeadImport(db);
    if (dead && isSet(dead) && !(await purgeSet(dead, ports))) continue;
    if (dead) await purgeImportRows(db, dead);
    else if (!(await purgeHiddenRows(db))) return true;
  }
  return false;
}
