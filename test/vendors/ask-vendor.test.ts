import { expect, it } from 'vitest';
import * as z from 'zod';
import { parsePhoneNumber } from '../../src/domain/phone/number.ts';
import { readUpstreamVars, VAR_NAMES } from '../../src/env.ts';
import type { RateLimiterPort } from '../../src/lookup/outbound.ts';
import type { World } from '../../src/lookup/world.ts';
import { teliqueLine } from '../../src/vendors/telique/numbers.ts';
import type { Upstream } from '../../src/vendors/upstream/upstream.ts';
import { fromUpstream } from '../../src/vendors/upstream/vendor-source.ts';
import { fakeNetwork } from '../support/create-world.ts';

const PACE = { limit: 1, perMs: 1_000, notInBulk: true, liftedBy: 'ACME_KEY' };
const ACME: Upstream = {
  name: 'ACME',
  hosts: ['api.acme.test', 'data.acme.test'],
  hostInPath: true,
  contact: 'always',
  reads: ['ACME_KEY', 'ACME_OPT_IN'],
  pace: PACE,
  statuses: { 404: 'none' },
  authenticate: (secret) => ({ query: { key: secret('ACME_KEY') } }),
};
const SINGLE: Upstream = {
  ...ACME,
  hosts: ['api.acme.test'],
  hostInPath: false,
  contact: 'public',
};

interface Setting {
  vars?: Record<string, string>;
  contact?: string;
  reply?: () => Response;
}

/** One source of the upstream, the addresses it asked and the turns it took. */
function sourceOf(
  upstream: Upstream,
  { vars = {}, contact = 'mailto:a@b.c', reply }: Setting = {},
) {
  const took: unknown[] = [];
  const turns: RateLimiterPort = {
    async acquire(host, pace) {
      took.push([host, pace]);
      return {
        async release(closedForMs) {
          if (closedForMs) took.push(closedForMs);
        },
      };
    },
  };
  const settings = { vars: new Map(Object.entries(vars)), ...(contact && { contact }) };
  const http = reply ?? (() => Response.json({ ok: true }));
  const network = { ...fakeNetwork({ settings, http }), rateLimiter: turns };
  const world = { clock: { now: () => Date.now() }, outbound: network } as unknown as World;
  const schema = z.object({ ok: z.boolean() });
  const source = fromUpstream<string, { ok: boolean }>(upstream, {
    name: 'acme',
    label: 'acme',
    optIn: 'ACME_OPT_IN',
    ask: (host, call) =>
      call({ host, path: '/v1/x', query: { q: 'a b', none: null, list: ['1', '2'] }, schema }),
  });
  return { source, world, took, asked: network.asked };
}

it("asks the host itself, or behind an address of the operator's with the host in front", async () => {
  const query = '?q=a+b&list=1&list=2&key=';
  const usual = sourceOf(ACME);
  await usual.source.ask('data.acme.test', usual.world);
  expect(usual.asked).toEqual([`GET https://data.acme.test/v1/x${query}`]);
  const own = sourceOf(ACME, { vars: { ACME_URL: 'http://mirror.test:81/base/', ACME_KEY: 'k' } });
  await own.source.ask('data.acme.test', own.world);
  expect(own.asked).toEqual([`GET http://mirror.test:81/base/data.acme.test/v1/x${query}k`]);
  const single = sourceOf(SINGLE, { vars: { ACME_URL: 'http://mirror.test' } });
  await single.source.ask('api.acme.test', single.world);
  expect(single.asked).toEqual([`GET http://mirror.test/v1/x${query}`]);
  await expect(single.source.ask('evil.test', single.world)).rejects.toThrow(TypeError);
});

it('is there with its contact and its opt-in, and names what it misses', () => {
  const bare = sourceOf(ACME, { contact: '' });
  expect(bare.source.missing?.(bare.world)).toEqual(['OPERATOR_CONTACT', 'ACME_OPT_IN']);
  const vars = { ACME_OPT_IN: '1', ACME_URL: 'http://mirror.test' };
  const own = sourceOf(SINGLE, { contact: '', vars });
  expect(own.source.available(own.world)).toBe(true);
  const mirror = sourceOf(ACME, { contact: '', vars });
  expect(mirror.source.missing?.(mirror.world)).toEqual(['OPERATOR_CONTACT']);
  const server = sourceOf({ ...ACME, hosts: [] });
  expect(server.source.missing?.(server.world)).toEqual(['ACME_URL', 'ACME_OPT_IN']);
});

it('takes turns at a public host, keeps jobs away, and passes on how long it is closed', async () => {
  const { limit, perMs } = PACE;
  const usual = sourceOf(ACME, {
    reply: () => new Response('', { status: 429, headers: { 'Retry-After': '7' } }),
  });
  expect(usual.source.notInBulk?.(usual.world)).toBe(true);
  await expect(usual.source.ask('api.acme.test', usual.world)).rejects.toMatchObject({
    status: 429,
  });
  expect(usual.took).toEqual([['api.acme.test', { limit, perMs }], 7_000]);
  const own = sourceOf(SINGLE, { vars: { ACME_URL: 'http://mirror.test' } });
  expect(own.source.notInBulk?.(own.world)).toBe(false);
  await own.source.ask('api.acme.test', own.world);
  expect(own.took).toEqual([['mirror.test', null]]);
  const keyed = sourceOf(ACME, { vars: { ACME_KEY: 'k' } });
  expect(keyed.source.notInBulk?.(keyed.world)).toBe(false);
  await keyed.source.ask('api.acme.test', keyed.world);
  expect(keyed.took).toEqual([]);
});

it('reads a reply in the charset that it declares', async () => {
  const bytes = Uint8Array.from('{"name":"M\xfcller"}', (letter) => letter.charCodeAt(0));
  for (const [charset, read] of [
    ['ISO-8859-1', 'Müller'],
    ['unknown', 'M\ufffdller'],
  ] as const) {
    const headers = { 'Content-Type': `application/json; charset=${charset}` };
    const { world } = sourceOf(ACME, { reply: () => new Response(bytes, { headers }) });
    const source = fromUpstream<string, { name: string }>(ACME, {
      label: 'acme',
      ask: (_, call) => call({ path: '/v1/x', schema: z.object({ name: z.string() }) }),
    });
    expect(await source.ask('', world)).toEqual({ name: read });
  }
});

it('takes a 404 for "no record", but not the page of a stray web server', async () => {
  const none = sourceOf(ACME, { reply: () => Response.json({}, { status: 404 }) });
  expect(await none.source.ask('api.acme.test', none.world)).toBeNull();
  const page = { status: 404, headers: { 'Content-Type': 'text/html' } };
  const stray = sourceOf(ACME, { reply: () => new Response('<html>', page) });
  await expect(stray.source.ask('api.acme.test', stray.world)).rejects.toMatchObject({
    status: 503,
  });
});

it('asks again for a company whose name came in a reply of another shape', async () => {
  const guides: unknown[] = ['busy', [{ ocn_name: 'EXAMPLE MOBILE', category: 'PCS' }]];
  const partial: string[] = [];
  const http = ({ url }: Request) =>
    url.includes('/lerg/')
      ? Response.json({ data: guides.shift() })
      : Response.json({ lrn: '4154250000', spid: '77ZZ' });
  const world = {
    clock: { now: () => Date.now() },
    outbound: fakeNetwork({ http, settings: { vars: new Map([['TELIQUE_KEY', 'k']]) } }),
    markPartial: () => void partial.push('partial'),
  } as unknown as World;
  const number = parsePhoneNumber('+14155552671');
  expect(await teliqueLine.ask(number, world)).toMatchObject({ carrier: null });
  expect(partial).toEqual(['partial']);
  expect(await teliqueLine.ask(number, world)).toMatchObject({ carrier: 'EXAMPLE MOBILE' });
});

it('reads the variables of every upstream, and no others', () => {
  expect(VAR_NAMES).toEqual(
    expect.arrayContaining(['HLR_LOOKUPS_URL', 'HLR_LOOKUPS_SECRET', 'TELIQUE_KEY', 'DOH_URL']),
  );
  expect([...readUpstreamVars({ TELIQUE_KEY: ' k ', TELIQUE_URL: '', OTHER: 'x' })]).toEqual([
    ['TELIQUE_KEY', 'k'],
  ]);
  expect(() => readUpstreamVars({ TELIQUE_URL: 'nowhere' })).toThrow('TELIQUE_URL: must be a URL');
});
