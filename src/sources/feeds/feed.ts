import type { FeedKind } from '../../core/ip/address.ts';
import type { FeedPolicy } from '../../data/feed-report.ts';
import type { RangeList } from './range-list.ts';

/**
 * How a publisher writes its file: lines are read as they arrive, and may be hundreds of thousands;
 * a JSON document
 * is read whole. Both add what they find to `ranges`. @throws FeedError when it is not of the
 * expected form
 */
export type FeedForm =
  | { form: 'lines'; read(line: string, ranges: RangeList): void }
  /** @returns the time the publisher states (ISO 8601), or null */
  | { form: 'json'; read(text: string, ranges: RangeList): string | null };

/** A published list of address ranges: where it is, how it is read, how often. */
export interface Feed extends FeedPolicy {
  kind: FeedKind;
  /** Who runs the ranges. */
  operator: string;
  address: string;
  /**
   * The address is a page that links to the file: finds the file's address in it. @throws FeedError
   */
  findFile?(page: string): string;
  refreshEveryHours: number;
  file: FeedForm;
}
