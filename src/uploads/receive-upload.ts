import { ApiError } from '../core/errors.ts';
import {
  MAX_UPLOAD_BYTES,
  MAX_UPLOADS,
  UPLOAD_KEPT_MS,
  type Upload,
} from '../core/jobs/uploads.ts';
import { sniffDialect } from '../core/records/dialect.ts';
import { decoderOf, encodingOf, type TextEncoding } from '../core/records/encoding.ts';
import type { UploadPorts } from './ports.ts';

/** Bytes that tell what a file is like. */
const HEAD_BYTES = 16_384;

/** Longest file name that is kept. */
const MAX_NAME_CHARS = 120;

/** Written at a time; a writer's part is larger. */
const SLICE_BYTES = 1_048_576;

/** A ZIP archive, which a spreadsheet's own file is too. */
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];

const unusable = (message: string) => new ApiError('INVALID_INPUT', message, { param: 'file' });

/** Gathers the first bytes, and finds out whether all of them are UTF-8. */
class Inspection {
  readonly #decoder = decoderOf('utf-8', true);
  #head = new Uint8Array(0);
  #isUtf8 = true;
  bytes = 0;

  add(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    const room = HEAD_BYTES - this.#head.length;
    if (room > 0) {
      const longer = new Uint8Array(this.#head.length + Math.min(room, bytes.length));
      longer.set(this.#head);
      longer.set(bytes.subarray(0, room), this.#head.length);
      this.#head = longer;
    }
    this.#check(() => this.#decoder.decode(bytes, { stream: true }));
  }

  /**
   * What is known at the end: text that is not UTF-8 is taken for what spreadsheets write.
   * @throws ApiError INVALID_INPUT for what is no text
   */
  end(): { encoding: TextEncoding; head: string; isWhole: boolean } {
    if (this.bytes === 0) throw unusable('Choose a file that is not empty.');
    if (ARCHIVE.every((byte, at) => this.#head[at] === byte))
      throw unusable('This is a spreadsheet or an archive: save it as CSV and upload that.');
    this.#check(() => this.#decoder.decode());
    const encoding = encodingOf(this.#head) ?? (this.#isUtf8 ? 'utf-8' : 'windows-1252');
    const isWhole = this.bytes <= HEAD_BYTES;
    const head = decoderOf(encoding).decode(this.#head, { stream: !isWhole });
    if (head.includes('\0')) throw unusable('The file is not text: save it as CSV.');
    return { encoding, head, isWhole };
  }

  #check(decode: () => void): void {
    if (!this.#isUtf8) return;
    try {
      decode();
    } catch {
      this.#isUtf8 = false;
    }
  }
}

/**
 * Makes room for one more: a file that a job was made of goes first, and what has expired.
 * @throws ApiError INPUT_LIMIT_EXCEEDED when all of them wait
 */
async function makeRoom(organizationId: string, { files, clock }: UploadPorts): Promise<void> {
  const waiting = await files.list(organizationId);
  const expired = clock.now() - UPLOAD_KEPT_MS;
  const gone = waiting
    .filter(({ usedAt, createdAt }) => usedAt !== null || createdAt < expired)
    .sort((a, b) => a.createdAt - b.createdAt)
    .slice(0, Math.max(0, waiting.length - MAX_UPLOADS + 1));
  await Promise.all(gone.map((upload) => files.remove(upload)));
  if (waiting.length - gone.length < MAX_UPLOADS) return;
  const message = `${MAX_UPLOADS} files are waiting, which is the most at a time: use or discard one.`;
  throw new ApiError('INPUT_LIMIT_EXCEEDED', message);
}

/**
 * Takes a file as it arrives, holding a part of it, and finds out how it is written.
 * @throws ApiError INPUT_LIMIT_EXCEEDED for a file that is too large or one too many, INVALID_INPUT
 * for an empty one; nothing is kept then
 */
export async function receiveUpload(
  {
    organizationId,
    name,
    bytes,
  }: { organizationId: string; name: string; bytes: AsyncIterable<Uint8Array> },
  ports: UploadPorts,
): Promise<Upload> {
  const { files, clock, newUuid } = ports;
  await makeRoom(organizationId, ports);
  const id = `upl_${newUuid()}`;
  const file = files.write({ organizationId, id });
  const inspection = new Inspection();
  let found: ReturnType<Inspection['end']>;
  try {
    for await (const chunk of bytes) {
      inspection.add(chunk);
      if (inspection.bytes > MAX_UPLOAD_BYTES) {
        const message = `The file is larger than ${MAX_UPLOAD_BYTES / 1_048_576} MiB.`;
        throw new ApiError('INPUT_LIMIT_EXCEEDED', message, { param: 'file' });
      }
      for (let at = 0; at < chunk.length; at += SLICE_BYTES)
        await file.writeBytes(chunk.subarray(at, at + SLICE_BYTES));
    }
    found = inspection.end();
    await file.end();
  } catch (error) {
    await file.abort();
    throw error;
  }
  const { encoding, head, isWhole } = found;
  const upload: Upload = {
    ...{ id, organizationId, name: name.slice(0, MAX_NAME_CHARS), bytes: inspection.bytes },
    ...{ encoding, head, isWhole, dialect: sniffDialect(head, isWhole) },
    ...{ createdAt: clock.now(), usedAt: null },
  };
  await files.describe(upload);
  return upload;
}
