import { concatBytes } from './bytes.ts';
import type { Deadline } from './deadline.ts';
import { ApiError } from './errors.ts';

interface BodyLimits {
  maxBytes: number;
  deadline: Deadline;
  tooLong: () => Error;
  /** Error for a connection that breaks halfway. */
  broken: (cause: unknown) => Error;
}

/**
 * Bounds a body in bytes and time: the stream errors past `maxBytes` or the deadline. Bytes are
 * counted after the runtime has decompressed them, so a compression bomb is stopped at the same
 * size. Pull-based: nothing is read ahead.
 */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  limits: BodyLimits,
): ReadableStream<Uint8Array> {
  const { maxBytes, deadline, tooLong, broken } = limits;
  const reader = body.getReader();
  let bytes = 0;
  const fail = (error: unknown): never => {
    deadline.end();
    reader.cancel(error).catch(() => undefined);
    throw error;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await deadline
          .wait(reader.read())
          .catch((cause) => fail(deadline.signal.aborted ? cause : broken(cause)));
        if (done) {
          deadline.end();
          return controller.close();
        }
        bytes += value.byteLength;
        if (bytes > maxBytes) fail(tooLong());
        controller.enqueue(value);
      },
      cancel(reason) {
        deadline.end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Stream of chunks that reads the next one only on demand. Cancelled, it ends the iteration. */
export const streamOf = (chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  // The types of the platform lack this function of the Streams standard.
  (ReadableStream as unknown as { from: typeof streamOf }).from(chunks);

/** Reads a stream to its end. @throws the error of `tooLong` past `maxBytes` */
export async function readBytes(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A throw that leaves the loop cancels the stream.
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}

/** The encoding's name in the Encoding standard; null for an unknown label. */
export function knownEncoding(label: string | undefined): string | null {
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

const CHARSET = /;\s*charset\s*=\s*["']?([^"';\s]+)/i;

/** Encoding that a Content-Type declares; null without one that is known. */
export const declaredEncoding = (contentType: string | null): string | null =>
  knownEncoding(CHARSET.exec(contentType ?? '')?.[1]);

/** Reads a stream to its end as text. @throws the error of `tooLong` past `maxBytes` */
export async function readText(
  stream: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLong: () => Error,
  encoding = 'utf-8',
): Promise<string> {
  return stream ? new TextDecoder(encoding).decode(await readBytes(stream, maxBytes, tooLong)) : '';
}

const tooLong = () => new ApiError('UPSTREAM_ERROR', "The data source's response is too large.");

/**
 * Reads a reply's body as text, in the encoding that it declares.
 * @throws ApiError UPSTREAM_ERROR for more than `maxBytes`, SERVICE_UNAVAILABLE when the connection
 * breaks halfway
 */
export async function readReplyText(
  { body, headers }: Response,
  maxBytes: number,
): Promise<string> {
  const encoding = declaredEncoding(headers.get('Content-Type')) ?? 'utf-8';
  try {
    return await readText(body, maxBytes, tooLong, encoding);
  } catch (error) {
    if (error instanceof ApiError || error instanceof DOMException) throw error;
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'The connection to the data source broke off before the response was complete.',
      {
        cause: error,
      },
    );
  }
}

/**
 * Decompresses all members of a gzip stream (RFC 1952, section 2.2); the runtime's
 * DecompressionStream reads only the first. @throws Error for other bytes after the members
 */
async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [{ createGunzip }, { pipeline }] = await Promise.all([
    import('node:zlib'),
    import('node:stream/promises'),
  ]);
  const inflater = createGunzip();
  let sent = 0;
  const counted = async function* () {
    for await (const bytes of packed) {
      sent += bytes.length;
      yield bytes;
    }
  };
  // The same error is thrown to the reader of the inflater.
  pipeline(counted, inflater).catch(() => undefined);
  yield* inflater;
  if (inflater.bytesWritten !== sent) throw new Error('bytes follow the last member');
}

/**
 * A request's body with its `Content-Encoding` (RFC 9110, section 8.4) undone. Limits apply to the
 * decompressed bytes, so a compression bomb is refused as soon as it exceeds them.
 * @throws ApiError INVALID_REQUEST with status 415 for an encoding other than gzip; the stream
 * fails with INVALID_REQUEST for malformed gzip
 */
export function decodedBody(request: Request): ReadableStream<Uint8Array> | null {
  const encoding = request.headers.get('Content-Encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '' || !request.body) return request.body;
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw new ApiError(
      'INVALID_REQUEST',
      'The only supported Content-Encoding of a body is gzip.',
      {
        status: 415,
        headers: { 'Accept-Encoding': 'gzip' },
      },
    );
  const pieces = gunzip(request.body);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next().catch((cause: unknown) => {
        throw new ApiError('INVALID_REQUEST', 'The body is not valid gzip.', { cause });
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}

/** Made once: a job's body has a value for each of its rows. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
const UTF8_WITH_MARK = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Text of a request's bytes, which must be UTF-8 as JSON must (RFC 8259, section 8.1): a
 * replacement character would be looked up and stored in place of what was sent.
 * @param ignoreBOM whether a byte order mark stays in the text
 * @throws ApiError INVALID_REQUEST
 */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array, ignoreBOM = false): string {
  try {
    return (ignoreBOM ? UTF8_WITH_MARK : UTF8).decode(bytes);
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', 'The body is not valid UTF-8.', { cause });
  }
}

/**
 * Reads a body's text, buffering at most `maxBytes`; null if it is longer.
 * @throws ApiError as {@link decodedBody} and its stream do, and as {@link decodeUtf8}
 */
export async function readBodyText(request: Request, maxBytes: number): Promise<string | null> {
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > maxBytes) return null;
  // Fast path: an unencoded body of known length is read without creating its stream.
  if (!Number.isNaN(declared) && !request.headers.has('Content-Encoding'))
    return decodeUtf8(await request.arrayBuffer());
  const longer = new RangeError('the body is too long');
  const refused = (error: unknown): null => {
    if (error === longer) return null;
    throw error;
  };
  const body = decodedBody(request);
  if (!body) return '';
  const bytes = await readBytes(body, maxBytes, () => longer).catch(refused);
  return bytes && decodeUtf8(bytes);
}
