import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callService, DevService, freePort } from './dev-service.ts';

// Calls that take long, over sockets: what a client sees of them, and what it pays when it leaves.

let port: number;
let stateDir: string;
let service: DevService;
let site: Server;
let siteHost: string;
/** Pages the site was asked for, and those whose reader left before the answer. */
const asked = new Set<string>();
const left = new Set<string>();
/** How long a page takes, in milliseconds; one that is not listed comes at once. */
const delays = new Map<string, number>();

beforeAll(async () => {
  site = createServer((request, reply) => {
    const path = request.url as string;
    asked.add(path);
    reply.on('close', () => {
      if (!reply.writableFinished) left.add(path);
    });
    const page = `<title>${path}</title><p>${'A page with a text of its own. '.repeat(20)}</p>`;
    setTimeout(
      () => reply.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
      delays.get(path) ?? 0,
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  siteHost = `localhost:${(site.address() as AddressInfo).port}`;
  port = await freePort();
  stateDir = mkdtempSync(join(tmpdir(), 'lookup-mcp-calls-'));
  service = new DevService({
    ...{ PORT: String(port), STATE_DIR: stateDir, FETCH_FEEDS: '0' },
    FETCH_ALLOW_HOSTS: siteHost,
  });
  await service.ready();
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await service.stop();
  rmSync(stateDir, { recursive: true, force: true });
});
const pageArguments = (path: string) => ({
  url: `http://${siteHost}${path}`,
  formats: ['markdown'],
});

const balance = async (token: string): Promise<number> =>
  (await callService(port, '/v1/account', { token })).body.data.tokens.total_available;

/** A key of an organization of its own: the tests run beside each other, and count credits. */
async function newKey(): Promise<string> {
  const operate = async (method: string, path: string, body: unknown) => {
    const address = `/admin/organizations${path}`;
    const reply = await callService(port, address, { token: 'admin_local', method, body });
    return reply.body.data;
  };
  const owner = 'owner@example.com';
  const { organization } = await operate('POST', '', { name: 'Agents', owner_email: owner });
  const plan = { plan: 'starter', status: 'active' };
  await operate('PUT', `/${organization.id}/subscription`, plan);
  const key = { user_email: owner, name: 'agent', mode: 'live' };
  return (await operate('POST', `/${organization.id}/api-keys`, key)).key;
}

const withKey = (token: string) => ({
  requestInit: { headers: { Authorization: `Bearer ${token}` } },
});
const address = () => new URL(`http://localhost:${port}/mcp`);

interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number }) => void;
}

/** The two official clients, which cancel by closing, or in the earlier era by a notification. */
const newer = (name: string, mode: 'legacy' | { pin: string }) =>
  [
    name,
    async (token: string) => {
      const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(address(), withKey(token)) as never);
      return (path: string, given: CallOptions = {}) =>
        client.callTool({ name: 'website_scraper', arguments: pageArguments(path) }, given);
    },
  ] as const;

const CLIENTS = [
  newer('newer', { pin: '2026-07-28' }),
  newer('newer-in-the-earlier-era', 'legacy'),
  [
    'earlier',
    async (token: string) => {
      const client = new EarlierClient({ name: 'earlier', version: '1' });
      await client.connect(new EarlierTransport(address(), withKey(token)) as never);
      return (path: string, given: CallOptions = {}) =>
        client.callTool(
          { name: 'website_scraper', arguments: pageArguments(path) },
          undefined,
          given,
        );
    },
  ],
] as const;

const UNTIL = { timeout: 20_000, interval: 100 };

describe.concurrent.each(CLIENTS)(
  'a call that takes long, by the %s official client',
  (name, connect) => {
    it('reports progress, and is answered', async () => {
      const call = await connect(await newKey());
      const path = `/${name}/slow`;
      delays.set(path, 4_500);
      const reports: number[] = [];
      const result = await call(path, {
        onprogress: ({ progress }) => void reports.push(progress),
      });
      expect(result.isError).toBeFalsy();
      expect(reports.length).toBeGreaterThan(1);
      expect(reports).toEqual([...new Set(reports)].sort((a, b) => a - b));
    });

    it('is stopped and not charged when it is cancelled', async () => {
      const token = await newKey();
      const call = await connect(token);
      const path = `/${name}/cancelled`;
      const before = await balance(token);
      delays.set(path, 60_000);
      const ending = new AbortController();
      const running = call(path, { signal: ending.signal });
      const ended = expect(running).rejects.toThrow();
      await vi.waitFor(() => expect(asked).toContain(path), UNTIL);
      await vi.waitFor(async () => expect(await balance(token)).toBeLessThan(before), UNTIL);
      ending.abort('not needed any more');
      await ended;
      await vi.waitFor(() => expect(left).toContain(path), UNTIL);
      await vi.waitFor(async () => expect(await balance(token)).toBe(before), UNTIL);
      delays.delete(path);
      const again = await call(path);
      const { metadata } = again.structuredContent as { metadata: { credits_used: number } };
      expect(metadata.credits_used).toBeGreaterThan(0);
      await vi.waitFor(
        async () => expect(await balance(token)).toBe(before - metadata.credits_used),
        UNTIL,
      );
    });

    it('is paid once in the end, whenever it is cancelled and whenever its fact comes', async () => {
      const token = await newKey();
      const call = await connect(token);
      const creditsOf = async (path: string) => {
        const { structuredContent } = await call(path);
        return (structuredContent as { metadata: { credits_used: number } }).metadata.credits_used;
      };
      const price = await creditsOf(`/${name}/price`);
      expect(price).toBeGreaterThan(0);
      const before = await balance(token);
      const paths = Array.from({ length: 16 }, (_, at) => `/${name}/race/${at}`);
      // Facts and cancellations at many distances of each other, early and late.
      for (const [at, path] of paths.entries()) delays.set(path, 200 + 200 * at);
      for (let at = 0; at < paths.length; at += 4)
        await Promise.all(
          paths.slice(at, at + 4).map(async (path, place) => {
            const ending = new AbortController();
            const running = call(path, { signal: ending.signal }).catch(() => undefined);
            await sleep(150 + 750 * place);
            ending.abort('left');
            await running;
          }),
        );
      for (const path of paths) delays.delete(path);
      for (const path of paths) await vi.waitFor(() => creditsOf(path), UNTIL);
      const owed = paths.length * price;
      await vi.waitFor(async () => expect(await balance(token)).toBe(before - owed), UNTIL);
    });
  },
);
