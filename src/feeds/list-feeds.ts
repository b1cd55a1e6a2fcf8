import type { FeedPorts } from './ports.ts';
import { dueAt } from './refresh-feed.ts';
import { readState } from './refreshed-states.ts';

/** What the operator sees of a feed. Times are ISO 8601. */
export interface ListedFeed {
  name: string;
  asOf: string | null;
  rows: number;
  fetchedAt: string | null;
  /** Null for a feed that was never loaded: at once. */
  dueAt: string | null;
  isDue: boolean;
  /** Null when the last attempt succeeded. */
  lastFailure: { message: string; at: string | null } | null;
}

/** Every feed the service refreshes by itself. */
export function listFeeds({ all, blobs, clock }: FeedPorts): Promise<ListedFeed[]> {
  return Promise.all(
    all.map(async (feed) => {
      const state = await readState(blobs, feed.name);
      const at = dueAt(state, feed);
      const { asOf, rows, fetchedAt, lastError, triedAt } = state;
      return {
        ...{ name: feed.name, asOf, rows, fetchedAt },
        dueAt: fetchedAt && new Date(at).toISOString(),
        isDue: at <= clock.now(),
        lastFailure: lastError === null ? null : { message: lastError, at: triedAt },
      };
    }),
  );
}

/** How long each feed has been due, in milliseconds; 0 for one that is not. */
export const feedsOverdue = ({ all, blobs, clock }: FeedPorts) =>
  Promise.all(
    all.map(async (feed) => {
      const state = await readState(blobs, feed.name);
      // One that was never loaded is due since it was first tried.
      const since = state.fetchedAt === null ? Date.parse(state.triedAt ?? '') : dueAt(state, feed);
      return { name: feed.name, overdueMs: Math.max(0, clock.now() - (since || clock.now())) };
    }),
  );
