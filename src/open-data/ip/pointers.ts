import * as z from 'zod';
import { HOUR_MS } from '../../lib/time.ts';
import { TABLE_LAYOUT } from '../ranges/table.ts';

/** A version's name, which is part of its keys. */
const version = z.string().regex(/^[\w-]+$/);

/**
 * Names the current version of the compiled address table. Written last, so that it never names a
 * half-written one.
 */
export const ADDRESS_POINTER_KEY = `ip/current.${TABLE_LAYOUT}`;
export const addressKeys = (name: string) => ({
  blocks: `ip/${TABLE_LAYOUT}/${name}/blocks.bin`,
  index: `ip/${TABLE_LAYOUT}/${name}/index.bin`,
});

export const addressPointer = z.object({
  version,
  /** The version before, kept for readers that still hold the older pointer. */
  previous: version.nullable(),
  rows: z.object({ v4: z.int().min(1), v6: z.int().min(1) }),
  sources: z.array(
    z.object({ feed: z.string(), name: z.string(), licence: z.string(), asOf: z.iso.date() }),
  ),
  attribution: z.array(z.string()),
});
export type AddressPointer = z.infer<typeof addressPointer>;

/** Names the current version of the table of all loaded feeds, and what is said of each. */
export const MERGED_FEEDS_POINTER_KEY = `overlay/current.${TABLE_LAYOUT}`;
export const mergedFeedsKeys = (name: string) => ({
  blocks: `overlay/${TABLE_LAYOUT}/${name}/blocks.bin`,
  index: `overlay/${TABLE_LAYOUT}/${name}/index.bin`,
});

/** What an answer says of a loaded feed. */
const mergedFeedState = z.object({
  /** Date or time of the content, as the publisher states it, else when it was fetched. */
  asOf: z.string(),
  fetchedAt: z.iso.datetime(),
});
export type MergedFeedState = z.infer<typeof mergedFeedState>;

export const mergedFeedsPointer = z.object({
  version: version.nullable(),
  /** The version before, kept for readers that still hold the older pointer. */
  previous: version.nullable(),
  feeds: z.record(z.string(), mergedFeedState),
});
export type MergedFeedsPointer = z.infer<typeof mergedFeedsPointer>;

/** What the address table must know of a feed to say whether an answer rests on it. */
export interface FeedPolicy {
  name: string;
  /** IP versions the feed speaks about; it is not missed for the other. */
  versions: readonly (4 | 6)[];
  /** Content fetched longer ago than this no longer counts. */
  staleAfterHours: number;
}

/** Which feeds an answer for one IP version rests on. */
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
