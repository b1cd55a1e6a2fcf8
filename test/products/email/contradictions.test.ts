import { expect, it } from 'vitest';
import { ApiError } from '../../../src/lib/errors.ts';
import type { AnyProduct } from '../../../src/lookup/product.ts';
import { email } from '../../../src/products/email/email/product.ts';
import { b2bContactAppend } from '../../../src/products/person/b2b-contact-append.ts';
import { emailEnrichment } from '../../../src/products/person/email-enrichment.ts';
import { networkEmailFinder } from '../../../src/products/person/network-email-finder.ts';
import { reverseEmailAppend } from '../../../src/products/person/reverse-email-append/product.ts';
import { domainAge } from '../../../src/products/web/domain-age.ts';
import { answer } from '../../support/answer.ts';
import { createWorld, type Zones } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';

// biome-ignore lint/suspicious/noExplicitAny: rules look into sections of every shape
type Answer = any;
/** Null: the product refused the input, or no source of its own could be asked. */
type Answers = Record<'email' | 'enrichment' | 'finder' | 'b2b' | 'reverse' | 'age', Answer>;
/** True where the answers contradict themselves or each other. */
type Rule = (all: Answers) => boolean;

const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
const flag = fc.option(fc.boolean(), { freq: 2 });

const PUBLIC = ['93.184.215.14'];
const MAIL: Readonly<Record<string, Zones[string]>> = {
  hosted: { MX: ['1 aspmx.l.google.com.'], A: PUBLIC, TXT: ['v=spf1 -all'] },
  own: { MX: ['10 mx.bakery.test.'], A: PUBLIC },
  inside: { MX: ['10 mx.inside.test.'], A: PUBLIC },
  half: { MX: ['1 mx.bakery.test.', '2 mx.inside.test.'] },
  lost: { MX: ['10 mx.lost.test.'] },
  implicit: { A: PUBLIC },
  deaf: { MX: ['0 .'], A: PUBLIC },
  bare: { TXT: ['a name'] },
};
const HOSTS: Zones = {
  'aspmx.l.google.com': { A: PUBLIC },
  'mx.bakery.test': { A: PUBLIC },
  'mx.inside.test': { A: ['10.0.0.1'] },
};

const smtp = fc.record({
  can_connect_smtp: fc.boolean(),
  has_full_inbox: fc.boolean(),
  is_catch_all: fc.boolean(),
  is_deliverable: fc.boolean(),
  is_disabled: fc.boolean(),
});
const GREYLISTED = { error: { message: 'Greylisted, try again' } };

/** Null: it fails; undefined: not configured. */
const said = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(fc.option(value, { freq: 4 }), { nil: undefined, freq: 2 });

const drawn = fc.record({
  local: some('ada.example', 'info', 'a', 'xk7q9zt4wv', 'spamtrap1', 'ceo', '.ada', 'ada example'),
  domain: some(
    ...['bakery-example.com', 'bakery-example.com', 'gmail.com', 'gmial.com', 'mailinator.com'],
    ...['privaterelay.appleid.com', 'hotmail.con', 'shop.bakery-example.com', 'web.de'],
  ),
  mail: some(...Object.keys(MAIL), 'none', 'silent'),
  created: some('2026-10-20', '2026-07-01', '1999-01-02', 'unregistered', 'down'),
  reacher: said(
    fc.record({
      is_reachable: some('safe', 'risky', 'invalid', 'unknown'),
      smtp: fc.oneof({ weight: 4, arbitrary: smtp }, fc.constant(GREYLISTED), fc.constant(null)),
    }),
  ),
  hunter: said(
    fc.record({
      status: some('valid', 'invalid', 'accept_all', 'webmail', 'disposable', 'unknown'),
      ...{ accept_all: flag, block: flag, smtp_server: flag, smtp_check: flag },
    }),
  ),
  pdl: said(fc.boolean()),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

const addressOf = ({ local, domain }: Drawn) => `${local}@${domain}`;
/** What vendors name: none of them names an unusable address. */
const foundAddress = ({ domain }: Drawn) => `ada.example@${domain}`;

function hunterReply(url: URL, all: Drawn): Response {
  const { hunter } = all;
  if (!hunter) return new Response('', { status: 503 });
  if (url.pathname.endsWith('/email-verifier')) return Response.json({ data: hunter });
  if (!url.pathname.endsWith('/email-finder'))
    return Response.json({ errors: [{ id: 'not_found' }] }, { status: 404 });
  const person = { first_name: 'Ada', last_name: 'Example', score: 90, domain: all.domain };
  const verification = { date: '2026-10-01', status: hunter.status };
  return Response.json({ data: { ...person, email: foundAddress(all), verification } });
}

function pdlReply(all: Drawn): Response {
  if (all.pdl === null) return new Response('', { status: 503 });
  if (!all.pdl) return Response.json({ error: { type: 'not_found' } }, { status: 404 });
  const person = { id: 'x', full_name: 'Ada Example', job_company_website: all.domain };
  const data = { ...person, work_email: foundAddress(all), job_title: 'Owner' };
  return Response.json({ status: 200, likelihood: 9, data });
}

function registryReply({ created }: Drawn, url: URL): Response {
  if (created === 'down') return new Response('', { status: 503 });
  if (created === 'unregistered') return Response.json({ errorCode: 404 }, { status: 404 });
  return Response.json({
    ...{ objectClassName: 'domain', ldhName: decodeURIComponent(url.pathname.split('/').at(-1)!) },
    events: [{ eventAction: 'registration', eventDate: `${created}T00:00:00Z` }],
  });
}

function replyOf(all: Drawn, { url: address }: Request): Response {
  const url = new URL(address);
  if (url.host === 'reacher.test')
    return all.reacher ? Response.json(all.reacher) : new Response('', { status: 503 });
  if (url.host === 'api.hunter.io') return hunterReply(url, all);
  if (url.host === 'api.peopledatalabs.com') return pdlReply(all);
  return /\/domain\//.test(url.pathname)
    ? registryReply(all, url)
    : new Response('', { status: 404 });
}

const worldOf = (all: Drawn) => {
  const zone = MAIL[all.mail];
  return createWorld({
    zones: { ...HOSTS, ...(zone && { [all.domain]: zone }) },
    silent: (question) => all.mail === 'silent' && question.startsWith(`${all.domain} `),
    http: (request) => replyOf(all, request),
    settings: {
      ...(all.reacher !== undefined && { reacherUrl: 'https://reacher.test' }),
      vars: new Map([
        ...(all.hunter === undefined ? [] : [['HUNTER_KEY', 'key'] as const]),
        ...(all.pdl === undefined ? [] : [['PDL_KEY', 'key'] as const]),
      ]),
    },
  });
};

async function answersTo(all: Drawn): Promise<Answers> {
  const world = await worldOf(all);
  const address = addressOf(all);
  const name = { firstName: 'Ada', lastName: 'Example' };
  const asked: Record<keyof Answers, [AnyProduct, Record<string, unknown>]> = {
    email: [email, { email: address }],
    enrichment: [emailEnrichment, { ...name, domain: all.domain }],
    finder: [networkEmailFinder, { profile_url: 'ada-example' }],
    b2b: [b2bContactAppend, { network_url: 'ada-example' }],
    reverse: [reverseEmailAppend, { email: address }],
    age: [domainAge, { domain: all.domain }],
  };
  const found = Object.entries(asked).map(async ([key, [product, body]]) => {
    const parsed = product.input.safeParse(body);
    if (!parsed.success) return [key, null] as const;
    const answered = await answer(product, body, world).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    });
    return [key, answered] as const;
  });
  return Object.fromEntries(await Promise.all(found)) as Answers;
}

const rulesOf = ({ recommendations }: Answer) => recommendations?.business_rules ?? {};
const uses = ['signup_allowed', 'transactional_allowed', 'marketing_allowed'];

/** Contradictions within one answer. */
const WITHIN: Record<string, (answer: Answer) => boolean> = {
  'mail is delivered to mailboxes that exist': ({ classification, insights }) =>
    classification.deliverability_status === 'DELIVERABLE' &&
    insights.deliverability.factors.mailbox_exists !== true,
  'a mailbox is confirmed where it is known': ({ classification, insights }) =>
    (classification.mailbox_verification_state === 'CONFIRMED') !==
    (insights.deliverability.factors.mailbox_exists !== null),
  'a confirmed mailbox is not called unconfirmed': ({ classification, recommendations }) =>
    classification.deliverability_reason === 'MAILBOX_CONFIRMED' &&
    /not confirmed/.test(recommendations.user_message),
  'what cannot arrive is allowed nothing': (each) =>
    each.classification.deliverability_status === 'UNDELIVERABLE' &&
    (uses.some((use) => rulesOf(each)[use] === true) ||
      each.classification.engagement_potential !== 'NONE' ||
      each.insights.deliverability.score > 0 ||
      each.insights.intelligence.lead_score > 0 ||
      each.recommendations.primary_action === 'APPROVE'),
  'only what arrives is allowed': (each) =>
    rulesOf(each).transactional_allowed === true &&
    each.classification.deliverability_status !== 'DELIVERABLE',
  'an approved address is deliverable, of no high risk, and may sign up': (each) =>
    each.recommendations.primary_action === 'APPROVE' &&
    (each.classification.deliverability_status !== 'DELIVERABLE' ||
      ['HIGH', 'CRITICAL'].includes(each.risk.risk_level) ||
      rulesOf(each).signup_allowed !== true ||
      rulesOf(each).transactional_allowed !== true ||
      rulesOf(each).confirmation_required),
  'a typo has a correction': ({ insights: { quality } }) =>
    quality.typo_detected !== (quality.suggested_email !== null),
  'kind and tier of the provider': ({ classification }) =>
    (classification.provider_type === 'DISPOSABLE') !==
      (classification.provider_tier === 'DISPOSABLE') ||
    (classification.provider_tier === 'ENTERPRISE' && classification.provider_type !== 'CORPORATE'),
  'a misspelling of a provider is no business': ({ classification, insights }) =>
    insights.reputation.spam_trap_risk === 'HIGH' &&
    insights.quality.typo_detected &&
    classification.provider_type === 'CORPORATE',
  'business is done at own domains': ({ classification, insights }) =>
    classification.provider_type !== 'CORPORATE' &&
    (insights.intelligence.b2b_indicator || insights.quality.professional_format),
  'what was not checked is not known': ({ insights: { deliverability } }) =>
    (deliverability.not_checked.includes('mailbox') &&
      deliverability.factors.mailbox_exists !== null) ||
    (deliverability.not_checked.includes('catch_all') && deliverability.factors.catch_all) ||
    (deliverability.not_checked.includes('greylisting') && deliverability.factors.greylisted),
  'a detail is given where the mailbox is unconfirmed': ({ classification, insights }) =>
    (insights.deliverability.upstream_verification_detail !== undefined) !==
    (classification.mailbox_verification_state === 'UNCONFIRMED'),
  'a server that said something was reached': ({ insights: { deliverability } }) =>
    deliverability.factors.smtp_valid === false &&
    (deliverability.factors.mailbox_exists === true || deliverability.factors.catch_all),
  'exchangers and their flag': ({ insights }) =>
    insights.domain_intelligence !== undefined &&
    insights.deliverability.factors.mx_records !==
      insights.domain_intelligence.infrastructure.mail_exchangers.length > 0,
  'an unusable address is free': ({ insights, price }) =>
    insights.quality.syntax_valid !== price > 0,
  'the main inbox is of what arrives': ({ classification }) =>
    classification.inbox_placement === 'PRIMARY' &&
    classification.deliverability_status !== 'DELIVERABLE',
};

/** Address that a finder names; null without one. */
const foundBy = (each: Answer): string | null =>
  each?.classification.email ?? each?.classification.work_email ?? null;
const isVerified = (each: Answer): boolean =>
  (each?.insights.email_enrichment ?? each?.insights.network_email_finder)?.email_verified === true;

/** Contradictions between the answers of two products. */
const BETWEEN: Record<string, Rule> = {
  'an address that is found takes mail': ({ email: each, ...others }) =>
    each?.classification.deliverability_status === 'UNDELIVERABLE' &&
    each.insights.quality.syntax_valid &&
    // Of a mailbox, who found it and who checks it may disagree.
    !/^MAILBOX_/.test(each.classification.deliverability_reason) &&
    [others.enrichment, others.finder].some((found) => foundBy(found) !== null),
  'an address without a mail server is not sold': ({ finder }) =>
    finder !== null && finder.price > 0 !== isVerified(finder),
  'age of the domain': ({ email: each, age }) =>
    each !== null &&
    age !== null &&
    each.insights.reputation.domain_age_days !== null &&
    each.insights.reputation.domain_age_days !== age.classification.age_days,
  'registration of the domain': ({ email: each, age }) => {
    const registration = each?.insights.domain_intelligence?.registration ?? null;
    return (
      registration !== null &&
      age !== null &&
      registration.created_date !== age.classification.created_date
    );
  },
  'an unusable address has no owner': ({ email: each, reverse }) =>
    each?.insights.quality.syntax_valid === false &&
    reverse !== null &&
    (reverse.classification.matched || reverse.price > 0),
};

it('no answer about an address contradicts itself or another, whatever servers and vendors say', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (all) => {
      const answers = await answersTo(all);
      const within = answers.email
        ? Object.entries(WITHIN).filter(([, isBroken]) => isBroken(answers.email))
        : [];
      const between = Object.entries(BETWEEN).filter(([, isBroken]) => isBroken(answers));
      expect([...within, ...between].map(([rule]) => rule)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
