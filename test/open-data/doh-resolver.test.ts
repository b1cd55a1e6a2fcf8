import { describe, expect, it } from 'vitest';
import type { HttpClient } from '../../src/lookup/outbound.ts';
import { createDohResolver } from '../../src/open-data/outbound/dns.ts';

const clockAt = (now: number) => ({ at: now, now: () => clock.at });
let clock = clockAt(0);

/** A resolver whose replies are given, by `name type`; every question is noted. */
function resolver(replies: Record<string, unknown>, dohUrl = 'https://dns.test/dns-query') {
  clock = clockAt(1_700_000_000_000);
  const asked: string[] = [];
  const http: HttpClient = async (request) => {
    const url = new URL(request.url);
    expect(request.headers.get('Accept')).toBe('application/dns-json');
    expect(`${url.origin}${url.pathname}`).toBe('https://dns.test/dns-query');
    const question = `${url.searchParams.get('name')} ${url.searchParams.get('type')}`;
    asked.push(url.search);
    const reply = replies[question];
    if (reply === undefined) throw new Error(`nobody expected ${question}`);
    return reply instanceof Response
      ? reply
      : Response.json(reply, { headers: { 'Content-Type': 'application/dns-json' } });
  };
  return { asked, dns: createDohResolver({ http, clock, dohUrl }) };
}

const found = (...answer: unknown[]) => ({
  Status: 0,
  TC: false,
  RD: true,
  RA: true,
  AD: false,
  CD: false,
  Answer: answer,
});
const rr = (name: string, type: number, data: string, TTL = 300) => ({ name, type, TTL, data });

describe('answers', () => {
  it.each([
    ['A', [rr('example.com', 1, '93.184.215.14')], ['93.184.215.14']],
    ['AAAA', [rr('example.com.', 28, '2606:2800:21f::1')], ['2606:2800:21f::1']],
    [
      'MX',
      [rr('Example.COM.', 15, '10 mx1.example.com.'), rr('example.com.', 15, '0 .')],
      ['10 mx1.example.com.', '0 .'],
    ],
    ['NS', [rr('example.com', 2, 'a.iana-servers.net.')], ['a.iana-servers.net.']],
    ['SOA', [rr('example.com', 6, 'ns. host. 1 2 3 4 5')], ['ns. host. 1 2 3 4 5']],
    ['CNAME', [rr('example.com', 5, 'other.example.com.')], ['other.example.com.']],
  ] as const)('%s', async (type, answer, records) => {
    const { dns } = resolver({ [`example.com ${type}`]: found(...answer) });
    expect(await dns.resolve('example.com', type)).toEqual({ rcode: 0, records });
  });

  it('follow aliases, and take only what the last one owns', async () => {
    const answer = found(
      rr('www.example.com', 5, 'a.cdn.test.'),
      rr('A.CDN.test', 5, 'b.cdn.test'),
      rr('b.cdn.test.', 1, '93.184.215.14'),
      rr('other.test', 1, '10.0.0.1'),
    );
    const { dns } = resolver({ 'www.example.com A': answer });
    expect(await dns.resolve('www.example.com', 'A')).toEqual({
      rcode: 0,
      records: ['93.184.215.14'],
    });
  });

  it('survive aliases that go round in circles or lead nowhere', async () => {
    const circle = found(rr('a.test', 5, 'b.test.'), rr('b.test', 5, 'a.test.'));
    const { dns } = resolver({
      'a.test A': circle,
      'c.test A': found(rr('c.test', 5, 'gone.test.')),
    });
    expect(await dns.resolve('a.test', 'A')).toEqual({ rcode: 0, records: [] });
    expect(await dns.resolve('c.test', 'A')).toEqual({ rcode: 0, records: [] });
  });

  it.each([
    ['"v=spf1 -all"', 'v=spf1 -all'],
    ['v=spf1 -all', 'v=spf1 -all'],
    ['"v=spf1 include:a" "b.example -all"', 'v=spf1 include:ab.example -all'],
    ['"a""b"', 'ab'],
    ['"say \\"hi\\" \\\\ 100% \\%"', 'say "hi" \\ 100% %'],
    ['"caf\\195\\169"', 'café'],
    ['"\\255"', '\\255'],
    ['"caf\\195" "\\169"', 'café'],
    ['"key=\\😀"', 'key=😀'],
    ['"100\\% \\195"', '100\\% \\195'],
    ['""', ''],
  ])('read the text %s', async (data, text) => {
    const { dns } = resolver({ 'example.com TXT': found(rr('example.com', 16, data)) });
    expect((await dns.resolve('example.com', 'TXT')).records).toEqual([text]);
  });

  it('keep a text with half a surrogate pair as it was sent', async () => {
    const { dns } = resolver({ 'example.com TXT': found(rr('example.com', 16, '"a\\\ud800"')) });
    const { records } = await dns.resolve('example.com', 'TXT');
    expect(JSON.stringify(records)).toBe(JSON.stringify(['a\\\ud800']));
  });

  it('tell "no such name" from "no such record"', async () => {
    const { dns } = resolver({
      'no.test A': { Status: 3 },
      'yes.test A': { Status: 0, Answer: null },
      'yes.test MX': { Status: 0 },
    });
    expect(await dns.resolve('no.test', 'A')).toEqual({ rcode: 3, records: [] });
    expect(await dns.resolve('yes.test', 'A')).toEqual({ rcode: 0, records: [] });
    expect(await dns.resolve('yes.test', 'MX')).toEqual({ rcode: 0, records: [] });
  });
});

describe('names', () => {
  it.each([
    ['EXAMPLE.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ])('%s is asked for as %s', async (name, asked) => {
    const { dns } = resolver({ [`${asked} A`]: found(rr(asked, 1, '8.8.8.8')) });
    expect((await dns.resolve(name, 'A')).records).toEqual(['8.8.8.8']);
  });

  it.each([
    '',
    '.',
    'a..b',
    '-a.com',
    'a-.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(127)}com`,
    'a b.com',
    'a/b',
    'a?b=c',
    'ü ü',
    'ü/x',
    'ü@b',
  ])('%j is no name', async (name) => {
    const { asked, dns } = resolver({});
    await expect(dns.resolve(name, 'A')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(asked).toEqual([]);
  });

  it('keeps what the configured address asks for already', async () => {
    const { asked, dns } = resolver(
      { 'example.com A': { Status: 0 } },
      'https://dns.test/dns-query?token=1',
    );
    await dns.resolve('example.com', 'A');
    expect(asked).toEqual(['?token=1&name=example.com&type=A']);
  });
});

describe('failures are never "no record"', () => {
  it.each([1, 2, 4, 5, 6, 9])('RCODE %d says something of this name only', async (Status) => {
    const { dns } = resolver({ 'example.com A': { Status } });
    const failure = { code: 'SERVICE_UNAVAILABLE', status: 503, aboutInput: true };
    await expect(dns.resolve('example.com', 'A')).rejects.toMatchObject(failure);
  });

  it('nor is a truncated reply', async () => {
    const { dns } = resolver({ 'example.com A': { Status: 0, TC: true } });
    await expect(dns.resolve('example.com', 'A')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it.each([
    ['no JSON', () => new Response('<html>')],
    ['another shape', () => Response.json({ Status: '0' })],
    ['HTTP 500', () => new Response('down', { status: 500 })],
    ['HTTP 400', () => new Response('bad', { status: 400 })],
    ['no body', () => new Response(null)],
  ])('%s: the resolver is at fault', async (_, reply) => {
    const { dns } = resolver({ 'example.com A': reply() });
    const failure = { code: 'SERVICE_UNAVAILABLE', aboutInput: false };
    await expect(dns.resolve('example.com', 'A')).rejects.toMatchObject(failure);
  });

  it('a reply that is too large is the fault of the zone', async () => {
    const { dns } = resolver({ 'example.com A': new Response('x'.repeat(70_000)) });
    const failure = { code: 'VALIDATION_FAILED', aboutInput: true };
    await expect(dns.resolve('example.com', 'A')).rejects.toMatchObject(failure);
  });

  it('a broken connection neither', async () => {
    const { dns } = resolver({});
    await expect(dns.resolve('example.com', 'A')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      aboutInput: false,
    });
  });

  it('passes on when to come back', async () => {
    const { dns } = resolver({
      'example.com A': new Response('slow down', { status: 429, headers: { 'Retry-After': '17' } }),
    });
    await expect(dns.resolve('example.com', 'A')).rejects.toMatchObject({
      headers: { 'Retry-After': '17' },
    });
  });
});

describe('memory', () => {
  const soa = (TTL: number, minimum: number) =>
    rr('test', 6, `ns.test. host.test. 1 7200 3600 1209600 ${minimum}`, TTL);

  it.each([
    [
      'the shortest lifetime of the chain',
      found(rr('a.test', 5, 'b.test', 30), rr('b.test', 1, '8.8.8.8', 200)),
      30,
    ],
    ['five minutes at most', found(rr('a.test', 1, '8.8.8.8', 86_400)), 300],
    ['a negative answer by its SOA', { Status: 3, Authority: [soa(900, 20)] }, 20],
    ['a negative answer one minute at most', { Status: 0, Authority: [soa(900, 900)] }, 60],
  ])('keeps %s', async (_, reply, seconds) => {
    const { asked, dns } = resolver({ 'a.test A': reply });
    const first = await dns.resolve('a.test', 'A');
    clock.at += seconds * 1_000 - 1;
    expect(await dns.resolve('A.test.', 'A')).toEqual(first);
    expect(asked).toHaveLength(1);
    clock.at += 1;
    await dns.resolve('a.test', 'A');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a lifetime of nothing', found(rr('a.test', 1, '8.8.8.8', 0))],
    ['a negative answer without SOA', { Status: 3 }],
  ])('does not keep %s', async (_, reply) => {
    const { asked, dns } = resolver({ 'a.test A': reply });
    await dns.resolve('a.test', 'A');
    await dns.resolve('a.test', 'A');
    expect(asked).toHaveLength(2);
  });

  it('does not keep failures, nor mix up types', async () => {
    const replies: Record<string, unknown> = {
      'a.test A': { Status: 2 },
      'a.test MX': found(rr('a.test', 15, '10 m.test.')),
    };
    const { dns } = resolver(replies);
    await expect(dns.resolve('a.test', 'A')).rejects.toThrow();
    replies['a.test A'] = found(rr('a.test', 1, '8.8.8.8'));
    expect((await dns.resolve('a.test', 'A')).records).toEqual(['8.8.8.8']);
    expect((await dns.resolve('a.test', 'MX')).records).toEqual(['10 m.test.']);
  });

  it('forgets the oldest answers when it is full', async () => {
    const replies: Record<string, unknown> = {};
    for (let i = 0; i <= 2_000; i++)
      replies[`n${i}.test A`] = found(rr(`n${i}.test`, 1, '8.8.8.8'));
    const { asked, dns } = resolver(replies);
    for (let i = 0; i <= 2_000; i++) await dns.resolve(`n${i}.test`, 'A');
    await dns.resolve('n2000.test', 'A');
    expect(asked).toHaveLength(2_001);
    await dns.resolve('n0.test', 'A');
    expect(asked).toHaveLength(2_002);
  });
});
