import type { Upload } from '../core/jobs/files.ts';
import type { Blobs, Clock } from '../core/ports.ts';
import type { Feed } from '../sources/feeds/feed.ts';
import type { FeedNetwork } from './fetch-feed.ts';
import type { FeedMessage } from './messages.ts';
import type { RefreshedState } from './refreshed-states.ts';

/** Tables and feeds by name; what is too large for memory is uploaded in parts. */
export interface FeedBlobs extends Blobs {
  upload(key: string): Promise<Upload>;
}

/** What storing a list of ranges and joining all of them needs. */
export interface RangeDeps extends FeedNetwork {
  blobs: FeedBlobs;
  clock: Clock;
  feeds: readonly Feed[];
}

/** What one reading of a feed brought, as its state will say. */
export interface Taken {
  asOf: string;
  rows: number;
  /** Where the ranges are, for a list of them. */
  ranges?: RefreshedState['ranges'];
  retired?: RefreshedState['retired'];
  /** Where to go on, when there was more than one invocation may read. */
  resume?: string | null;
  /** Why the reading ended early, when what it had read until then stays. */
  failure?: string;
}

/** Something the service fetches by itself: a list of ranges, complaints, the RDAP bootstrap. */
export interface Refreshable {
  name: string;
  refreshEveryHours: number;
  /**
   * Fetches, checks and stores. @throws FeedError when the publisher's file cannot be had or used
   */
  take(before: RefreshedState): Promise<Taken>;
}

/** What the feed verbs reach. */
export interface FeedPorts extends RangeDeps {
  /** Every feed, whatever it brings. */
  all: readonly Refreshable[];
  send(messages: readonly FeedMessage[]): Promise<void>;
  /** Called when the joined table has changed. */
  onJoined(): Promise<void>;
  warn(message: string, cause: unknown): void;
}
