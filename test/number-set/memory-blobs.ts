import type { Blobs } from '../../src/core/ports.ts';

/** Blobs in memory that count what is read. */
export function memoryBlobs(): Blobs & {
  objects: Map<string, Uint8Array<ArrayBuffer>>;
  bytesRead: number;
} {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    objects,
    bytesRead: 0,
    async read(key, range) {
      const object = objects.get(key);
      if (!object) return null;
      const bytes = range
        ? object.slice(range.offset, range.offset + range.length)
        : object.slice();
      this.bytesRead += bytes.byteLength;
      return bytes.buffer;
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
