import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FeedBlobs } from '../../src/open-data/feeds/feed.ts';

/** Blobs stored as files of a directory. */
export function directoryBlobs(directory: string): FeedBlobs {
  return {
    async read(key, range) {
      const path = join(directory, key);
      try {
        if (!range) return exactBuffer(await readFile(path));
        const file = await open(path);
        try {
          const bytes = new Uint8Array(range.length);
          const { bytesRead } = await file.read(bytes, 0, range.length, range.offset);
          return bytes.buffer.slice(0, bytesRead);
        } finally {
          await file.close();
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(key, bytes) {
      const path = join(directory, key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes);
    },
    async upload(key) {
      const path = join(directory, key);
      await mkdir(dirname(path), { recursive: true });
      const file = await open(`${path}.part`, 'w');
      return {
        async writePart(_part, bytes) {
          await file.write(bytes);
        },
        async complete() {
          await file.close();
          await rename(`${path}.part`, path);
        },
        async abort() {
          await file.close();
          await rm(`${path}.part`, { force: true });
        },
      };
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => rm(join(directory, key), { force: true })));
    },
  };
}

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
