import type { AddressPointer, FeedState } from './table-pointers.ts';

/** What the address table must know of a feed to say whether an answer rests on it. */
export interface FeedPolicy {
  name: string;
  /** IP versions the feed speaks about; it is not missed for the other. */
  versions: readonly (4 | 6)[];
  /** Content fetched longer ago than this no longer counts. */
  staleAfterHours: number;
}

/** Which feeds an answer for one IP version rests on. */
export interface FeedReport {
  checked: readonly string[];
  /** Never loaded, or stale. */
  missing: readonly string[];
  asOf: Readonly<Record<string, string>>;
}

/** Cities are compiled for IPv4 only: the open IPv6 city data is wrong too often. */
const IPV4_ONLY: ReadonlySet<string> = new Set(['city']);
const HOUR_MS = 3_600_000;

interface Facts {
  sources: AddressPointer['sources'];
  states: Readonly<Record<string, FeedState>>;
  feeds: readonly FeedPolicy[];
  now: number;
}

export function feedReport(version: 4 | 6, { sources, states, feeds, now }: Facts): FeedReport {
  const checked: string[] = [];
  const missing: string[] = [];
  const asOf: Record<string, string> = {};
  for (const source of sources) {
    if (version === 6 && IPV4_ONLY.has(source.feed)) continue;
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
