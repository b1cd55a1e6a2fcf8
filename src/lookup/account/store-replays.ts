import { deleteBefore } from '../../lib/r2.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time.ts';
import type { Replays } from './replay.ts';

/** Lifetime of a replay (specification, "Limits"). */
const REPLAY_LIFETIME_MS = DAY_MS;

const REPLAY_ROOT = 'replays/';

/** Hour such as 2026-01-15T09, the first part of a key, so that a purge deletes from the front. */
const hourOf = (at: number): string => new Date(at).toISOString().slice(0, 13);

/** Replay store in R2, which is strongly consistent; KV caches a missing key for up to a minute. */
export function bucketReplays(bucket: R2Bucket): Replays {
  const keyOf = (organizationId: string, name: string, askedAt: number) =>
    `${REPLAY_ROOT}${hourOf(askedAt)}/${organizationId}/${name}`;
  return {
    async get<Data>(...address: Parameters<typeof keyOf>) {
      const object = await bucket.get(keyOf(...address));
      return object ? await object.json<Data>() : null;
    },
    async put(organizationId, name, askedAt, data) {
      const httpMetadata = { contentType: 'application/json' };
      await bucket.put(keyOf(organizationId, name, askedAt), JSON.stringify(data), {
        httpMetadata,
      });
    },
  };
}

/** Purges answers of hours that ended over 24 hours ago. @param now milliseconds since the epoch */
export const purgeReplays = (bucket: R2Bucket, now: number): Promise<void> =>
  deleteBefore(bucket, REPLAY_ROOT, hourOf(now - REPLAY_LIFETIME_MS - HOUR_MS));
