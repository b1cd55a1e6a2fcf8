import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { send, Unfinished } from '../../scripts/operator/send.ts';

// What the operator's command line does where a step of several fails.

const waits: number[] = [];
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void waits.push(ms) }));
beforeEach(() => void waits.splice(0));
afterEach(() => void vi.restoreAllMocks());

const REQUEST = { method: 'GET', path: '/verify-stores', steps: true } as const;
const step = (finding: string, cursor: string | null) => () =>
  Response.json({ success: true, data: { findings: [finding], next_cursor: cursor } });
const busy = () =>
  Response.json(
    { success: false, error: { code: 'SERVICE_BUSY', message: 'No.' } },
    { status: 503 },
  );
const cut = () => {
  const stream = new ReadableStream({ start: (body) => body.error(new Error('cut off')) });
  return new Response(stream, { status: 200 });
};

function ask(replies: (() => Response)[]) {
  const fetched = vi.spyOn(globalThis, 'fetch');
  fetched.mockImplementation(async () => (replies.shift() as () => Response)());
  const ended = send(REQUEST, { baseUrl: 'https://api.test', token: 't' });
  return { ended, fetched };
}

it.each([
  ['is refused for now', busy],
  ['is answered by half', cut],
])('asks a step again that %s', async (_, failure) => {
  const { ended, fetched } = ask([step('a', 'org_1:0:0'), failure, failure, step('b', null)]);
  expect(await ended).toEqual({ findings: ['a', 'b'] });
  const again = 'https://api.test/admin/verify-stores?cursor=org_1%3A0%3A0';
  expect(fetched.mock.calls.map(([url]) => url).slice(1)).toEqual([again, again, again]);
  expect(waits).toEqual([2_000, 4_000]);
});

it('gives what was found before a step that fails for good', async () => {
  const { ended } = ask([step('a', 'org_1:0:0'), ...Array(5).fill(busy)]);
  const error = (await ended.catch((thrown) => thrown)) as Unfinished;
  expect(error).toBeInstanceOf(Unfinished);
  expect(error).toMatchObject({ status: 503, found: { findings: ['a'] } });
  expect(error.message).toContain('SERVICE_BUSY');
});

it('asks no step again that is refused for good', async () => {
  const refused = () =>
    Response.json(
      { success: false, error: { code: 'FORBIDDEN', message: 'No.' } },
      { status: 403 },
    );
  const { ended, fetched } = ask([refused]);
  await expect(ended).rejects.toThrow('FORBIDDEN');
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('follows no redirect', async () => {
  const seen: string[] = [];
  const server = createServer(({ method, url }, response) => {
    seen.push(`${method} ${url}`);
    response.writeHead(301, { Location: 'https://elsewhere.test/' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request = { method: 'POST', path: '/reconcile' } as const;
  await expect(send(request, { baseUrl, token: 't' })).rejects.toThrow('https://elsewhere.test/');
  server.close();
  expect(seen).toEqual(['POST /admin/reconcile']);
});
