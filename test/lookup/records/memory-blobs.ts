import type { Blobs } from '../../../src/lookup/world.ts';

/** Blobs in memory that note what is read. */
export function memoryBlobs(): Blobs & {
  objects: Map<string, Uint8Array<ArrayBuffer>>;
  /** Byte ranges that were read. */
  reads: { key: string; offset: number; length: number }[];
} {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    objects,
    reads: [],
    async read(key, range) {
      const object = objects.get(key);
      if (!object) return null;
      if (!range) return object.slice().buffer;
      this.reads.push({ key, ...range });
      return object.slice(range.offset, range.offset + range.length).buffer;
    },
    async write(key, bytes) {
      const copy =
        typeof bytes === 'string' ? new TextEncoder().encode(bytes) : new Uint8Array(bytes);
      objects.set(key, new Uint8Array(copy));
    },
    async remove(keys) {
      for (const key of keys) objects.delete(key);
    },
  };
}
