import { ApiError } from '../../core/errors.ts';
import type { TcpExchange } from '../../core/network.ts';
import { Deadline } from './deadline.ts';
import { readBytes } from './read-bytes.ts';

/** What is needed of `connect` from `cloudflare:sockets`. */
export type Connect = (
  address: { hostname: string; port: number },
  options: { secureTransport: 'off'; allowHalfOpen: boolean },
) => {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
  close(): Promise<void>;
};

// Each host is a service of its own, so one that is down does not speak against the others.
const aboutInput = { aboutInput: true };
const tooSlow = () => new ApiError('UPSTREAM_TIMEOUT', undefined, aboutInput);
const tooLong = () => new ApiError('UPSTREAM_ERROR', 'The reply is too large.');

/**
 * Sends one request over TCP and reads the reply until the other side closes.
 * @throws ApiError UPSTREAM_TIMEOUT; UPSTREAM_ERROR for more than `maxBytes`; SERVICE_UNAVAILABLE
 * when the connection fails
 */
export function createTcpExchange(connect: Connect): TcpExchange {
  return async ({ host, port }, send, { timeoutMs, maxBytes }) => {
    const deadline = new Deadline(timeoutMs, tooSlow);
    // The server closes when it has answered; until then our side stays open too.
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
