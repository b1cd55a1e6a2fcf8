import { ApiError } from '../core/errors.ts';
import { MAX_BULK_ROWS } from '../core/jobs/bulk.ts';
import type { Spool } from '../store/bulk-objects.ts';

/** What a job asks for besides its rows. */
export interface JobTerms {
  type: string;
  webhookUrl: string | null;
}

/** A job as it arrives: its terms may stand before or behind its rows. */
export interface ArrivingJob {
  /** Read once, never held. */
  rows: AsyncIterable<string>;
  /**
   * @returns null while the type has not come and may still come @throws ApiError for what has come
   * and is wrong
   */
  terms(): JobTerms | null;
}

/** Rows that are hashed together. */
const HASHED_ROWS = 1_000;

const encoder = new TextEncoder();

const sha256 = async (text: string): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

export interface ReceivedJob extends JobTerms {
  total: number;
  /** SHA-256 of what is asked for, hex: a hash of hashes, as the rows are never all in memory. */
  requestHash: string;
}

/**
 * Reads a job to its end and spools its rows.
 * @param check called with the terms before the rows are refused for their number
 * @throws ApiError INPUT_LIMIT_EXCEEDED at the first row too many, and whatever is wrong with the
 * body
 */
export async function receiveRows(
  job: ArrivingJob,
  spool: Spool,
  check: (terms: JobTerms) => void,
): Promise<ReceivedJob> {
  const hashes: string[] = [];
  let unhashed = '';
  let total = 0;
  for await (const row of job.rows) {
    if (total === MAX_BULK_ROWS) {
      const terms = job.terms();
      if (terms) check(terms);
      throw new ApiError(
        'INPUT_LIMIT_EXCEEDED',
        `inputs: has more than ${MAX_BULK_ROWS} rows, which is the most allowed.`,
      );
    }
    total += 1;
    unhashed += `${JSON.stringify(row)}\n`;
    if (total % HASHED_ROWS === 0) {
      hashes.push(await sha256(unhashed));
      unhashed = '';
    }
    const written = spool.write(row);
    if (written) await written;
  }
  const terms = job.terms();
  if (!terms) throw new Error('a job without a type was not refused');
  check(terms);
  const { type, webhookUrl } = terms;
  hashes.push(await sha256(unhashed));
  const requestHash = await sha256(JSON.stringify([type, webhookUrl, total, ...hashes]));
  return { ...terms, total, requestHash };
}
