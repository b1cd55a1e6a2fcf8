import type { FeedKind } from '../../core/ip-address.ts';
import type { FeedPolicy } from '../../data/feed-report.ts';
import type { RangeList } from './range-list.ts';

/** What one published file says. */
export interface FeedContent {
  ranges: RangeList;
  /** ISO 8601 date or time the publisher states; null when it states none. */
  asOf: string | null;
}

/** A published list of address ranges: where it is, how it is read, how often. */
export interface Feed extends FeedPolicy {
  kind: FeedKind;
  /** Who runs the ranges. */
  operator: string;
  address: string;
  /** The address is a page that links to the file: finds the file's address in it. @throws FeedError */
  findFile?(page: string): string;
  refreshEveryHours: number;
  /** @throws FeedError when the file is not of the expected form */
  parse(text: string): FeedContent;
}

/** A feed's file cannot be used; the message says why and is kept with the feed's state. */
export class FeedError extends Error {
  /** What the publisher answered, when it was an error status. */
  readonly status: number | null;

  constructor(
    message: string,
    { status = null, ...options }: ErrorOptions & { status?: number | null } = {},
  ) {
    super(message, options);
    this.status = status;
  }
}
