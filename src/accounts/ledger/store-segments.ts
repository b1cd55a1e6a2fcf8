import { sha256Hex } from '../../lib/bytes.ts';
import { MAX_LISTED_OBJECTS, pageKeys } from '../../lib/r2.ts';
import type { LedgerEntry } from '../../lookup/account/ledger.ts';

/** Content of one segment object in one bucket. */
export interface StoredSegment {
  sha256: string;
  /** Null when the content cannot be parsed. */
  entries: LedgerEntry[] | null;
}

/** Range of entries, parsed from a segment's name. */
export interface SegmentRange {
  object: string;
  firstSeq: number;
  lastSeq: number;
}

const SEGMENT_ROOT = 'ledger/';

/** Prefix of the copies, which are in another bucket. */
const COPY_ROOT = 'copies/';

const SEGMENT_NAME = /\/(\d{12})-(\d{12})\.ndjson$/;

const paddedSeq = (seq: number): string => String(seq).padStart(12, '0');

export const segmentKey = (organizationId: string, firstSeq: number, lastSeq: number): string =>
  `${SEGMENT_ROOT}${organizationId}/${paddedSeq(firstSeq)}-${paddedSeq(lastSeq)}.ndjson`;

const encodeEntries = (entries: readonly LedgerEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

const decodeEntries = (text: string): LedgerEntry[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((entry) => JSON.parse(entry) as LedgerEntry);

async function readStoredSegment(bucket: R2Bucket, key: string): Promise<StoredSegment | null> {
  const bytes = await (await bucket.get(key))?.arrayBuffer();
  if (!bytes) return null;
  try {
    return {
      sha256: await sha256Hex(bytes),
      entries: decodeEntries(new TextDecoder().decode(bytes)),
    };
  } catch {
    return { sha256: await sha256Hex(bytes), entries: null };
  }
}

const parseSegmentName = (object: string): SegmentRange[] => {
  const match = SEGMENT_NAME.exec(object);
  return match ? [{ object, firstSeq: Number(match[1]), lastSeq: Number(match[2]) }] : [];
};

/** Segments of ledger entries in R2: written once; only recovery overwrites them. */
export type SegmentStore = ReturnType<typeof bucketSegments>;

/** @param copies bucket with a second copy of each segment */
export function bucketSegments(bucket: R2Bucket, copies: R2Bucket) {
  const once = { onlyIf: { etagDoesNotMatch: '*' } };

  return {
    /** Writes a segment and its copy unless they exist. @returns SHA-256 of its bytes, hex */
    async put(object: string, entries: readonly LedgerEntry[]) {
      const bytes = new TextEncoder().encode(encodeEntries(entries));
      await bucket.put(object, bytes, once);
      await copies.put(COPY_ROOT + object, bytes, once);
      return sha256Hex(bytes);
    },
    /** @throws Error when both segment and copy are missing */
    async read(object: string) {
      const found = (await bucket.get(object)) ?? (await copies.get(COPY_ROOT + object));
      if (!found) throw new Error(`the ledger segment ${object} is gone`);
      return decodeEntries(await found.text());
    },
    /** Segments with entries after `seq`, oldest first, from the names in both buckets. */
    async list(organizationId: string, seq: number, limit: number) {
      const prefix = `${SEGMENT_ROOT}${organizationId}/`;
      const after = `${prefix}${paddedSeq(seq)}-~`;
      const [own, copied] = await Promise.all([
        pageKeys(bucket, prefix, { limit, startAfter: after }),
        pageKeys(copies, COPY_ROOT + prefix, { limit, startAfter: COPY_ROOT + after }),
      ]);
      const copiedKeys = copied.keys.map((key) => key.slice(COPY_ROOT.length));
      const keys = [...new Set([...own.keys, ...copiedKeys])].sort().slice(0, limit);
      return keys.flatMap(parseSegmentName);
    },
    /** Ids of organizations with segments, in order, after the given id. */
    async owners(after: string, limit: number) {
      const names = async (from: R2Bucket, prefix: string) => {
        const startAfter = after === '' ? {} : { startAfter: `${prefix}${after}/~` };
        const page = await from.list({ prefix, delimiter: '/', limit, ...startAfter });
        return page.delimitedPrefixes.map((found) => found.slice(prefix.length, -1));
      };
      const found = await Promise.all([
        names(bucket, SEGMENT_ROOT),
        names(copies, COPY_ROOT + SEGMENT_ROOT),
      ]);
      return [...new Set(found.flat())].sort().slice(0, limit);
    },
    readOriginal: (object: string) => readStoredSegment(bucket, object),
    readCopy: (object: string) => readStoredSegment(copies, COPY_ROOT + object),
    /** Overwrites a segment and its copy. */
    async overwrite(object: string, entries: readonly LedgerEntry[]) {
      const text = encodeEntries(entries);
      await bucket.put(object, text);
      await copies.put(COPY_ROOT + object, text);
    },
  };
}

const ARCHIVE_ROOT = 'accounts/';

const archiveKey = (organizationId: string): string => `${ARCHIVE_ROOT}${organizationId}.json`;

/**
 * Backups of accounts, one object per organization: the latest archived state. Lists every
 * organization, and is what a lost account is rebuilt from.
 */
export type AccountArchives = ReturnType<typeof bucketArchives>;

export const bucketArchives = (bucket: R2Bucket) => ({
  /** @param backups number of this backup, counted from 1 */
  async put(organizationId: string, archive: unknown, backups: number) {
    const customMetadata = { backups: String(backups) };
    await bucket.put(archiveKey(organizationId), JSON.stringify(archive), { customMetadata });
  },
  /** Backups archived after this number; an archive without a number counts as none. */
  async missed(organizationId: string, backups: number) {
    const found = await bucket.head(archiveKey(organizationId));
    return Math.max(0, Number(found?.customMetadata?.backups ?? 0) - backups);
  },
  /** @returns null when the account was never archived */
  async read<T>(organizationId: string) {
    return (await (await bucket.get(archiveKey(organizationId)))?.json<T>()) ?? null;
  },
  /** Ids of organizations, in order, after the given id. */
  async list(after: string, limit: number) {
    const startAfter = after === '' ? undefined : archiveKey(after);
    const page = await pageKeys(bucket, ARCHIVE_ROOT, {
      limit: Math.min(limit, MAX_LISTED_OBJECTS),
      startAfter,
    });
    return page.keys.map((key) => key.slice(ARCHIVE_ROOT.length, -'.json'.length));
  },
});
