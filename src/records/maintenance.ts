import { recordKey } from '../lookup/datasets/keys.ts';
import { SUPPRESSED_PEOPLE } from '../lookup/datasets/people.ts';
import { readManifest } from '../lookup/records/coverage.ts';
import {
  importPrefix,
  indexKey,
  keysOfIndex,
  readIndex,
  setLoadOf,
} from '../lookup/records/store-number-set.ts';
import { SUPPRESSION_MARKER } from '../lookup/suppression.ts';
import { importRecords } from './import.ts';
import type { RecordPorts } from './ports.ts';
import {
  abandonStalled,
  copiedHashes,
  copyHashes,
  countMissingKeys,
  type DeadImport,
  findDeadImport,
  hasImports,
  markCopied,
  pageKeysOf,
  purgeHiddenRows,
  purgeImportRows,
} from './store.ts';
import { COPIES_SOURCE } from './writers.ts';

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

/** Hashes per statement: as JSON below D1's 2 MB for a bound value. */
const HASHES_AT_ONCE = 20_000;

const keyOfHash = (hash: string): string => recordKey('hash', hash) as string;

/** Copied hashes that the database does not have. */
async function countLostHashes({ db, blobs }: Pick<RecordPorts, 'db' | 'blobs'>): Promise<number> {
  let lost = 0;
  for await (const hashes of copiedHashes(blobs))
    for (let at = 0; at < hashes.length; at += HASHES_AT_ONCE) {
      const keys = hashes.slice(at, at + HASHES_AT_ONCE).map(keyOfHash);
      lost += await countMissingKeys(db, SUPPRESSED_PEOPLE, keys);
    }
  return lost;
}

/** Copies a list that was imported before copies were written. @returns number of hashes */
async function copyWholeList({ db, blobs }: RecordPorts, importId: number): Promise<number> {
  let copied = 0;
  for (let after = ''; ; ) {
    const keys = await pageKeysOf(db, SUPPRESSED_PEOPLE, after, HASHES_AT_ONCE);
    await copyHashes(blobs, importId, keys);
    copied += keys.length;
    after = keys.at(-1) ?? '';
    if (keys.length < HASHES_AT_ONCE) break;
  }
  await markCopied(blobs);
  return copied;
}

/**
 * Restores the list of suppressed people from its copies, by one import that becomes visible as a
 * whole. A list without copies is copied. May be repeated.
 * @returns `complete` is false if the copies exceed one import call, of five million hashes
 */
export async function rebuildSuppressions(ports: RecordPorts) {
  const { blobs, db } = ports;
  if ((await blobs.read(SUPPRESSION_MARKER)) === null) {
    const live = (await readManifest(db)).get(SUPPRESSED_PEOPLE);
    return { restored: 0, copied: live ? await copyWholeList(ports, live.id) : 0, complete: true };
  }
  const restored = await countLostHashes(ports);
  if (restored === 0) return { restored, copied: 0, complete: true };
  const encoder = new TextEncoder();
  const copies = copiedHashes(blobs);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await copies.next();
      if (done) return controller.close();
      const rows = value.map((hash) => `${JSON.stringify({ email_hash: hash })}\n`);
      controller.enqueue(encoder.encode(rows.join('')));
    },
  });
  const { complete } = await importRecords(
    {
      dataset: SUPPRESSED_PEOPLE,
      mode: 'append',
      format: 'ndjson',
      source: COPIES_SOURCE,
      asOf: null,
      body,
    },
    ports,
  );
  return { restored, copied: 0, complete };
}

const REBUILD_SUPPRESSIONS = 'rebuild-suppressed-people';

/** A difference between D1 and the objects of record files, with the command that repairs it. */
interface RecordFinding {
  organization: null;
  store: 'records';
  code: string;
  /** Name of the data set. */
  id: string;
  run: string;
}

type VerifyPorts = Pick<RecordPorts, 'db' | 'blobs' | 'datasets'>;

async function everyKey(blobs: RecordPorts['blobs'], prefix: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let after: string | undefined; ; ) {
    const { keys, more } = await blobs.list(prefix, after);
    for (const key of keys) found.add(key);
    after = keys.at(-1);
    if (!more) return found;
  }
}

/** @returns code of what a number set lacks; null if it is whole, or was never imported */
async function verifySet(
  name: string,
  live: { id: number; indexed: number | null } | undefined,
  { db, blobs }: VerifyPorts,
): Promise<string | null> {
  const stored = await everyKey(blobs, `number-sets/${name}/`);
  if (!live) return stored.size > 0 && !(await hasImports(db, name)) ? 'import_missing' : null;
  const index = await readIndex(blobs, name, setLoadOf(live.id, live.indexed));
  const isWhole = index && keysOfIndex(name, index).every((key) => stored.has(key));
  return isWhole ? null : 'numbers_missing';
}

/** Compares D1 with the objects of number sets, and with the copies of suppressed people. */
export async function verifyRecords(ports: VerifyPorts): Promise<RecordFinding[]> {
  const findings: RecordFinding[] = [];
  const report = (code: string, id: string, run: string) =>
    findings.push({ organization: null, store: 'records', code, id, run });
  const manifest = await readManifest(ports.db);
  for (const [name, { storage }] of Object.entries(ports.datasets)) {
    if (storage !== 'number_set') continue;
    const live = manifest.get(name);
    const code = await verifySet(name, live, ports);
    const places = [...(live?.coverage ?? [])].join(',');
    const coverage = live && places === '' ? '' : ` --coverage ${places || 'PLACES'}`;
    if (code) report(code, name, `import-records ${name} FILE --mode replace${coverage}`);
  }
  const isCopied = (await ports.blobs.read(SUPPRESSION_MARKER)) !== null;
  if (isCopied ? (await countLostHashes(ports)) > 0 : manifest.has(SUPPRESSED_PEOPLE))
    report(isCopied ? 'people_missing' : 'copy_missing', SUPPRESSED_PEOPLE, REBUILD_SUPPRESSIONS);
  return findings;
}
