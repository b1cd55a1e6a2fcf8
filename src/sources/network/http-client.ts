import { ApiError } from '../../core/errors.ts';
import type { HttpClient } from '../../core/network.ts';

const isAbort = (error: unknown): boolean =>
  (error instanceof DOMException || error instanceof Error) &&
  ['AbortError', 'TimeoutError'].includes(error.name);

/**
 * The runtime's fetch for upstreams the operator configured. A runtime reports a broken connection by
 * errors that look like programming mistakes; here they get the codes they mean.
 */
export function createHttpClient(fetch: (request: Request) => Promise<Response>): HttpClient {
  return async (request) => {
    try {
      return await fetch(request);
    } catch (cause) {
      throw new ApiError(isAbort(cause) ? 'UPSTREAM_TIMEOUT' : 'SERVICE_UNAVAILABLE', undefined, {
        cause,
      });
    }
  };
}
