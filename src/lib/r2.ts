/** Most objects R2 lists in one call. */
export const MAX_LISTED_OBJECTS = 1_000;

/** Keys of one listing, in their order. */
export async function pageKeys(
  bucket: R2Bucket,
  prefix: string,
  {
    limit = MAX_LISTED_OBJECTS,
    startAfter,
  }: { limit?: number; startAfter?: string | undefined } = {},
): Promise<{ keys: string[]; more: boolean }> {
  const { objects, truncated } = await bucket.list({
    prefix,
    limit,
    ...(startAfter !== undefined && { startAfter }),
  });
  return { keys: objects.map(({ key }) => key), more: truncated };
}

/** Every key below a prefix, page by page. */
export async function* eachKey(bucket: R2Bucket, prefix: string): AsyncGenerator<string> {
  for (let startAfter: string | undefined; ; ) {
    const { keys, more } = await pageKeys(bucket, prefix, { startAfter });
    yield* keys;
    startAfter = keys.at(-1);
    if (!more) return;
  }
}

/** The smallest part an R2 multipart upload takes; all but the last must be of one size. */
export const MULTIPART_PART_BYTES = 5 * 1_024 * 1_024;

const FIRST_BYTES = 65_536;

/**
 * Streaming writer of one object that buffers a single part. What fits one part is one put at the
 * end; more is a multipart upload in equal parts. The object appears only when it is complete.
 */
export class MultipartObject {
  readonly #bucket: R2Bucket;
  readonly #key: string;
  readonly #encoder = new TextEncoder();
  #part = new Uint8Array(FIRST_BYTES);
  #used = 0;
  #upload: R2MultipartUpload | null = null;
  readonly #uploaded: R2UploadedPart[] = [];

  constructor(bucket: R2Bucket, key: string) {
    this.#bucket = bucket;
    this.#key = key;
  }

  /** Written so far. */
  get bytes(): number {
    return this.#uploaded.length * MULTIPART_PART_BYTES + this.#used;
  }

  /** All bytes while none were uploaded, else null. */
  get unsent(): Uint8Array<ArrayBuffer> | null {
    return this.#upload ? null : this.#part.subarray(0, this.#used);
  }

  /** @returns a promise only when a part was full: most writes are synchronous */
  write(line: string): Promise<void> | undefined {
    return this.writeBytes(this.#encoder.encode(line));
  }

  /** As {@link write}. @param bytes fewer than a part */
  writeBytes(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#used + bytes.length > MULTIPART_PART_BYTES) return this.#overflow(bytes);
    this.#append(bytes);
    return undefined;
  }

  async end(): Promise<void> {
    const rest = this.#part.subarray(0, this.#used);
    if (!this.#upload) {
      await this.#bucket.put(this.#key, rest);
      return;
    }
    this.#uploaded.push(await this.#upload.uploadPart(this.#uploaded.length + 1, rest));
    this.#part = new Uint8Array(0);
    await this.#upload.complete(this.#uploaded);
  }

  /**
   * Leaves no object. Never throws: an upload that cannot be aborted is dropped by the store after
   * seven days.
   */
  async abort(): Promise<void> {
    this.#part = new Uint8Array(0);
    await this.#upload?.abort().catch(() => undefined);
  }

  #append(bytes: Uint8Array): void {
    const needed = this.#used + bytes.length;
    if (needed > this.#part.length) {
      const larger = new Uint8Array(
        Math.min(MULTIPART_PART_BYTES, Math.max(needed, 2 * this.#part.length)),
      );
      larger.set(this.#part.subarray(0, this.#used));
      this.#part = larger;
    }
    this.#part.set(bytes, this.#used);
    this.#used = needed;
  }

  /** Uploads the full part. @param bytes fewer than a part */
  async #overflow(bytes: Uint8Array): Promise<void> {
    const room = MULTIPART_PART_BYTES - this.#used;
    this.#append(bytes.subarray(0, room));
    this.#upload ??= await this.#bucket.createMultipartUpload(this.#key);
    this.#uploaded.push(await this.#upload.uploadPart(this.#uploaded.length + 1, this.#part));
    this.#used = 0;
    this.#append(bytes.subarray(room));
  }
}
