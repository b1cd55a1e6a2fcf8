import type * as Fflate from 'fflate';
import type { PersonSubject } from '../domain/person/person.ts';
import { concatBytes } from '../lib/bytes.ts';
import { ApiError } from '../lib/errors.ts';
import { createLimiter } from '../lib/limiter.ts';
import { pageKeys } from '../lib/r2.ts';
import { quoted } from '../lib/text.ts';
import { IdentifierSearch } from '../lookup/identifier-text.ts';
import { hashSubject } from '../lookup/pipeline/fact-cache.ts';
import { identifierText, suppressionHash } from '../lookup/suppression.ts';
import type { RecoveryPorts } from './ports.ts';
import { clearSegmentHashes, eraseText, pageJobIds, pageMonitorIds } from './store.ts';
import { organizationsAfter } from './verification.ts';

/** @throws ApiError INVALID_INPUT for an invalid identifier */
function openSearch(subject: PersonSubject, param: string): IdentifierSearch {
  const text = identifierText(subject);
  if (text === null) throw new ApiError('INVALID_INPUT', `${param}: cannot be read.`, { param });
  return new IdentifierSearch(text);
}

/**
 * Streaming mask of an identifier. Holds back the end of each chunk, where a match may continue in
 * the next one, together with the context that the search needs before it.
 */
class StreamMask {
  isFound = false;
  readonly #search: IdentifierSearch;
  #held = new Uint8Array(0);
  /** Number of held bytes that were already returned. */
  #given = 0;

  constructor(search: IdentifierSearch) {
    this.#search = search;
  }

  /** @returns the masked bytes that no later chunk can affect */
  next(piece: Uint8Array): Uint8Array {
    const joined = concatBytes([this.#held, piece]);
    const until = Math.max(this.#given, joined.length - this.#search.reach);
    const done = this.#mask(joined, until);
    const from = Math.max(0, until - this.#search.reach);
    this.#held = joined.slice(from);
    this.#given = until - from;
    return done;
  }

  /** @returns the remaining bytes, masked */
  end(): Uint8Array {
    return this.#mask(this.#held, this.#held.length);
  }

  #mask(bytes: Uint8Array, until: number): Uint8Array {
    this.isFound = this.#search.mask(bytes, this.#given, until) || this.isFound;
    return bytes.slice(this.#given, until);
  }
}

/** R2 objects or KV keys searched per step. */
const STEP_SIZE = 50;

/** Erases a part of a store from a cursor, first ''. Returns the next cursor, null at the end. */
type StoreEraser = (
  search: IdentifierSearch,
  from: string,
  ports: RecoveryPorts,
  found: (id: string) => void,
) => Promise<string | null>;

const tablesEraser =
  (which: 'db' | 'recordsDb'): StoreEraser =>
  async (search, from, ports, found) => {
    const [table = '', rowid = '0'] = from.split(' ');
    const place = { table, rowid: Number(rowid) };
    const { erased, endpoints, next } = await eraseText(ports[which], search, place);
    for (const { id, organizationId } of endpoints)
      await ports.accounts.releaseQuota(organizationId, { kind: 'webhookEndpoints', id });
    if (erased > 0) found(`${next?.table} ${erased}`);
    return next && `${next.table} ${next.rowid}`;
  };

/**
 * Erases members and names in accounts, and rewrites each account's archive at once. That of a lost
 * account still has them, and they would come back with it.
 * @throws ApiError NOT_FOUND for a lost account
 */
const accountsEraser: StoreEraser = async (search, from, ports, found) => {
  const [id] = await organizationsAfter(from, ports);
  if (id === undefined) return null;
  const { organization, members } = await ports.recovery.export(id);
  if (organization === null && (await ports.archives.read(id)))
    throw new ApiError('NOT_FOUND', `the account is lost: run rebuild-account ${quoted(id)}`);
  for (const member of members) {
    if (!search.equals(member.email)) continue;
    await ports.accounts.removeMember(id, member.id);
    found(id);
  }
  await ports.recovery.eraseText(id, search.identifier);
  // Older archived copies are erased by the bucket erasers, which run later.
  await ports.accounts.archiveEntries(id);
  await ports.recovery.backUp(id);
  return id;
};

/** KV values in memory at a time, each of up to 25 MiB (Workers KV, "Limits"). */
const CONCURRENT_VALUES = 3;

/** Erases cached facts that contain the identifier, or whose key has its input hash. */
const cacheEraser: StoreEraser = async (search, from, { cache }, found) => {
  const hashes = await Promise.all(search.inputs.map(hashSubject));
  const page = await cache.list({ limit: STEP_SIZE, ...(from && { cursor: from }) });
  const names = page.keys.map(({ name }) => name);
  const isHeld = async (name: string): Promise<boolean> => {
    if (hashes.some((hash) => name.endsWith(hash))) return true;
    const value = new Uint8Array((await cache.get(name, 'arrayBuffer')) ?? new ArrayBuffer(0));
    return search.mask(value, 0, value.length);
  };
  const unread = names.values();
  const work = async () => {
    for (const name of unread) {
      if (!(await isHeld(name))) continue;
      await cache.delete(name);
      found(name.slice(0, name.lastIndexOf(':')));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_VALUES }, work));
  return page.list_complete ? null : page.cursor;
};

/** Signature of the local file header at the start of a ZIP (PKWARE APPNOTE 6.3.10, 4.3.7). */
const ARCHIVE_START = 'PK\x03\x04';

/** Limit of decompressed bytes to search, as an archive may expand a thousandfold. */
const MAX_UNPACKED_BYTES = 1_024 * 1_048_576;

/** Compressed bytes inflated at once; deflate expands each to at most 1,032. */
const PACKED_SLICE_BYTES = 8_192;

/** Streaming search in the decompressed entries of a ZIP archive. */
class ArchiveSearch {
  isFound = false;
  #unpacked = 0;
  readonly #unzip: Fflate.Unzip;

  constructor(search: IdentifierSearch, { Unzip, UnzipInflate }: typeof Fflate) {
    this.#unzip = new Unzip((entry) => {
      const masking = new StreamMask(search);
      entry.ondata = (error, bytes, isLast) => {
        if (error) throw error;
        this.#unpacked += bytes.length;
        masking.next(bytes);
        if (isLast) masking.end();
        this.isFound ||= masking.isFound;
      };
      entry.start();
    });
    this.#unzip.register(UnzipInflate);
  }

  /** @throws Error for a malformed archive, or a compression other than deflate */
  next(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; at += PACKED_SLICE_BYTES)
      if (this.#unpacked < MAX_UNPACKED_BYTES)
        this.#unzip.push(piece.slice(at, at + PACKED_SLICE_BYTES));
  }
}

const isArchive = (piece: Uint8Array): boolean =>
  String.fromCharCode(...piece.subarray(0, ARCHIVE_START.length)) === ARCHIVE_START;

/** Searches an object, reading it to its end to close the stream. @returns where the match is */
async function searchObject(
  object: R2ObjectBody,
  search: IdentifierSearch,
): Promise<'bytes' | 'archive' | null> {
  const masking = new StreamMask(search);
  let archive: ArchiveSearch | null = null;
  let isFirst = true;
  for await (const piece of object.body as unknown as AsyncIterable<Uint8Array>) {
    if (isFirst && isArchive(piece)) archive = new ArchiveSearch(search, await import('fflate'));
    isFirst = false;
    masking.next(piece);
    try {
      archive?.next(piece);
    } catch {
      // No program can read the rest of a malformed archive either.
    }
  }
  masking.end();
  if (archive) return archive.isFound || masking.isFound ? 'archive' : null;
  return masking.isFound ? 'bytes' : null;
}

/** Rewrites an object with the identifier masked, streaming. */
async function putMasked(
  bucket: R2Bucket,
  key: string,
  object: R2ObjectBody,
  search: IdentifierSearch,
) {
  const { readable, writable } = new FixedLengthStream(object.size);
  const write = async () => {
    const masking = new StreamMask(search);
    const writer = writable.getWriter();
    for await (const piece of object.body as unknown as AsyncIterable<Uint8Array>)
      await writer.write(masking.next(piece));
    await writer.write(masking.end());
    await writer.close();
  };
  const { contentDisposition, ...others } = object.httpMetadata ?? {};
  const isNamed = search.contains(contentDisposition);
  const httpMetadata = {
    ...others,
    ...(contentDisposition && { contentDisposition: isNamed ? 'attachment' : contentDisposition }),
  };
  await Promise.all([bucket.put(key, readable, { httpMetadata }), write()]);
}

/** An invocation may wait for six connections at once (Workers, limits). */
const OBJECTS_AT_ONCE = 5;

/**
 * Masks the identifier in every object of a bucket byte for byte, so that offsets stay valid.
 * A workbook or copied webhook endpoint with a match is deleted, and a file name with a match is
 * removed.
 */
const bucketEraser =
  (which: 'results' | 'history' | 'data', prefix: string): StoreEraser =>
  async (search, from, ports, found) => {
    const bucket = ports[which];
    const page = await pageKeys(bucket, prefix, {
      limit: STEP_SIZE,
      startAfter: from || undefined,
    });
    const eraseIn = async (key: string) => {
      const object = await bucket.get(key);
      const place = object && (await searchObject(object, search));
      if (!place && !search.contains(object?.httpMetadata?.contentDisposition)) return;
      // The list's other files have the same rows, and stay.
      if (place === 'archive' || prefix === ENDPOINT_COPIES) await bucket.delete(key);
      const again = await bucket.get(key);
      if (again) await putMasked(bucket, key, again, search);
      if (which !== 'results') await clearSegmentHashes(ports.db, key.replace('copies/', ''));
      found(key);
    };
    const limit = createLimiter(OBJECTS_AT_ONCE);
    await Promise.all(page.keys.map((key) => limit(() => eraseIn(key))));
    return page.more ? (page.keys.at(-1) ?? null) : null;
  };

const ENDPOINT_COPIES = 'endpoints/';

/** Erases members and events of monitors, also of deleted ones, whose events stay thirty days. */
const monitorsEraser: StoreEraser = async ({ identifier }, from, ports, found) => {
  const ids = await pageMonitorIds(ports.db, from, STEP_SIZE);
  for (const id of ids) if ((await ports.monitors.erase(id, identifier)) > 0) found(id);
  return ids.length < STEP_SIZE ? null : (ids.at(-1) ?? null);
};

/** Erases parts of jobs' orders in their objects: webhook URLs, file names and column names. */
const walkJobs: StoreEraser = async ({ identifier }, from, ports, found) => {
  const ids = await pageJobIds(ports.db, from, STEP_SIZE);
  for (const id of ids) if (await ports.jobs.erase(id, identifier)) found(id);
  return ids.length < STEP_SIZE ? null : (ids.at(-1) ?? null);
};

/** Stores in erasure order: authoritative stores before their projections. */
const STORE_ERASERS: readonly (readonly [store: string, walk: StoreEraser])[] = [
  ['accounts', accountsEraser],
  ['monitors', monitorsEraser],
  ['jobs', walkJobs],
  ['DB', tablesEraser('db')],
  ['RECORDS', tablesEraser('recordsDb')],
  ['CACHE', cacheEraser],
  ['RESULTS', bucketEraser('results', '')],
  ['HISTORY', bucketEraser('history', 'ledger/')],
  ['HISTORY', bucketEraser('history', ENDPOINT_COPIES)],
  ['DATA', bucketEraser('data', 'copies/')],
];

/**
 * Erases an email address or phone number from every store, a bounded part per step. Its hash must
 * be on the list of suppressed people throughout, so that no source finds it again.
 * @param request `param`: the request field that identifies the person
 * @returns result of the step, and the next cursor; null once all stores were searched
 * @throws ApiError INVALID_INPUT for an invalid identifier, or one that is not on the list;
 * NOT_FOUND while an account is lost
 */
export async function erasePerson(
  request: { subject: PersonSubject; param: string; cursor: string | null },
  ports: RecoveryPorts,
) {
  const { param } = request;
  const search = openSearch(request.subject, param);
  if (!(await ports.isListed((await suppressionHash(request.subject)) ?? ''))) {
    const message = `${param}: is not on the list of suppressed people; add the hash.`;
    throw new ApiError('INVALID_INPUT', message, { param });
  }
  const [, step = '0', from = ''] = /^(\d):(.*)$/.exec(request.cursor ?? '') ?? [];
  const walk = STORE_ERASERS[Number(step)];
  if (!walk) return { findings: [], nextCursor: null };
  const findings: { store: string; id: string }[] = [];
  const next = await walk[1](search, from, ports, (id) => findings.push({ store: walk[0], id }));
  const following = next === null ? `${Number(step) + 1}:` : `${step}:${next}`;
  const isLast = next === null && Number(step) + 1 === STORE_ERASERS.length;
  return { findings, nextCursor: isLast ? null : following };
}
