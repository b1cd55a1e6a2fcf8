import { declaredEncoding, knownEncoding } from '../../lib/bounded-stream.ts';
import { concatBytes } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';

/** Bytes inspected for an encoding declaration; the HTML standard requires 1,024. */
const SNIFF_BYTES = 4_096;

const META_CHARSET = /<meta[^<>]*?[\s;"'/]charset\s*=\s*(?:["']\s*)?([^"'\s/>;]+)/i;
const XML_ENCODING = /^<\?xml[^>]*?\bencoding\s*=\s*["']([^"']+)["']/i;
const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g;

const FALLBACK = 'windows-1252';

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

/**
 * The encoding declared in the document. A declaration readable as ASCII cannot be in UTF-16,
 * whatever it states (HTML standard, 13.2.3.2).
 */
function declaredInside(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, SNIFF_BYTES));
  const label = XML_ENCODING.exec(head)?.[1] ?? META_CHARSET.exec(head.replace(COMMENTS, ''))?.[1];
  const encoding = knownEncoding(label);
  return encoding?.startsWith('utf-16')
    ? 'utf-8'
    : encoding === 'x-user-defined'
      ? FALLBACK
      : encoding;
}

/** Whether the bytes so far are valid UTF-8; the last character may be incomplete. */
function looksLikeUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Encoding sniffing: byte order mark, then Content-Type, then the page's own declaration (Encoding
 * standard, section 6; HTML standard, 13.2.3.2); undeclared pages are UTF-8 if valid, else
 * windows-1252.
 * @param head the first {@link SNIFF_BYTES} of the page, or all of a shorter one
 */
export function detectEncoding(
  head: Uint8Array,
  contentType: string | null,
  html: boolean,
): string {
  return (
    byteOrderMark(head) ??
    declaredEncoding(contentType) ??
    (html ? declaredInside(head) : null) ??
    (looksLikeUtf8(head) ? 'utf-8' : FALLBACK)
  );
}

/** Reads {@link SNIFF_BYTES} for encoding detection. @returns them, and whether the body ended */
async function readHead(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ head: Uint8Array; ended: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < SNIFF_BYTES) {
    const { done, value } = await reader.read();
    if (done) return { head: concatBytes(pieces), ended: true };
    pieces.push(value);
    length += value.length;
  }
  return { head: concatBytes(pieces), ended: false };
}

/**
 * Streaming decoder of a body in any encoding; leaving the loop early cancels the body.
 * @param html whether the page may declare its encoding itself
 */
export async function* decodeBody(
  body: ReadableStream<Uint8Array>,
  contentType: string | null,
  html: boolean,
): AsyncGenerator<string> {
  const reader = body.getReader();
  let finished = false;
  try {
    const { head, ended } = await readHead(reader);
    // Gzip magic number: compressed without a Content-Encoding header.
    if (head[0] === 0x1f && head[1] === 0x8b)
      throw new ApiError(
        'VALIDATION_FAILED',
        'The page is compressed, but its headers do not declare it.',
      );
    const decoder = new TextDecoder(detectEncoding(head, contentType, html));
    yield decoder.decode(head, { stream: true });
    for (finished = ended; !finished; ) {
      const { done, value } = await reader.read();
      if (done) finished = true;
      else yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    if (!finished) await reader.cancel().catch(() => undefined);
  }
}

/**
 * Reads the start of a text whose chunks can be read once. A caller that does not read `all` must
 * end the chunks itself: a generator that has not begun does not pass its end on.
 * @param suffices whether to stop after a chunk, by it and the characters so far
 */
export async function readStart(
  chunks: AsyncIterable<string> | Iterable<string>,
  suffices: (chunk: string, chars: number) => boolean,
): Promise<{ start: string; isWhole: boolean; all: AsyncGenerator<string> }> {
  async function* each() {
    yield* chunks;
  }
  const rest = each();
  const read: string[] = [];
  let chars = 0;
  let next = await rest.next();
  for (; !next.done; next = await rest.next()) {
    read.push(next.value);
    chars += next.value.length;
    if (suffices(next.value, chars)) break;
  }
  async function* all() {
    yield* read;
    yield* rest;
  }
  return { start: read.join(''), isWhole: next.done === true, all: all() };
}
