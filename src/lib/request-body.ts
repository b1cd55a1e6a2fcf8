import { ApiError } from './errors.ts';

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
    throw new ApiError('INVALID_REQUEST', 'The Content-Encoding of a body may be gzip.', {
      status: 415,
      headers: { 'Accept-Encoding': 'gzip' },
    });
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

/**
 * Reads a body's text, buffering at most `maxBytes`; null if it is longer.
 * @throws ApiError as {@link decodedBody} and its stream do
 */
export async function readBodyText(request: Request, maxBytes: number): Promise<string | null> {
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > maxBytes) return null;
  // Fast path: an unencoded body of known length is read without creating its stream.
  if (!Number.isNaN(declared) && !request.headers.has('Content-Encoding')) return request.text();
  const body = decodedBody(request);
  if (!body) return '';
  // Drops a byte order mark, as the fast path does.
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
