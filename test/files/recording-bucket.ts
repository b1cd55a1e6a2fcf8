import type { FileStore } from '../../src/lookup/jobs/files.ts';

/** What was asked of a bucket, in order, and what it holds. Refuses what R2 would refuse. */
export function recordingBucket({
  failOn = () => false,
}: {
  failOn?: (call: string) => boolean;
} = {}) {
  const calls: string[] = [];
  const partSizes: Record<string, number[]> = {};
  const files = new Map<string, Uint8Array>();
  let uploadsOpen = 0;
  const note = (call: string) => {
    calls.push(call);
    if (failOn(call)) throw new Error(`bucket: ${call}`);
  };
  const join = (parts: Uint8Array[]) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };
  const store: Pick<FileStore, 'write' | 'upload'> = {
    async write(key, bytes) {
      note(`write ${key}`);
      files.set(key, bytes.slice());
    },
    async upload(key) {
      note(`upload ${key}`);
      uploadsOpen++;
      const parts: Uint8Array[] = [];
      return {
        async writePart(part, bytes) {
          note(`part ${part} ${key}`);
          if (part !== parts.length + 1) throw new Error('parts out of order');
          parts.push(bytes.slice());
        },
        async complete() {
          note(`complete ${key}`);
          uploadsOpen--;
          partSizes[key] = parts.map((part) => part.length);
          files.set(key, join(parts));
        },
        async abort() {
          note(`abort ${key}`);
          uploadsOpen--;
        },
      };
    },
  };
  const text = (key: string) =>
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(files.get(key));
  return {
    store: store as FileStore,
    calls,
    partSizes,
    files,
    text,
    uploadsOpen: () => uploadsOpen,
  };
}
