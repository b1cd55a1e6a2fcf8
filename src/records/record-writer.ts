import { ApiError } from '../core/errors.ts';

/**
 * Where the rows of one import go until it is committed; one implementation for each way to keep
 * them.
 */
export interface RecordWriter {
  /** Time to flush. */
  readonly full: boolean;
  /** D1 statements of one flush. */
  readonly flushQueries: number;
  /**
   * @returns the normalised key the row is counted by. @throws UnusableInput saying what is wrong
   * with the row
   */
  add(columns: Record<string, unknown>): string;
  /**
   * Stores what was added. @returns how many of its keys readers could not see and no earlier flush
   * stored
   */
  flush(): Promise<number>;
  /** Keys that rows are counted by, stored over all parts and flushes. */
  readonly keys: number;
  /** Called once the part is read and flushed. */
  finishPart(): Promise<void>;
  /** Makes everything visible at once. @returns false when the import was given up meanwhile */
  commit(): Promise<boolean>;
}

/** The import stood still, was taken for crashed and given up. */
export const givenUp = (): ApiError =>
  new ApiError('SERVICE_BUSY', 'The import stood still for too long and was given up.');
