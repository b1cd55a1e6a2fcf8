import { noRoom, type RoomClaim, takeRoom } from '../core/account/ceilings.ts';
import { ApiError } from '../core/errors.ts';
import { MAX_UPLOAD_BYTES, UPLOAD_KEPT_MS, type Upload } from '../core/jobs/uploads.ts';
import { sniffDialect } from '../core/records/dialect.ts';
import { decoderOf, encodingOf, type TextEncoding } from '../core/records/encoding.ts';
import type { UploadPorts } from './ports.ts';
import { removeUpload } from './read-upload.ts';

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
 * Takes room for one more; where there is none, a file that a job was made of goes first.
 * @throws ApiError INPUT_LIMIT_EXCEEDED when all of them wait, RATE_LIMIT_EXCEEDED
 */
async function requireRoom(organizationId: string, id: string, ports: UploadPorts): Promise<void> {
  const { files, rooms, clock } = ports;
  const endsAt = clock.now() + UPLOAD_KEPT_MS;
  const claim: RoomClaim = { kind: 'uploads', mode: 'live', id, endsAt };
  const refusal = await rooms.claimRoom(organizationId, claim);
  if (!refusal) return;
  if (refusal.rate) throw noRoom(refusal);
  const used = (await files.list(organizationId))
    .filter(({ usedAt }) => usedAt !== null)
    .sort((a, b) => a.createdAt - b.createdAt)[0];
  if (used) await removeUpload(used, ports);
  await takeRoom(organizationId, claim, rooms);
}

/**
 * Takes a file as it arrives, holding a part of it, and finds out how it is written.
 * @throws ApiError INPUT_LIMIT_EXCEEDED for a file that is too large or one too many, INVALID_INPUT
 * for an empty one, RATE_LIMIT_EXCEEDED; nothing is kept then
 */
export async function receiveUpload(
  {
    organizationId,
    name,
    bytes,
  }: { organizationId: string; name: string; bytes: AsyncIterable<Uint8Array> },
  ports: UploadPorts,
): Promise<Upload> {
  const { files, rooms, clock, newUuid } = ports;
  const id = `upl_${newUuid()}`;
  await requireRoom(organizationId, id, ports);
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
    await rooms.releaseRoom(organizationId, { kind: 'uploads', id });
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
