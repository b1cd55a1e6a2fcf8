import { readBytes } from '../../lib/bounded-stream.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ApiError } from '../../lib/errors.ts';
import type { HttpClient, TcpExchange } from '../../lookup/outbound.ts';

const isAbort = (error: unknown): boolean =>
  (error instanceof DOMException || error instanceof Error) &&
  ['AbortError', 'TimeoutError'].includes(error.name);

type Fetch = (request: Request) => Promise<Response>;

/** User-Agent of a request that sets none. */
const USER_AGENT = 'LookupApi/1.0';

/**
 * Adds a contact to the User-Agent of every request (RFC 9110 section 10.1.5).
 * @param contact a URI; undefined for the name alone
 */
export const withUserAgent =
  (fetch: Fetch, contact: string | undefined): Fetch =>
  (request) => {
    const name = request.headers.get('User-Agent') ?? USER_AGENT;
    request.headers.set('User-Agent', contact ? `${name} (+${contact})` : name);
    return fetch(request);
  };

/**
 * Wraps the runtime's fetch for upstreams that the operator configured. A runtime reports a broken
 * connection by errors that look like programming mistakes; they become ApiErrors.
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

/** The part of `connect` from `cloudflare:sockets` that is used. */
export type Connect = (
  address: { hostname: string; port: number },
  options: { secureTransport: 'off'; allowHalfOpen: boolean },
) => {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
  close(): Promise<void>;
};

// Each host is a separate service, so a host that is down does not count against the others.
const aboutInput = { aboutInput: true };
const tooSlow = () => new ApiError('UPSTREAM_TIMEOUT', undefined, aboutInput);
const tooLong = () => new ApiError('UPSTREAM_ERROR', 'The reply is too large.');

/**
 * Sends one request over TCP and reads the reply until the other side closes.
 * @throws ApiError UPSTREAM_TIMEOUT; UPSTREAM_ERROR for more than `maxBytes`; SERVICE_UNAVAILABLE
 * if the connection fails
 */
export function createTcpExchange(connect: Connect): TcpExchange {
  return async ({ host, port }, send, { timeoutMs, maxBytes }) => {
    const deadline = new Deadline(timeoutMs, tooSlow);
    // The server closes after it has answered; until then, our side stays open too.
    const socket = connect(
      { hostname: host, port },
      { secureTransport: 'off', allowHalfOpen: true },
    );
    const exchange = async () => {
      const writer = socket.writable.getWriter();
      await writer.write(new TextEncoder().encode(send));
      writer.releaseLock();
      return readBytes(socket.readable, maxBytes, tooLong);
    };
    try {
      return await deadline.wait(exchange());
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      throw new ApiError('SERVICE_UNAVAILABLE', undefined, { ...aboutInput, cause });
    } finally {
      deadline.end();
      socket.close().catch(() => undefined);
    }
  };
}
