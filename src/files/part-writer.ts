import type { FileStore, Upload } from '../core/jobs/files.ts';

/** The smallest part an R2 multipart upload takes; all but the last must be of one size. */
export const PART_BYTES = 5 * 1_024 * 1_024;

/** Characters gathered before they are encoded: one call for many lines. */
const BATCH_CHARS = 65_536;

/**
 * Writes text of any length as one file while holding one part of it. A file that fits one part is
 * put at once; a longer one is uploaded in equal parts and appears only when it is complete.
 */
export class PartWriter {
  readonly #store: FileStore;
  readonly #key: string;
  readonly #contentType: string;
  readonly #encoder = new TextEncoder();
  readonly #part = new Uint8Array(PART_BYTES);
  #used = 0;
  #parts = 0;
  #text = '';
  #upload: Upload | null = null;

  constructor(store: FileStore, key: string, contentType: string) {
    this.#store = store;
    this.#key = key;
    this.#contentType = contentType;
  }

  /** Bytes written so far, once {@link end} has been awaited: of the whole file. */
  get bytes(): number {
    return this.#parts * PART_BYTES + this.#used;
  }

  /** @returns a promise only when it wrote, so that most lines cost no wait */
  write(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length >= BATCH_CHARS ? this.#encode() : undefined;
  }

  async end(): Promise<void> {
    await this.#encode();
    const rest = this.#part.subarray(0, this.#used);
    if (!this.#upload) return this.#store.write(this.#key, rest, this.#contentType);
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

  async #encode(): Promise<void> {
    let bytes = this.#encoder.encode(this.#text);
    this.#text = '';
    while (bytes.length > 0) {
      if (this.#used === PART_BYTES) await this.#flush();
      const count = Math.min(bytes.length, PART_BYTES - this.#used);
      this.#part.set(bytes.subarray(0, count), this.#used);
      this.#used += count;
      bytes = bytes.subarray(count);
    }
  }

  /** Called only when more is to come, so that the last part is never empty. */
  async #flush(): Promise<void> {
    this.#upload ??= await this.#store.upload(this.#key, this.#contentType);
    await this.#upload.writePart(this.#parts + 1, this.#part);
    this.#parts++;
    this.#used = 0;
  }
}
