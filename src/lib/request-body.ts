import { ApiError } from './errors.ts';

/**
 * What gzip bytes hold, all members of them (RFC 1952, section 2.2). The runtime's
 * DecompressionStream reads one and refuses the rest. @throws Error for anything else behind them
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
  // The reader of the inflater is thrown what this is.
  pipeline(counted, inflater).catch(() => undefined);
  yield* inflater;
  if (inflater.bytesWritten !== sent) throw new Error('bytes follow the last member');
}

/**
 * A request's body with its `Content-Encoding` (RFC 9110, section 8.4) undone. Limits count what is
 * read from it, so bytes that inflate to too many are refused as soon as they do.
 * @throws ApiError INVALID_REQUEST with status 415 for an encoding other than gzip; the stream
 * itself fails with INVALID_REQUEST for bytes that are no gzip
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
 * Bounded read of a body's text; null past `maxBytes`, without buffering more than that.
 * @throws ApiError as {@link decodedBody} and its stream do
 */
export async function readBodyText(request: Request, maxBytes: number): Promise<string | null> {
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > maxBytes) return null;
  // A body of known length in no encoding is read without the stream that asking for it makes.
  if (!Number.isNaN(declared) && !request.headers.has('Content-Encoding')) return request.text();
  const body = decodedBody(request);
  if (!body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
