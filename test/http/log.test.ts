import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import * as z from 'zod';
import { createFileLinks } from '../../src/files/links.ts';
import { createApp } from '../../src/http/app.ts';
import { log } from '../../src/http/request/log.ts';
import { openDatabase, runBatch } from '../../src/lib/database.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { parseSecrets } from '../../src/lib/secrets.ts';
import type { AnyProduct } from '../../src/lookup/product.ts';
import type { IoSource } from '../../src/lookup/source.ts';
import { UpstreamStatus } from '../../src/lookup/upstream-status.ts';
import { phone } from '../../src/products/phone/phone/product.ts';
import { appServices } from '../../src/services.ts';
import { createOrganization } from '../support/api.ts';

const NUMBER = '+16502530000';
const EMAIL = 'somebody.rare@example.org';
const FILE_KEY = 'bulk/job_of_somebody/results.csv';

let spies: MockInstance[];
beforeEach(() => {
  spies = (['warn', 'error', 'log', 'info', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
});
afterEach(() => vi.restoreAllMocks());
const logged = (): string => spies.flatMap(({ mock }) => mock.calls.map(String)).join('\n');

const source = (
  ask: () => Promise<never>,
  kind: 'records' | 'open',
): IoSource<unknown, unknown> => ({
  name: 'broken_source',
  label: 'broken',
  kind,
  reads: 'io',
  available: () => true,
  ask,
});

const fail = (error: unknown) => async (): Promise<never> => {
  throw error;
};

const named = (name: string, code: string) =>
  Object.assign(new Error(`lookup of ${NUMBER} failed`), { name, code });

/** What breaks, each with everything the caller sent in its text. */
const FAILURES: [string, () => Promise<unknown>][] = [
  [
    'a D1 query',
    async () => openDatabase(env.DB).all(sql`SELECT ${NUMBER}, ${EMAIL} FROM nothing`),
  ],
  ['a D1 batch', async () => runBatch(openDatabase(env.DB), [sql`SELECT ${NUMBER} FROM nothing`])],
  ['a D1 value', async () => env.DB.prepare('SELECT ?').bind({ NUMBER, EMAIL }).all()],
  ['an R2 read', fail(new Error(`get: ${FILE_KEY} (10001) for ${NUMBER}`))],
  ['a KV key', async () => env.CACHE.get(NUMBER.repeat(100))],
  ['an upstream 500', fail(new UpstreamStatus(500, new Headers({ 'X-Number': NUMBER })))],
  ['an unparsable reply', async () => JSON.parse(`{"number": ${NUMBER}`)],
  ['a reply of another form', async () => z.strictObject({}).parse({ [NUMBER]: 1, [EMAIL]: 2 })],
  ['an address', async () => new URL(`//${NUMBER} ${EMAIL}`)],
  ['a refusal that repeats', fail(new ApiError('INVALID_INPUT', `${NUMBER} and ${EMAIL}`))],
  ['a cause of causes', fail(new Error(EMAIL, { cause: new TypeError(NUMBER) }))],
  ['a code and a name', fail(named(`Error of ${NUMBER}`, NUMBER))],
  [
    'a text like a frame',
    fail(new Error(`x\n    at ${EMAIL} (${NUMBER}:1:1)\n    at ${NUMBER}:1:2`)),
  ],
  ['a text', fail(`${NUMBER} ${EMAIL}`)],
  ['an object', fail({ number: NUMBER, email: EMAIL })],
];

async function ask(product: Partial<AnyProduct>, token: string): Promise<Response> {
  const app = createApp({
    ...appServices,
    families: [
      { name: 'Phone', summary: 'Altered', products: [{ ...phone, ...product } as AnyProduct] },
    ],
    log,
  });
  const context = createExecutionContext();
  const response = await app.fetch(
    new Request(`https://api.test/v1/phone?email=${EMAIL}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ phone_number: NUMBER, email: EMAIL }),
    }),
    {},
    context,
  );
  await waitOnExecutionContext(context);
  return response;
}

it.each(FAILURES)('logs nothing that was sent when it fails: %s', async (_, breaks) => {
  const { owner } = await createOrganization();
  const broken = async () => {
    await breaks();
    throw new Error('nothing broke');
  };
  for (const kind of ['records', 'open'] as const) {
    const asked = source(broken, kind);
    await ask({ sources: { list: [asked], resolve: (query, asks) => asks(asked, query) } }, owner);
  }
  await ask({ sources: { list: [], resolve: broken } }, owner);
  log('warn', 'directly', { cause: await breaks().catch((error: unknown) => error) });
  const lines = logged();
  expect(lines).toContain('directly');
  for (const sent of [NUMBER, NUMBER.slice(1), NUMBER.slice(2), EMAIL, FILE_KEY, owner])
    expect(lines).not.toContain(sent);
});

it('names the failure, its code and where it was thrown', async () => {
  const failed = await openDatabase(env.DB)
    .all(sql`SELECT ${NUMBER} FROM nothing`)
    .catch((error: unknown) => error);
  log('error', 'request failed', { request_id: 'r', cause: failed });
  const line = JSON.parse(logged());
  expect(line).toMatchObject({
    level: 'error',
    message: 'request failed',
    request_id: 'r',
    cause: { cause: { name: 'Error' } },
  });
  expect(line.cause.stack.join('\n')).toContain('log.test.ts');
});

it('keeps our own words of what is no mistake of the caller', () => {
  log('error', 'periodic task failed', {
    task: 'refresh due feeds',
    cause: new ApiError('UPSTREAM_ERROR', 'The feed x was not refreshed: it is empty.'),
  });
  expect(JSON.parse(logged()).cause).toMatchObject({
    name: 'ApiError',
    code: 'UPSTREAM_ERROR',
    message: 'The feed x was not refreshed: it is empty.',
  });
});

it('names the route of a file link, not the token', async () => {
  const clock = { now: () => Date.now() };
  const linkSecrets = parseSecrets('secret of this test');
  const link = await createFileLinks({ clock, linkSecrets }).link(FILE_KEY, 'https://api.test');
  const token = new URL(link).pathname.split('/').at(-1) as string;
  const broken = fail(new Error(`reading ${FILE_KEY}`));
  const app = createApp({
    ...appServices,
    files: { clock, linkSecrets, store: new Proxy({} as never, { get: () => broken }) },
    log,
  });
  const response = await app.fetch(new Request(link), {}, createExecutionContext());
  expect(response.status).toBe(500);
  const line = logged();
  expect(JSON.parse(line)).toMatchObject({ code: 'INTERNAL_ERROR', route: '/files/:token' });
  for (const sent of [token, token.slice(0, 20), FILE_KEY]) expect(line).not.toContain(sent);
});
