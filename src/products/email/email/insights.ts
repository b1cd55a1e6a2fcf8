import * as z from 'zod';
import { SYNTAX_FAULTS } from '../../../domain/email/address.ts';
import { field } from '../../../lookup/answer-fields.ts';
import { isMailboxSettled } from './classification.ts';
import { type EmailConclusion, UNCHECKED_EMAIL_FACTORS } from './conclusion.ts';
import { NO_REPLY_DETAILS } from './deliverability.ts';
import { NAME_PATTERNS } from './name-pattern.ts';
import {
  DOMAIN_REPUTATIONS,
  deliverabilityScore,
  domainReputation,
  leadScore,
  legitimacy,
  qualityScore,
} from './scoring.ts';

const wordSet = (text: string): Set<string> => new Set(text.split(' '));

/** Job titles that occur as a whole word in a mailbox name, highest rank first. */
const TITLES: readonly [string, ReadonlySet<string>][] = [
  [
    'EXECUTIVE',
    wordSet(
      'ceo cfo cto coo cmo cio ciso cpo chairman chairwoman president founder cofounder ' +
        'owner partner managingdirector md gf',
    ),
  ],
  ['DIRECTOR', wordSet('vp svp evp director head principal')],
  ['MANAGER', wordSet('manager mgr lead teamlead supervisor')],
];

/** Seniority that a mailbox name states, such as "ceo@"; UNKNOWN if it contains no title. */
function seniorityOf(local: string): string {
  const parts = local
    .toLowerCase()
    .replace(/\+.*/s, '')
    .split(/[._-]+/);
  return TITLES.find(([, titles]) => parts.some((word) => titles.has(word)))?.[0] ?? 'UNKNOWN';
}

const domainIntelligence = z.object({
  registration: field.objectOrNull(
    'Registration of the domain; null if the registry did not answer, or denies a domain that is in DNS.',
    {
      registered: z.boolean(),
      created_date: z.iso.datetime().nullable(),
      expiry: z.iso.datetime().nullable(),
      registrar: z.string().nullable(),
    },
  ),
  infrastructure: z.object({
    mail_exchangers: field.textList('Mail servers of the domain, in order of preference.'),
    mail_provider: z.string().nullable(),
    mail_gateway: z.string().nullable(),
    has_ipv4: z.boolean().nullable(),
    has_ipv6: z.boolean().nullable(),
    nameservers: z.array(z.string()),
  }),
  technologies: field.textList('Services that the DNS of the domain shows.'),
  trust_indicators: z.object({
    spf: field.booleanOrNull('Whether the domain has an SPF record; null if DNS did not answer.'),
    spf_policy: z.enum(['pass', 'fail', 'softfail', 'neutral']).nullable(),
    dmarc: field.booleanOrNull(
      'Whether the domain has a DMARC record; null if DNS did not answer.',
    ),
    dmarc_policy: z.enum(['none', 'quarantine', 'reject']).nullable(),
  }),
});

const businessProfile = z.object({
  legitimacy_score: field.score('Legitimacy of the domain, 0 to 100. Higher is more legitimate.'),
  business_signals: field.textList('Signs of a business.'),
  trust_signals: field.textList('Signs of trustworthiness.'),
  risk_signals: field.textList('Signs of risk.'),
});

/** What is known of the domain; undefined if it does not exist or was not queried. */
function describeDomain({
  fact,
  mailbox,
  gateway,
}: EmailConclusion): z.input<typeof domainIntelligence> | undefined {
  const { dns, registration } = fact;
  if (!dns?.exists) return undefined;
  return {
    registration: registration?.registered
      ? {
          registered: true,
          created_date: registration.createdAt,
          expiry: registration.expiresAt,
          registrar: registration.registrar,
        }
      : null,
    infrastructure: {
      mail_exchangers: dns.exchangers.map(({ host }) => host),
      mail_provider: mailbox?.name ?? null,
      mail_gateway: gateway?.name ?? null,
      has_ipv4: dns.ipv4,
      has_ipv6: dns.ipv6,
      nameservers: registration?.nameservers ?? [],
    },
    technologies: dns.technologies,
    trust_indicators: {
      spf: dns.policiesKnown || dns.spf ? dns.spf !== null : null,
      spf_policy: dns.spf?.all ?? null,
      dmarc: dns.policiesKnown || dns.dmarc ? dns.dmarc !== null : null,
      dmarc_policy: dns.dmarc?.policy ?? null,
    },
  };
}

/**
 * Reputation factors that are signs of a business, and those that are risks; the rest are trust.
 */
const BUSINESS = ['HOSTED_MAIL'];
const RISKS = ['DISPOSABLE', 'NEW_DOMAIN', 'YOUNG_DOMAIN', 'NO_SENDER_POLICY'];

/** The domain's reputation by factor; undefined whenever {@link describeDomain} is. */
function describeBusiness(email: EmailConclusion): z.input<typeof businessProfile> | undefined {
  if (!email.fact.dns?.exists) return undefined;
  const { score, fired } = legitimacy(email);
  const ownDomain = email.domainClass === 'OWN' ? ['OWN_DOMAIN'] : [];
  const services = email.fact.dns.technologies.length > 0 ? ['BUSINESS_SERVICES'] : [];
  return {
    legitimacy_score: score,
    business_signals: [
      ...ownDomain,
      ...services,
      ...fired.filter((code) => BUSINESS.includes(code)),
    ],
    trust_signals: fired.filter((code) => !BUSINESS.includes(code) && !RISKS.includes(code)),
    risk_signals: fired.filter((code) => RISKS.includes(code)),
  };
}

export const emailInsights = z.object({
  deliverability: z.object({
    score: z.number().min(0).max(100),
    factors: z.object({
      mx_records: field.booleanOrNull(
        'Whether the domain has MX records; null if DNS was not queried.',
      ),
      smtp_valid: field.booleanOrNull(
        'Whether the mail server answered over SMTP; null if it was not contacted.',
      ),
      mailbox_exists: field.booleanOrNull(
        'Whether the mailbox exists; null if that could not be confirmed.',
      ),
      catch_all: field.boolean(
        'Whether the server accepts mail for every name. Also false if this could not be checked: see `not_checked`.',
      ),
      greylisted: field.boolean(
        'Whether the server defers mail from unknown senders. Also false if this could not be checked: see `not_checked`.',
      ),
    }),
    not_checked: z
      .array(z.enum(UNCHECKED_EMAIL_FACTORS))
      .describe('Factors that were not checked. The fields about them are not meaningful.'),
    upstream_verification_detail: z
      .string()
      .optional()
      .describe('Further detail if the mailbox is unconfirmed.'),
  }),
  quality: z.object({
    score: z.number().min(0).max(100),
    syntax_valid: field.boolean('Whether the syntax is valid (RFC 5321).'),
    syntax_fault: z
      .enum(SYNTAX_FAULTS)
      .optional()
      .describe('Fault in the syntax; present only if it is invalid.'),
    typo_detected: field.boolean('Whether the address looks mistyped.'),
    suggested_email: z.string().nullable(),
    professional_format: z.boolean(),
    name_pattern: field.enum(NAME_PATTERNS, 'Pattern of the name before the @.'),
    smtputf8_required: field.boolean('Whether the local part is internationalized (RFC 6531).'),
  }),
  reputation: z.object({
    domain_age_days: z.int().min(0).nullable(),
    domain_reputation: field.enum(DOMAIN_REPUTATIONS, 'Reputation of the domain.'),
    spam_trap_risk: field.enum(
      ['HIGH', 'NONE'],
      'Risk that the address is a spam trap. NONE: neither the name nor the domain looks like a trap. There is no list of traps to check.',
    ),
    honeypot_risk: z.enum(['MEDIUM', 'NONE']),
  }),
  intelligence: z.object({
    lead_score: field.score('Quality as a sales lead, 0 to 100.'),
    b2b_indicator: z.boolean(),
    seniority_indicator: field.text('Seniority that the name suggests.'),
    department_hint: z.enum(['GENERIC', 'PERSONAL']),
  }),
  domain_intelligence: domainIntelligence.optional(),
  business_profile: businessProfile.optional(),
});

type Insights = z.input<typeof emailInsights>;

/** Local parts used only by spam traps or by tests for them. */
const TRAP_NAME = /^(?:spam-?trap|honey-?pot|trap|spam-?bait)\d*$/i;
/** Mailboxes read by staff who act on abuse; mostly RFC 2142 names. */
const WATCHED_NAME = /^(?:abuse|postmaster|hostmaster|spam|phishing|security|noc)$/i;

function describeDeliverability(email: EmailConclusion): Insights['deliverability'] {
  const { dns, mailbox } = email.fact;
  const settled = isMailboxSettled(email);
  return {
    score: deliverabilityScore(email),
    factors: {
      mx_records: dns && dns.exchangers.length > 0,
      smtp_valid: mailbox?.connected ?? null,
      mailbox_exists: mailbox?.exists ?? null,
      catch_all: mailbox?.catchAll ?? false,
      greylisted: mailbox?.greylisted ?? false,
    },
    not_checked: email.uncheckedFactors,
    ...(!settled && {
      upstream_verification_detail: mailbox?.silence
        ? `${email.verdict.detail} ${NO_REPLY_DETAILS[mailbox.silence]}`
        : email.verdict.detail,
    }),
  };
}

function describeQuality(email: EmailConclusion): Insights['quality'] {
  const named =
    email.namePattern === 'FIRSTNAME_DOT_LASTNAME' ||
    email.namePattern === 'INITIAL_DOT_LASTNAME' ||
    email.namePattern === 'SINGLE_NAME';
  return {
    score: qualityScore(email),
    syntax_valid: email.address.fault === null,
    ...(email.address.fault && { syntax_fault: email.address.fault }),
    typo_detected: email.suggestion !== null,
    suggested_email: email.suggestion,
    professional_format: email.domainClass === 'OWN' && named,
    name_pattern: email.namePattern,
    smtputf8_required: email.address.internationalised,
  };
}

/**
 * Trap operators receive mail at registered misspellings of providers; test mail ends in throwaway
 * and abuse-desk mailboxes.
 */
function describeReputation(email: EmailConclusion): Insights['reputation'] {
  const { local } = email.address;
  const trapped = TRAP_NAME.test(local) || email.fact.lists.typo?.certainty === 'known';
  const watched = email.domainClass === 'DISPOSABLE' || WATCHED_NAME.test(local);
  return {
    domain_age_days: email.domainAgeDays,
    domain_reputation: domainReputation(email),
    spam_trap_risk: trapped ? 'HIGH' : 'NONE',
    honeypot_risk: watched ? 'MEDIUM' : 'NONE',
  };
}

export function describeEmail(email: EmailConclusion): Insights {
  const intelligence = describeDomain(email);
  const business = describeBusiness(email);
  return {
    deliverability: describeDeliverability(email),
    quality: describeQuality(email),
    reputation: describeReputation(email),
    intelligence: {
      lead_score: leadScore(email),
      b2b_indicator: email.domainClass === 'OWN' && !email.role,
      seniority_indicator: seniorityOf(email.address.local),
      department_hint: email.role ? 'GENERIC' : 'PERSONAL',
    },
    ...(intelligence && { domain_intelligence: intelligence }),
    ...(business && { business_profile: business }),
  };
}
