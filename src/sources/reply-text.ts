import { ApiError } from '../core/errors.ts';
import { readBytes } from './network/read-bytes.ts';

const tooLong = () => new ApiError('UPSTREAM_ERROR', 'The data source sent more than can be read.');

/**
 * A reply's body as text.
 * @throws ApiError UPSTREAM_ERROR for more than `maxBytes`, SERVICE_UNAVAILABLE when the connection
 * breaks halfway
 */
export async function readReplyText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  try {
    return new TextDecoder().decode(await readBytes(response.body, maxBytes, tooLong));
  } catch (error) {
    if (error instanceof ApiError || error instanceof DOMException) throw error;
    throw new ApiError('SERVICE_UNAVAILABLE', 'The data source broke off its reply.', {
      cause: error,
    });
  }
}
