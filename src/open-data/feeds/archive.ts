import { streamOf } from '../../lib/bounded-stream.ts';
import { FeedError } from './feed-error.ts';

// ZIP format (PKWARE APPNOTE 6.3): the central directory at the end has each file's position and
// length.
const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const FILE_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const FILE_HEADER_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;

const archiveError = (cause?: unknown) =>
  new FeedError('the file is not a readable archive', { cause });

/** Position of the end-of-central-directory record; a comment may follow it. @throws FeedError */
function findEndRecord(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--)
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  throw archiveError();
}

/** Stored bytes and compression method of an archive's first file. @throws FeedError */
function firstEntry(zip: Uint8Array): { bytes: Uint8Array; method: number } {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  try {
    const entry = view.getUint32(findEndRecord(view) + 16, true);
    if (view.getUint32(entry, true) !== ENTRY_SIGNATURE) throw archiveError();
    const method = view.getUint16(entry + 10, true);
    const length = view.getUint32(entry + 20, true);
    const header = view.getUint32(entry + 42, true);
    if (view.getUint32(header, true) !== FILE_SIGNATURE) throw archiveError();
    const names = view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const start = header + FILE_HEADER_BYTES + names;
    if (start + length > zip.length) throw archiveError();
    return { bytes: zip.subarray(start, start + length), method };
  } catch (error) {
    throw error instanceof FeedError ? error : archiveError(error);
  }
}

const PIECE_BYTES = 65_536;

/** Small pieces, because a stream expands each piece whole. */
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES)
    yield bytes.subarray(from, from + PIECE_BYTES);
}

/** Decompressed text. @throws FeedError for damaged bytes, and beyond the limit */
async function* decompressed(
  chunks: AsyncIterable<Uint8Array>,
  format: 'gzip' | 'deflate-raw',
  maxBytes: number,
): AsyncGenerator<string> {
  const unpack = new DecompressionStream(format) as ReadableWritablePair<Uint8Array, Uint8Array>;
  const reader = streamOf(chunks).pipeThrough(unpack).getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw cause instanceof FeedError ? cause : archiveError(cause);
      });
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new FeedError(`the list is larger than ${maxBytes} bytes`);
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Text of a gzip file as it arrives; a reader that stops early cancels the source. */
export const gunzipped = (chunks: AsyncIterable<Uint8Array>, maxBytes: number) =>
  decompressed(chunks, 'gzip', maxBytes);

/** Text of an archive's first file. @throws FeedError */
export function unzipped(zip: Uint8Array, maxBytes: number): AsyncIterable<string> {
  const { bytes, method } = firstEntry(zip);
  if (method === DEFLATED) return decompressed(piecesOf(bytes), 'deflate-raw', maxBytes);
  if (method !== STORED) throw archiveError();
  return (async function* () {
    yield new TextDecoder().decode(bytes);
  })();
}
