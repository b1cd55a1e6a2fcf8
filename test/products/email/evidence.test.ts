import { describe, expect, it } from 'vitest';
import { email } from '../../../src/products/email/email/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld, NOW, type Zones } from '../../support/create-world.ts';
import { notFoundJson, verisign } from '../web/domain-age/registry-replies.ts';
import * as reacher from './reacher-replies.ts';
import { present, verify } from './verify.ts';

const rdap =
  (reply: unknown, status = 200) =>
  async ({ url }: Request) =>
    url.startsWith('http://reacher.test')
      ? Response.json(reacher.safe)
      : new Response(JSON.stringify(reply), {
          status,
          headers: { 'Content-Type': 'application/rdap+json' },
        });
const registered = (days: number) => ({
  ...verisign,
  events: [
    { eventAction: 'registration', eventDate: new Date(NOW - days * 86_400_000).toISOString() },
  ],
});
const OWN_HOST: Zones = {
  'example.com': { MX: ['10 mx.example.com.'] },
  'mx.example.com': { A: ['93.184.215.14'] },
};

it('a registry that denies a domain of which DNS has a mail server is not believed', async () => {
  const http = rdap(notFoundJson, 404);
  const world = await createWorld({ zones: OWN_HOST, http });
  const { insights } = await answer(email, { email: 'ada@example.com' }, world);
  expect(insights.domain_intelligence.registration).toBeNull();
  expect(insights.domain_intelligence.infrastructure.mail_exchangers).toEqual(['mx.example.com']);
});

describe('a domain on no list', () => {
  const cases: [string, Zones, (request: Request) => Promise<Response>, object, boolean][] = [
    [
      'that does not exist',
      {},
      rdap(notFoundJson, 404),
      { provider_type: null, provider_tier: null, email_type: 'UNKNOWN' },
      false,
    ],
    [
      'without mail',
      { 'example.com': { MX: ['0 .'] } },
      rdap(registered(5_000)),
      { provider_type: null, provider_tier: null, email_type: 'UNKNOWN' },
      false,
    ],
    [
      'of last week',
      OWN_HOST,
      rdap(registered(7)),
      { provider_type: 'CORPORATE', provider_tier: null },
      true,
    ],
    [
      'of unknown age',
      OWN_HOST,
      rdap({}, 500),
      { provider_type: 'CORPORATE', provider_tier: null },
      true,
    ],
    [
      'of ten years',
      OWN_HOST,
      rdap(registered(3_650)),
      { provider_type: 'CORPORATE', provider_tier: 'ENTERPRISE' },
      true,
    ],
    [
      'with business mail',
      { 'example.com': { MX: ['1 aspmx.l.google.com.'] } },
      rdap({}, 500),
      { provider_type: 'CORPORATE', provider_tier: 'ENTERPRISE' },
      true,
    ],
    [
      'of ten years, without MX',
      { 'example.com': { A: ['93.184.215.14'] } },
      rdap(registered(3_650)),
      { provider_type: 'CORPORATE', provider_tier: null },
      true,
    ],
  ];

  it.each(cases)('%s', async (_, zones, http, classification, b2b) => {
    const answer = await verify('jane.doe@example.com', await createWorld({ zones, http }));
    expect(answer.classification).toMatchObject(classification);
    expect(answer.insights.intelligence.b2b_indicator).toBe(b2b);
    expect(answer.insights.quality.professional_format).toBe(b2b);
  });

  it('is no business where the role or the free provider is', async () => {
    const world = await createWorld({
      zones: { ...OWN_HOST, 'gmail.com': OWN_HOST['example.com'] ?? {} },
    });
    for (const address of ['info@example.com', 'jane@gmail.com'])
      expect((await verify(address, world)).insights.intelligence.b2b_indicator).toBe(false);
  });
});

describe('what nobody asked', () => {
  const domains = ['example.com', 'gmail.com', 'comcast.net', 'mozmail.com', 'gmial.com'];
  const zones: Zones = Object.fromEntries(
    domains.map((domain) => [domain, { MX: ['1 aspmx.l.google.com.'] }]),
  );

  it.each(domains)('is never safe at %s', async (domain) => {
    const world = await createWorld({ zones });
    const { risk, recommendations, insights } = await verify(`jane@${domain}`, world);
    expect(recommendations.primary_action).not.toBe('APPROVE');
    // An address that is probably mistyped is a no; what was not checked is none.
    const open = domain === 'gmial.com' ? false : null;
    expect(recommendations.business_rules).toMatchObject({
      transactional_allowed: open,
      marketing_allowed: open,
      confirmation_required: true,
    });
    expect(risk.risk_factors).toEqual(
      expect.arrayContaining(['MAILBOX_NOT_CHECKED', 'CATCH_ALL_NOT_CHECKED']),
    );
    expect(recommendations.user_message).toMatch(/; not checked: the mailbox, .*spam traps\.$/);
    expect(insights.deliverability).toMatchObject({
      factors: { mailbox_exists: null, smtp_valid: null },
      not_checked: ['mailbox', 'catch_all', 'greylisting', 'spam_traps'],
    });
  });

  it('of a server that may accept every name is no confirmation', () => {
    const [sample] = email.sandbox;
    if (!sample || !('fact' in sample) || !sample.fact.mailbox) throw new Error('no sample');
    const mailbox = { ...sample.fact.mailbox, catchAll: null };
    const { recommendations, insights } = present({ ...sample.fact, mailbox }, sample.subject);
    expect(insights.deliverability.not_checked).toContain('catch_all');
    expect(recommendations.primary_action).not.toBe('APPROVE');
    expect(recommendations.business_rules).toMatchObject({ marketing_allowed: null });
  });

  it('is kept apart from the reply of the mail server', async () => {
    const settings = { reacherUrl: 'http://reacher.test' };
    const world = await createWorld({ zones, settings, http: rdap({}, 500) });
    const { risk, recommendations, insights } = await verify('jane@example.com', world);
    expect(recommendations.primary_action).toBe('APPROVE');
    expect(recommendations.business_rules).toMatchObject({
      transactional_allowed: true,
      marketing_allowed: true,
    });
    expect(insights.deliverability.not_checked).toEqual(['spam_traps']);
    expect(risk.risk_factors.filter((code) => code.endsWith('_NOT_CHECKED'))).toEqual([
      'SPAM_TRAPS_NOT_CHECKED',
    ]);
  });
});
