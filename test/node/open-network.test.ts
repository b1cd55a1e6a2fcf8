import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { responseSchema } from '../../src/lookup/product.ts';
import { products } from '../../src/products/index.ts';
import {
  callService,
  DevService,
  freePort,
  type ServiceReply,
  START_TIMEOUT_MS,
} from './dev-service.ts';
import { ServedWorld } from './serve-world.ts';

let world: ServedWorld;
let stateDir: string;
let port: number;
let service: DevService;
let owner: string | undefined;
let teammate: string | undefined;
/** What the replies of every test say was paid. */
let paid = 0;
/** Paths of products that answered. */
const answered = new Set<string>();

async function lookUp(
  path: string,
  body: Record<string, unknown>,
  token = owner,
): Promise<ServiceReply> {
  const reply = await callService(port, `/v1${path}`, { token, body });
  const product = products.find((known) => known.path === path);
  if (reply.status === 200)
    paid += responseSchema(product!).parse(reply.body).data.metadata.credits_used;
  return reply;
}

/** The data of a lookup that must succeed. */
async function answer(path: string, body: Record<string, unknown>, token = owner) {
  const reply = await lookUp(path, body, token);
  expect(reply.body, `POST /v1${path} ${JSON.stringify(body)}`).toMatchObject({ success: true });
  answered.add(path);
  return reply.body.data;
}

const operate = async (path: string, body: unknown = {}) =>
  (await callService(port, `/admin${path}`, { token: 'admin_local', body })).body;
const account = async () => (await callService(port, '/v1/account', { token: owner })).body.data;

/** A refusal that nothing was paid for. */
async function expectFree(
  status: number,
  code: string,
  path: string,
  body: Record<string, unknown>,
): Promise<ServiceReply> {
  const before = (await account()).tokens.total_available;
  const reply = await lookUp(path, body);
  expect(reply.body, JSON.stringify(body)).toMatchObject({ success: false, error: { code } });
  expect(reply.status).toBe(status);
  expect((await account()).tokens.total_available).toBe(before);
  return reply;
}

/** A refusal that can be tried again, and that nothing was paid for. */
async function expectFree503(
  code: string,
  path: string,
  body: Record<string, unknown>,
): Promise<ServiceReply> {
  const reply = await expectFree(503, code, path, body);
  expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  return reply;
}

/** Imports a file of records as an operator does who has all of them. */
async function importCsv(dataset: string, ...lines: string[]): Promise<void> {
  const response = await fetch(
    `http://localhost:${port}/admin/records/${dataset}?mode=replace&as_of=2026-11-01&coverage=all`,
    {
      method: 'PUT',
      headers: { Authorization: 'Bearer admin_local', 'Content-Type': 'text/csv' },
      body: `${lines.join('\n')}\n`,
    },
  );
  expect(await response.json(), dataset).toMatchObject({
    success: true,
    data: { rejected_count: 0 },
  });
}

/** What the world is asked while `work` runs. */
async function askedBy(work: () => Promise<unknown>): Promise<string[]> {
  const from = world.asked.length;
  await work();
  return world.asked.slice(from);
}

beforeAll(async () => {
  world = await ServedWorld.start();
  stateDir = await mkdtemp(join(tmpdir(), 'lookup-world-'));
  port = await freePort();
  service = new DevService({
    ...world.vars,
    PORT: String(port),
    STATE_DIR: stateDir,
    FETCH_FEEDS: '0',
  });
  await service.ready();
  [owner, teammate] = service.keys;
}, START_TIMEOUT_MS);

beforeEach(() => {
  if (service.child.exitCode !== null)
    throw new Error(`the service ended by itself:\n${service.output}`);
});

afterAll(async () => {
  await service?.stop();
  world?.stop();
  await rm(stateDir, { recursive: true, force: true });
});

describe('email', () => {
  it('is verified by DNS over HTTPS, the registry and the mail server', async () => {
    const data = await answer('/email', { email: 'jane.doe@EXAMPLE.com' });
    expect(data).toMatchObject({
      request: { type: 'email', input: 'jane.doe@example.com' },
      metadata: { credits_used: 1, cache_hit: false, fallback_used: false },
      classification: {
        email_type: 'BUSINESS_PERSONAL',
        deliverability_status: 'DELIVERABLE',
        mailbox_verification_state: 'CONFIRMED',
      },
      insights: {
        deliverability: {
          factors: { mx_records: true, smtp_valid: true, mailbox_exists: true, catch_all: false },
        },
        domain_intelligence: {
          registration: {
            registered: true,
            created_date: '1995-08-14T04:00:00.000Z',
            registrar: 'Example Registrar, Inc.',
          },
          infrastructure: {
            mail_exchangers: ['mx1.example.com', 'mx2.example.com'],
            has_ipv4: true,
            has_ipv6: true,
          },
          trust_indicators: { spf: true, spf_policy: 'fail', dmarc: true, dmarc_policy: 'reject' },
        },
      },
      recommendations: { primary_action: 'APPROVE' },
    });
    expect(data.insights.domain_intelligence.technologies).toContain('Google Search Console');
  });

  it('is answered from the cache: free for the same user, once more for a teammate, asking nobody', async () => {
    const asked = await askedBy(async () => {
      const again = await answer('/email', { email: 'jane.doe@example.com' });
      expect(again.metadata).toMatchObject({
        cache_hit: true,
        credits_used: 0,
        fallback_used: false,
      });
      const theirs = await answer('/email', { email: 'jane.doe@example.com' }, teammate);
      expect(theirs.metadata).toMatchObject({ cache_hit: true, credits_used: 1 });
    });
    expect(asked).toEqual([]);
    const afresh = await askedBy(() =>
      answer('/email', { email: 'jane.doe@example.com', bypass_cache: true }),
    );
    expect(afresh).toContain('POST https://reacher.test/v1/check_email');
  });

  it.each([
    ['nobody@example.com', 'UNDELIVERABLE', 'CONFIRMED'],
    ['full@example.com', 'TEMPORARY', 'CONFIRMED'],
    ['later@example.com', 'TEMPORARY', 'UNCONFIRMED'],
    ['stranger@example.com', 'UNKNOWN', 'UNCONFIRMED'],
    ['anyone@catchall.example', 'RISKY', 'UNCONFIRMED'],
    ['jane@alias.example', 'UNKNOWN', 'UNCONFIRMED'],
    ['jane@example.org', 'UNDELIVERABLE', 'UNCONFIRMED'],
    ['jane@nowhere.example', 'UNDELIVERABLE', 'UNCONFIRMED'],
    ['jane@missing.example', 'UNDELIVERABLE', 'UNCONFIRMED'],
  ])('%s is %s, %s', async (email, deliverability_status, mailbox_verification_state) => {
    const data = await answer('/email', { email });
    expect(data.classification).toMatchObject({
      deliverability_status,
      mailbox_verification_state,
    });
    expect(data.metadata.credits_used).toBe(1);
  });

  it('recognises who runs the mail', async () => {
    const data = await answer('/email', { email: 'jane@example.net' });
    expect(data.insights.domain_intelligence.infrastructure).toMatchObject({
      mail_provider: 'Google Workspace',
    });
  });

  it('costs nothing when name servers are broken, slow, or DNS cannot be reached at all', async () => {
    await expectFree503('SERVICE_UNAVAILABLE', '/email', { email: 'jane@servfail.example' });
    await expectFree503('UPSTREAM_TIMEOUT', '/email', { email: 'jane@slow.example' });
    await world.loseDns();
    const dead = await expectFree503('SERVICE_UNAVAILABLE', '/email', {
      email: 'jane@unknown.example',
    });
    expect(dead.body.error.message).toContain('DNS resolver');
    await world.restoreDns();
    const data = await answer('/email', { email: 'jane@unknown.example' });
    expect(data.metadata).toMatchObject({ cache_hit: false, credits_used: 1 });
    // Neither DNS nor the registry knows the domain.
    expect(data.insights.reputation.domain_reputation).toBe('UNKNOWN');
  });

  it('is charged once when it is asked for several times at once', async () => {
    const twins = await Promise.all(
      [1, 2, 3].map(() => answer('/email', { email: 'twin@example.com' })),
    );
    expect(twins.map(({ metadata }) => metadata.credits_used).sort()).toEqual([0, 0, 1]);
  });
});

describe('domain age', () => {
  it('reads the registry of a URL over RDAP, and from the cache afterwards', async () => {
    const data = await answer('/domain-age', { domain: 'https://shop.example.com/path' });
    expect(data).toMatchObject({
      request: { input: 'example.com' },
      metadata: { credits_used: 2 },
      classification: {
        registered: true,
        created_date: '1995-08-14T04:00:00.000Z',
        registrar: 'Example Registrar, Inc.',
      },
      insights: {
        protocol: 'RDAP',
        expiry: '2031-08-13T04:00:00.000Z',
        nameservers: ['ns1.example.net', 'ns2.example.net'],
      },
    });
    expect(data.classification.age_days).toBeGreaterThan(11_000);
    const asked = await askedBy(async () => {
      expect((await answer('/domain-age', { domain: 'example.com' })).metadata).toMatchObject({
        cache_hit: true,
        credits_used: 0,
      });
    });
    expect(asked).toEqual([]);
  });

  it('follows one registry to another', async () => {
    const asked = await askedBy(async () => {
      const data = await answer('/domain-age', { domain: 'example.net' });
      expect(data.insights.registry_server).toBe(world.address('rdap.registrar.example'));
    });
    expect(asked).toEqual([
      'GET https://rdap.verisign.com/net/v1/domain/example.net',
      'GET https://rdap.registrar.example/domain/example.net',
    ]);
  });

  it('charges nothing for a name nobody holds', async () => {
    const data = await answer('/domain-age', { domain: 'unregistered.com' });
    expect(data).toMatchObject({
      classification: { registered: false, age_days: null },
      metadata: { credits_used: 0 },
    });
  });

  it('leaves a registry alone that says it was asked too often', async () => {
    const refused = await expectFree503('UPSTREAM_QUOTA_EXHAUSTED', '/domain-age', {
      domain: 'first.test',
    });
    expect(Number(refused.headers.get('Retry-After'))).toBe(120);
    const asked = await askedBy(() =>
      expectFree503('UPSTREAM_QUOTA_EXHAUSTED', '/domain-age', { domain: 'second.test' }),
    );
    expect(asked).toEqual([]);
  });

  it('asks over WHOIS where a country has no RDAP', async () => {
    const asked = await askedBy(async () => {
      const data = await answer('/domain-age', { domain: 'www.example.io' });
      expect(data).toMatchObject({
        classification: {
          registered: true,
          created_date: '2011-05-06T07:08:09.000Z',
          registrar: 'Example Registrar, Inc.',
        },
        insights: { protocol: 'WHOIS', nameservers: ['ns1.example.net', 'ns2.example.net'] },
        metadata: { credits_used: 2 },
      });
      const free = await answer('/domain-age', { domain: 'nobody-holds-this.io' });
      expect(free).toMatchObject({
        classification: { registered: false },
        metadata: { credits_used: 0 },
      });
    });
    expect(asked).toEqual(['WHOIS example.io', 'WHOIS nobody-holds-this.io']);
  });
});

describe('address feeds', () => {
  it('are used as soon as the operator has refreshed them', async () => {
    const before = await answer('/ip', { ip: '185.220.101.1' });
    expect(before).toMatchObject({
      insights: {
        security: { tor_exit_node: false },
        network_intelligence: {
          is_tor_exit: false,
          missing_feeds: expect.arrayContaining(['tor_exits']),
        },
      },
    });
    const asked = await askedBy(async () => {
      expect(await operate('/feeds/tor_exits/refresh')).toMatchObject({
        success: true,
        data: { name: 'tor_exits', rows: 3 },
      });
    });
    expect(asked).toEqual(['GET https://mirror.test/torbulkexitlist']);
    const after = await answer('/ip', { ip: '185.220.101.1', bypass_cache: true });
    expect(after).toMatchObject({
      metadata: { credits_used: 1, cache_hit: false },
      classification: { anonymity_level: 'HIGH' },
      insights: {
        security: { tor_exit_node: true },
        network_intelligence: {
          is_tor_exit: true,
          coverage: 'partial',
          checked_feeds: expect.arrayContaining(['tor_exits']),
        },
      },
    });
    expect(await operate('/feeds/nothing/refresh')).toMatchObject({
      success: false,
      error: { code: 'NOT_FOUND' },
    });
  });
});

describe('web pages', () => {
  const site = (host: string) => `http://${world.address(host)}/`;

  it('become Markdown, without what nobody reads', async () => {
    const data = await answer('/website-scraper', { url: site('example.com') });
    expect(data).toMatchObject({
      metadata: { credits_used: 10 },
      classification: { name: 'Example Company' },
    });
    const markdown: string = data.insights.website_scraper_result;
    for (const part of [
      '# Example & Company',
      '**examples**',
      `(${site('example.com')}pricing)`,
      '| Plan | Price |',
      'echo example',
    ]) {
      expect(markdown).toContain(part);
    }
    expect(markdown).not.toMatch(/Nobody sees this|never seen|display: none/);
    expect((await answer('/website-scraper', { url: site('example.com') })).metadata).toMatchObject(
      { cache_hit: true, credits_used: 0 },
    );
  });

  it('are followed through redirects and read in any charset', async () => {
    const moved = await answer('/website-scraper', { url: site('example.org') });
    expect(moved.insights.final_url).toBe(site('www.example.com'));
    const old = await answer('/website-scraper', { url: site('example.net') });
    expect(old.classification.name).toBe('Café');
    expect(old.insights.website_scraper_result).toContain('# Café – 5 €');
  });

  it.each([
    ['gone.example', 'UPSTREAM_ERROR'],
    ['report.example', 'VALIDATION_FAILED'],
    ['circle.example', 'VALIDATION_FAILED'],
  ])('of %s end in %s, free', async (host, code) => {
    await expectFree(400, code, '/website-scraper', { url: site(host) });
  });

  it('of hosts that are not public are not asked for', async () => {
    const asked = await askedBy(async () => {
      for (const url of [
        `http://127.0.0.1:${port}/health`,
        'http://10.0.0.1/',
        'https://inside.example/',
        'https://half-inside.example/',
      ]) {
        await expectFree(400, 'INVALID_INPUT', '/website-scraper', { url });
      }
      await expectFree(400, 'VALIDATION_FAILED', '/website-scraper', {
        url: 'https://nowhere.example/',
      });
    });
    expect(
      asked.filter((question) => !question.startsWith('GET https://cloudflare-dns.com/')),
    ).toEqual([]);
  });

  it('show how to reach a company, as far as it lets robots read', async () => {
    const asked = await askedBy(async () => {
      const data = await answer('/website-contacts-scraper', {
        domain: world.address('example.com'),
      });
      expect(data).toMatchObject({
        metadata: { credits_used: 10 },
        insights: {
          emails: ['hello@company.example', 'sales@company.example'],
          phones: ['+14155550132'],
          socials: {
            facebook: ['https://www.facebook.com/example.company'],
            twitter: ['https://x.com/examplecompany'],
          },
        },
      });
    });
    expect(asked).toContain('GET https://example.com/robots.txt');
    expect(asked).not.toContain('GET https://example.com/private/team');
    await expectFree(400, 'VALIDATION_FAILED', '/website-contacts-scraper', {
      domain: world.address('closed.example'),
    });
  });
});

describe('phone numbers and records', () => {
  it('are validated from compiled data', async () => {
    const data = await answer('/phone', { phone_number: '+442071838750' });
    expect(data).toMatchObject({
      metadata: { credits_used: 1 },
      classification: { country_code: 'GB' },
    });
    const type = await answer('/nt-lookup', { phone_number: '+18005550199' });
    expect(type.classification.number_type).toBe('TOLL_FREE');
  });

  it('are spam once the commissions have published complaints, each counted once', async () => {
    const unreported = await answer('/phone-spam', { phone_number: '+12025550170' });
    expect(unreported.insights.reputation.report_count).toBeNull();
    expect(unreported.risk_assessment.risk_factors).not.toContain('SPAM_REPORTS');
    for (const time of ['first', 'second']) {
      for (const [feed, rows] of [
        ['ftc_complaints', 5],
        ['fcc_complaints', 2],
      ]) {
        expect(await operate(`/feeds/${feed}/refresh`), time).toMatchObject({
          success: true,
          data: { name: feed, rows },
        });
      }
    }
    const data = await answer('/phone-spam', { phone_number: '+12025550170', bypass_cache: true });
    expect(data).toMatchObject({
      classification: { caller_type: 'SPAM_ROBOCALL', threat_category: 'AUTOMATED_SCAM' },
      insights: {
        reputation: { report_count: 7 },
        threat_intelligence: { scam_types: ['DEBT_RELIEF_SCAM'], financial_loss_risk: 'HIGH' },
      },
    });
    expect(data.risk_assessment.risk_factors).toContain('SPAM_REPORTS');
  });

  it("are scrubbed against the operator's lists", async () => {
    await importCsv('do_not_call', 'phone_number', '+12025550171');
    await importCsv('litigators', 'phone_number,kind', '+12025550172,ATTORNEY');
    const listed = await answer('/phone-scrub', { phone_number: '+12025550171' });
    expect(listed.classification).toMatchObject({ doNotCall: true, litigator: false });
    const litigator = await answer('/phone-scrub', { phone_number: '+12025550172' });
    expect(litigator).toMatchObject({
      classification: { litigator: true },
      recommendations: { primary_action: 'BLOCK' },
    });
    expect(litigator.risk_assessment.risk_factors).toContain('LITIGATOR_RISK');
  });

  it('lead to people, and addresses to companies', async () => {
    await importCsv('caller_names', 'phone_number,name', '+12025550101,ADA EXAMPLE');
    await importCsv('networks', 'network,company_name', '8.8.4.0/24,Example Ltd');
    const person = await answer('/reverse-phone-lookup', { phone_number: '+12025550101' });
    expect(person).toMatchObject({
      classification: { matched: true, primary_name: 'ADA EXAMPLE' },
      metadata: { credits_used: 10 },
    });
    const nobody = await answer('/reverse-phone-lookup', { phone_number: '+12025550109' });
    expect(nobody).toMatchObject({
      classification: { matched: false },
      metadata: { credits_used: 0 },
    });
    const company = await answer('/reverse-ip-append', { ip: '8.8.4.4' });
    expect(company).toMatchObject({
      classification: { matched: true },
      metadata: { credits_used: 10 },
    });
  });
});

const ofVendors = products.filter(({ sources }) =>
  sources.list.some(({ kind }) => kind === 'upstream'),
);

/** The example, its file where this world serves it. */
const served = (example: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(example).replace(
      'https://media.example/',
      () => `http://${world.address('media.example')}/`,
    ),
  );

it.each(ofVendors.map(({ path, example }) => [path, example] as const))(
  '%s is answered by a file or a vendor',
  async (path, example) => {
    const { metadata } = await answer(path, { ...served(example), bypass_cache: true });
    expect(metadata.data_sources).not.toEqual([]);
  },
);

it('what is left of the products answers its example, or says what is not configured', async () => {
  for (const { path, example, sources } of products.filter((each) => !answered.has(each.path))) {
    const reply = await lookUp(path, example);
    if (reply.status === 200) continue;
    const [first] = sources.list;
    expect(reply.body, path).toMatchObject({
      error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining(first?.name ?? '') },
    });
  }
});

it('the ledger holds what the replies said', async () => {
  const { organization, tokens } = await account();
  expect(tokens.total_available).toBe(20_000 - paid);
  expect(await operate(`/organizations/${organization.id}/reconcile`)).toMatchObject({
    success: true,
    data: { balanced: true },
  });
});
