import { expect, it } from 'vitest';
import { type Connect, createTcpExchange } from '../../src/open-data/outbound/connections.ts';

const WHOIS = { host: 'whois.example', port: 43 };
const limits = { timeoutMs: 5_000, maxBytes: 1_000 };

/** A server that gets what was sent and writes its reply. */
function server(
  reply: (
    asked: string,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ) => void | Promise<void>,
) {
  const state = { connected: [] as unknown[], closed: 0 };
  const connect: Connect = (address, options) => {
    state.connected.push({ ...address, ...options });
    let replies!: ReadableStreamDefaultController<Uint8Array>;
    return {
      readable: new ReadableStream({
        start(controller) {
          replies = controller;
        },
      }),
      writable: new WritableStream({
        write: (chunk) => void reply(new TextDecoder().decode(chunk), replies),
      }),
      close: async () => void state.closed++,
    };
  };
  return { state, exchange: createTcpExchange(connect) };
}

const bytes = (text: string) => new TextEncoder().encode(text);

it('sends, reads to the end, and closes', async () => {
  const { state, exchange } = server((asked, replies) => {
    replies.enqueue(bytes(`you asked ${asked}`));
    replies.enqueue(bytes('and that is all'));
    replies.close();
  });
  const reply = await exchange(WHOIS, 'example.com\r\n', limits);
  expect(new TextDecoder().decode(reply)).toBe('you asked example.com\r\nand that is all');
  expect(state.connected).toEqual([
    { hostname: 'whois.example', port: 43, secureTransport: 'off', allowHalfOpen: true },
  ]);
  expect(state.closed).toBe(1);
});

it('gives up on a server that never ends', async () => {
  const { state, exchange } = server((_, replies) => replies.enqueue(bytes('wait')));
  const failure = { code: 'UPSTREAM_TIMEOUT', aboutInput: true };
  await expect(exchange(WHOIS, 'x', { ...limits, timeoutMs: 50 })).rejects.toMatchObject(failure);
  expect(state.closed).toBe(1);
});

it('gives up on a reply that is too large', async () => {
  const { state, exchange } = server((_, replies) => {
    replies.enqueue(new Uint8Array(600));
    replies.enqueue(new Uint8Array(600));
  });
  await expect(exchange(WHOIS, 'x', limits)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  expect(state.closed).toBe(1);
});

it('is unavailable when the connection breaks', async () => {
  const { exchange } = server((_, replies) => replies.error(new Error('Network connection lost.')));
  await expect(exchange(WHOIS, 'x', limits)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    aboutInput: true,
  });
});
