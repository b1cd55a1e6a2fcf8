import type { Blobs } from '../core/ports.ts';

/** Blobs in an R2 bucket. */
export function bucketBlobs(bucket: R2Bucket): Blobs {
  return {
    async read(key, range) {
      const object = await bucket.get(key, range && { range });
      return object ? object.arrayBuffer() : null;
    },
    async write(key, bytes) {
      await bucket.put(key, bytes);
    },
    async remove(keys) {
      if (keys.length > 0) await bucket.delete([...keys]);
    },
  };
}
