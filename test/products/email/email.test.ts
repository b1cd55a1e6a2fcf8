import { beforeAll, describe, expect, it } from 'vitest';
import { parseEmailAddress } from '../../../src/domain/email/address.ts';
import { ApiError } from '../../../src/lib/errors.ts';
import { inputError } from '../../../src/lib/inputs.ts';
import type { World } from '../../../src/lookup/world.ts';
import { readDmarc } from '../../../src/open-data/mail/mail-dns.ts';
import { createDohResolver } from '../../../src/open-data/outbound/dns.ts';
import { classifyNamePattern } from '../../../src/products/email/email/name-pattern.ts';
import { email } from '../../../src/products/email/email/product.ts';
import { createWorld, type Zones } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { notFoundJson, verisign } from '../web/domain-age/registry-replies.ts';
import { DNS_JSON } from './dns-replies.ts';
import { CLASSES, FAULTY, NAMES, TYPOS, VALID } from './labelled-addresses.ts';
import * as reacher from './reacher-replies.ts';
import { present, verify } from './verify.ts';

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/rdap+json' },
  });
const rdapOnly = ({ url }: Request) =>
  url.includes('/domain/missing') ? json(notFoundJson, 404) : json(verisign);

const CORPORATE: Zones = {
  'example.com': {
    MX: [
      '20 mxb-00.pphosted.com.',
      '10 mxa-00.pphosted.com.',
      '30 example-com.mail.protection.outlook.com.',
    ],
    A: ['192.0.2.1'],
    AAAA: ['2001:db8::1'],
    TXT: [
      'v=spf1 include:spf.protection.outlook.com include:mail.zendesk.com -all',
      'MS=ms12345678',
      'stripe-verification=abc',
      'unrelated',
    ],
  },
  '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@example.com'] },
};

const withReacher = (reply: unknown, status = 200) => ({
  zones: CORPORATE,
  settings: { reacherUrl: 'http://reacher.test/', reacherSecret: 'secret' },
  http: (request: Request) =>
    request.url.startsWith('http://reacher.test/') ? json(reply, status) : rdapOnly(request),
});

describe('a corporate address', () => {
  it('has every field of the specification', async () => {
    const world = await createWorld({ zones: CORPORATE, http: rdapOnly });
    const { classification, insights, risk, recommendations, metadata, price } = await verify(
      'Jane.Doe@Example.com',
      world,
    );
    expect(classification).toEqual({
      email_type: 'BUSINESS_PERSONAL',
      provider_type: 'CORPORATE',
      provider_tier: 'ENTERPRISE',
      deliverability_status: 'UNKNOWN',
      deliverability_reason: 'MAILBOX_UNCONFIRMED',
      mailbox_verification_state: 'UNCONFIRMED',
      inbox_placement: 'UNCERTAIN',
      engagement_potential: 'MEDIUM',
      is_relay: false,
    });
    expect(insights.deliverability).toEqual({
      score: 70,
      factors: {
        mx_records: true,
        smtp_valid: null,
        mailbox_exists: null,
        catch_all: false,
        greylisted: false,
      },
      not_checked: ['mailbox', 'catch_all', 'greylisting', 'spam_traps'],
      upstream_verification_detail:
        'The domain accepts mail; no mailbox check is configured, so the mailbox is unconfirmed.',
    });
    expect(insights.quality).toMatchObject({
      syntax_valid: true,
      typo_detected: false,
      professional_format: true,
      name_pattern: 'FIRSTNAME_DOT_LASTNAME',
    });
    expect(insights.reputation).toEqual({
      domain_age_days: 11_401,
      domain_reputation: 'EXCELLENT',
      spam_trap_risk: 'NONE',
      honeypot_risk: 'NONE',
    });
    expect(insights.intelligence).toEqual({
      lead_score: 90,
      b2b_indicator: true,
      seniority_indicator: 'UNKNOWN',
      department_hint: 'PERSONAL',
    });
    expect(insights.domain_intelligence).toMatchObject({
      registration: {
        registered: true,
        created_date: '1995-08-14T04:00:00.000Z',
      },
      infrastructure: {
        mail_exchangers: [
          'mxa-00.pphosted.com',
          'mxb-00.pphosted.com',
          'example-com.mail.protection.outlook.com',
        ],
        mail_provider: 'Microsoft 365',
        mail_gateway: 'Proofpoint',
        has_ipv6: true,
      },
      technologies: ['Microsoft 365', 'Zendesk', 'Stripe'],
      trust_indicators: {
        spf: true,
        spf_policy: 'fail',
        dmarc: true,
        dmarc_policy: 'reject',
      },
    });
    expect(insights.business_profile).toEqual({
      legitimacy_score: 90,
      business_signals: ['OWN_DOMAIN', 'BUSINESS_SERVICES', 'HOSTED_MAIL'],
      trust_signals: ['OVER_A_YEAR', 'OVER_FIVE_YEARS', 'SPF', 'DMARC_ENFORCED'],
      risk_signals: [],
    });
    expect(risk).toMatchObject({
      fraud_score: 10,
      risk_level: 'LOW',
      risk_factors: [
        'MAILBOX_UNCONFIRMED',
        'MAILBOX_NOT_CHECKED',
        'CATCH_ALL_NOT_CHECKED',
        'GREYLISTING_NOT_CHECKED',
        'SPAM_TRAPS_NOT_CHECKED',
      ],
    });
    expect(recommendations).toMatchObject({
      primary_action: 'VERIFY',
      secondary_actions: ['SEND_CONFIRMATION_EMAIL'],
      business_rules: {
        signup_allowed: true,
        transactional_allowed: null,
        marketing_allowed: null,
        confirmation_required: true,
      },
    });
    expect(recommendations.user_message).toContain('not checked: the mailbox');
    expect(metadata).toEqual({ fallback_used: false });
    expect(price).toBe(1);
  });

  it('has a reputation of its parent’s registration only where its own name exists', async () => {
    const world = await createWorld({ zones: CORPORATE, http: rdapOnly });
    const { classification, insights } = await verify('root@nohost.example.com', world);
    expect(classification.deliverability_reason).toBe('DOMAIN_NOT_FOUND');
    expect(insights.reputation.domain_reputation).toBe('UNKNOWN');
  });

  it('is answered without the registry, which is asked once for many', async () => {
    const world = await createWorld({ zones: CORPORATE });
    const { insights, classification } = await verify('jane@example.com', world);
    expect(insights.reputation.domain_age_days).toBeNull();
    expect(insights.domain_intelligence?.registration).toBeNull();
    expect(classification.deliverability_status).toBe('UNKNOWN');
    const answering = await createWorld({ zones: CORPORATE, http: rdapOnly });
    for (const local of ['a', 'b', 'c']) await verify(`${local}@example.com`, answering);
    expect(answering.outbound.asked.filter((question) => question.includes('rdap'))).toHaveLength(
      1,
    );
  });
});

describe('the mailbox check', () => {
  const cases: [string, unknown, Record<string, unknown>, Record<string, unknown>][] = [
    [
      'safe',
      reacher.safe,
      {
        deliverability_status: 'DELIVERABLE',
        mailbox_verification_state: 'CONFIRMED',
        inbox_placement: 'PRIMARY',
        engagement_potential: 'HIGH',
      },
      { smtp_valid: true, mailbox_exists: true },
    ],
    [
      'risky, catch-all',
      reacher.catchAll,
      {
        deliverability_status: 'RISKY',
        deliverability_reason: 'CATCH_ALL',
        mailbox_verification_state: 'UNCONFIRMED',
      },
      { smtp_valid: true, mailbox_exists: null, catch_all: true },
    ],
    [
      'risky, role',
      reacher.riskyRole,
      { deliverability_status: 'DELIVERABLE', mailbox_verification_state: 'CONFIRMED' },
      { mailbox_exists: true },
    ],
    [
      'risky, full',
      reacher.fullInbox,
      {
        deliverability_status: 'TEMPORARY',
        deliverability_reason: 'MAILBOX_FULL',
        engagement_potential: 'LOW',
      },
      { mailbox_exists: true },
    ],
    [
      'invalid',
      reacher.invalid,
      { deliverability_status: 'UNDELIVERABLE', mailbox_verification_state: 'CONFIRMED' },
      { smtp_valid: true, mailbox_exists: false },
    ],
    [
      'disabled',
      reacher.disabled,
      { deliverability_status: 'UNDELIVERABLE', deliverability_reason: 'MAILBOX_DISABLED' },
      { mailbox_exists: true },
    ],
    [
      'not connected',
      reacher.unconnected,
      { deliverability_status: 'UNKNOWN', mailbox_verification_state: 'UNCONFIRMED' },
      { smtp_valid: false, mailbox_exists: null },
    ],
    [
      'unknown',
      reacher.unknown,
      { deliverability_status: 'UNKNOWN', deliverability_reason: 'SERVER_SILENT' },
      { smtp_valid: null, mailbox_exists: null },
    ],
    [
      'greylisted',
      reacher.greylisted,
      { deliverability_status: 'TEMPORARY', deliverability_reason: 'GREYLISTED' },
      { greylisted: true, mailbox_exists: null },
    ],
    [
      'no mail server',
      reacher.noMail,
      { deliverability_status: 'UNDELIVERABLE' },
      { mailbox_exists: false },
    ],
  ];

  it.each(cases)('%s', async (_, reply, classification, factors) => {
    const world = await createWorld(withReacher(reply));
    const answer = await verify('jane.doe@example.com', world);
    expect(answer.classification).toMatchObject(classification);
    expect(answer.insights.deliverability.factors).toMatchObject(factors);
    expect(answer.metadata).toEqual({ fallback_used: false });
    expect('upstream_verification_detail' in answer.insights.deliverability).toBe(
      answer.classification.mailbox_verification_state === 'UNCONFIRMED',
    );
    expect(world.outbound.asked).toContain('POST http://reacher.test/v1/check_email');
  });

  it('sends the secret and the address', async () => {
    let sent: { secret: string | null; body: unknown } | undefined;
    const outside = withReacher(reacher.safe);
    const world = await createWorld({
      ...outside,
      async http(request) {
        if (request.url.includes('reacher'))
          sent = {
            secret: request.headers.get('x-reacher-secret'),
            body: await request.clone().json(),
          };
        return outside.http(request);
      },
    });
    await verify('Jane.Doe@EXAMPLE.com', world);
    expect(sent).toEqual({ secret: 'secret', body: { to_email: 'Jane.Doe@example.com' } });
  });

  it('that fails leaves the mailbox unconfirmed', async () => {
    // The pipeline turns what a source throws into a refusal; here the source's own refusals stand
    // in for it.
    const world = await createWorld({
      ...withReacher(null),
      http: (request) =>
        request.url.includes('reacher')
          ? Promise.reject(new ApiError('UPSTREAM_TIMEOUT'))
          : rdapOnly(request),
    });
    const { classification, metadata, insights } = await verify('jane@example.com', world);
    expect(classification).toMatchObject({
      deliverability_status: 'UNKNOWN',
      deliverability_reason: 'MAILBOX_CHECK_FAILED',
      mailbox_verification_state: 'UNCONFIRMED',
    });
    expect(metadata).toEqual({ fallback_used: false });
    expect(insights.deliverability.factors.mailbox_exists).toBeNull();
  });

  it('is not asked where nobody takes mail', async () => {
    const world = await createWorld({
      ...withReacher(reacher.safe),
      zones: { 'example.com': { MX: ['0 .'] } },
    });
    expect((await verify('jane@example.com', world)).classification.deliverability_reason).toBe(
      'NULL_MX',
    );
    expect(world.outbound.asked.some((question) => question.includes('reacher'))).toBe(false);
  });
});

describe('DNS', () => {
  const reasonFor = async (zones: Zones) =>
    (await verify('jane@example.com', await createWorld({ zones, http: rdapOnly }))).classification
      .deliverability_reason;

  it('decides whether anybody takes mail', async () => {
    expect(await reasonFor({})).toBe('DOMAIN_NOT_FOUND');
    expect(await reasonFor({ 'example.com': {} })).toBe('NO_MAIL_SERVER');
    expect(await reasonFor({ 'example.com': { MX: ['0 .'], A: ['192.0.2.1'] } })).toBe('NULL_MX');
    expect(await reasonFor({ 'example.com': { A: ['93.184.215.14'] } })).toBe('IMPLICIT_MX');
    expect(await reasonFor({ 'example.com': { AAAA: ['2606:2800:21f::1'] } })).toBe('IMPLICIT_MX');
    expect(await reasonFor({ 'example.com': { MX: ['10 localhost.', '20 127.0.0.1.'] } })).toBe(
      'NO_MAIL_SERVER',
    );
    expect(
      await reasonFor({
        'example.com': { MX: ['nonsense', '10 mx.example.com.'] },
        'mx.example.com': { A: ['93.184.215.14'] },
      }),
    ).toBe('MAILBOX_UNCONFIRMED');
  });

  it('that is unreachable fails the lookup; what only adds to the answer does not', async () => {
    const silent = await createWorld({
      zones: CORPORATE,
      silent: (question) => question.endsWith(' MX'),
    });
    await expect(verify('jane@example.com', silent)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
    });
    const partly = await createWorld({
      zones: CORPORATE,
      silent: (question) => !question.endsWith(' MX'),
    });
    const { insights } = await verify('jane@example.com', partly);
    expect(insights.domain_intelligence).toMatchObject({
      infrastructure: { has_ipv4: null, has_ipv6: null },
      trust_indicators: { spf: null, dmarc: null },
    });
    const undecidable = await createWorld({
      zones: { 'example.com': {} },
      silent: (question) => question.endsWith(' A'),
    });
    await expect(verify('jane@example.com', undecidable)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it('is read as public resolvers answer over HTTPS', async () => {
    const world = await createWorld();
    const http = async ({ url }: Request) => {
      const { searchParams } = new URL(url);
      const reply = DNS_JSON[`${searchParams.get('name')} ${searchParams.get('type')}`] ?? {
        Status: 2,
      };
      return new Response(JSON.stringify(reply), {
        headers: { 'Content-Type': 'application/dns-json' },
      });
    };
    world.outbound.resolver = createDohResolver({
      http,
      clock: world.clock,
      dohUrl: 'https://dns.test/dns-query',
    });
    const { insights, classification } = await verify('jane@example.com', world);
    expect(classification.deliverability_reason).toBe('MAILBOX_UNCONFIRMED');
    expect(insights.domain_intelligence).toMatchObject({
      infrastructure: {
        mail_exchangers: ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'],
        mail_provider: 'Google Workspace',
        has_ipv4: true,
        has_ipv6: false,
      },
      technologies: ['Google Workspace', 'Meta Business'],
      trust_indicators: {
        spf: true,
        spf_policy: 'softfail',
        dmarc: true,
        dmarc_policy: 'quarantine',
      },
    });
    expect((await verify('jane@null.example', world)).classification.deliverability_reason).toBe(
      'NULL_MX',
    );
    expect((await verify('jane@missing.example', world)).classification.deliverability_reason).toBe(
      'DOMAIN_NOT_FOUND',
    );
    await expect(verify('jane@broken.example', world)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      aboutInput: true,
    });
  });

  it('lets a subdomain inherit the policy for names below', async () => {
    const zones: Zones = {
      'mail.example.com': { MX: ['10 mx.example.com.'] },
      '_dmarc.example.com': { TXT: ['v=DMARC1; p=none; sp=quarantine'] },
    };
    const { insights } = await verify('jane@mail.example.com', await createWorld({ zones }));
    expect(insights.domain_intelligence?.trust_indicators).toMatchObject({
      dmarc: true,
      dmarc_policy: 'quarantine',
      spf: false,
    });
  });

  it.each([
    ['p=Reject', 'reject'],
    ['rua=mailto:d@example.com', 'none'],
    ['p=deny; rua=ftp:x, mailto:d@example.com!10m', 'none'],
    ['p=reject; sp=strict; rua=mailto:d@example.com', 'none'],
    ['p=reject; sp=strict', null],
    ['rua=d@example.com', null],
    ['rua=', null],
    ['', null],
  ])('reads a DMARC record with %j as RFC 7489 has receivers do', (tags, policy) => {
    for (const inherited of [false, true])
      expect(readDmarc([`v=DMARC1; ${tags}`], inherited)?.policy ?? null).toBe(policy);
  });

  it('shows the provider behind the exchangers', async () => {
    const providers: [string, string | null, string | null][] = [
      ['1 aspmx.l.google.com.', 'Google Workspace', null],
      ['1 smtp.google.com.', 'Google Workspace', null],
      ['5 gmail-smtp-in.l.google.com.', 'Gmail', null],
      ['10 alt1.gmail-smtp-in.l.google.com.', 'Gmail', null],
      ['0 contoso-com.mail.protection.outlook.com.', 'Microsoft 365', null],
      ['5 outlook-com.olc.protection.outlook.com.', 'Outlook.com', null],
      ['10 us-smtp-inbound-1.mimecast.com.', null, 'Mimecast'],
      ['10 mx.zoho.com.', 'Zoho Mail', null],
      ['10 in1-smtp.messagingengine.com.', 'Fastmail', null],
      ['10 mail.protonmail.ch.', 'Proton Mail', null],
      ['10 mx01.mail.icloud.com.', 'iCloud Mail', null],
      ['1 mta5.am0.yahoodns.net.', 'Yahoo Mail', null],
      ['10 route1.mx.cloudflare.net.', 'Cloudflare Email Routing', null],
      ['10 mx.example.com.', null, null],
      ['10 notgoogle.com.example.', null, null],
    ];
    for (const [record, provider, gateway] of providers) {
      const { insights } = await verify(
        'jane@example.com',
        await createWorld({ zones: { 'example.com': { MX: [record] } } }),
      );
      expect(insights.domain_intelligence?.infrastructure, record).toMatchObject({
        mail_provider: provider,
        mail_gateway: gateway,
      });
    }
  });
});

describe('every labelled address', () => {
  let world: World;
  /** Every domain takes mail. */
  beforeAll(async () => {
    world = await createWorld();
    world.outbound.resolver.resolve = async (_, type) => ({
      rcode: 0,
      records: type === 'MX' ? ['10 aspmx.l.google.com.'] : [],
    });
  });

  it.each(VALID)('%j answers by the schema', async (text) => {
    expect((await verify(text, world)).insights.quality.syntax_valid).toBe(true);
  });

  it.each(FAULTY)('%j is undeliverable: %s', async (text, fault) => {
    const { classification, insights, recommendations, price } = await verify(text, world);
    expect(classification).toMatchObject({
      email_type: 'UNKNOWN',
      deliverability_status: 'UNDELIVERABLE',
      deliverability_reason: 'INVALID_SYNTAX',
    });
    expect(insights.quality).toMatchObject({ syntax_valid: false, syntax_fault: fault });
    expect(insights.deliverability.factors.mx_records).toBeNull();
    expect('domain_intelligence' in insights || 'business_profile' in insights).toBe(false);
    expect(recommendations.primary_action).toBe(
      insights.quality.suggested_email === null ? 'BLOCK' : 'VERIFY',
    );
    expect(price).toBe(0);
  });

  it.each(CLASSES)('%s is of the class %s, role: %s', async (text, domainClass, role) => {
    const { profile, classification, insights, risk, recommendations } = await verify(text, world);
    expect(profile).toMatchObject({ domainClass, role });
    expect(classification.is_relay).toBe(domainClass === 'RELAY');
    expect(classification.provider_type).toBe(
      {
        DISPOSABLE: 'DISPOSABLE',
        RELAY: 'FREE',
        BIG_FREE: 'FREE',
        FREE: 'FREE',
        OWN: 'CORPORATE',
        UNKNOWN: null,
      }[domainClass],
    );
    expect(classification.provider_tier).toBe(
      {
        DISPOSABLE: 'DISPOSABLE',
        RELAY: 'TIER_2_FREE',
        BIG_FREE: 'TIER_1_FREE',
        FREE: 'TIER_2_FREE',
        OWN: 'ENTERPRISE',
        UNKNOWN: null,
      }[domainClass],
    );
    expect(insights.intelligence.b2b_indicator).toBe(domainClass === 'OWN' && !role);
    expect(insights.intelligence.department_hint).toBe(role ? 'GENERIC' : 'PERSONAL');
    if (domainClass === 'DISPOSABLE') {
      expect(classification.deliverability_status).toBe('RISKY');
      expect(risk.risk_factors).toContain('DISPOSABLE_EMAIL');
      expect(recommendations).toMatchObject({
        primary_action: 'BLOCK',
        business_rules: { signup_allowed: false },
      });
    } else {
      expect(classification.email_type).toBe(
        role
          ? 'ROLE_BASED'
          : {
              RELAY: 'UNKNOWN',
              BIG_FREE: 'FREE_PROVIDER',
              FREE: 'FREE_PROVIDER',
              OWN: 'BUSINESS_PERSONAL',
              UNKNOWN: 'UNKNOWN',
            }[domainClass],
      );
      expect(risk.risk_factors).not.toContain('DISPOSABLE_EMAIL');
    }
  });

  it.each(TYPOS)(
    '%s is corrected to %s, or to %s where it takes mail',
    async (domain, withoutMail, withMail) => {
      const suggestion = (meant: string | null) => (meant === null ? null : `jane@${meant}`);
      const dead = await createWorld();
      for (const [where, meant] of [
        [world, withMail],
        [dead, withoutMail],
      ] as const) {
        const { insights, recommendations } = await verify(`jane@${domain}`, where);
        expect(insights.quality.suggested_email).toBe(suggestion(meant));
        expect(insights.quality.typo_detected).toBe(meant !== null);
        expect(recommendations.secondary_actions.includes('SUGGEST_CORRECTION')).toBe(
          meant !== null,
        );
      }
    },
  );

  it.each([
    ['“jane@gmail.com”', 'jane@gmail.com'],
    ['• jane@gmail.com', 'jane@gmail.com'],
    ['MAILTO:jane@gmail.com', 'jane@gmail.com'],
    ['‘jane@example.com’', 'jane@example.com'],
    ['"jane@gmail.com"', 'jane@gmail.com'],
    ['jane@gmail.com;', 'jane@gmail.com'],
    ['jane@gm\u0430il.com', 'jane@gmail.com'],
    ['j\u0430ne@gmail.com', 'jane@gmail.com'],
    ['•jane@gmial.com', 'jane@gmail.com'],
    ['“jane”@gmail.com', 'jane@gmail.com'],
    ['‘jane’@gmail.com', 'jane@gmail.com'],
    ['«jane»@gmail.com', 'jane@gmail.com'],
    ['„jane“@gmail.com', 'jane@gmail.com'],
    ['`jane`@gmail.com', 'jane@gmail.com'],
    ["'jane'@gmail.com", 'jane@gmail.com'],
    ['jane”@gmail.com', 'jane@gmail.com'],
    ['jane@“gmail.com”', 'jane@gmail.com'],
    ['jane@»gmail.com', 'jane@gmail.com'],
    ['• o’neil@gmail.com', 'o’neil@gmail.com'],
    ['jane＠ｇｍａｉｌ．ｃｏｍ', 'jane@gmail.com'],
    ['ｊａｎｅ@gmail.com', 'jane@gmail.com'],
    ['jane@@gmail.com', 'jane@gmail.com'],
    ['jane..doe@gmail.com', 'jane.doe@gmail.com'],
    ['jane.@gmail.com', 'jane@gmail.com'],
    ['jane@example..com', 'jane@example.com'],
    ['jane @gmail.com', 'jane@gmail.com'],
    ['jane@ gmail.com', 'jane@gmail.com'],
    ['jane@gmail .com', 'jane@gmail.com'],
    ['jane@example. com', 'jane@example.com'],
    ['jane . doe@example.com', 'jane.doe@example.com'],
    ['jane@gmail,com', 'jane@gmail.com'],
    ['jane@example,co.uk', 'jane@example.co.uk'],
    ['jane@example.com joe', null],
    ['jane@example.com,joe', null],
    ['jane@example.com,joe@example.com', null],
    ['jane@doe@gmail.com', null],
    ['jane doe@gmail.com', null],
    ['"jane..doe"@example.com', null],
    ['山田@gmail.com', null],
    ["jane'@gmail.com", null],
    ['иван@почта.рф', null],
    ['"jane doe"@example.com', null],
  ])('%s was pasted or written with lookalikes: %s is meant', async (typed, meant) => {
    const { insights } = await verify(typed, world);
    expect(insights.quality.suggested_email).toBe(meant);
  });

  it.each(['asics.com', 'craigslist.org'])('%s is no throwaway domain', async (domain) => {
    const { risk } = await verify(`jane@${domain}`, world);
    expect(risk.risk_factors).not.toContain('DISPOSABLE_EMAIL');
  });

  it.each(NAMES)('%s is built as %s', async (local, pattern) => {
    expect((await verify(`${local}@example.com`, world)).insights.quality.name_pattern).toBe(
      pattern,
    );
  });
});

it('reads a rank where the mailbox states one', async () => {
  const world = await createWorld({ zones: CORPORATE });
  for (const [local, rank] of [
    ['ceo', 'EXECUTIVE'],
    ['vp.sales', 'DIRECTOR'],
    ['office-manager', 'MANAGER'],
    ['jane', 'UNKNOWN'],
  ] as const) {
    expect(
      (await verify(`${local}@example.com`, world)).insights.intelligence.seniority_indicator,
    ).toBe(rank);
  }
});

it('warns of traps and of watched mailboxes', async () => {
  const world = await createWorld({
    zones: { ...CORPORATE, 'gmial.com': { MX: ['10 mx.example.net.'] } },
  });
  const reputationOf = async (text: string) => (await verify(text, world)).insights.reputation;
  expect(await reputationOf('spamtrap@example.com')).toMatchObject({ spam_trap_risk: 'HIGH' });
  expect(await reputationOf('jane@gmial.com')).toMatchObject({ spam_trap_risk: 'HIGH' });
  expect(await reputationOf('abuse@example.com')).toMatchObject({
    spam_trap_risk: 'NONE',
    honeypot_risk: 'MEDIUM',
  });
});

it('names every local part by some pattern, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.boolean(), (local, role) => {
      expect(
        classifyNamePattern(
          {
            text: '',
            local,
            domain: 'example.com',
            quoted: false,
            internationalised: false,
            fault: null,
          },
          role,
        ),
      ).toMatch(/^[A-Z_]+$/);
    }),
  );
});

it('refuses a body by the contract', () => {
  const problem = (body: unknown) => {
    const parsed = email.input.safeParse(body);
    return parsed.success
      ? null
      : inputError(parsed.error.issues, { value: body, schema: email.input }).code;
  };
  expect(problem({})).toBe('MISSING_FIELD');
  expect(problem({ email: '' })).toBe('MISSING_FIELD');
  expect(problem({ email: 12 })).toBe('INVALID_INPUT');
  expect(problem({ email: 'not an email' })).toBe('INVALID_INPUT');
  expect(problem({ email: ' jane@example.com ' })).toBeNull();
});

it('answers every sandbox case by its schema', () => {
  for (const known of email.sandbox) {
    const input = { email: parseEmailAddress(known.subject) };
    expect(email.subject(input)).toBe(known.subject);
    if ('fact' in known) present(known.fact, known.subject);
  }
});
