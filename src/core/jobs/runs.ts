import type { Caller } from '../account/caller.ts';
import type { LookupData } from '../lookup/envelope.ts';
import type { AnyProduct } from '../lookup/product.ts';
import type { JobOrder, JobState } from './bulk.ts';

/** Rows of one product, each a JSON object written as text. */
export interface RunPart {
  /** The product's bulk type. */
  type: string;
  rows(): AsyncIterable<string>;
}

/** What is missing when the balance cannot cover a run. */
export interface RunShortage {
  required: number;
  available: number;
}

/** A row of a run as it ended; `data` is null where there is no answer. */
export interface RunRow {
  input: string;
  data: LookupData | null;
}

/** Whether a job that nobody started is to run, as whoever ordered it says. */
export type RunClaim = 'runs' | 'undecided' | 'given_up';

/** The jobs of monitors' runs, as the monitors see them. Every call may be repeated. */
export interface RunJobs {
  /** Whether anything could answer a row of these types. */
  available(types: readonly string[]): Promise<boolean>;
  /**
   * Prices the rows, sets the whole price aside and puts them where consumers read them; nothing begins yet.
   * @returns null, or what is missing; then nothing is left
   * @throws ApiError SERVICE_BUSY when the ledger takes no more holds, or the job was given up meanwhile
   */
  prepare(order: JobOrder, parts: readonly RunPart[]): Promise<RunShortage | null>;
  /** @returns false when there is no such job */
  start(jobId: string): Promise<boolean>;
  /** Undoes whatever was done for a job that will never begin, and refuses what is still under way. */
  giveUp(job: Pick<JobOrder, 'id' | 'caller'>): Promise<void>;
  /** Sends what is overdue. @returns false when there is no such job */
  wake(jobId: string): Promise<boolean>;
  /** Sends everything that is out again at once. */
  resend(jobId: string): Promise<void>;
  /** Stops what has not begun; the job then ends by itself. */
  cancel(job: { id: string; caller: Pick<Caller, 'organizationId' | 'mode'> }): Promise<void>;
  /** Deletes what an ended job has left. */
  forget(jobId: string): Promise<void>;
}

/** What the jobs of runs need of whoever ordered them. Every call may be repeated. */
export interface RunOrders {
  /** Products that runs look up and nobody else, by type. */
  products: ReadonlyMap<string, AnyProduct>;
  claim(order: JobOrder): Promise<RunClaim>;
  /** All rows have ended: what they changed is written down. @param read rows of one type, some at a time */
  record(order: JobOrder, read: (type: string) => AsyncIterable<RunRow[]>): Promise<void>;
  /** Tells what changed. @returns null when everything is told, else when to go on */
  tell(order: JobOrder, state: JobState): Promise<{ pauseMs: number } | null>;
}
