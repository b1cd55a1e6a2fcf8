import { bucketSink, pageKeys } from '../lib/r2.ts';
import type { FileStore } from '../lookup/jobs/files.ts';
import type { ListedBlobs } from '../lookup/world.ts';

export function bucketFiles(bucket: R2Bucket): FileStore {
  return {
    async head(key) {
      const object = await bucket.head(key);
      if (!object) return null;
      return {
        size: object.size,
        etag: object.httpEtag,
        contentType: object.httpMetadata?.contentType ?? 'application/octet-stream',
        contentDisposition: object.httpMetadata?.contentDisposition ?? null,
      };
    },

    async read(key, etag, range) {
      const object = await bucket.get(key, { range, onlyIf: new Headers({ 'If-Match': etag }) });
      return object && 'body' in object ? object.body : null;
    },

    ...bucketSink(bucket),
  };
}

export function bucketBlobs(bucket: R2Bucket): ListedBlobs {
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
    list: (prefix, startAfter) => pageKeys(bucket, prefix, { startAfter }),
  };
}
