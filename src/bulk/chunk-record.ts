import type { LookupData } from '../core/envelope.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { DatedFact } from '../pipeline/find-answer.ts';

interface RecordBase {
  /** Uuid of the row; also the id of its lookup and of its ledger line. */
  id: string;
  /** As it was sent, trimmed. */
  input: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number;
}

/** A row before it is paid: what an attempt found out, written once and never changed. */
export type DraftRecord = RecordBase &
  (
    | { state: 'skipped' }
    /** The position of the row it repeats. */
    | { state: 'duplicate'; of: number }
    | { state: 'failed'; code: ErrorCode; message: string }
    /** Its source was out, or its turn did not come; the next attempt asks, after this many seconds at least. */
    | { state: 'waiting'; code: ErrorCode; message: string; tries: number; waitSeconds: number }
    | {
        state: 'found';
        price: number;
        inputHash: string;
        /** Its credits are filled in when the chunk is paid. */
        data: LookupData;
        /** For the cache. */
        found: DatedFact;
      }
  );

export const ROW_STATUSES = ['completed', 'failed', 'skipped', 'duplicate'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

/** A row as it ended. */
export interface ResultRecord extends RecordBase {
  status: RowStatus;
  credits: number;
  data: LookupData | null;
  /** End of the seven days that the payment covers; null where nothing was answered, or for free. */
  paidUntil: number | null;
  errorCode: ErrorCode | null;
  errorMessage: string | null;
}

export const encodeRecords = (records: readonly (DraftRecord | ResultRecord)[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Reads what {@link encodeRecords} wrote: our own objects, so nothing is checked. */
export const decodeRecords = <T extends DraftRecord | ResultRecord>(text: string): T[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
