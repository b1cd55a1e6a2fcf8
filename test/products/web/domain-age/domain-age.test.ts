import { parse } from 'tldts';
import { describe, expect, it } from 'vitest';
import { parseRegistrableDomain } from '../../../../src/domain/web/domain-name.ts';
import { ApiError } from '../../../../src/lib/errors.ts';
import type { World } from '../../../../src/lookup/world.ts';
import { WITHOUT_WHOIS, whoisHost } from '../../../../src/open-data/registration/registration.ts';
import type { Registration } from '../../../../src/open-data/registration/registration-fact.ts';
import {
  domainAge,
  humanAge,
  sandboxRegistration,
} from '../../../../src/products/web/domain-age.ts';
import { answerOf, askIn } from '../../../support/answer.ts';
import { createWorld, type Zones } from '../../../support/create-world.ts';
import {
  ccTld,
  noServiceJson,
  notFoundJson,
  pir,
  reservedJson,
  verisign,
  WHOIS_CASES,
} from './registry-replies.ts';

const CONTEXT = { id: '00000000-0000-4000-8000-000000000000', foundAt: '2026-11-01T00:00:00.000Z' };
const RDAP = { headers: { 'Content-Type': 'application/rdap+json' } };
const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { ...RDAP, ...init });

/** A lookup as the pipeline makes it: the fact through JSON, every section by its schema. */
async function ageOf(text: string, world: World) {
  const input = { domain: parseRegistrableDomain(text) };
  const found = await domainAge.sources.resolve(input, askIn(world));
  const fact = JSON.parse(JSON.stringify(found)) as Registration;
  return {
    classification: domainAge.classification.schema.parse(
      domainAge.classification.from(fact, input, CONTEXT),
    ),
    insights: domainAge.insights.schema.parse(domainAge.insights.from(fact, input, CONTEXT)),
    price: domainAge.price.charge(fact, input),
  };
}

/** A world whose registries have no RDAP service. */
const withoutRdap = (outside: Parameters<typeof createWorld>[0]) =>
  createWorld({
    settings: { rdapBootstrapUrl: 'https://boot.test' },
    http: () => json({ services: [] }),
    ...outside,
  });

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it answered'),
    (error: unknown) => error as ApiError,
  );

describe('over RDAP', () => {
  it('reads the .com registry', async () => {
    const world = await createWorld({ http: () => json(verisign) });
    const { classification, insights, price } = await ageOf('https://www.example.com/', world);
    expect(classification).toEqual({
      registered: true,
      age_human: '31 years, 2 months',
      age_days: 11_401,
      created_date: '1995-08-14T04:00:00.000Z',
      registrar: 'RESERVED-Internet Assigned Numbers Authority',
    });
    expect(insights).toMatchObject({
      expiry: '2027-08-13T04:00:00.000Z',
      updated_date: '2026-08-14T07:01:39.000Z',
      nameservers: ['a.iana-servers.net', 'b.iana-servers.net'],
      registry_status: [
        'client delete prohibited',
        'client transfer prohibited',
        'client update prohibited',
      ],
      registry_server: 'rdap.verisign.com',
      protocol: 'RDAP',
      age_reason: null,
    });
    expect(price).toBe(2);
    expect(world.outbound.asked).toEqual([
      'GET https://rdap.verisign.com/com/v1/domain/example.com',
    ]);
  });

  it('reads the .org registry and a country-code registry', async () => {
    const org = await ageOf('example.org', await createWorld({ http: () => json(pir) }));
    expect(org.classification).toMatchObject({
      registrar: 'ICANN',
      created_date: '1995-08-31T04:00:00.131Z',
    });
    expect(org.insights.nameservers).toEqual(['a.iana-servers.net']);
    const cz = await ageOf('example.cz', await createWorld({ http: () => json(ccTld) }));
    expect(cz.classification).toMatchObject({
      registrar: 'REG-EXAMPLE',
      created_date: '1996-01-01T00:00:00.000Z',
    });
    expect(cz.insights).toMatchObject({ expiry: null, nameservers: [], registry_status: [] });
  });

  it('takes 404 for unregistered, with a body, without one and inside a 200, free of charge', async () => {
    for (const reply of [
      json(notFoundJson, { status: 404 }),
      new Response(null, { status: 404 }),
      new Response('not found', { status: 404 }),
      json(notFoundJson),
    ]) {
      const { classification, insights, price } = await ageOf(
        'missing.com',
        await createWorld({ http: () => reply.clone() }),
      );
      expect(classification).toEqual({
        registered: false,
        age_human: null,
        age_days: null,
        created_date: null,
        registrar: null,
      });
      expect(insights.age_reason).toBe('The domain is not registered.');
      expect(price).toBe(0);
    }
  });

  it('says why a name that nobody holds cannot be had', async () => {
    const absent = await ageOf(
      'reserved.com',
      await createWorld({ http: () => json(reservedJson, { status: 404 }) }),
    );
    expect(absent.insights.registry_status).toEqual(['reserved']);
    const withheld = await ageOf(
      'reserved.app',
      await createWorld({
        http: () =>
          json({ objectClassName: 'domain', ldhName: 'reserved.app', status: ['reserved'] }),
      }),
    );
    expect(withheld).toMatchObject({
      classification: { registered: false },
      insights: { registry_status: ['reserved'] },
      price: 0,
    });
  });

  it('takes the record of another name for no answer, whatever its case, dot or script', async () => {
    const bodyOf = (names: object) => json({ ...verisign, ldhName: undefined, ...names });
    const asking = async (text: string, names: object, whois = '') =>
      ageOf(text, await createWorld({ http: () => bodyOf(names), tcp: () => whois }));
    expect(await failureOf(asking('example.com', { ldhName: 'wholly-other.com' }))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      aboutInput: true,
    });
    await failureOf(asking('example.com', { unicodeName: 'exämple.com' }));
    const other = 'Domain Name: OTHER.COM\r\nRegistrar: R\r\n';
    await failureOf(asking('example.com', { ldhName: 'other.com' }, other));
    const own = 'Domain Name: EXAMPLE.COM\r\nRegistrar: R\r\n';
    const { insights } = await asking('example.com', { ldhName: 'other.com' }, own);
    expect(insights.protocol).toBe('WHOIS');
    for (const [text, names] of [
      ['www.example.com', { ldhName: 'Example.COM.' }],
      ['exämple.com', { unicodeName: 'EXÄMPLE.com' }],
      ['exämple.com', { ldhName: 'XN--EXMPLE-CUA.COM' }],
      ['example.com', {}],
      ['example.com', { errorCode: null, title: null, description: null }],
      [
        'exämple.com',
        { ldhName: 'a.com', variants: [{ variantNames: [{ unicodeName: 'exämple.com' }] }] },
      ],
    ] as const)
      expect((await asking(text, names)).insights.protocol, text).toBe('RDAP');
  });

  it('says that the registry does not disclose the date', async () => {
    const { classification, insights, price } = await ageOf(
      'example.com',
      await createWorld({ http: () => json({ ...verisign, events: [] }) }),
    );
    expect(classification).toMatchObject({
      registered: true,
      age_days: null,
      age_human: null,
      created_date: null,
    });
    expect(insights.age_reason).toBe('The registry does not disclose the creation date.');
    expect(price).toBe(2);
  });

  it('follows registries to each other, but neither in circles nor into the clear', async () => {
    const moved = (location: string, status = 302) =>
      new Response(null, { status, headers: { Location: location } });
    const hops: Record<string, Response> = {
      'https://rdap.verisign.com/com/v1/domain/example.com': moved(
        'https://rdap.next.test/domain/example.com',
        307,
      ),
      'https://rdap.next.test/domain/example.com': moved('/v2/domain/example.com', 301),
      'https://rdap.next.test/v2/domain/example.com': json(verisign),
    };
    const zones: Zones = {
      'rdap.next.test': { A: ['93.184.215.14'] },
      'rdap.verisign.com': { A: ['93.184.215.15'] },
      'inside.test': { A: ['10.0.0.1'] },
    };
    const world = await createWorld({ zones, http: ({ url }) => (hops[url] as Response).clone() });
    expect((await ageOf('example.com', world)).insights.registry_server).toBe('rdap.next.test');
    for (const location of [
      'https://rdap.verisign.com/com/v1/domain/example.com',
      'http://rdap.next.test/',
      '',
      'https://inside.test/domain/example.com',
      'https://10.0.0.1/domain/example.com',
      'https://8.8.8.8/domain/example.com',
      'https://rdap.next.test:8443/domain/example.com',
      'https://nowhere.test/domain/example.com',
    ]) {
      const looping = await createWorld({ zones, http: () => moved(location) });
      const failure = await failureOf(ageOf('example.com', looping));
      expect(failure).toMatchObject({ code: 'SERVICE_UNAVAILABLE', aboutInput: true });
      const fetched = looping.outbound.asked.filter((asked) => asked.startsWith('GET '));
      expect(fetched).toHaveLength(location.includes('verisign') ? 5 : 1);
    }
  });

  it('honours Retry-After: the registry is left alone until then, other registries are not', async () => {
    let now = Date.parse('2026-11-01T00:00:00Z');
    const world = await createWorld({
      http: ({ url }) =>
        url.includes('verisign')
          ? new Response(null, { status: 429, headers: { 'Retry-After': '120' } })
          : json(pir),
    });
    world.clock.now = () => now;
    expect(await failureOf(ageOf('example.com', world))).toMatchObject({
      code: 'UPSTREAM_QUOTA_EXHAUSTED',
      status: 503,
      headers: { 'Retry-After': '120' },
      aboutInput: true,
    });
    now += 50_000;
    expect(await failureOf(ageOf('other.com', world))).toMatchObject({
      headers: { 'Retry-After': '70' },
    });
    expect(world.outbound.asked).toHaveLength(1);
    expect((await ageOf('example.org', world)).price).toBe(2);
    now += 71_000;
    await failureOf(ageOf('example.com', world));
    expect(world.outbound.asked).toHaveLength(3);
  });

  it('fails with a code of the specification, against this registry only', async () => {
    const cases: [Response | Error, string][] = [
      [new Response('oops', { status: 500 }), 'SERVICE_UNAVAILABLE'],
      [new Response('closed', { status: 403 }), 'SERVICE_UNAVAILABLE'],
      [
        new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
        'SERVICE_UNAVAILABLE',
      ],
      // A redirector that knows no registry says nothing of the name.
      [json(noServiceJson, { status: 404 }), 'SERVICE_UNAVAILABLE'],
      [new Response('<html>not json', { status: 200 }), 'SERVICE_UNAVAILABLE'],
      [json({ objectClassName: 'nameserver' }), 'SERVICE_UNAVAILABLE'],
      [json([1, 2]), 'SERVICE_UNAVAILABLE'],
      [json({ a: 'x'.repeat(600_000) }), 'UPSTREAM_ERROR'],
      [new ApiError('UPSTREAM_TIMEOUT'), 'UPSTREAM_TIMEOUT'],
      [new DOMException('late', 'TimeoutError'), 'UPSTREAM_TIMEOUT'],
    ];
    for (const [reply, code] of cases) {
      const world = await createWorld({
        http: () => (reply instanceof Response ? reply : Promise.reject(reply)),
      });
      expect(await failureOf(ageOf('example.com', world)), code).toMatchObject({
        code,
        aboutInput: true,
      });
    }
  });

  it.each(['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '1900-01-01'])(
    'takes %s, an empty date of its software, for none',
    async (eventDate) => {
      const events = [{ eventAction: 'registration', eventDate }];
      const registrar = { roles: ['registrar'], handle: '1234' };
      const world = await createWorld({
        http: () => json({ ...verisign, events, entities: [registrar] }),
      });
      const { classification } = await ageOf('example.com', world);
      expect(classification).toMatchObject({ age_days: null, created_date: null, registrar: null });
    },
  );

  it('dates a name by its second registration and by its registrar, if by nothing else', async () => {
    const event = (eventAction: string, year: number) => ({
      eventAction,
      eventDate: `${year}-02-12`,
    });
    const dates = async (...events: object[]) => {
      const world = await createWorld({ http: () => json({ ...verisign, events }) });
      const { classification, insights } = await ageOf('example.com', world);
      return [classification.created_date, insights.expiry].map((at) => String(at).slice(0, 4));
    };
    const second = event('reregistration', 2020);
    const registrars = event('registrar expiration', 2027);
    expect(await dates(second, registrars)).toEqual(['2020', '2027']);
    expect(
      await dates(second, registrars, event('registration', 2010), event('expiration', 2028)),
    ).toEqual(['2010', '2028']);
  });

  it('reads the bootstrap at run time when one is set, once a day, and keeps it over an outage', async () => {
    let now = Date.parse('2026-11-01T00:00:00Z');
    let up = true;
    const services = {
      version: '1.0',
      services: [
        [
          ['test', 'co.test'],
          ['http://rdap.plain.test/', 'https://rdap.secure.test/x'],
        ],
      ],
    };
    const world = await createWorld({
      settings: { rdapBootstrapUrl: 'http://boot.test/dns.json', whoisHost: 'whois.test:4343' },
      http: ({ url }) =>
        url.startsWith('http://boot.test')
          ? up
            ? json(services)
            : new Response(null, { status: 500 })
          : json({ ...verisign, ldhName: url.split('/').at(-1) }),
      tcp: () => 'No match for domain\n',
    });
    world.clock.now = () => now;
    await ageOf('example.test', world);
    await ageOf('other.test', world);
    expect(world.outbound.asked).toEqual([
      'GET http://boot.test/dns.json',
      'GET https://rdap.secure.test/x/domain/example.test',
      'GET https://rdap.secure.test/x/domain/other.test',
    ]);
    now += 25 * 3_600_000;
    up = false;
    await ageOf('example.test', world);
    expect((await ageOf('example.com', world)).insights).toMatchObject({
      protocol: 'WHOIS',
      registry_server: 'whois.test',
    });
    expect(world.outbound.asked.at(-1)).toBe('tcp whois.test:4343 example.com');
  });
});

describe('over WHOIS', () => {
  it.each(WHOIS_CASES.map((entry) => [entry.name, entry] as const))(
    'answers like %s',
    async (_, { domain, reply, expected }) => {
      const world = await createWorld({
        tcp: () => reply,
        settings: { whoisHost: 'whois.test:43', rdapBootstrapUrl: 'https://boot.test' },
        http: () => json({ services: [] }),
      });
      const { classification, price } = await ageOf(
        domain === 'com.io' ? 'name.io' : domain,
        world,
      );
      expect(classification).toMatchObject({
        registered: expected.registered,
        ...(expected.createdAt !== undefined && { created_date: expected.createdAt }),
      });
      expect(price).toBe(expected.registered ? 2 : 0);
    },
  );

  it.each([
    ['before Aug-1996', '1996-08-01', '30 years, 3 months'],
    ['before 1 January 1996', '1996-01-01', '30 years, 10 months'],
    ['Before 1996', '1996-01-01', '30 years, 10 months'],
  ])('%s is the least age, and no date', async (stated, before, age) => {
    const reply = `\r\n    Domain name:\r\n        hedge.org.uk\r\n\r\n    Relevant dates:\r\n        Registered on: ${stated}\r\n`;
    const { classification, insights } = await ageOf(
      'hedge.org.uk',
      await withoutRdap({ tcp: () => reply }),
    );
    expect(classification).toMatchObject({ created_date: null, age_human: `at least ${age}` });
    expect(classification.age_days).toBeGreaterThan(11_000);
    expect(insights.age_reason).toBe(
      `The registry states only that it was registered before ${before}.`,
    );
  });

  it('reads each line of a status: a suspended name is out of DNS', async () => {
    const reply = [
      '    Domain name:\n        newfirm.co.uk\n',
      '    Relevant dates:\n        Registered on: 03-Apr-2019\n',
      '    Registration status:\n        Renewal required.',
      '        *** This registration has been SUSPENDED. ***\n',
      '    Name servers:\n        ns1.newfirm.co.uk\n',
    ].join('\n');
    const input = { domain: parseRegistrableDomain('newfirm.co.uk') };
    const world = await withoutRdap({ tcp: () => reply });
    const fact = await domainAge.sources.resolve(input, askIn(world));
    expect(fact?.status).toEqual(['Renewal required.', 'This registration has been SUSPENDED.']);
    expect(answerOf(domainAge, fact, input)).toMatchObject({
      risk: { risk_factors: expect.arrayContaining(['DOMAIN_OUT_OF_DNS']) },
      recommendations: { primary_action: 'BLOCK' },
    });
  });

  it.each([
    ['clientHold', true],
    ['server hold', true],
    ['redemptionPeriod', true],
    ['pending delete', true],
    ['inactive', true],
    ['inactive / dnsHold', true],
    ['pendingDelete / redemptionPeriod', true],
    ['REGISTERED, NOT DELEGATED, UNVERIFIED', true],
    ['REGISTERED, DELEGATED, VERIFIED', false],
    ['active', false],
    ['clientTransferProhibited', false],
  ])('a name whose status is %s is out of DNS: %s', (status, isOut) => {
    const input = { domain: parseRegistrableDomain('example.com') };
    const { risk, recommendations } = answerOf(
      domainAge,
      { ...sandboxRegistration, status: [status] },
      input,
    );
    expect(risk?.risk_factors.includes('DOMAIN_OUT_OF_DNS')).toBe(isOut);
    expect(recommendations?.primary_action).toBe(isOut ? 'BLOCK' : 'APPROVE');
  });

  it('asks registries in their own words, and IANA for those it does not know, once', async () => {
    const world = await withoutRdap({
      tcp: (host, sent) =>
        host === 'whois.iana.org'
          ? `domain:       ${sent.trim().toUpperCase()}\nwhois:        whois.nic.test\n`
          : 'Domain Name: x\nRegistrar: R\n',
    });
    for (const domain of [
      'example.com',
      'example.de',
      'example.jp',
      'example.io',
      'example.ac.uk',
      'one.app',
      'two.app',
    ])
      await ageOf(domain, world);
    expect(world.outbound.asked.slice(1)).toEqual([
      'tcp whois.verisign-grs.com:43 domain example.com',
      'tcp whois.denic.de:43 -T dn,ace example.de',
      'tcp whois.jprs.jp:43 example.jp/e',
      'tcp whois.nic.io:43 example.io',
      'tcp whois.ja.net:43 example.ac.uk',
      'tcp whois.iana.org:43 app',
      'tcp whois.nic.test:43 one.app',
      'tcp whois.nic.test:43 two.app',
    ]);
  });

  it.each(['10.0.0.1', '[::1]:43', 'localhost', 'printer.local', '192.0.2.1:25', 'a..b', ''])(
    'does not follow a referral to %j',
    async (host) => {
      const world = await withoutRdap({
        tcp: () => `domain:       APP\nwhois:        ${host}\n`,
      });
      await failureOf(ageOf('one.app', world));
      expect(world.outbound.asked.slice(1)).toEqual(['tcp whois.iana.org:43 app']);
    },
  );

  it('knows that a top-level domain does not exist, and that a registry publishes nothing', async () => {
    const none = await withoutRdap({
      tcp: () => '% IANA WHOIS server\n% This query returned 0 objects.\n',
    });
    expect(await ageOf('name.notatld', none)).toMatchObject({
      classification: { registered: false },
      price: 0,
    });
    const silent = await withoutRdap({
      tcp: () => '% IANA WHOIS server\n\ndomain:       APP\nremarks: web only\n',
    });
    expect(await failureOf(ageOf('example.app', silent))).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: 'The registry of .app publishes no registration data.',
    });
    expect(await failureOf(ageOf('example.es', silent))).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(silent.outbound.asked.filter((asked) => asked.startsWith('tcp'))).toHaveLength(1);
  });

  it('answers where the RDAP service is out of order, but not where it limits or is slow', async () => {
    const world = async (reply: Response | Error) =>
      createWorld({
        http: () => (reply instanceof Response ? reply : Promise.reject(reply)),
        tcp: () => 'Domain Name: example.com\nRegistrar: R\n',
      });
    for (const reply of [
      new Response('closed', { status: 503 }),
      new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
      new Response('<html>not json', { status: 200 }),
    ])
      expect((await ageOf('example.com', await world(reply))).insights.protocol).toBe('WHOIS');
    for (const reply of [
      new Response(null, { status: 429 }),
      new DOMException('late', 'TimeoutError'),
    ]) {
      const limited = await world(reply);
      await failureOf(ageOf('example.com', limited));
      expect(limited.outbound.asked).toHaveLength(1);
    }
  });

  it('asks one registry sixty times a minute, however many names a caller has', async () => {
    let now = Date.parse('2026-11-01T00:00:00Z');
    const world = await withoutRdap({ tcp: () => 'Domain Name: x\nRegistrar: R\n' });
    world.clock.now = () => now;
    for (let name = 0; name < 60; name++) await ageOf(`name-${name}.it`, world);
    now += 20_000;
    expect(await failureOf(ageOf('one-more.it', world))).toMatchObject({
      code: 'UPSTREAM_QUOTA_EXHAUSTED',
      headers: { 'Retry-After': '40' },
      aboutInput: true,
    });
    expect((await ageOf('other.jp', world)).price).toBe(2);
    now += 40_000;
    expect((await ageOf('one-more.it', world)).price).toBe(2);
  });

  it('knows a service, a host or that there is neither for every country code', async () => {
    const { registries } = await createWorld({});
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const codes = letters.flatMap((one) => letters.map((two) => one + two));
    const countries = codes.filter((code) => parse(`name.${code}`).isIcann);
    expect(countries.length).toBeGreaterThan(240);
    const known = await registries.current();
    const unknown = countries.filter(
      (code) =>
        known.rdapBase(`name.${code}`) === null &&
        whoisHost(`name.${code}`) === undefined &&
        !WITHOUT_WHOIS.has(code),
    );
    expect(unknown).toEqual([]);
    const legacy = 'com net org info biz name pro edu gov int aero asia cat coop jobs mobi museum';
    for (const tld of `${legacy} post tel travel xxx arpa`.split(' '))
      expect(whoisHost(`name.${tld}`), tld).toMatch(/^whois\./);
  });

  it('reads Latin-1', async () => {
    const world = await withoutRdap({
      tcp: () =>
        Uint8Array.from('Domain Name: x.io\nRegistrar: Caf\xe9 GmbH\n', (char) =>
          char.charCodeAt(0),
        ),
    });
    expect((await ageOf('x.io', world)).classification.registrar).toBe('Café GmbH');
  });

  it('leaves a registry alone that limits questions, and fails when it is silent', async () => {
    const limited = await createWorld({ tcp: () => 'Query rate limit exceeded.\n' });
    for (let lookup = 0; lookup < 2; lookup++)
      expect(await failureOf(ageOf('example.it', limited))).toMatchObject({
        code: 'UPSTREAM_QUOTA_EXHAUSTED',
        headers: { 'Retry-After': '60' },
      });
    expect(limited.outbound.asked).toHaveLength(1);
    expect(await failureOf(ageOf('example.it', await createWorld()))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      aboutInput: true,
    });
    expect(
      await failureOf(ageOf('example.it', await createWorld({ tcp: () => '' }))),
    ).toMatchObject({ code: 'SERVICE_UNAVAILABLE', aboutInput: true });
  });
});

it('answers every sandbox case by its schema', () => {
  for (const known of domainAge.sandbox) {
    const input = { domain: parseRegistrableDomain(known.subject) };
    expect(domainAge.subject(input)).toBe(known.subject);
    if (!('fact' in known)) continue;
    domainAge.classification.schema.parse(
      domainAge.classification.from(known.fact, input, CONTEXT),
    );
    domainAge.insights.schema.parse(domainAge.insights.from(known.fact, input, CONTEXT));
  }
});

it.each([
  ['2026-10-31T00:00:00Z', 0, '0 days'],
  ['2026-10-31T00:00:00Z', 1, '1 day'],
  ['2026-01-01T00:00:00Z', 30, '30 days'],
  ['2026-01-01T00:00:00Z', 31, '1 month'],
  ['2025-01-01T00:00:00Z', 365, '1 year'],
  ['2024-01-01T00:00:00Z', 365, '11 months'],
  ['2006-01-01T00:00:00Z', 7_305, '20 years'],
])('%s and %d days are %s', (from, days, text) => expect(humanAge(from, days)).toBe(text));

describe('the recommendation', () => {
  const registration: Registration = {
    ...{
      registered: true,
      protocol: 'RDAP',
      server: 'rdap.test',
      createdAt: '2006-01-01T00:00:00Z',
    },
    ...{ updatedAt: null, expiresAt: null, ageDays: 7_000, registrar: null, nameservers: [] },
    status: ['client transfer prohibited'],
  };
  it.each<[string, Partial<Registration>, string, string]>([
    ['an old domain', {}, 'APPROVE', 'LOW'],
    ['one of half a year', { ageDays: 180 }, 'APPROVE', 'LOW'],
    ['one of five months', { ageDays: 179 }, 'VERIFY', 'MEDIUM'],
    ['one of a week', { ageDays: 7 }, 'REVIEW', 'HIGH'],
    ['one of unknown age', { ageDays: null, createdAt: null }, 'VERIFY', 'MEDIUM'],
    ['one whose term is over', { expiresAt: '2026-06-01T00:00:00Z' }, 'VERIFY', 'MEDIUM'],
    ['one of the term to come', { expiresAt: '2026-11-02T00:00:00Z' }, 'APPROVE', 'LOW'],
    ['one that RDAP says is on hold', { status: ['client hold'] }, 'BLOCK', 'HIGH'],
    ['one that WHOIS says is being deleted', { status: ['pendingDelete'] }, 'BLOCK', 'HIGH'],
    [
      'one that is not registered',
      { registered: false, ageDays: null, createdAt: null, status: [] },
      'BLOCK',
      'CRITICAL',
    ],
  ])('of %s', (_, differs, action, level) => {
    const input = { domain: parseRegistrableDomain('example.com') };
    const fact = { ...registration, ...differs };
    const { risk, recommendations } = answerOf(domainAge, fact, input);
    expect(recommendations?.primary_action).toBe(action);
    expect(risk?.risk_level).toBe(level);
    expect(recommendations?.business_rules).toEqual({
      registered: fact.registered,
      age_known: fact.ageDays !== null,
      established: action === 'APPROVE',
    });
  });
});
