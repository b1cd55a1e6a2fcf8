import { sha256, toHex } from '../../lib/bytes.ts';
import type { MultipartUpload } from '../../lookup/jobs/files.ts';
import type { FeedBlobs } from './feed.ts';

const HEX_CHARS = 16;

/**
 * Names content of any length by 64 bits of SHA-256, chained over its blocks: the platform's digest
 * takes no stream. The same text and blocks have the same name.
 */
export async function contentHash(
  text: string,
  blocks: Iterable<Uint8Array> = [],
): Promise<string> {
  let hash = await sha256(text);
  for (const block of blocks) {
    const chained = new Uint8Array(hash.length + block.length);
    chained.set(hash);
    chained.set(block, hash.length);
    hash = await sha256(chained);
  }
  return toHex(hash).slice(0, HEX_CHARS);
}

/** The smallest part an R2 multipart upload takes; all but the last must be of one size. */
const PART_BYTES = 5 * 1_048_576;

/**
 * Writes bytes of any length as one object while holding one part of it. What fits one part is put
 * at once; more is uploaded in equal parts and appears only when it is complete.
 */
export class ObjectWriter {
  readonly #blobs: FeedBlobs;
  readonly #key: string;
  readonly #part = new Uint8Array(PART_BYTES);
  #used = 0;
  #parts = 0;
  #upload: MultipartUpload | null = null;

  constructor(blobs: FeedBlobs, key: string) {
    this.#blobs = blobs;
    this.#key = key;
  }

  /** The bytes may be reused once this resolves. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === PART_BYTES) await this.#flush();
      const taken = bytes.subarray(from, from + PART_BYTES - this.#used);
      this.#part.set(taken, this.#used);
      this.#used += taken.length;
      from += taken.length;
    }
  }

  async end(): Promise<void> {
    const rest = this.#part.subarray(0, this.#used);
    if (!this.#upload) return this.#blobs.write(this.#key, rest);
    await this.#upload.writePart(this.#parts + 1, rest);
    await this.#upload.complete();
  }

  /**
   * Leaves nothing behind. Never throws: an upload that cannot be aborted is dropped by the store
   * after seven days.
   */
  async abort(): Promise<void> {
    await this.#upload?.abort().catch(() => undefined);
  }

  /** Called only when more is to come, so that the last part is never empty. */
  async #flush(): Promise<void> {
    this.#upload ??= await this.#blobs.upload(this.#key);
    await this.#upload.writePart(this.#parts + 1, this.#part);
    this.#parts++;
    this.#used = 0;
  }
}

/** Writes one object by `work`; when that fails, nothing of it is left. */
export async function writeObject<Result>(
  blobs: FeedBlobs,
  key: string,
  work: (writer: ObjectWriter) => Promise<Result>,
): Promise<Result> {
  const writer = new ObjectWriter(blobs, key);
  try {
    const result = await work(writer);
    await writer.end();
    return result;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
