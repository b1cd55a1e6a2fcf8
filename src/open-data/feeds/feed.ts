import * as z from 'zod';
import { alike } from '../../lib/fields.ts';
import type { MultipartUpload } from '../../lib/r2.ts';
import type { Blobs, Clock } from '../../lookup/world.ts';
import type { FeedTransport } from './download.ts';
import type { RangeFeed } from './range-list.ts';

/** Raised when the form of stored ranges or states changes. */
const STATE_LAYOUT = 1;

const version = z.string().regex(/^[0-9a-f]{16}$/);

/** Where the last good ranges of a feed are: IPv4 rows, then IPv6 rows (range-rows.ts). */
const storedRanges = z.object({
  /** Hash of the rows and labels: the same content has the same version. */
  version,
  v4: z.int().min(0),
  v6: z.int().min(0),
  labels: z.array(z.object({ region: z.string().nullable(), service: z.string().nullable() })),
});
export type StoredRanges = z.infer<typeof storedRanges>;

/** What is known of one feed. Each has an object of its own, so that feeds are refreshed apart. */
const refreshState = z.object({
  /** Date or time of the content as published, else when fetched; null while never loaded. */
  asOf: z.string().nullable(),
  rows: z.int().min(0),
  /** When it was last read to its end. */
  fetchedAt: z.iso.datetime().nullable(),
  /** Why the last attempt failed; null after a success. */
  lastError: z.string().nullable(),
  triedAt: z.iso.datetime().nullable(),
  /** Where the next reading goes on; null when the last one reached the end. */
  resume: z.string().nullable(),
  ranges: storedRanges.nullable(),
  /** Versions of its ranges that are no longer used, or were never finished. */
  retired: z.array(version),
});
export type RefreshState = z.infer<typeof refreshState>;

const stateKey = (feed: string): string => `feeds/${STATE_LAYOUT}/${feed}/state.json`;

export const rangesKey = (feed: string, name: string): string =>
  `feeds/${STATE_LAYOUT}/${feed}/${name}.bin`;

const NEVER_TRIED: RefreshState = {
  asOf: null,
  rows: 0,
  ...alike(null, 'fetchedAt', 'lastError', 'triedAt', 'resume', 'ranges'),
  retired: [],
};

export async function readRefreshState(blobs: Blobs, feed: string): Promise<RefreshState> {
  const bytes = await blobs.read(stateKey(feed));
  return bytes ? refreshState.parse(JSON.parse(new TextDecoder().decode(bytes))) : NEVER_TRIED;
}

export const writeRefreshState = (blobs: Blobs, feed: string, state: RefreshState): Promise<void> =>
  blobs.write(stateKey(feed), JSON.stringify(state));

/** What travels through the queue of feeds. Each is one invocation; a repeat changes nothing. */
export const feedMessage = z.discriminatedUnion('step', [
  /** Refresh this feed if it is still due. */
  z.object({ step: z.literal('refresh'), feed: z.string() }),
  /** Join the stored ranges into one table if they are newer than it. */
  z.object({ step: z.literal('join') }),
]);

export type FeedMessage = z.infer<typeof feedMessage>;

/** Tables and feeds by name; what is too large for memory is uploaded in parts. */
export interface FeedBlobs extends Blobs {
  upload(key: string): Promise<MultipartUpload>;
}

/** What storing a list of ranges and joining all of them needs. */
export interface RangeDeps extends FeedTransport {
  blobs: FeedBlobs;
  clock: Clock;
  feeds: readonly RangeFeed[];
}

export interface RefreshResult {
  asOf: string;
  rows: number;
  /** Where the ranges are, for a list of them. */
  ranges?: RefreshState['ranges'];
  retired?: RefreshState['retired'];
  /** Where to go on, when there was more than one invocation may read. */
  resume?: string | null;
  /** Why the reading ended early, when what it had read until then stays. */
  failure?: string;
}

/** A feed on a refresh schedule: a list of ranges, complaints, the RDAP bootstrap. */
export interface RefreshableFeed {
  name: string;
  refreshEveryHours: number;
  /** Fetches, checks and stores. @throws FeedError when the publisher's file cannot be used */
  fetchAndStore(before: RefreshState): Promise<RefreshResult>;
}

export interface FeedPorts extends RangeDeps {
  all: readonly RefreshableFeed[];
  send(messages: readonly FeedMessage[]): Promise<void>;
  /** Runs what takes much of the isolate's memory, with what can be read again let go of. */
  withRoom(work: () => Promise<void>): Promise<void>;
  /** Called when the joined table has changed. */
  onMerged(): Promise<void>;
  warn(message: string, cause: unknown): void;
}
