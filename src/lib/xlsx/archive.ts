import { Inflate } from 'fflate';
import { ApiError } from '../errors.ts';

// ZIP archives that are in memory (PKWARE APPNOTE 6.3.10): the directory at the end says where each
// entry lies, and an entry is inflated piece by piece.

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const [STORED, DEFLATED] = [0, 8];

/** Entries of an archive: a workbook has a few for each sheet. */
const MAX_ENTRIES = 4_096;

/** Compressed bytes inflated at once: deflate gives at most 1,032 for each (8 MiB). */
const SLICE_BYTES = 8_192;

export const unreadableArchive = (cause?: unknown) =>
  new ApiError(
    'INVALID_INPUT',
    'The file is no Excel workbook, or not all of one: save it again, or as CSV.',
    {
      param: 'file',
      cause,
    },
  );

/** Where an entry's bytes lie. */
interface ArchiveEntry {
  isDeflated: boolean;
  start: number;
  length: number;
}

function directoryOf(bytes: Uint8Array, view: DataView): { at: number; entries: number } {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1)
    if (view.getUint32(at, true) === END_SIGNATURE)
      return { at: view.getUint32(at + 16, true), entries: view.getUint16(at + 10, true) };
  throw unreadableArchive();
}

/**
 * Entries of an archive by their names.
 * @throws ApiError INVALID_INPUT for what is no archive, is cut off, encrypted or packed otherwise
 * than by deflate
 */
export function readArchive(bytes: Uint8Array): ReadonlyMap<string, ArchiveEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, ArchiveEntry>();
  const decoder = new TextDecoder();
  try {
    const directory = directoryOf(bytes, view);
    if (directory.entries > MAX_ENTRIES) throw unreadableArchive();
    let { at } = directory;
    for (let count = 0; count < directory.entries; count += 1) {
      const method = view.getUint16(at + 10, true);
      const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
      const length = view.getUint32(at + 20, true);
      const nameLength = view.getUint16(at + 28, true);
      const rest = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
      const local = view.getUint32(at + 42, true);
      const isEntry = view.getUint32(at, true) === ENTRY_SIGNATURE;
      const isKnown = method === STORED || method === DEFLATED;
      if (!isEntry || isEncrypted || !isKnown || view.getUint32(local, true) !== LOCAL_SIGNATURE)
        throw unreadableArchive();
      const start =
        local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (start + length > bytes.length) throw unreadableArchive();
      const name = decoder.decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
      found.set(name, { isDeflated: method === DEFLATED, start, length });
      at += ENTRY_BYTES + nameLength + rest;
    }
  } catch (error) {
    // The directory points outside the file.
    throw error instanceof RangeError ? unreadableArchive(error) : error;
  }
  return found;
}

/**
 * An entry's text, piece by piece. What its header says of its size is not trusted: inflated bytes
 * are counted.
 * @throws ApiError INPUT_LIMIT_EXCEEDED at the first piece beyond `maxBytes`, INVALID_INPUT
 */
export function* entryTexts(
  bytes: Uint8Array,
  { isDeflated, start, length }: ArchiveEntry,
  maxBytes: number,
): Generator<string> {
  const decoder = new TextDecoder();
  const pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => pieces.push(piece));
  let inflated = 0;
  for (let from = start; from < start + length; from += SLICE_BYTES) {
    const end = Math.min(start + length, from + SLICE_BYTES);
    const slice = bytes.subarray(from, end);
    if (isDeflated) inflateSlice(inflate, slice, end === start + length);
    else pieces.push(slice);
    for (const piece of pieces.splice(0)) {
      inflated += piece.length;
      if (inflated > maxBytes)
        throw new ApiError(
          'INPUT_LIMIT_EXCEEDED',
          `The Excel file is too large: a part of it has more than ${maxBytes / 1_048_576} MiB unpacked.`,
          { param: 'file' },
        );
      yield decoder.decode(piece, { stream: true });
    }
  }
  yield decoder.decode();
}

function inflateSlice(inflate: Inflate, slice: Uint8Array, isLast: boolean): void {
  try {
    inflate.push(slice, isLast);
  } catch (error) {
    throw unreadableArchive(error);
  }
}
