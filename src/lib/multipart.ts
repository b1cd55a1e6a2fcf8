import { readText } from './bounded-stream.ts';
import { ApiError } from './errors.ts';

/** Limit of a part's headers, which are a line or two. */
const MAX_HEADER_BYTES = 4_096;

/** A form field: its name, and for a file also its name on the sender's machine. */
export interface FormPart {
  name: string;
  /** Null if the field is not a file. */
  fileName: string | null;
  /** Content; must be read to its end before the next part. */
  bytes: AsyncIterable<Uint8Array>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const malformed = () =>
  new ApiError('INVALID_REQUEST', 'The form data is malformed. Send the form again.');

/** The boundary in a Content-Type (RFC 2046, section 5.1.1). @throws ApiError INVALID_REQUEST */
export function multipartBoundary(contentType: string): string {
  const match = /^multipart\/form-data\s*;/i.test(contentType)
    ? /[\s;]boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
    : null;
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw malformed();
  return boundary;
}

/** Position of a pattern, or of its beginning cut off at the end; the length if absent. */
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

/** Buffered reader of a stream of chunks that reads up to a delimiter. */
class DelimitedReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffer = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @throws ApiError INVALID_REQUEST at the end of the stream */
  async #readMore(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done) throw malformed();
    const longer = new Uint8Array(this.#buffer.length + value.length);
    longer.set(this.#buffer);
    longer.set(value, this.#buffer.length);
    this.#buffer = longer;
  }

  /** The bytes before a delimiter, in chunks; the delimiter is consumed. */
  async *upTo(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { at, whole } = indexOfBytes(this.#buffer, delimiter);
      if (at > 0) yield this.#buffer.slice(0, at);
      this.#buffer = this.#buffer.subarray(whole ? at + delimiter.length : at);
      if (whole) return;
      await this.#readMore();
    }
  }

  async take(count: number): Promise<string> {
    while (this.#buffer.length < count) await this.#readMore();
    const text = decoder.decode(this.#buffer.subarray(0, count));
    this.#buffer = this.#buffer.subarray(count);
    return text;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** Reads a whole part as text. @throws ApiError INVALID_REQUEST if it is longer than allowed */
export async function readPartText(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  return readText(bytes, maxBytes, malformed);
}

/** Undoes the escaping of names by browsers (HTML, "Multipart form data"). */
const unescaped = (text: string): string =>
  text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

const DISPOSITION = /^content-disposition:[ \t]{0,9}form-data[ \t]{0,9};/i;

function parsePartHeaders(headers: string): Omit<FormPart, 'bytes'> {
  const disposition = headers.split('\r\n').find((line) => DISPOSITION.test(line)) ?? '';
  const name = /(?:^|[\s;])name="([^"]*)"/.exec(disposition)?.[1];
  if (name === undefined) throw malformed();
  const fileName = /(?:^|[\s;])filename="([^"]*)"/.exec(disposition)?.[1];
  return { name: unescaped(name), fileName: fileName === undefined ? null : unescaped(fileName) };
}

/**
 * Streaming parser of multipart/form-data (RFC 7578) that never buffers a whole file.
 *
 * Packages for Web streams buffer each part, and `@fastify/busboy`, which does not, takes 2.6 to
 * 3.1 times as long in workerd (`bench/RESULTS.md`).
 * @throws ApiError INVALID_REQUEST for a malformed or truncated form
 */
export async function* parseMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const reader = new DelimitedReader(body);
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const blank = encoder.encode('\r\n\r\n');
  try {
    // The first boundary has no line before it.
    await readPartText(reader.upTo(delimiter.subarray(2)), 0);
    while ((await reader.take(2)) === '\r\n') {
      const part = parsePartHeaders(await readPartText(reader.upTo(blank), MAX_HEADER_BYTES));
      const bytes = reader.upTo(delimiter);
      yield { ...part, bytes };
      // Skips what the consumer did not read.
      for await (const _ of bytes);
    }
  } finally {
    await reader.close();
  }
}
