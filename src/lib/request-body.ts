import { ApiError } from './errors.ts';

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
  const reader = request.body.pipeThrough(new DecompressionStream('gzip')).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ApiError('INVALID_REQUEST', 'The body is not valid gzip.', { cause });
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
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
