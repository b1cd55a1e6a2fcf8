import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseEmailAddress } from '../../../src/domain/email/address.ts';
import { ApiError } from '../../../src/lib/errors.ts';
import {
  classifyFailure,
  countsAgainstSource,
} from '../../../src/lookup/pipeline/failure-codes.ts';
import {
  MAX_EXCHANGERS,
  MAX_RESOLVED_HOSTS,
  mailDns,
} from '../../../src/open-data/mail/mail-dns.ts';
import { createDohResolver } from '../../../src/open-data/outbound/dns.ts';
import { NO_REPLY_DETAILS } from '../../../src/products/email/email/deliverability.ts';
import { reacherCheck } from '../../../src/vendors/mailbox/reacher.ts';
import { createWorld, type Zones } from '../../support/create-world.ts';
import * as reacher from './reacher-replies.ts';
import { verify } from './verify.ts';

const PUBLIC = { A: ['93.184.215.14'] };
const settings = { reacherUrl: 'http://reacher.test' };
const answering =
  (reply: unknown) =>
  async ({ url }: Request) =>
    url.startsWith('http://reacher.test')
      ? Response.json(reply)
      : new Response('{}', { status: 404 });

/** The verdict, and whether the mailbox checker was sent to the domain's servers. */
async function verdictOf(zones: Zones, silent?: (question: string) => boolean) {
  const http = answering(reacher.safe);
  const world = await createWorld({ zones, settings, http, ...(silent && { silent }) });
  const { classification, recommendations, risk } = await verify('jane@example.com', world);
  const asked = world.outbound.asked.filter((question) => question.includes('reacher')).length > 0;
  return { ...classification, asked, action: recommendations.primary_action, risk };
}

describe('mail servers that are not public', () => {
  const inside: [string, Zones[string]][] = [
    ['private', { A: ['10.0.0.1'] }],
    ['loopback', { A: ['127.0.0.1'] }],
    ['link-local', { A: ['169.254.169.254'] }],
    ['private IPv6', { AAAA: ['fd00::1'] }],
    ['IPv4 mapped', { AAAA: ['::ffff:10.0.0.1'] }],
    ['one of two', { A: ['93.184.215.14', '192.168.0.1'] }],
  ];

  it.each(inside)('%s: nobody is sent there, and no mail arrives', async (_, addresses) => {
    const zones = { 'example.com': { MX: ['10 mx.example.com.'] }, 'mx.example.com': addresses };
    expect(await verdictOf(zones)).toMatchObject({
      asked: false,
      deliverability_status: 'UNDELIVERABLE',
      deliverability_reason: 'MAIL_SERVER_NOT_PUBLIC',
      provider_type: null,
      action: 'BLOCK',
    });
  });

  it.each(inside)(
    '%s, beside a public one: mail may arrive, the checker stays away',
    async (_, addresses) => {
      const zones = {
        'example.com': { MX: ['10 mx1.example.com.', '20 mx2.example.com.'] },
        'mx1.example.com': PUBLIC,
        'mx2.example.com': addresses,
      };
      expect(await verdictOf(zones)).toMatchObject({
        asked: false,
        deliverability_status: 'UNKNOWN',
        deliverability_reason: 'MAILBOX_CHECK_WITHHELD',
        action: 'VERIFY',
      });
    },
  );

  it.each(inside)('%s, as the address of a domain without MX', async (_, addresses) => {
    expect(await verdictOf({ 'example.com': addresses })).toMatchObject({
      asked: false,
      deliverability_reason: 'MAIL_SERVER_NOT_PUBLIC',
    });
  });

  it.each(['localhost.', '127.0.0.1.', '10.0.0.1'])(
    '%s, named in place of a host',
    async (host) => {
      const zones = {
        'example.com': { ...PUBLIC, MX: ['10 mx.example.com.', `20 ${host}`] },
        'mx.example.com': PUBLIC,
      };
      expect(await verdictOf(zones)).toMatchObject({ asked: false });
      // RFC 5321 section 5.1: the domain's own address does not stand in for an unusable MX.
      const alone = { 'example.com': { ...PUBLIC, MX: [`20 ${host}`] } };
      expect(await verdictOf(alone)).toMatchObject({
        asked: false,
        deliverability_reason: 'NO_MAIL_SERVER',
      });
    },
  );

  it('are not ruled out by a question without answer', async () => {
    const zones = { 'example.com': { MX: ['10 mx.example.com.'] }, 'mx.example.com': PUBLIC };
    expect(await verdictOf(zones)).toMatchObject({ asked: true, action: 'APPROVE' });
    const silent = (question: string) => question === 'mx.example.com AAAA';
    expect(await verdictOf(zones, silent)).toMatchObject({
      asked: false,
      deliverability_reason: 'MAILBOX_CHECK_WITHHELD',
    });
  });
});

describe('mail servers', () => {
  it('without an address take no mail now', async () => {
    const world = await createWorld({ zones: { 'example.com': { MX: ['10 gone.example.com.'] } } });
    const { classification, risk } = await verify('jane@example.com', world);
    expect(classification).toMatchObject({
      deliverability_status: 'RISKY',
      deliverability_reason: 'MAIL_SERVER_NOT_FOUND',
    });
    expect(risk.risk_factors).toContain('MAIL_SERVER_NOT_FOUND');
  });

  it.each([
    ['10 mail.mailinator.com.', true],
    ['10 mx.example.org.', false],
    ['1 aspmx.l.google.com.', false],
  ])('of a throwaway service are throwaway: %s is %s', async (exchanger, disposable) => {
    const host = exchanger.split(' ')[1]?.slice(0, -1) as string;
    const zones = {
      'example.com': { MX: [exchanger, '20 mx.example.org.'] },
      [host]: PUBLIC,
      'mx.example.org': PUBLIC,
    };
    const { classification } = await verify('jane@example.com', await createWorld({ zones }));
    expect(classification.provider_type === 'DISPOSABLE').toBe(disposable);
    expect(classification.deliverability_reason === 'DISPOSABLE_EMAIL').toBe(disposable);
  });

  it('of known providers are not asked about', async () => {
    const zones = { 'example.com': { MX: ['1 aspmx.l.google.com.'] } };
    const world = await createWorld({ zones });
    await verify('jane@example.com', world);
    expect(world.outbound.asked.filter((question) => question.includes('google'))).toEqual([]);
  });

  it('are bounded in number, in what is kept and in what is asked', async () => {
    const hosts = Array.from({ length: 600 }, (_, at) => `mx${at}.example.com`);
    const zones: Zones = Object.fromEntries(hosts.map((host) => [host, PUBLIC]));
    zones['example.com'] = { MX: hosts.map((host, at) => `${at} ${host}.`) };
    const world = await createWorld({ zones, settings, http: answering(reacher.safe) });
    const { insights } = await verify('jane@example.com', world);
    expect(insights.domain_intelligence?.infrastructure.mail_exchangers).toEqual(
      hosts.slice(0, MAX_EXCHANGERS),
    );
    const { asked } = world.outbound;
    expect(asked.filter((question) => question.startsWith('mx'))).toHaveLength(
      MAX_RESOLVED_HOSTS * 2,
    );
    expect(asked.some((question) => question.includes('reacher'))).toBe(false);
  });

  it('behind an alias are found', async () => {
    const world = await createWorld();
    const record = (name: string, type: number, data: string) => ({ name, type, TTL: 60, data });
    const replies = new Map([
      [
        'example.com MX',
        [
          record('example.com', 5, 'other.example.'),
          record('other.example', 15, '10 mx.other.example.'),
        ],
      ],
      [
        'mx.other.example A',
        [
          record('mx.other.example', 5, 'real.example.'),
          record('real.example', 1, '93.184.215.14'),
        ],
      ],
    ]);
    const http = async ({ url }: Request) => {
      const { searchParams } = new URL(url);
      const Answer = replies.get(`${searchParams.get('name')} ${searchParams.get('type')}`) ?? [];
      return Response.json({ Status: 0, Answer });
    };
    world.outbound.resolver = createDohResolver({
      http,
      clock: world.clock,
      dohUrl: 'https://dns.test/',
    });
    const dns = await mailDns.ask('example.com', world);
    expect(dns).toMatchObject({
      listed: 1,
      exchangers: [{ host: 'mx.other.example', preference: 10, reach: 'PUBLIC' }],
    });
  });
});

describe("a caller's domain", () => {
  const answeringWith = async (answer: (name: string, type: string) => object) => {
    const world = await createWorld();
    const http = async ({ url }: Request) => {
      const { searchParams } = new URL(url);
      return Response.json(answer(searchParams.get('name') ?? '', searchParams.get('type') ?? ''));
    };
    world.outbound.resolver = createDohResolver({
      http,
      clock: world.clock,
      dohUrl: 'https://dns.test/',
    });
    return world;
  };
  const mx = (count: number, label: string) =>
    Array.from({ length: count }, (_, at) => ({
      name: 'example.com',
      type: 15,
      TTL: 60,
      data: `${at} ${label}${at}.example.`,
    }));

  it('with 600 MX records is answered', async () => {
    const world = await answeringWith((_, type) => ({
      Status: 0,
      Answer: type === 'MX' ? mx(600, 'm') : [],
    }));
    const dns = await mailDns.ask('example.com', world);
    expect(dns).toMatchObject({ listed: 600 });
  });

  it('behind more aliases than anybody follows has no records', async () => {
    const aliases = Array.from({ length: 20 }, (_, at) => ({
      name: at === 0 ? 'example.com' : `a${at}.example.`,
      type: 5,
      TTL: 60,
      data: `a${at + 1}.example.`,
    }));
    const last = { name: 'a20.example.', type: 15, TTL: 60, data: '10 mx.example.net.' };
    const address = { name: 'example.com', type: 1, TTL: 60, data: '93.184.215.14' };
    const world = await answeringWith((_, type) => ({
      Status: 0,
      Answer: type === 'A' ? [address] : [...aliases, last],
    }));
    expect(await mailDns.ask('example.com', world)).toMatchObject({ listed: 0 });
  });

  it('with more records than can be read does not count against DNS', async () => {
    const world = await answeringWith(() => ({
      Status: 0,
      Answer: mx(2_000, 'a-long-name-of-a-host'),
    }));
    const failure = await Promise.resolve(mailDns.ask('example.com', world)).catch(
      (error) => error,
    );
    expect(failure).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(countsAgainstSource(classifyFailure(failure, mailDns))).toBe(false);
  });

  it('of which DNS says too little does not count against DNS', async () => {
    const world = await createWorld({
      zones: { 'example.com': {} },
      silent: (question) => question.endsWith(' A'),
    });
    const failure = await Promise.resolve(mailDns.ask('example.com', world)).catch(
      (error) => error,
    );
    expect(failure).toBeInstanceOf(ApiError);
    expect(countsAgainstSource(failure)).toBe(false);
  });

  it.each(['constructor.com', 'jane@__proto__.com', 'tostring.valueof'])(
    'may be called %s',
    async (domain) => {
      const name = domain.replace(/^.*@/, '');
      const world = await createWorld({ zones: { [name]: { MX: ['10 constructor.prototype.'] } } });
      await expect(verify(`constructor@${name}`, world)).resolves.toBeDefined();
    },
  );
});

describe('the mailbox checker', () => {
  afterEach(() => vi.useRealTimers());

  const ask = async (http: (request: Request) => Promise<Response>) => {
    const world = await createWorld({ settings, http });
    return reacherCheck.ask(parseEmailAddress('jane@example.com'), world);
  };

  it('that waits for a mail server that hangs has not failed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hangs = Promise.resolve(
      ask(
        ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ),
    ).catch((error) => error);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(reacherCheck.timeoutMs ?? 0);
    const failure = await hangs;
    expect(failure).toMatchObject({ code: 'UPSTREAM_TIMEOUT', aboutInput: true });
    expect(countsAgainstSource(classifyFailure(failure, reacherCheck))).toBe(false);
  });

  it.each([500, 502, 401])('that answers %s has failed', async (status) => {
    const failure = await ask(async () => new Response('', { status })).catch((error) => error);
    expect(countsAgainstSource(classifyFailure(failure, reacherCheck))).toBe(true);
  });

  const errors: [string, unknown, string][] = [
    ['io: timed out', 'io: timed out', 'TIMED_OUT'],
    ['connection refused', { message: 'Connection refused (os error 111)' }, 'NOT_REACHED'],
    [
      'a block list',
      { type: 'SmtpError', message: '554 blocked using zen.spamhaus.org' },
      'CHECKER_REFUSED',
    ],
    ['greylisting', { Transient: { code: '450', message: ['4.2.0 come back'] } }, 'GREYLISTED'],
    ['nonsense', ['<script>alert(1)</script>'], 'NOT_SAID'],
    ['nothing', null, 'NOT_SAID'],
  ];

  it.each(errors)('says of %s only why it heard nothing', async (_, error, silence) => {
    const check = await ask(async () =>
      Response.json({ is_reachable: 'unknown', smtp: { error } }),
    );
    expect(check).toMatchObject({ exists: null, catchAll: null, silence });
  });

  it("keeps the server's words to itself", async () => {
    const words = 'secret-host.internal 10.1.2.3 said: visit https://evil.example';
    const reply = { is_reachable: 'unknown', smtp: { error: { type: words, message: words } } };
    const zones = { 'example.com': { MX: ['1 aspmx.l.google.com.'] } };
    const world = await createWorld({ zones, settings, http: answering(reply) });
    const answer = await verify('jane@example.com', world);
    expect(JSON.stringify(answer.insights) + JSON.stringify(answer.recommendations)).not.toMatch(
      /secret-host|10\.1\.2\.3|evil/,
    );
    const { upstream_verification_detail: detail = '' } = answer.insights.deliverability;
    expect(Object.values(NO_REPLY_DETAILS).some((sentence) => detail.endsWith(sentence))).toBe(
      true,
    );
  });

  const shapes: [string, unknown, unknown][] = [
    [
      'a claim beside a part of unknown shape',
      { is_reachable: 'invalid', smtp: { novel: 1 } },
      null,
    ],
    [
      'a summary of an unknown word',
      { is_reachable: 'maybe', smtp: { ...(reacher.safe.smtp as object) } },
      null,
    ],
    ['a part that is text', { is_reachable: 'safe', smtp: 'ok' }, null],
  ];

  it.each(shapes)('does not believe %s', async (_, reply, exists) => {
    expect(await ask(async () => Response.json(reply))).toMatchObject({ exists });
  });

  it.each([[], {}, null, { is_reachable: 1, smtp: null }, { is_reachable: 'safe' }])(
    'fails over %j',
    async (reply) => {
      const failure = await ask(async () => Response.json(reply)).catch((error) => error);
      expect(classifyFailure(failure, reacherCheck)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    },
  );
});
