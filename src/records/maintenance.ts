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

/** Steps per run, of at most six statements each; the rest is left to the next run. */
const MAX_STEPS = 50;

type PurgePorts = Pick<RecordPorts, 'db' | 'blobs' | 'clock' | 'datasets'>;

/**
 * Removes some objects of a dead import of a number set: its own, and those of older imports in its
 * index, except objects that the live import uses.
 * @returns whether all are removed
 */
async function purgeSet(dead: DeadImport, { blobs }: PurgePorts): Promise<boolean> {
  const { dataset, id, indexed, liveId, liveIndexed } = dead;
  const keysOf = async (importId: number, call: number | null) => {
    const index = await readIndex(blobs, dataset, setLoadOf(importId, call));
    return index ? keysOfIndex(dataset, index) : [];
  };
  const live = new Set(liveId === null ? [] : await keysOf(liveId, liveIndexed));
  const isUnused = (key: string) => !live.has(key);
  // The index is removed last, because only it lists the objects it has kept.
  await blobs.remove((await keysOf(id, indexed)).filter(isUnused));
  const { keys, more } = await blobs.list(importPrefix(dataset, id));
  const index = indexKey(dataset, setLoadOf(id, indexed));
  await blobs.remove(keys.filter((key) => isUnused(key) && !(more && key === index)));
  return !more;
}

/**
 * Purges rows that no reader sees, in small steps: those of replaced, failed and crashed imports,
 * and older rows of repeated keys. Runs after every import and by cron; safe to stop at any point.
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
