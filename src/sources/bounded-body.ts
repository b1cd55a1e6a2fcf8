import { ApiError } from '../core/errors.ts';

/**
 * A reply's body as text, at most `maxBytes` of it.
 * @throws ApiError UPSTREAM_ERROR when the upstream sends more
 */
export async function readBoundedText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ApiError('UPSTREAM_ERROR', 'The data source sent more than can be read.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
