import type { Posting } from '../core/account/ledger.ts';
import { pageKeys } from './list-objects.ts';

/** Segments of ledger lines in R2: written once, then only read. */
export interface SegmentFiles {
  /** Writes a segment and its copy, unless they are there. @returns SHA-256 of its bytes, hex */
  put(object: string, lines: readonly Posting[]): Promise<string>;
  /** @throws Error when segment and copy are gone */
  read(object: string): Promise<Posting[]>;
}

/** The bytes of one segment, as they lie in one bucket. */
export interface StoredSegment {
  sha256: string;
  /** Null when they cannot be read as lines. */
  lines: Posting[] | null;
}

/** What a segment's name says of it. */
export interface SegmentPlace {
  object: string;
  firstSeq: number;
  lastSeq: number;
}

/** For checking and mending: segments and copies each by itself. */
export interface SegmentStore extends SegmentFiles {
  /** Segments with lines after `seq`, oldest first, as segments or copies name them. */
  list(organizationId: string, seq: number, limit: number): Promise<SegmentPlace[]>;
  /** Ids after one of organizations that have segments, in their order. */
  owners(after: string, limit: number): Promise<string[]>;
  stored(object: string): Promise<StoredSegment | null>;
  copied(object: string): Promise<StoredSegment | null>;
  /** Writes a segment or its copy over what is there. */
  mend(object: string, lines: readonly Posting[]): Promise<void>;
}

const ROOT = 'ledger/';

/** Copies lie in another bucket, below this. */
const COPIES = 'copies/';

const SEGMENT = /\/(\d{12})-(\d{12})\.ndjson$/;

const numbered = (seq: number): string => String(seq).padStart(12, '0');

export const segmentObject = (organizationId: string, firstSeq: number, lastSeq: number): string =>
  `${ROOT}${organizationId}/${numbered(firstSeq)}-${numbered(lastSeq)}.ndjson`;

const textOf = (lines: readonly Posting[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const linesOf = (text: string): Posting[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Posting);

async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function stored(bucket: R2Bucket, key: string): Promise<StoredSegment | null> {
  const bytes = await (await bucket.get(key))?.arrayBuffer();
  if (!bytes) return null;
  try {
    return { sha256: await sha256(bytes), lines: linesOf(new TextDecoder().decode(bytes)) };
  } catch {
    return { sha256: await sha256(bytes), lines: null };
  }
}

const placeOf = (object: string): SegmentPlace[] => {
  const match = SEGMENT.exec(object);
  return match ? [{ object, firstSeq: Number(match[1]), lastSeq: Number(match[2]) }] : [];
};

/** @param copies the bucket that has a second copy of each segment */
export function bucketSegments(bucket: R2Bucket, copies: R2Bucket): SegmentStore {
  const once = { onlyIf: { etagDoesNotMatch: '*' } };

  return {
    async put(object, lines) {
      const bytes = new TextEncoder().encode(textOf(lines));
      await bucket.put(object, bytes, once);
      await copies.put(COPIES + object, bytes, once);
      return sha256(bytes);
    },
    async read(object) {
      const found = (await bucket.get(object)) ?? (await copies.get(COPIES + object));
      if (!found) throw new Error(`the ledger segment ${object} is gone`);
      return linesOf(await found.text());
    },
    async list(organizationId, seq, limit) {
      const prefix = `${ROOT}${organizationId}/`;
      const after = `${prefix}${numbered(seq)}-~`;
      const [own, copied] = await Promise.all([
        pageKeys(bucket, prefix, { limit, startAfter: after }),
        pageKeys(copies, COPIES + prefix, { limit, startAfter: COPIES + after }),
      ]);
      const copiedKeys = copied.keys.map((key) => key.slice(COPIES.length));
      const keys = [...new Set([...own.keys, ...copiedKeys])].sort().slice(0, limit);
      return keys.flatMap(placeOf);
    },
    async owners(after, limit) {
      const names = async (from: R2Bucket, prefix: string) => {
        const startAfter = after === '' ? {} : { startAfter: `${prefix}${after}/~` };
        const page = await from.list({ prefix, delimiter: '/', limit, ...startAfter });
        return page.delimitedPrefixes.map((found) => found.slice(prefix.length, -1));
      };
      const found = await Promise.all([names(bucket, ROOT), names(copies, COPIES + ROOT)]);
      return [...new Set(found.flat())].sort().slice(0, limit);
    },
    stored: (object) => stored(bucket, object),
    copied: (object) => stored(copies, COPIES + object),
    async mend(object, lines) {
      const text = textOf(lines);
      await bucket.put(object, text);
      await copies.put(COPIES + object, text);
    },
  };
}
