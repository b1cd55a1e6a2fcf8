export const MAX_LISTED_OBJECTS = 1_000;

/** One page of a bucket's keys, in lexicographic order. */
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

export async function* eachKey(bucket: R2Bucket, prefix: string): AsyncGenerator<string> {
  for (let startAfter: string | undefined; ; ) {
    const { keys, more } = await pageKeys(bucket, prefix, { startAfter });
    yield* keys;
    startAfter = keys.at(-1);
    if (!more) return;
  }
}

/** Most batches of one purge, a million objects; the rest is left to the next purge. */
const MAX_PURGED_BATCHES = 1_000;

/**
 * Deletes objects below a prefix whose names sort by time, oldest first.
 * @param first name after the prefix of the first object to keep
 */
export async function deleteBefore(bucket: R2Bucket, prefix: string, first: string): Promise<void> {
  for (let batch = 0; batch < MAX_PURGED_BATCHES; batch += 1) {
    // Keys are listed in order, so the oldest come first.
    const { keys, more } = await pageKeys(bucket, prefix);
    const ended = keys.filter((key) => key < prefix + first);
    if (ended.length > 0) await bucket.delete(ended);
    if (ended.length < keys.length || !more) return;
  }
}

/** Smallest part of an R2 multipart upload; all but the last must have the same size. */
export const MULTIPART_PART_BYTES = 5 * 1_024 * 1_024;

/**
 * Multipart upload of an object: parts of equal size, at least 5 MiB, except the last. `Tag` is the
 * store's result for a written object.
 */
export interface MultipartUpload<Tag = unknown> {
  /** @param part 1, 2, 3 … */
  writePart(part: number, bytes: Uint8Array): Promise<void>;
  /** Joins the parts to one object, which replaces any object with that key. */
  complete(): Promise<Tag>;
  /** Discards the parts; an existing object with that key stays. */
  abort(): Promise<void>;
}

type ObjectHeaders = Pick<R2HTTPMetadata, 'contentType' | 'contentDisposition'>;

/** Destination of objects, written whole or in parts. */
export interface ObjectSink<Tag = unknown> {
  write(key: string, bytes: Uint8Array, headers: ObjectHeaders): Promise<Tag>;
  upload(key: string, headers: ObjectHeaders): Promise<MultipartUpload<Tag>>;
}

/** Objects of an R2 bucket; the tag is the entity tag. */
export const bucketSink = (bucket: R2Bucket): ObjectSink<string> => ({
  write: async (key, bytes, httpMetadata) =>
    (await bucket.put(key, bytes, { httpMetadata }))?.etag ?? '',

  async upload(key, httpMetadata) {
    const upload = await bucket.createMultipartUpload(key, { httpMetadata });
    const parts: R2UploadedPart[] = [];
    return {
      async writePart(part, bytes) {
        parts.push(await upload.uploadPart(part, bytes));
      },
      complete: async () => (await upload.complete(parts)).etag,
      abort: () => upload.abort(),
    };
  },
});

const FIRST_BYTES = 65_536;

const encoder = new TextEncoder();

/**
 * Streaming writer of one object of any length that buffers a single part. Content of one part is
 * written by one put at the end; more becomes a multipart upload in equal parts. The object appears
 * only once it is complete.
 */
export class ObjectWriter<Tag = unknown> {
  readonly #sink: ObjectSink<Tag>;
  readonly #key: string;
  readonly #headers: ObjectHeaders;
  #part = new Uint8Array(FIRST_BYTES);
  #used = 0;
  #parts = 0;
  #upload: MultipartUpload<Tag> | null = null;

  constructor(
    sink: ObjectSink<Tag>,
    key: string,
    headers: ObjectHeaders = { contentType: 'application/octet-stream' },
  ) {
    this.#sink = sink;
    this.#key = key;
    this.#headers = headers;
  }

  get bytes(): number {
    return this.#parts * MULTIPART_PART_BYTES + this.#used;
  }

  /** All bytes so far, or null once some were uploaded. */
  get unsent(): Uint8Array<ArrayBuffer> | null {
    return this.#upload ? null : this.#part.subarray(0, this.#used);
  }

  /**
   * @param content text, written as UTF-8, or bytes, which may be reused once the write is done
   * @returns a promise only if a part was full; most writes are synchronous
   */
  write(content: string | Uint8Array): Promise<void> | undefined {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    if (this.#used + bytes.length > MULTIPART_PART_BYTES) return this.#overflow(bytes);
    this.#append(bytes);
    return undefined;
  }

  async end(): Promise<Tag> {
    const rest = this.#part.subarray(0, this.#used);
    if (!this.#upload) return this.#sink.write(this.#key, rest, this.#headers);
    await this.#upload.writePart(this.#parts + 1, rest);
    this.#part = new Uint8Array(0);
    return this.#upload.complete();
  }

  /** Discards the object. Never throws: the store drops an unfinished upload after a week. */
  async abort(): Promise<void> {
    this.#part = new Uint8Array(0);
    await this.#upload?.abort().catch(() => undefined);
  }

  /** @param bytes that fit the part */
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

  /** Uploads a full part only when more content follows, so that the last part is never empty. */
  async #overflow(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === MULTIPART_PART_BYTES) await this.#flush();
      const taken = bytes.subarray(from, from + MULTIPART_PART_BYTES - this.#used);
      this.#append(taken);
      from += taken.length;
    }
  }

  async #flush(): Promise<void> {
    this.#upload ??= await this.#sink.upload(this.#key, this.#headers);
    await this.#upload.writePart(this.#parts + 1, this.#part);
    this.#parts++;
    this.#used = 0;
  }
}
