import * as z from 'zod';
import { alike } from '../../lib/fields.ts';
import type { MultipartUpload } from '../../lib/r2.ts';
import { type Blobs, type Clock, readJsonBlob } from '../../lookup/world.ts';
import type { FeedTransport } from './download.ts';
import type { RangeFeed } from './range-list.ts';

/** Layout version in the keys of stored ranges and states; raised when their format changes. */
const STATE_LAYOUT = 1;

const version = z.string().regex(/^[0-9a-f]{16}$/);

/** Stored ranges of a feed's last usable file: IPv4 rows, then IPv6 rows (../ranges/rows.ts). */
const storedRanges = z.object({
  /** Hash of the rows and labels: equal content has the same version. */
  version,
  v4: z.int().min(0),
  v6: z.int().min(0),
  labels: z.array(z.object({ region: z.string().nullable(), service: z.string().nullable() })),
});
export type StoredRanges = z.infer<typeof storedRanges>;

/** Refresh state of one feed, in its own object, so that feeds are refreshed independently. */
const refreshState = z.object({
  /** Date or time of the content as published, otherwise when fetched; null if never loaded. */
  asOf: z.string().nullable(),
  rows: z.int().min(0),
  /** When the feed was last read to its end. */
  fetchedAt: z.iso.datetime().nullable(),
  /** Reason why the last attempt failed; null after a success. */
  lastError: z.string().nullable(),
  triedAt: z.iso.datetime().nullable(),
  /** Start of the first attempt; states stored before this field existed lack it. */
  firstTriedAt: z.iso.datetime().nullable().default(null),
  /** Cursor where the next read continues; null if the last read reached the end. */
  resume: z.string().nullable(),
  ranges: storedRanges.nullable(),
  /** Versions of its ranges to remove: no longer used, or never completed. */
  retired: z.array(version),
});
export type RefreshState = z.infer<typeof refreshState>;

const stateKey = (feed: string): string => `feeds/${STATE_LAYOUT}/${feed}/state.json`;

export const rangesKey = (feed: string, name: string): string =>
  `feeds/${STATE_LAYOUT}/${feed}/${name}.bin`;

const NEVER_TRIED: RefreshState = {
  asOf: null,
  rows: 0,
  ...alike(null, 'fetchedAt', 'lastError', 'triedAt', 'firstTriedAt', 'resume', 'ranges'),
  retired: [],
};

export async function readRefreshState(blobs: Blobs, feed: string): Promise<RefreshState> {
  return (await readJsonBlob(blobs, stateKey(feed), refreshState)) ?? NEVER_TRIED;
}

export const writeRefreshState = (blobs: Blobs, feed: string, state: RefreshState): Promise<void> =>
  blobs.write(stateKey(feed), JSON.stringify(state));

/** Message of the feed queue. Each takes one invocation and is idempotent. */
export const feedMessage = z.discriminatedUnion('step', [
  /** Refresh this feed if it is still due. */
  z.object({ step: z.literal('refresh'), feed: z.string() }),
  /** Merge the stored ranges into one table if they are newer than it. */
  z.object({ step: z.literal('join') }),
]);

export type FeedMessage = z.infer<typeof feedMessage>;

/** Store of tables and feeds by name, with multipart upload for objects too large for memory. */
export interface FeedBlobs extends Blobs {
  upload(key: string): Promise<MultipartUpload>;
}

/** Dependencies for storing one list of ranges and for merging all lists. */
export interface RangeDeps extends FeedTransport {
  blobs: FeedBlobs;
  clock: Clock;
  feeds: readonly RangeFeed[];
}

export interface RefreshResult {
  asOf: string;
  rows: number;
  /** Stored ranges; only for a list of ranges. */
  ranges?: RefreshState['ranges'];
  retired?: RefreshState['retired'];
  /** Cursor where to continue if there was more than one invocation may read. */
  resume?: string | null;
  /** Reason why the read ended early; what was read until then is kept. */
  failure?: string;
}

/** Feed on a refresh schedule: a list of ranges, complaints, the RDAP bootstrap. */
export interface RefreshableFeed {
  name: string;
  refreshEveryHours: number;
  /** Fetches, checks and stores. @throws FeedError if the publisher's file is unusable */
  fetchAndStore(before: RefreshState): Promise<RefreshResult>;
}

export interface FeedPorts extends RangeDeps {
  all: readonly RefreshableFeed[];
  send(messages: readonly FeedMessage[]): Promise<void>;
  /** Runs memory-intensive work with the cache of table blocks shrunk. */
  withRoom(work: () => Promise<void>): Promise<void>;
  /** Called after the merged table has changed. */
  onMerged(): Promise<void>;
  warn(message: string, cause: unknown): void;
}
