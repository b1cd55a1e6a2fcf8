import { deleteBefore } from '../../lib/r2.ts';
import { DAY_MS, HOUR_MS, utcHour } from '../../lib/time.ts';
import type { Replays } from './replay.ts';

/** Lifetime of a replay (specification, "Limits"). */
const REPLAY_LIFETIME_MS = DAY_MS;

const REPLAY_ROOT = 'replays/';

/**
 * Replay store in R2, which is strongly consistent; KV caches a missing key for up to a minute. The
 * hour is the first part of a key, so that a purge deletes from the front.
 */
export function bucketReplays(bucket: R2Bucket): Replays {
  const keyOf = (organizationId: string, name: string, askedAt: number) =>
    `${REPLAY_ROOT}${utcHour(askedAt)}/${organizationId}/${name}`;
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
  deleteBefore(bucket, REPLAY_ROOT, utcHour(now - REPLAY_LIFETIME_MS - HOUR_MS));
