import { ApiError } from './errors.ts';

/** Headers of a part are a line or two. */
const MAX_HEADER_BYTES = 4_096;

/** A field of a form: its name, and of a file the name it has on the sender's machine. */
export interface FormPart {
  name: string;
  /** Null for a field that is no file. */
  fileName: string | null;
  /** To be read to its end before the next part is asked for. */
  bytes: AsyncIterable<Uint8Array>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const malformed = () => new ApiError('INVALID_REQUEST', 'The form cannot be read; send it again.');

/** The boundary a Content-Type names (RFC 2046, section 5.1.1). @throws ApiError INVALID_REQUEST */
export function multipartBoundary(contentType: string): string {
  const match = /^multipart\/form-data\s*;/i.test(contentType)
    ? /[\s;]boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
    : null;
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw malformed();
  return boundary;
}

/** Where a pattern begins, or where it may begin at the end; -1 where neither. */
function indexOfBytes(bytes: Uint8Array, pattern: Uint8Array): { at: number; whole: boolean } {
  for (let from = 0; ; ) {
    const at = bytes.indexOf(pattern[0] as number, from);
    if (at === -1) return { at: bytes.length, whole: false };
    const length = Math.min(pattern.length, bytes.length - at);
    let same = 1;
    while (same < length && bytes[at + same] === pattern[same]) same += 1;
    if (same === length) return { at, whole: length === pattern.length };
    from = at + 1;
  }
}

/** Bytes that arrive in pieces, taken up to a delimiter. */
class DelimitedReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @throws ApiError INVALID_REQUEST when nothing more comes */
  async #more(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done) throw malformed();
    const longer = new Uint8Array(this.#held.length + value.length);
    longer.set(this.#held);
    longer.set(value, this.#held.length);
    this.#held = longer;
  }

  /** What comes before a delimiter, in pieces; the delimiter is taken off. */
  async *upTo(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { at, whole } = indexOfBytes(this.#held, delimiter);
      if (at > 0) yield this.#held.slice(0, at);
      this.#held = this.#held.subarray(whole ? at + delimiter.length : at);
      if (whole) return;
      await this.#more();
    }
  }

  async take(count: number): Promise<string> {
    while (this.#held.length < count) await this.#more();
    const text = decoder.decode(this.#held.subarray(0, count));
    this.#held = this.#held.subarray(count);
    return text;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** All of some pieces as text. @throws ApiError INVALID_REQUEST when it is longer */
export async function readPartText(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxBytes) throw malformed();
    pieces.push(piece);
  }
  return new Blob(pieces as Uint8Array<ArrayBuffer>[]).text();
}

/** As browsers escape names (HTML, "Multipart form data"). */
const unescaped = (text: string): string =>
  text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

const DISPOSITION = /^content-disposition:[ \t]{0,9}form-data[ \t]{0,9};/i;

function parsePartHeaders(headers: string): Omit<FormPart, 'bytes'> {
  const disposition = headers.split('\r\n').find((line) => DISPOSITION.test(line)) ?? '';
  const name = /(?:^|[\s;])name="([^"]*)"/.exec(disposition)?.[1];
  if (name === undefined) throw malformed();
  const fileName = /(?:^|[\s;])filename="([^"]*)"/.exec(disposition)?.[1];
  return {
    name: unescaped(name),
    fileName: fileName === undefined ? null : unescaped(fileName),
  };
}

/**
 * Reads a form as it arrives (RFC 7578): a file of any size passes through, held in pieces only.
 * @throws ApiError INVALID_REQUEST for what is no such form, or breaks off
 */
export async function* parseMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const arriving = new DelimitedReader(body);
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const blank = encoder.encode('\r\n\r\n');
  try {
    // The first boundary has no line before it.
    await readPartText(arriving.upTo(delimiter.subarray(2)), 0);
    while ((await arriving.take(2)) === '\r\n') {
      const part = parsePartHeaders(await readPartText(arriving.upTo(blank), MAX_HEADER_BYTES));
      const bytes = arriving.upTo(delimiter);
      yield { ...part, bytes };
      // Whatever the reader left.
      for await (const _ of bytes);
    }
  } finally {
    await arriving.close();
  }
}
