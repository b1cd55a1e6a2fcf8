import { ApiError } from '../core/errors.ts';
import { type PersonSubject, suppressionHash } from '../core/people/suppression.ts';
import { hashSubject } from '../pipeline/subject-hash.ts';
import { eraseText } from '../store/find-text.ts';
import { pageKeys } from '../store/list-objects.ts';
import {
  forgetHashes,
  PAGE_ROWS,
  pageMonitorIds,
  receivingJobs,
} from '../store/recovery-queries.ts';
import { Masking, type SoughtText, soughtText, textHas } from './find-text.ts';
import type { RecoveryPorts } from './ports.ts';
import { organizationsAfter } from './verify-stores.ts';

/** Objects of R2, or keys of KV, looked through by one step. */
const STEP = 50;

/** What of one store was erased. */
interface Erased {
  store: string;
  id: string;
}

/** What one step did, and where to go on; null when everything was looked through. */
export interface ErasedStep {
  findings: Erased[];
  nextCursor: string | null;
}

/** One store's part: from a position, '' being its beginning. Null: it is done. */
type Walk = (
  sought: SoughtText,
  from: string,
  ports: RecoveryPorts,
  found: (id: string) => void,
) => Promise<string | null>;

const walkTables =
  (which: 'db' | 'recordsDb'): Walk =>
  async ({ forms }, from, ports, found) => {
    const [table = '', rowid = '0'] = from.split(' ');
    const place = { table, rowid: Number(rowid) };
    const { erased, next } = await eraseText(ports[which], forms, place);
    if (erased > 0) found(`${next?.table} ${erased}`);
    return next && `${next.table} ${next.rowid}`;
  };

/** Members and names the account has; its archive is written anew at once. */
const walkAccounts: Walk = async (sought, from, ports, found) => {
  const [id] = await organizationsAfter(from, ports);
  if (id === undefined) return null;
  const { members } = await ports.recovery.export(id);
  for (const member of members) {
    if (!textHas(member.email, sought)) continue;
    await ports.accounts.removeMember(id, member.id);
    found(id);
  }
  await ports.recovery.forgetText(id, sought.forms);
  // Lines go where the walks after this one find them.
  await ports.accounts.ship(id);
  await ports.recovery.archive(id);
  return id;
};

/** Facts by the text in them, or by the hash of the input in their key. */
const walkFacts: Walk = async (sought, from, { cache }, found) => {
  const hashes = await Promise.all(
    sought.forms.flatMap((form) => [hashSubject(form), hashSubject(`+${form}`)]),
  );
  const page = await cache.list({ limit: STEP, ...(from && { cursor: from }) });
  const names = page.keys.map(({ name }) => name);
  const values = names.length > 0 ? await cache.get(names, 'text') : new Map<string, string>();
  for (const name of names) {
    const isAsked = hashes.some((hash) => name.endsWith(hash));
    if (!isAsked && !textHas(values.get(name) ?? '', sought)) continue;
    await cache.delete(name);
    found(name.slice(0, name.lastIndexOf(':')));
  }
  return page.list_complete ? null : page.cursor;
};

/** Reads an object to its end, so that nothing of it is left open. */
async function isIn(object: R2ObjectBody, sought: SoughtText): Promise<boolean> {
  const masking = new Masking(sought);
  for await (const piece of object.body as unknown as AsyncIterable<Uint8Array>)
    masking.next(piece);
  masking.end();
  return masking.isFound;
}

/** Writes an object again, masked, without ever holding all of it. */
async function putMasked(
  bucket: R2Bucket,
  key: string,
  object: R2ObjectBody,
  sought: SoughtText,
): Promise<void> {
  const { readable, writable } = new FixedLengthStream(object.size);
  const write = async () => {
    const masking = new Masking(sought);
    const writer = writable.getWriter();
    for await (const piece of object.body as unknown as AsyncIterable<Uint8Array>)
      await writer.write(masking.next(piece));
    await writer.write(masking.end());
    await writer.close();
  };
  const httpMetadata = object.httpMetadata ?? {};
  await Promise.all([bucket.put(key, readable, { httpMetadata }), write()]);
}

/** Masks it in every object of a bucket, byte for byte, so that offsets stay true. */
const walkBucket =
  (which: 'results' | 'history' | 'data', prefix: string): Walk =>
  async (sought, from, ports, found) => {
    const bucket = ports[which];
    const page = await pageKeys(bucket, prefix, { limit: STEP, startAfter: from || undefined });
    for (const key of page.keys) {
      const object = await bucket.get(key);
      if (!object || !(await isIn(object, sought))) continue;
      const again = await bucket.get(key);
      if (!again) continue;
      await putMasked(bucket, key, again, sought);
      if (which !== 'results') await forgetHashes(ports.db, key.replace('copies/', ''));
      found(key);
    }
    return page.more ? (page.keys.at(-1) ?? null) : null;
  };

/** Members and events of monitors, deleted ones too: their events stay for thirty days. */
const walkMonitors: Walk = async ({ forms }, from, ports, found) => {
  const ids = await pageMonitorIds(ports.db, from, STEP);
  for (const id of ids) if ((await ports.monitors.erase(id, forms)) > 0) found(id);
  return ids.length < STEP ? null : (ids.at(-1) ?? null);
};

const notListed = () =>
  new ApiError(
    'INVALID_INPUT',
    'The person is not on the list of suppressed people: add the hash.',
  );

/** Receivers that objects of jobs know. */
const walkJobs: Walk = async (sought, from, ports, found) => {
  const page = await receivingJobs(ports.db, from, PAGE_ROWS);
  for (const { id, url } of page)
    if (textHas(url, sought) && (await ports.jobs.erase(id, sought.forms))) found(id);
  return page.length < PAGE_ROWS ? null : (page.at(-1)?.id ?? null);
};

/** In this order: what others are written from comes first. */
const WALKS: readonly (readonly [store: string, walk: Walk])[] = [
  ['accounts', walkAccounts],
  ['monitors', walkMonitors],
  ['jobs', walkJobs],
  ['DB', walkTables('db')],
  ['RECORDS', walkTables('recordsDb')],
  ['CACHE', walkFacts],
  ['RESULTS', walkBucket('results', '')],
  ['HISTORY', walkBucket('history', 'ledger/')],
  ['DATA', walkBucket('data', 'copies/')],
];

/**
 * Erases an email address or phone number from every store, a bounded part at a time. Its hash has
 * to be on the list of suppressed people, at every step, so that no source finds it again.
 * @throws ApiError INVALID_INPUT for no identifier, or one that is not on the list
 */
export async function erasePerson(
  request: { subject: PersonSubject; cursor: string | null },
  ports: RecoveryPorts,
): Promise<ErasedStep> {
  const sought = soughtText(request.subject);
  if (!(await ports.isListed((await suppressionHash(request.subject)) ?? ''))) throw notListed();
  const [, step = '0', from = ''] = /^(\d):(.*)$/.exec(request.cursor ?? '') ?? [];
  const walk = WALKS[Number(step)];
  if (!walk) return { findings: [], nextCursor: null };
  const findings: Erased[] = [];
  const next = await walk[1](sought, from, ports, (id) => findings.push({ store: walk[0], id }));
  const following = next === null ? `${Number(step) + 1}:` : `${step}:${next}`;
  const isLast = next === null && Number(step) + 1 === WALKS.length;
  return { findings, nextCursor: isLast ? null : following };
}
