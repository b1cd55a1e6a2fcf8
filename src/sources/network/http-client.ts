import { ApiError } from '../../core/errors.ts';
import type { HttpClient } from '../../core/network.ts';

const isAbort = (error: unknown): boolean =>
  (error instanceof DOMException || error instanceof Error) &&
  ['AbortError', 'TimeoutError'].includes(error.name);

type Fetch = (request: Request) => Promise<Response>;

/** How a request that says nothing of its own names itself. */
const USER_AGENT = 'LookupApi/1.0';

/**
 * Fetches under a name, with whom to write to in it (RFC 9110 section 10.1.5).
 * @param contact a URI; unset, the name alone
 */
export const identified =
  (fetch: Fetch, contact: string | undefined): Fetch =>
  (request) => {
    const name = request.headers.get('User-Agent') ?? USER_AGENT;
    request.headers.set('User-Agent', contact ? `${name} (+${contact})` : name);
    return fetch(request);
  };

/**
 * The runtime's fetch for upstreams the operator configured. A runtime reports a broken connection
 * by errors that look like programming mistakes; here they get the codes they mean.
 */
export function createHttpClient(fetch: Fetch): HttpClient {
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
