import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/lib/errors.ts';
import { createBreakers } from '../../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../../src/lookup/pipeline/source-resolution.ts';
import type { AnyProduct } from '../../../src/lookup/product.ts';
import type { IoSource, Source } from '../../../src/lookup/source.ts';
import { suppressionHash } from '../../../src/lookup/suppression.ts';
import type { World } from '../../../src/lookup/world.ts';
import { email } from '../../../src/products/email/email/product.ts';
import { emailEnrichment } from '../../../src/products/person/email-enrichment.ts';
import { networkEmailFinder } from '../../../src/products/person/network-email-finder.ts';
import { answerOf } from '../../support/answer.ts';
import { createWorld, fakeRecords, type Zones } from '../../support/create-world.ts';
import { noMetrics } from '../../support/no-metrics.ts';
import { wikidataVendor } from '../../support/world/vendors/wikidata.ts';

const PUBLIC = ['93.184.215.14'];
const zones: Zones = {
  'acme.test': { MX: ['10 mx.acme.test.'], A: PUBLIC },
  'mail.acme.test': { MX: ['10 mx.acme.test.'] },
  'mx.acme.test': { A: PUBLIC },
  'inside.test': { MX: ['10 mx.inside.test.'], A: PUBLIC },
  'mx.inside.test': { A: ['10.0.0.1'] },
  'company.example': { MX: ['10 mx.acme.test.'], A: PUBLIC },
  // One of its servers is inside: a checker may not be sent there.
  'half.test': { MX: ['1 mx.acme.test.', '2 mx.inside.test.'], A: PUBLIC },
  'deaf.test': { MX: ['0 .'], A: PUBLIC },
  'gmail.com': { MX: ['5 gmail-smtp-in.l.google.com.'], A: PUBLIC },
};

const REACHER = 'https://reacher.test';
const heard = {
  can_connect_smtp: true,
  has_full_inbox: false,
  is_catch_all: false,
  is_deliverable: true,
  is_disabled: false,
};
const yes = { is_reachable: 'safe', smtp: heard };
const no = { is_reachable: 'invalid', smtp: { ...heard, is_deliverable: false } };
const catchAll = { is_reachable: 'risky', smtp: { ...heard, is_catch_all: true } };
const silent = { is_reachable: 'unknown', smtp: { error: { message: 'timed out' } } };

interface Outside {
  /** What Reacher says of an address; absent: there is no Reacher. */
  mailbox?: (address: string) => object;
  /** The home page of every site. */
  page?: string;
  /** What Hunter replies, by path; absent: no key. */
  hunter?: (path: string, query: URLSearchParams) => Response;
  /** The operator's rows, by key. */
  rows?: Record<string, Record<string, unknown>>;
  wikidata?: true;
  /** Whether the operator's file is complete; by default it is. */
  isComplete?: boolean;
}

/** A world of one's own, the addresses its mailbox checker was asked about, and the turns taken. */
async function worldWith({ mailbox, page, hunter, rows, wikidata, isComplete = true }: Outside) {
  const checked: string[] = [];
  const turns: string[] = [];
  const http = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (url.host === 'reacher.test') {
      const { to_email } = (await request.json()) as { to_email: string };
      checked.push(to_email);
      return Response.json(mailbox?.(to_email));
    }
    if (url.host === 'api.hunter.io')
      return hunter?.(url.pathname.slice('/v2/'.length), url.searchParams) ?? Response.error();
    if (wikidata && wikidataVendor.hosts.includes(url.host))
      return wikidataVendor.answer(request, url);
    if (page === undefined || url.pathname !== '/') return new Response('', { status: 404 });
    return new Response(page, { headers: { 'Content-Type': 'text/html' } });
  };
  const settings = {
    ...(mailbox && { reacherUrl: REACHER }),
    vars: new Map(hunter ? [['HUNTER_KEY', 'key']] : []),
  };
  const files = rows ? { work_contacts: rows } : {};
  const world = await createWorld({ zones, http, settings, files, isCovered: () => isComplete });
  world.outbound.rateLimiter = {
    acquire: async (host, pace) => {
      turns.push(`${host} ${pace?.limit}/${pace?.perMs}`);
      return { release: async () => undefined };
    },
  };
  return { world, checked, turns };
}

const ada = { domain: 'acme.test', firstName: 'Ada', lastName: 'Example' };
/** As the pipeline answers it, with its limits and its names for failures. */
async function answer(product: AnyProduct, body: object, world: World) {
  const input: unknown = product.input.parse(body);
  const ports = { world, breakers: createBreakers(), metrics: noMetrics, organizationId: 'org' };
  const { fact } = await resolveSources(product, input, ports, Promise.resolve()).answer;
  const subjects = product.people?.factSubjects(fact, input).map(({ text }) => text);
  return { ...answerOf(product, fact, input), subjects };
}

const enrich = (body: object, world: World) => answer(emailEnrichment, { ...body }, world);
const find = (body: object, world: World) => answer(networkEmailFinder, { ...body }, world);
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  );

afterEach(() => vi.useRealTimers());

describe('guessing a mailbox', () => {
  it('asks the common patterns, one turn each, until the server confirms one', async () => {
    const { world, checked, turns } = await worldWith({
      mailbox: (address) => (address === 'ada@acme.test' ? yes : no),
    });
    const { classification, insights, price, recommendations } = await enrich(ada, world);
    expect(classification).toEqual({ matched: true, email: 'ada@acme.test', domain: 'acme.test' });
    expect(insights.email_enrichment).toMatchObject({ email_verified: true, confidence: null });
    expect([price, recommendations?.primary_action]).toEqual([5, 'APPROVE']);
    expect(checked).toEqual(['ada.example@acme.test', 'aexample@acme.test', 'ada@acme.test']);
    expect(turns).toEqual(Array(3).fill('mailboxes of acme.test 1/1000'));
  });

  it('asks six at most, and charges nothing for none', async () => {
    const { world, checked } = await worldWith({ mailbox: () => no });
    const { classification, price } = await enrich(ada, world);
    expect(classification).toMatchObject({ matched: false, email: null });
    expect(price).toBe(0);
    expect(new Set(checked).size).toBe(6);
  });

  it("begins with the pattern of the site's own addresses, functions left out", async () => {
    const page =
      '<a href="mailto:j.doe@acme.test">Jane</a> <a href="mailto:info@acme.test">Us</a>' +
      '<a href="mailto:sales@acme.test">Sales</a> <a href="mailto:support@acme.test">Help</a>' +
      '<a href="mailto:first_name@else.test">Other</a>';
    const { world, checked } = await worldWith({ mailbox: () => no, page });
    await enrich(ada, world);
    expect(checked[0]).toBe('a.example@acme.test');
    const named = await worldWith({
      mailbox: () => no,
      page: '<a href="mailto:example.ada@acme.test">Ada</a> j.doe@acme.test',
    });
    await enrich(ada, named.world);
    expect(named.checked[0]).toBe('example.ada@acme.test');
  });

  it.each([
    ['takes every name', catchAll],
    ['says nothing', silent],
    ['takes the name of a closed mailbox', { ...yes, smtp: { ...heard, is_disabled: true } }],
  ])('is content with one question to a server that %s', async (_, said) => {
    const { world, checked } = await worldWith({ mailbox: () => said });
    const { classification, price } = await enrich(ada, world);
    expect([classification.matched, price, checked.length]).toEqual([false, 0, 1]);
  });

  it.each(['gmail.com', 'inside.test', 'half.test', 'deaf.test', 'nowhere.test'])(
    'probes no mailbox at %s: strangers, an inner network, nobody',
    async (domain) => {
      const { world, checked } = await worldWith({ mailbox: () => yes });
      const { classification } = await enrich({ ...ada, domain }, world);
      expect([classification.matched, checked]).toEqual([false, []]);
    },
  );

  it('probes no mailbox of a name whose address is on the list of suppressed people', async () => {
    const { world, checked } = await worldWith({ mailbox: () => yes });
    const hash = await suppressionHash({ kind: 'email', text: 'ada@acme.test' });
    const records = fakeRecords({ suppressed_people: { [`hash:${hash}`]: {} } });
    const { classification } = await enrich(ada, { ...world, records });
    expect([classification.matched, checked]).toEqual([false, []]);
  });

  it('guesses at no other script, and fails when its checker does', async () => {
    const { world, checked } = await worldWith({ mailbox: () => yes });
    await enrich({ ...ada, lastName: 'Петров' }, world);
    expect(checked).toEqual([]);
    const broken = await worldWith({ mailbox: () => ({ nonsense: true }) });
    expect(await codeOf(enrich(ada, broken.world))).toBe('SERVICE_UNAVAILABLE');
    const { world: bare } = await worldWith({});
    expect(await codeOf(enrich(ada, bare))).toBe('SERVICE_UNAVAILABLE');
  });
});

const found = (data: object) => Response.json({ data });
const row = {
  full_name: 'Ada M. Example',
  title: 'CEO',
  company_name: 'Acme',
  company_domain: 'acme.test',
  work_email: 'aexample@acme.test',
};

describe('email enrichment', () => {
  it("finds a row of the operator's by the mailboxes a name may have, and no other person's", async () => {
    const rows = { 'email:aexample@acme.test': row };
    const { world } = await worldWith({ rows });
    const { classification, insights, recommendations, price } = await enrich(ada, world);
    expect(classification.email).toBe('aexample@acme.test');
    expect(insights.email_enrichment).toMatchObject({ email_verified: null, company: 'Acme' });
    expect([recommendations?.primary_action, price]).toEqual(['VERIFY', 5]);
    expect((await enrich({ ...ada, firstName: 'Alan' }, world)).classification.matched).toBe(false);
  });

  it('decides nothing by the row of another person, and finds one behind it', async () => {
    const file = {
      'email:ada@acme.test': { ...row, full_name: 'Ada Other', work_email: 'ada@acme.test' },
      'email:example@acme.test': { ...row, work_email: 'example@acme.test' },
    };
    const { world } = await worldWith({ rows: file, isComplete: false });
    expect((await enrich(ada, world)).classification.email).toBe('example@acme.test');
    const asked = { ...ada, lastName: 'Lovelace' };
    expect(await codeOf(enrich(asked, world))).toBe('SERVICE_UNAVAILABLE');
    const complete = await worldWith({ rows: file });
    expect((await enrich(asked, complete.world)).classification.matched).toBe(false);
  });

  it('leaves an address that its mail server denies, and goes on', async () => {
    const { world, checked } = await worldWith({
      rows: { 'email:aexample@acme.test': row },
      mailbox: (address) => (address === 'ada@acme.test' ? yes : no),
      hunter: () => found({ email: null }),
    });
    expect((await enrich(ada, world)).classification.email).toBe('ada@acme.test');
    expect(checked[0]).toBe('aexample@acme.test');
  });

  it('leaves an address whose mailbox is disabled', async () => {
    const disabled = { is_reachable: 'invalid', smtp: { ...heard, is_disabled: true } };
    const rows = { 'email:aexample@acme.test': row };
    const { world } = await worldWith({ rows, mailbox: () => disabled });
    expect((await enrich(ada, world)).classification.matched).toBe(false);
  });

  it.each([
    ['that its source calls invalid', 'ada@acme.test', 'invalid'],
    ['at another domain', 'ada@else.test', 'valid'],
  ])('sells no address %s', async (_, address, status) => {
    const hunter = () => found({ email: address, verification: { status } });
    const { world } = await worldWith({ hunter });
    const { classification, price, recommendations } = await enrich(ada, world);
    expect([classification.matched, classification.email, price]).toEqual([false, null, 0]);
    expect(recommendations?.user_message).toContain('No verified work address');
  });

  it.each(['deaf.test', 'gone.test'])(
    'sells no address at %s, which takes no mail, though its source verified it',
    async (domain) => {
      const hunter = () => found({ email: `ada@${domain}`, verification: { status: 'valid' } });
      const { world } = await worldWith({ hunter });
      const { classification, price } = await enrich({ ...ada, domain }, world);
      expect([classification.matched, classification.email, price]).toEqual([false, null, 0]);
    },
  );

  it('sells an address below the domain, and one whose mailbox its source could not check', async () => {
    for (const [address, status] of [
      ['ada@mail.acme.test', 'valid'],
      ['ada@acme.test', 'unknown'],
    ]) {
      const hunter = () => found({ email: address, verification: { status } });
      const { world } = await worldWith({ hunter });
      expect((await enrich(ada, world)).classification.email).toBe(address);
    }
  });

  it('takes a first and a last name from whichever field carries them', async () => {
    const parse = (body: object) =>
      emailEnrichment.input.safeParse({ domain: 'acme.test', ...body });
    const keyOf = (body: object) => emailEnrichment.cacheKey?.(parse(body).data!);
    const key = keyOf({ firstName: 'Ada', lastName: 'Example' });
    for (const body of [
      { fullName: 'Ada Example' },
      { name: ' ada  Maria example, PhD ' },
      { name: 'Example, Ada' },
      { firstName: 'ADA', fullName: 'Someone Example' },
    ])
      expect(keyOf(body)).toBe(key);
    const subjectOf = (body: object) => emailEnrichment.subject(parse(body).data!);
    expect(subjectOf({ fullName: 'Ada Example' })).toBe('Ada Example, acme.test');
    expect(keyOf({ name: 'Juan de la Cruz' })).toBe('acme.test\njuan\nde la cruz');
    for (const [body, field, code] of [
      [{}, 'firstName', 'MISSING_FIELD'],
      [{ firstName: 'Ada' }, 'lastName', 'MISSING_FIELD'],
      [{ lastName: 'Example', firstName: '' }, 'firstName', 'MISSING_FIELD'],
      [{ fullName: 'Ada' }, 'fullName', 'INVALID_INPUT'],
      [{ name: 12 }, 'name', 'INVALID_INPUT'],
      [{ firstName: '42', lastName: 'Example' }, 'firstName', 'INVALID_INPUT'],
      [{ firstName: 'a'.repeat(101), lastName: 'Example' }, 'firstName', 'INVALID_INPUT'],
    ] as const) {
      const [issue] = parse(body).error?.issues ?? [];
      expect([issue?.path[0], issue?.code === 'custom' && issue.params?.code]).toEqual([
        field,
        code,
      ]);
    }
  });
});

describe('the finder', () => {
  it('knows a page by one key, whatever field and form it comes in', () => {
    const keys = [
      { profile_url: 'https://www.linkedin.com/in/Ada-Example/?utm_source=share' },
      { profileUrl: 'linkedin.com/in/ada-example' },
      { network_url: 'http://uk.linkedin.com/in/ada-example/de' },
      { networkUrl: 'ada-example' },
      { url: 'https://m.linkedin.com/in/ada-example#top' },
      { url: 'https://WWW.linkedin.com.:443/in/ada-example' },
      { username: '@ada-example' },
      { vanity: 'Ada-Example' },
    ].map((body) => networkEmailFinder.subject(networkEmailFinder.input.parse(body)));
    expect(new Set(keys)).toEqual(new Set(['ada-example']));
    const parsed = networkEmailFinder.input.safeParse({ vanity: 'linkedin.com/company/acme' });
    expect(parsed.error?.issues[0]).toMatchObject({ path: ['vanity'] });
  });

  const page = { profile_url: 'ada-example' };
  const rows = { 'profile:ada-example': row };
  const verified = { email: 'ada@acme.test', verification: { status: 'valid' } };

  it("charges a row of the operator's once a mail server has confirmed its address", async () => {
    const { world } = await worldWith({ rows, mailbox: () => yes });
    const { classification, insights, price } = await find(page, world);
    expect(classification).toMatchObject({
      matched: true,
      work_email: 'aexample@acme.test',
      full_name: 'Ada M. Example',
      profile_url: 'https://www.linkedin.com/in/ada-example',
      query: null,
    });
    expect(insights.network_email_finder).toMatchObject({ first_name: 'Ada', company: 'Acme' });
    expect(price).toBe(30);
    const unasked = await worldWith({ rows });
    const free = await find(page, unasked.world);
    expect([free.classification.matched, free.price]).toEqual([true, 0]);
  });

  it('goes on to the vendor where the address is denied, and takes none it could not verify', async () => {
    const hunter = () => found(verified);
    const { world } = await worldWith({ rows, mailbox: () => no, hunter });
    expect((await find(page, world)).classification.work_email).toBe('ada@acme.test');
    const unsure = () => found({ ...verified, verification: { status: 'accept_all' } });
    const doubtful = await worldWith({ mailbox: () => catchAll, hunter: unsure });
    const { classification, insights, price, recommendations } = await find(page, doubtful.world);
    expect(classification).toMatchObject({
      matched: false,
      work_email: null,
      profile_url: null,
      query: 'ada-example',
    });
    expect([insights.network_email_finder, price]).toEqual([null, 0]);
    expect(recommendations?.primary_action).toBe('REVIEW');
  });

  it('asks the vendor for the places too, once it has an address, and does without them', async () => {
    const calls: string[] = [];
    const replies: Record<string, object> = {
      'email-finder': { ...verified, domain: 'acme.test', position: null },
      'people/find': {
        ...{ name: { fullName: 'Ada Example' }, email: 'ada@home.test' },
        geo: { city: 'Berkeley', state: 'California', country: 'US' },
        employment: { title: 'CEO' },
      },
      'companies/find': { name: 'Acme', geo: { city: 'Oslo', country: 'Norway' } },
    };
    const hunter = (path: string, query: URLSearchParams) => {
      calls.push(`${path} ${query.get('linkedin_handle') ?? query.get('domain')}`);
      return found(replies[path] ?? {});
    };
    const { world } = await worldWith({ hunter });
    const { classification, insights, subjects } = await find(page, world);
    // The address that only the second call has may be the one that is suppressed.
    expect(subjects).toContain('ada@home.test');
    const home = { city: 'Berkeley', region: 'California', country: 'United States' };
    const placed = { ...home, job_title: 'CEO' };
    expect(classification).toMatchObject({ work_email: 'ada@acme.test', ...placed });
    expect(insights.network_email_finder).toMatchObject({
      company_city: 'Oslo',
      company_region: null,
      company_country: 'Norway',
    });
    expect(calls.sort()).toEqual([
      'companies/find acme.test',
      'email-finder ada-example',
      'people/find ada-example',
    ]);
    calls.length = 0;
    delete replies['people/find'];
    replies['companies/find'] = { name: null };
    const bare = await find(page, world);
    expect(bare.classification).toMatchObject({ work_email: 'ada@acme.test', city: null });
    replies['email-finder'] = { email: null };
    calls.length = 0;
    await find(page, world).catch(() => undefined);
    expect(calls).toEqual(['email-finder ada-example']);
  });

  it('guesses from a name and a company whose address nobody has', async () => {
    const { work_email: _, ...nameless } = row;
    const { world, checked } = await worldWith({
      rows: { 'profile:ada-example': nameless },
      mailbox: (address) => (address === 'ada.example@acme.test' ? yes : no),
    });
    const { classification, price } = await find(page, world);
    expect(classification).toMatchObject({ work_email: 'ada.example@acme.test', job_title: 'CEO' });
    expect([price, checked]).toEqual([30, ['ada.example@acme.test']]);
  });

  it('guesses from what is commonly known of a person, where a guess can be confirmed', async () => {
    const grace = { vanity: 'grace-notable' };
    const { world } = await worldWith({ wikidata: true, mailbox: () => yes });
    const { classification, price } = await find(grace, world);
    expect(classification).toMatchObject({
      work_email: 'grace.notable@company.example',
      full_name: 'Grace Notable',
      company: 'Example Company',
    });
    expect(price).toBe(30);
    const { world: uncheckable } = await worldWith({ wikidata: true });
    expect(await codeOf(find(grace, uncheckable))).toBe('SERVICE_UNAVAILABLE');
  });

  it('tells a vendor out of money from a person nobody knows', async () => {
    const hunter = () => new Response('{"errors":[]}', { status: 429 });
    const { world } = await worldWith({ rows: {}, hunter });
    expect(await codeOf(find(page, world))).toBe('UPSTREAM_QUOTA_EXHAUSTED');
    const { world: bare } = await worldWith({});
    expect(await codeOf(find(page, bare))).toBe('SERVICE_UNAVAILABLE');
  });

  it('names whom it asks about, and whom it found, to the list of suppressed people', async () => {
    const input = networkEmailFinder.input.parse(page);
    expect(networkEmailFinder.people?.inputSubjects(input)).toEqual([
      { kind: 'profile', text: 'ada-example' },
    ]);
    const [entry] = networkEmailFinder.sandbox.flatMap((each) => ('fact' in each ? [each] : []));
    expect(emailEnrichment.people?.factSubjects(entry?.fact ?? null, {} as never)).toEqual([
      { kind: 'email', text: 'ada@example.com' },
    ]);
  });
});

describe('verifying an address', () => {
  const verify = (address: string, world: World) => answer(email, { email: address }, world);
  const says = (status: string) => (path: string) =>
    path === 'email-verifier' ? found({ status, accept_all: false }) : Response.error();

  it.each([
    ['silent', silent, 'valid', 'DELIVERABLE', true],
    ['silent', silent, 'invalid', 'UNDELIVERABLE', true],
    ['silent', silent, 'unknown', 'UNKNOWN', true],
    ['sure', no, 'valid', 'UNDELIVERABLE', false],
    ['a catch-all', catchAll, 'valid', 'RISKY', false],
  ])('has the vendor behind a checker that is %s (%#)', async (_, said, status, verdict, twice) => {
    const { world } = await worldWith({ mailbox: () => said, hunter: says(status) });
    const { classification, metadata } = await verify('ada@acme.test', world);
    expect(classification.deliverability_status).toBe(verdict);
    expect(metadata).toEqual({ fallback_used: twice });
  });

  it('asks the vendor alone where our checker may not go, and does without where it fails', async () => {
    const { world, checked } = await worldWith({ mailbox: () => yes, hunter: says('valid') });
    const { classification, metadata } = await verify('ada@half.test', world);
    expect([classification.deliverability_status, checked]).toEqual(['DELIVERABLE', []]);
    expect(metadata).toEqual({ fallback_used: false });
    const hunter = () => new Response('', { status: 500 });
    const failing = await worldWith({ mailbox: () => silent, hunter });
    const alone = await verify('ada@acme.test', failing.world);
    expect(alone.classification.deliverability_status).toBe('UNKNOWN');
    expect(alone.metadata).toEqual({ fallback_used: false });
    const silenced = await worldWith({ hunter });
    expect((await verify('ada@acme.test', silenced.world)).classification).toMatchObject({
      mailbox_verification_state: 'UNCONFIRMED',
    });
  });
});

describe('a lookup with a limit', () => {
  it('ends at it, and asks nobody afterwards', async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    const slow = (name: string): IoSource<unknown, null> => ({
      name,
      label: name,
      kind: 'open',
      reads: 'io',
      timeoutMs: 40_000,
      available: () => true,
      async ask() {
        asked.push(name);
        return new Promise((resolve) => setTimeout(() => resolve(null), 30_000));
      },
    });
    const list = [slow('one'), slow('two'), slow('three')];
    const product = {
      ...networkEmailFinder,
      people: undefined,
      sources: {
        list,
        async resolve(_: unknown, ask: <Q, F>(source: Source<Q, F>, query: Q) => unknown) {
          for (const source of list) await ask(source, null);
          return null;
        },
      },
    };
    const { world } = await worldWith({});
    const ports = { world, breakers: createBreakers(), metrics: noMetrics, organizationId: 'org' };
    // biome-ignore lint/suspicious/noExplicitAny: only its sources and its limit are looked at
    const { answer: found } = resolveSources(product as any, null, ports, Promise.resolve());
    const outcome = codeOf(found);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await outcome).toBe('UPSTREAM_TIMEOUT');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(['one', 'two']);
  });
});
