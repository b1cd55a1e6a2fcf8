import type { PersonSubject } from '../domain/person/person-subject.ts';
import { concatBytes } from '../lib/bytes.ts';
import { ApiError } from '../lib/errors.ts';
import { pageKeys } from '../lib/r2.ts';
import { hashSubject } from '../lookup/pipeline/fact-cache.ts';
import { suppressionHash, suppressionText } from '../lookup/suppression.ts';
import type { RecoveryPorts } from './ports.ts';
import {
  clearSegmentHashes,
  eraseText,
  PAGE_ROWS,
  pageMonitorIds,
  receivingJobs,
} from './store.ts';
import { organizationsAfter } from './verification.ts';

const encoder = new TextEncoder();

const utf16 = (text: string, endian: 'little' | 'big'): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at++)
    new DataView(bytes.buffer).setUint16(at * 2, text.charCodeAt(at), endian === 'little');
  return bytes;
};

/** An identifier in the forms stores may have it in. */
interface SoughtText {
  /** As SQL finds them, in lower case. */
  forms: readonly string[];
  /** As bytes, letters in lower case. */
  patterns: readonly Uint8Array[];
}

/** @throws ApiError INVALID_INPUT when it is no such identifier */
function soughtText(subject: PersonSubject, param: string): SoughtText {
  const text = suppressionText(subject);
  if (text === null) throw new ApiError('INVALID_INPUT', `${param}: cannot be read.`, { param });
  const plain = text.toLowerCase();
  // A number is also written without its plus sign, and without the country code of North America.
  const digits = plain.slice(1);
  const local = digits.startsWith('1') ? [digits.slice(1)] : [];
  const written =
    subject.kind === 'phone_number' ? [digits, ...local] : [plain, plain.replace('@', '%40')];
  const forms = [...new Set(written)];
  const patterns = forms.flatMap((form) => [
    encoder.encode(form),
    utf16(form, 'little'),
    utf16(form, 'big'),
  ]);
  return { forms, patterns };
}

const containsText = (text: string, { forms }: SoughtText): boolean => {
  const lower = text.toLowerCase();
  return forms.some((form) => lower.includes(form));
};

const lowerCaseByte = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);

/** What takes the place of each byte: as many of them, so that offsets into an object stay true. */
const MASK_BYTE = 120;

/** Masks every occurrence, in place. @returns whether there was one */
function maskBytes(bytes: Uint8Array, { patterns }: SoughtText): boolean {
  let isFound = false;
  for (const pattern of patterns) {
    const first = pattern[0] as number;
    for (let at = 0; at + pattern.length <= bytes.length; at++) {
      if (lowerCaseByte(bytes[at] as number) !== first) continue;
      let length = 1;
      while (
        length < pattern.length &&
        lowerCaseByte(bytes[at + length] as number) === pattern[length]
      )
        length += 1;
      if (length < pattern.length) continue;
      for (let of = 0; of < length; of++) if (pattern[of] !== 0) bytes[at + of] = MASK_BYTE;
      isFound = true;
    }
  }
  return isFound;
}

/** Streaming mask: what may be the beginning of an occurrence is held back until the next chunk. */
class StreamMask {
  isFound = false;
  readonly #sought: SoughtText;
  readonly #overlap: number;
  #rest = new Uint8Array(0);

  constructor(sought: SoughtText) {
    this.#sought = sought;
    this.#overlap = Math.max(...sought.patterns.map(({ length }) => length)) - 1;
  }

  /** @returns what is sure to be done with */
  next(piece: Uint8Array): Uint8Array {
    const joined = concatBytes([this.#rest, piece]);
    this.isFound = maskBytes(joined, this.#sought) || this.isFound;
    const end = Math.max(0, joined.length - this.#overlap);
    this.#rest = joined.slice(end);
    return joined.slice(0, end);
  }

  /** @returns what waited */
  end(): Uint8Array {
    return this.#rest;
  }
}

/** Objects of R2, or keys of KV, looked through by one step. */
const STEP_SIZE = 50;

/** One store's part: from a position, '' being its beginning. Null: it is done. */
type StoreEraser = (
  sought: SoughtText,
  from: string,
  ports: RecoveryPorts,
  found: (id: string) => void,
) => Promise<string | null>;

const tablesEraser =
  (which: 'db' | 'recordsDb'): StoreEraser =>
  async ({ forms }, from, ports, found) => {
    const [table = '', rowid = '0'] = from.split(' ');
    const place = { table, rowid: Number(rowid) };
    const { erased, next } = await eraseText(ports[which], forms, place);
    if (erased > 0) found(`${next?.table} ${erased}`);
    return next && `${next.table} ${next.rowid}`;
  };

/** Members and names the account has; its archive is written anew at once. */
const accountsEraser: StoreEraser = async (sought, from, ports, found) => {
  const [id] = await organizationsAfter(from, ports);
  if (id === undefined) return null;
  const { members } = await ports.recovery.export(id);
  for (const member of members) {
    if (!containsText(member.email, sought)) continue;
    await ports.accounts.removeMember(id, member.id);
    found(id);
  }
  await ports.recovery.eraseText(id, sought.forms);
  // The archived copies are found by the walks after this one.
  await ports.accounts.archiveEntries(id);
  await ports.recovery.backUp(id);
  return id;
};

/** Facts by the text in them, or by the hash of the input in their key. */
const cacheEraser: StoreEraser = async (sought, from, { cache }, found) => {
  const hashes = await Promise.all(
    sought.forms.flatMap((form) => [hashSubject(form), hashSubject(`+${form}`)]),
  );
  const page = await cache.list({ limit: STEP_SIZE, ...(from && { cursor: from }) });
  const names = page.keys.map(({ name }) => name);
  const values = names.length > 0 ? await cache.get(names, 'text') : new Map<string, string>();
  for (const name of names) {
    const isAsked = hashes.some((hash) => name.endsWith(hash));
    if (!isAsked && !containsText(values.get(name) ?? '', sought)) continue;
    await cache.delete(name);
    found(name.slice(0, name.lastIndexOf(':')));
  }
  return page.list_complete ? null : page.cursor;
};

/** Reads an object to its end, so that nothing of it is left open. */
async function objectContains(object: R2ObjectBody, sought: SoughtText): Promise<boolean> {
  const masking = new StreamMask(sought);
  for await (const piece of object.body as unknown as AsyncIterable<Uint8Array>)
    masking.next(piece);
  masking.end();
  return masking.isFound;
}

/** Writes an object again, masked, without ever holding all of it. */
async function putMasked(bucket: R2Bucket, key: string, object: R2ObjectBody, sought: SoughtText) {
  const { readable, writable } = new FixedLengthStream(object.size);
  const write = async () => {
    const masking = new StreamMask(sought);
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
const bucketEraser =
  (which: 'results' | 'history' | 'data', prefix: string): StoreEraser =>
  async (sought, from, ports, found) => {
    const bucket = ports[which];
    const page = await pageKeys(bucket, prefix, {
      limit: STEP_SIZE,
      startAfter: from || undefined,
    });
    for (const key of page.keys) {
      const object = await bucket.get(key);
      if (!object || !(await objectContains(object, sought))) continue;
      const again = await bucket.get(key);
      if (!again) continue;
      await putMasked(bucket, key, again, sought);
      if (which !== 'results') await clearSegmentHashes(ports.db, key.replace('copies/', ''));
      found(key);
    }
    return page.more ? (page.keys.at(-1) ?? null) : null;
  };

/** Members and events of monitors, deleted ones too: their events stay for thirty days. */
const monitorsEraser: StoreEraser = async ({ forms }, from, ports, found) => {
  const ids = await pageMonitorIds(ports.db, from, STEP_SIZE);
  for (const id of ids) if ((await ports.monitors.erase(id, forms)) > 0) found(id);
  return ids.length < STEP_SIZE ? null : (ids.at(-1) ?? null);
};

/** Receivers that objects of jobs know. */
const walkJobs: StoreEraser = async (sought, from, ports, found) => {
  const page = await receivingJobs(ports.db, from, PAGE_ROWS);
  for (const { id, url } of page)
    if (containsText(url, sought) && (await ports.jobs.erase(id, sought.forms))) found(id);
  return page.length < PAGE_ROWS ? null : (page.at(-1)?.id ?? null);
};

/** Order of the stores: sources before what is projected from them. */
const STORE_ERASERS: readonly (readonly [store: string, walk: StoreEraser])[] = [
  ['accounts', accountsEraser],
  ['monitors', monitorsEraser],
  ['jobs', walkJobs],
  ['DB', tablesEraser('db')],
  ['RECORDS', tablesEraser('recordsDb')],
  ['CACHE', cacheEraser],
  ['RESULTS', bucketEraser('results', '')],
  ['HISTORY', bucketEraser('history', 'ledger/')],
  ['DATA', bucketEraser('data', 'copies/')],
];

/**
 * Erases an email address or phone number from every store, a bounded part at a time. Its hash has
 * to be on the list of suppressed people, at every step, so that no source finds it again.
 * @param request `param`: the field that names the person
 * @returns what one step did, and where to go on; null when everything was looked through
 * @throws ApiError INVALID_INPUT for no identifier, or one that is not on the list
 */
export async function erasePerson(
  request: { subject: PersonSubject; param: string; cursor: string | null },
  ports: RecoveryPorts,
) {
  const { param } = request;
  const sought = soughtText(request.subject, param);
  if (!(await ports.isListed((await suppressionHash(request.subject)) ?? ''))) {
    const message = `${param}: is not on the list of suppressed people; add the hash.`;
    throw new ApiError('INVALID_INPUT', message, { param });
  }
  const [, step = '0', from = ''] = /^(\d):(.*)$/.exec(request.cursor ?? '') ?? [];
  const walk = STORE_ERASERS[Number(step)];
  if (!walk) return { findings: [], nextCursor: null };
  const findings: { store: string; id: string }[] = [];
  const next = await walk[1](sought, from, ports, (id) => findings.push({ store: walk[0], id }));
  const following = next === null ? `${Number(step) + 1}:` : `${step}:${next}`;
  const isLast = next === null && Number(step) + 1 === STORE_ERASERS.length;
  return { findings, nextCursor: isLast ? null : following };
}
