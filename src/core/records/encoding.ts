/** How bytes of a text file are read; labels of the Encoding Standard. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const MARKS: readonly { bytes: readonly number[]; encoding: TextEncoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** Of text in the Latin script, nearly every second byte of UTF-16 is zero. */
const ZEROS = 0.4;

/**
 * The encoding that the beginning of a file tells by its byte order mark, or by its zeros.
 * @returns null when it tells nothing: it is UTF-8 if all of it can be read so
 */
export function encodingOf(head: Uint8Array): TextEncoding | null {
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (mark) return mark.encoding;
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1)
    if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (head.length / 2 || 1));
  if (odd > ZEROS && even < odd / 4) return 'utf-16le';
  if (even > ZEROS && odd < even / 4) return 'utf-16be';
  return null;
}

/** A reader of a stream; a byte order mark is dropped. @param fatal throws for what it cannot be */
export const decoderOf = (encoding: TextEncoding, fatal = false): TextDecoder =>
  new TextDecoder(encoding, { fatal, ignoreBOM: false });
