import * as z from 'zod';
import { HOUR_MS } from '../../lib/time.ts';
import { TABLE_LAYOUT } from '../ranges/table.ts';

/** Version name, part of the storage keys. */
const version = z.string().regex(/^[\w-]+$/);

/**
 * Pointer to the current version of the compiled address table. Written last, so that it never
 * names an incomplete version.
 */
export const ADDRESS_POINTER_KEY = `ip/current.${TABLE_LAYOUT}`;
export const addressKeys = (name: string) => ({
  blocks: `ip/${TABLE_LAYOUT}/${name}/blocks.bin`,
  index: `ip/${TABLE_LAYOUT}/${name}/index.bin`,
});

export const addressPointer = z.object({
  version,
  /** Previous version, kept for readers that still hold the older pointer. */
  previous: version.nullable(),
  rows: z.object({ v4: z.int().min(1), v6: z.int().min(1) }),
  sources: z.array(
    z.object({ feed: z.string(), name: z.string(), licence: z.string(), asOf: z.iso.date() }),
  ),
  attribution: z.array(z.string()),
});
export type AddressPointer = z.infer<typeof addressPointer>;

/** Pointer to the current table of the merged feeds, with the state of each feed. */
export const MERGED_FEEDS_POINTER_KEY = `overlay/current.${TABLE_LAYOUT}`;
export const mergedFeedsKeys = (name: string) => ({
  blocks: `overlay/${TABLE_LAYOUT}/${name}/blocks.bin`,
  index: `overlay/${TABLE_LAYOUT}/${name}/index.bin`,
});

/** State of a loaded feed, as reported in answers. */
const mergedFeedState = z.object({
  /** Date or time of the content as stated by the publisher, otherwise when fetched. */
  asOf: z.string(),
  fetchedAt: z.iso.datetime(),
});
export type MergedFeedState = z.infer<typeof mergedFeedState>;

export const mergedFeedsPointer = z.object({
  version: version.nullable(),
  /** Previous version, kept for readers that still hold the older pointer. */
  previous: version.nullable(),
  feeds: z.record(z.string(), mergedFeedState),
});
export type MergedFeedsPointer = z.infer<typeof mergedFeedsPointer>;

/** Properties of a feed that decide whether an answer is based on it. */
export interface FeedPolicy {
  name: string;
  /** IP versions that the feed covers; for the others it is not reported as missing. */
  versions: readonly (4 | 6)[];
  /** Content fetched longer ago than this is ignored. */
  staleAfterHours: number;
}

/** Feeds that an answer for one IP version is based on. */
export interface FeedCoverage {
  checked: readonly string[];
  /** Never loaded, or stale. */
  missing: readonly string[];
  asOf: Readonly<Record<string, string>>;
}

interface CoverageInput {
  sources: AddressPointer['sources'];
  states: Readonly<Record<string, MergedFeedState>>;
  feeds: readonly FeedPolicy[];
  now: number;
}

export function feedCoverage(
  version: 4 | 6,
  { sources, states, feeds, now }: CoverageInput,
): FeedCoverage {
  const checked: string[] = [];
  const missing: string[] = [];
  const asOf: Record<string, string> = {};
  for (const source of sources) {
    checked.push(source.feed);
    asOf[source.feed] = source.asOf;
  }
  for (const feed of feeds) {
    if (!feed.versions.includes(version)) continue;
    const state = states[feed.name];
    if (state && now - Date.parse(state.fetchedAt) <= feed.staleAfterHours * HOUR_MS) {
      checked.push(feed.name);
      asOf[feed.name] = state.asOf;
    } else missing.push(feed.name);
  }
  return { checked, missing, asOf };
}
