import * as z from 'zod';
import { SYNTAX_FAULTS } from '../../../core/email/address.ts';
import { isMailboxSettled } from './classification.ts';
import { SILENCES } from './deliverability.ts';
import {
  businessProfile,
  describeBusiness,
  describeDomain,
  domainIntelligence,
} from './domain-intelligence.ts';
import { NAME_PATTERNS } from './name-pattern.ts';
import { type EmailProfile, OPEN_QUESTIONS } from './profile.ts';
import {
  DOMAIN_REPUTATIONS,
  deliverabilityScore,
  domainReputation,
  leadScore,
  qualityScore,
} from './scoring.ts';
import { seniorityOf } from './seniority.ts';

export const emailInsights = z.object({
  deliverability: z.object({
    score: z.number().min(0).max(100),
    factors: z.object({
      mx_records: z.boolean().nullable().describe('Null when DNS was not asked.'),
      smtp_valid: z
        .boolean()
        .nullable()
        .describe('Whether the mail server spoke SMTP; null when it was not asked.'),
      mailbox_exists: z
        .boolean()
        .nullable()
        .describe('Null when the mailbox could not be confirmed.'),
      catch_all: z.boolean().describe('False also when nobody could ask: see `not_checked`.'),
      greylisted: z.boolean().describe('False also when nobody could ask: see `not_checked`.'),
    }),
    not_checked: z
      .array(z.enum(OPEN_QUESTIONS))
      .describe('What nobody found out: the fields about it say nothing.'),
    upstream_verification_detail: z.string().optional().describe('Extra detail when unconfirmed.'),
  }),
  quality: z.object({
    score: z.number().min(0).max(100),
    syntax_valid: z.boolean(),
    syntax_fault: z.enum(SYNTAX_FAULTS).optional().describe('Present when the syntax is invalid.'),
    typo_detected: z.boolean(),
    suggested_email: z.string().nullable(),
    professional_format: z.boolean(),
    name_pattern: z.enum(NAME_PATTERNS),
    smtputf8_required: z.boolean().describe('The local part is internationalised (RFC 6531).'),
  }),
  reputation: z.object({
    domain_age_days: z.int().min(0).nullable(),
    domain_reputation: z.enum(DOMAIN_REPUTATIONS),
    spam_trap_risk: z
      .enum(['HIGH', 'NONE'])
      .describe('NONE: neither name nor domain looks like a trap; no list of traps exists to ask.'),
    honeypot_risk: z.enum(['MEDIUM', 'NONE']),
  }),
  intelligence: z.object({
    lead_score: z.number().min(0).max(100),
    b2b_indicator: z.boolean(),
    seniority_indicator: z.string(),
    department_hint: z.enum(['GENERIC', 'PERSONAL']),
  }),
  domain_intelligence: domainIntelligence.optional(),
  business_profile: businessProfile.optional(),
});

type Insights = z.input<typeof emailInsights>;

/** Names that only a trap, or somebody testing for one, bears. */
const TRAP_NAME = /^(?:spam-?trap|honey-?pot|trap|spam-?bait)\d*$/i;
/** Mailboxes read by those who act on abuse (RFC 2142). */
const WATCHED_NAME = /^(?:abuse|postmaster|hostmaster|spam|phishing|security|noc)$/i;

function describeDeliverability(email: EmailProfile): Insights['deliverability'] {
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
    not_checked: email.unchecked,
    ...(!settled && {
      upstream_verification_detail: mailbox?.silence
        ? `${email.verdict.detail} ${SILENCES[mailbox.silence]}`
        : email.verdict.detail,
    }),
  };
}

function describeQuality(email: EmailProfile): Insights['quality'] {
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
 * Registered misspellings of providers are where trap operators wait for mail; throwaway and
 * watched mailboxes where test mail ends.
 */
function describeReputation(email: EmailProfile): Insights['reputation'] {
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

/** The insights section of an email verification. */
export function describeEmail(email: EmailProfile): Insights {
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
