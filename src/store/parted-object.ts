/** The smallest part an R2 multipart upload takes; all but the last must be of one size. */
export const PART_BYTES = 5 * 1_024 * 1_024;

const FIRST_BYTES = 65_536;

/**
 * Writes lines as one object while holding one part of it. What fits one part is put at once, at
 * the end; more is uploaded in equal parts. The object appears only when it is complete.
 */
export class PartedObject {
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
    return this.#uploaded.length * PART_BYTES + this.#used;
  }

  /** Everything, while none of it has left. */
  get unsent(): Uint8Array<ArrayBuffer> | null {
    return this.#upload ? null : this.#part.subarray(0, this.#used);
  }

  /** @returns a promise only when a part was full, so that most lines cost no wait */
  write(line: string): Promise<void> | undefined {
    return this.writeBytes(this.#encoder.encode(line));
  }

  /** As {@link write}. @param bytes fewer than a part */
  writeBytes(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#used + bytes.length > PART_BYTES) return this.#overflow(bytes);
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
      const larger = new Uint8Array(Math.min(PART_BYTES, Math.max(needed, 2 * this.#part.length)));
      larger.set(this.#part.subarray(0, this.#used));
      this.#part = larger;
    }
    this.#part.set(bytes, this.#used);
    this.#used = needed;
  }

  /** What is written at a time is shorter than a part. */
  async #overflow(bytes: Uint8Array): Promise<void> {
    const room = PART_BYTES - this.#used;
    this.#append(bytes.subarray(0, room));
    this.#upload ??= await this.#bucket.createMultipartUpload(this.#key);
    this.#uploaded.push(await this.#upload.uploadPart(this.#uploaded.length + 1, this.#part));
    this.#used = 0;
    this.#append(bytes.subarray(room));
  }
}
