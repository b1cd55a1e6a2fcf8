import { type CallOptions, type LookupApi, wait } from './client.js';
import { LookupError } from './errors.js';
import { BULK_TYPES } from './generated/operations.js';
import type { BulkJobAnswer, BulkResultsAnswer } from './generated/types.js';

/** A product that lists can be looked up with, by the name of its method. */
export type BulkProduct = keyof typeof BULK_TYPES;

/** A row as it ended. */
export type BulkRow = BulkResultsAnswer['lookups'][number];

/** Settings of waiting for a job. */
export interface WaitOptions extends Pick<CallOptions, 'signal'> {
  /** Is told how the job stands, each time it was asked. */
  onProgress?: (job: BulkJobAnswer) => void;
  /** Longest milliseconds between two questions. */
  pollInterval?: number;
}

/** Settings of a list. */
export interface RunOptions extends WaitOptions {
  product: BulkProduct;
  /** Makes starting the same list again go on with the job that was started. */
  idempotencyKey?: string;
  /** Public HTTPS address that is told when the job ends. */
  webhookUrl?: string;
  /** Name of the file that the rows come from, which the job bears. */
  fileName?: string;
  /** Country of the rows that name none, by code or name. */
  country?: string;
  /** Is told the id, with which {@link Bulk.results} goes on later. */
  onCreated?: (jobId: string) => void;
}

/** The job ended without answering its rows: it failed, or was cancelled. */
export class BulkJobError extends LookupError {
  override name = 'BulkJobError';
  readonly job: BulkJobAnswer;

  constructor(job: BulkJobAnswer) {
    super(`The job ${job.job_id} is ${job.status}.`);
    this.job = job;
  }
}

const FIRST_POLL_MS = 250;
const POLL_GROWTH = 1.5;
const LONGEST_POLL_MS = 5_000;
export const ROWS_OF_PAGE = 1_000;
const UNDER_WAY: readonly string[] = ['pending', 'processing', 'paused_insufficient_credits'];

/** Lists: one product over many rows, in the background. */
export class Bulk {
  readonly #api: LookupApi;

  constructor(api: LookupApi) {
    this.#api = api;
  }

  /**
   * Looks a list up, waits, and gives the rows in the order they were sent. A row is the main
   * input of the product, or an object of its fields. A job that runs out of credits is waited
   * for: it goes on when there are some.
   * @throws BulkJobError when the job failed or was cancelled
   */
  async *run(
    rows: Iterable<string | object>,
    { product, webhookUrl, fileName, country, idempotencyKey, onCreated, ...options }: RunOptions,
  ): AsyncGenerator<BulkRow, void, undefined> {
    const inputs = Array.from(rows, (row) => (typeof row === 'string' ? row : JSON.stringify(row)));
    const { job_id } = await this.#api.createBulkJob(
      {
        ...{ type: BULK_TYPES[product], inputs },
        ...(webhookUrl && { webhook_url: webhookUrl }),
        ...(fileName && { file_name: fileName }),
        ...(country && { country }),
      },
      {
        ...(options.signal && { signal: options.signal }),
        ...(idempotencyKey && { idempotencyKey }),
      },
    );
    onCreated?.(job_id);
    yield* this.results(job_id, options);
  }

  /** The rows of a job, as soon as it has ended. @throws BulkJobError as {@link run} */
  async *results(
    jobId: string,
    options: WaitOptions = {},
  ): AsyncGenerator<BulkRow, void, undefined> {
    const job = await this.wait(jobId, options);
    if (job.status !== 'completed') throw new BulkJobError(job);
    const call = options.signal ? { signal: options.signal } : {};
    yield* this.#api.getBulkResults(jobId, { limit: ROWS_OF_PAGE }, call);
  }

  /** Waits until a job has ended, well or not. */
  async wait(jobId: string, options: WaitOptions = {}): Promise<BulkJobAnswer> {
    const { signal, onProgress, pollInterval = LONGEST_POLL_MS } = options;
    for (let pause = FIRST_POLL_MS; ; pause *= POLL_GROWTH) {
      const job = await this.#api.getBulkJob(jobId, signal ? { signal } : {});
      onProgress?.(job);
      if (!UNDER_WAY.includes(job.status)) return job;
      await wait(Math.min(pause, pollInterval), signal);
    }
  }
}
