import type { Blobs } from '../../../src/lookup/world.ts';

/** Blobs in memory that note what was read. */
export function memoryBlobs(): Blobs & { objects: Map<string, Uint8Array>; reads: string[] } {
  const objects = new Map<string, Uint8Array>();
  const reads: string[] = [];
  return {
    objects,
    reads,
    async read(key, range) {
      reads.push(key);
      const bytes = objects.get(key);
      return bytes
        ? (bytes.slice(range?.offset ?? 0, range ? range.offset + range.length : undefined)
            .buffer as ArrayBuffer)
        : null;
    },
    async write(key, bytes) {
      objects.set(
        key,
        typeof bytes === 'string'
          ? new TextEncoder().encode(bytes)
          : new Uint8Array(bytes as ArrayBuffer).slice(),
      );
    },
    async remove(keys) {
      for (const key of keys) objects.delete(key);
    },
  };
}
