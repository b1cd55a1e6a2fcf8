import { createReadStream } from 'node:fs';

const LF = 10;
const QUOTE = 34;

/** Cloudflare takes at most 100 MB in one request; a part is held in memory here. */
export const PART_BYTES = 32 * 1_048_576;

/** A piece of a file that is a file of its own: it begins with the header, when there is one. */
export interface FilePart {
  bytes: Buffer<ArrayBuffer>;
  /** Bytes of the file itself, without a repeated header. */
  ownBytes: number;
  /** Added to a line of the part gives the line of the file. */
  linesBefore: number;
  last: boolean;
}

function count(bytes: Buffer, byte: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) found += 1;
  return found;
}

/**
 * The end of the last whole row. A line break with an odd number of quotes before it is inside a
 * cell (RFC 4180).
 */
function endOfRows(bytes: Buffer, quoted: boolean): number {
  let end = bytes.lastIndexOf(LF) + 1;
  let quotes = quoted ? count(bytes.subarray(0, end), QUOTE) : 0;
  while (end > 0 && quotes % 2 === 1) {
    const before = end < 2 ? 0 : bytes.lastIndexOf(LF, end - 2) + 1;
    quotes -= count(bytes.subarray(before, end), QUOTE);
    end = before;
  }
  if (end === 0)
    throw new Error(`no row ends within ${bytes.length} bytes; a quote may be missing`);
  return end;
}

/** Cuts a file between rows. At most one part is held. CSV repeats its header in every part. */
export async function* fileParts(
  path: string,
  format: 'csv' | 'ndjson',
  partBytes = PART_BYTES,
): AsyncGenerator<FilePart> {
  let header: Buffer = Buffer.alloc(0);
  let rest: Buffer = Buffer.alloc(0);
  let lines = 0;
  const part = (own: Buffer, last: boolean): FilePart => {
    const made = {
      bytes: Buffer.concat([header, own]),
      ownBytes: own.length,
      linesBefore: header.length > 0 ? lines - 1 : lines,
      last,
    };
    if (format === 'csv' && header.length === 0)
      header = Buffer.from(own.subarray(0, own.indexOf(LF) + 1));
    lines += count(own, LF);
    return made;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: partBytes })) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    if (rest.length < partBytes) continue;
    const end = endOfRows(rest, format === 'csv');
    yield part(rest.subarray(0, end), false);
    rest = rest.subarray(end);
  }
  yield part(rest, true);
}
