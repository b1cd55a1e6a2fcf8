import { describe, expect, it } from 'vitest';
import type { HttpClient, PublicFetchOptions } from '../../src/lookup/outbound.ts';
import { createGuardedFetcher } from '../../src/open-data/outbound/guarded-fetcher.ts';
import { fakeResolver } from './fake-dns.ts';

const PUBLIC_4 = '93.184.215.14';
const PUBLIC_6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';

const zone = {
  'example.com': { A: [PUBLIC_4], AAAA: [PUBLIC_6] },
  'four.example.com': { A: [PUBLIC_4] },
  'six.example.com': { AAAA: [PUBLIC_6] },
  'xn--bcher-kva.example': { A: [PUBLIC_4] },
  'private-a.example.com': { A: ['10.0.0.1'] },
  'private-aaaa.example.com': { AAAA: ['fd00::1'] },
  'mixed-a.example.com': { A: [PUBLIC_4, '192.168.1.1'] },
  'mixed-families.example.com': { A: [PUBLIC_4], AAAA: ['::1'] },
  'metadata.example.com': { A: ['169.254.169.254'] },
  'mapped.example.com': { AAAA: ['::ffff:8.8.8.8'] },
  'sixtofour.example.com': { A: [PUBLIC_4], AAAA: ['2002:7f00:1::1'] },
  'nat64.example.com': { AAAA: ['64:ff9b::7f00:1'] },
  'garbage.example.com': { A: ['not an address'] },
  'wrong-family.example.com': { A: ['2606:4700::1'] },
  'empty.example.com': {},
  'localhost.example.com': { A: ['127.0.0.1'] },
};

const options: PublicFetchOptions = { timeoutMs: 5_000, maxBytes: 1_000, maxRedirects: 3 };

/** A fetcher that notes every request that would have left. */
function fetcher(allowHosts: string[] = []) {
  const sent: string[] = [];
  const http: HttpClient = async (request) => {
    sent.push(request.url);
    return new Response('hello');
  };
  return {
    sent,
    guarded: createGuardedFetcher({ http, resolver: fakeResolver(zone), allowHosts }),
  };
}

const ZOO: Record<string, string[]> = {
  'no URL': [
    '',
    'example.com',
    '//example.com',
    '/etc/passwd',
    'http://',
    'http://[',
    'https://exa mple.com/',
    'http://300.1.1.1/',
  ],
  'another scheme': [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/html,hi',
    'javascript:alert(1)',
  ].concat(['ws://example.com/', 'blob:https://example.com/1', 'about:blank']),
  credentials: [
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://:secret@example.com/',
    'https://example.com@127.0.0.1/',
  ],
  'another port': [
    'https://example.com:8443/',
    'http://example.com:443/',
    'https://example.com:80/',
    'http://example.com:22/',
  ].concat(['http://8.8.8.8:6379/']),
  loopback: [
    'http://127.0.0.1/',
    'http://127.255.255.254/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'https://127.0.0.1/',
  ],
  'other spellings of loopback': [
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://017700000001/',
  ].concat(
    [
      'http://0177.0.0.1/',
      'http://127.1/',
      'http://127.0.1/',
      'http://0x7f.1/',
      'http://127.0.0.1./',
      'http://127。0。0。1/',
    ],
    [
      'http://%31%32%37.0.0.1/',
      'http://１２７.0.0.1/',
      'http:127.0.0.1',
      'http:\\\\127.0.0.1\\',
      'http://127.0.0.1:80/',
    ],
  ),
  private: [
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://3232235521/',
    'http://0xA9FEA9FE/',
  ],
  'link-local': [
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]/',
    'http://[fe80::a9fe:a9fe]/',
    'http://2852039166/',
  ],
  'carrier-grade NAT': ['http://100.64.0.1/', 'http://100.127.255.255/'],
  multicast: ['http://224.0.0.1/', 'http://239.255.255.250/', 'http://[ff02::1]/'],
  documentation: [
    'http://192.0.2.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://[2001:db8::1]/',
    'http://[3fff::1]/',
  ],
  'class E and broadcast': ['http://240.0.0.1/', 'http://255.255.255.255/'],
  unspecified: ['http://0.0.0.0/', 'http://0/', 'http://[::]/', 'http://0.1.2.3/'],
  benchmarking: ['http://198.18.0.1/', 'http://198.19.255.255/'],
  'IPv4-mapped': [
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
  ],
  'IPv4-compatible': ['http://[::127.0.0.1]/', 'http://[::7f00:1]/'],
  '6to4': ['http://[2002:7f00:1::]/', 'http://[2002:a00:1::1]/', 'http://[2002:808:808::1]/'],
  NAT64: ['http://[64:ff9b::127.0.0.1]/', 'http://[64:ff9b::a00:1]/', 'http://[64:ff9b:1::1]/'],
  Teredo: ['http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', 'http://[2001::1]/'],
  'unique local': ['http://[fc00::1]/', 'http://[fd12:3456:789a::1]/', 'http://[fec0::1]/'],
  'unassigned IPv6': [
    'http://[4000::1]/',
    'http://[a000::1]/',
    'http://[100::1]/',
    'http://[5f00::1]/',
  ],
  'names of this machine': [
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://db.localhost/',
    'http://a.b.localhost/',
  ],
  'names of a private network': [
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://router.home.arpa/',
    'http://intranet/',
  ].concat(['http://x.onion/', 'http://x.alt/', 'http://printer.LOCAL./']),
  'a final dot': [
    'http://example.com./',
    'http://private-a.example.com./',
    'http://example.com../',
  ],
  'names with private addresses': [
    'private-a',
    'private-aaaa',
    'mixed-a',
    'mixed-families',
    'metadata',
    'mapped',
    'sixtofour',
    'nat64',
  ]
    .concat(['localhost', 'garbage', 'wrong-family'])
    .map((label) => `https://${label}.example.com/`),
  'names that are none': [
    'http://-.example.com/',
    `http://${'a'.repeat(64)}.example.com/`,
    'http://a..example.com/',
    `http://${'a.'.repeat(130)}com/`,
  ],
};

describe.each(Object.entries(ZOO))('%s', (_, addresses) => {
  it.each(addresses)('%s is refused and nothing is sent', async (address) => {
    const { sent, guarded } = fetcher();
    await expect(guarded.fetch(address, options)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      status: 400,
    });
    await expect(guarded.check(address)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(sent).toEqual([]);
  });
});

it('knows at least 80 ways to be refused', () => {
  expect(new Set(Object.values(ZOO).flat()).size).toBeGreaterThanOrEqual(80);
});

it.each(['https://nowhere.example.com/', 'https://empty.example.com/'])(
  '%s has no address',
  async (address) => {
    const { sent, guarded } = fetcher();
    await expect(guarded.fetch(address, options)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 400,
    });
    expect(sent).toEqual([]);
  },
);

it.each([
  ['https://example.com/', 'https://example.com/'],
  ['http://four.example.com/a?b=c', 'http://four.example.com/a?b=c'],
  ['https://six.example.com/', 'https://six.example.com/'],
  ['https://EXAMPLE.com:443/', 'https://example.com/'],
  ['http://example.com:80/', 'http://example.com/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
])('%s is fetched', async (address, asked) => {
  const { sent, guarded } = fetcher();
  const { status, body } = await guarded.fetch(address, options);
  expect(status).toBe(200);
  expect(await new Response(body).text()).toBe('hello');
  expect(sent).toEqual([asked]);
});

it.each([
  'http://8.8.8.8/',
  'http://134744072/',
  'http://203.0.113.7/',
  'https://1.1.1.1/',
  'https://[2606:4700:4700::1111]/',
])('%s is refused: the platform fetches no bare address', async (address) => {
  const { sent, guarded } = fetcher();
  const refusal = {
    code: 'INVALID_INPUT',
    message: expect.stringContaining('not an IP address'),
  };
  await expect(guarded.fetch(address, options)).rejects.toMatchObject(refusal);
  await expect(guarded.check(address)).rejects.toMatchObject(refusal);
  expect(sent).toEqual([]);
});

describe('exempt hosts', () => {
  const allowHosts = ['127.0.0.1:9000', 'localhost:80', 'Site.Internal:443', '[::1]:8080'];

  it.each([
    'http://127.0.0.1:9000/x',
    'http://localhost/',
    'https://site.internal/',
    'http://[::1]:8080/',
    'https://127.0.0.1:9000/',
  ])('%s is fetched', async (address) => {
    const { sent, guarded } = fetcher(allowHosts);
    await guarded.check(address);
    await guarded.fetch(address, options);
    expect(sent).toEqual([address]);
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:9001/',
    'https://localhost/',
    'http://site.internal/',
    'http://user@127.0.0.1:9000/',
    'ftp://127.0.0.1:9000/',
    'http://127.0.0.2:9000/',
  ])('%s is not', async (address) => {
    const { sent, guarded } = fetcher(allowHosts);
    await expect(guarded.fetch(address, options)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(sent).toEqual([]);
  });
});

it('is unavailable, and sends nothing, while names cannot be resolved', async () => {
  const sent: string[] = [];
  const http: HttpClient = async (request) => {
    sent.push(request.url);
    return new Response('hello');
  };
  const resolver = {
    resolve: async () => {
      throw Object.assign(new Error('down'), { code: 'SERVICE_UNAVAILABLE' });
    },
  };
  const guarded = createGuardedFetcher({ http, resolver, allowHosts: [] });
  await expect(guarded.fetch('https://example.com/', options)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  expect(sent).toEqual([]);
});
