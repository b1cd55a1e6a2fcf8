import type { Posting } from '../core/account/ledger.ts';

/** Segments of ledger lines in R2: written once, then only read. */
export interface SegmentFiles {
  /** Writes a segment unless it is there. */
  put(object: string, lines: readonly Posting[]): Promise<void>;
  /** @throws Error when the segment is gone */
  read(object: string): Promise<Posting[]>;
}

const numbered = (seq: number): string => String(seq).padStart(12, '0');

export const segmentObject = (organizationId: string, firstSeq: number, lastSeq: number): string =>
  `ledger/${organizationId}/${numbered(firstSeq)}-${numbered(lastSeq)}.ndjson`;

export const bucketSegments = (bucket: R2Bucket): SegmentFiles => ({
  async put(object, lines) {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await bucket.put(object, text, { onlyIf: { etagDoesNotMatch: '*' } });
  },
  async read(object) {
    const found = await bucket.get(object);
    if (!found) throw new Error(`the ledger segment ${object} is gone`);
    const text = await found.text();
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Posting);
  },
});
