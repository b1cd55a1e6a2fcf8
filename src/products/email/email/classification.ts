import * as z from 'zod';
import { field } from '../../../lookup/answer-fields.ts';
import { decideBy } from '../../../lookup/scoring.ts';
import type { DomainClass, EmailConclusion } from './conclusion.ts';
import { DELIVERABILITY_STATUSES } from './deliverability.ts';

const EMAIL_TYPES = ['BUSINESS_PERSONAL', 'FREE_PROVIDER', 'ROLE_BASED', 'UNKNOWN'] as const;
const PROVIDER_TYPES = ['CORPORATE', 'FREE', 'DISPOSABLE'] as const;
const PROVIDER_TIERS = ['ENTERPRISE', 'TIER_1_FREE', 'TIER_2_FREE', 'DISPOSABLE'] as const;
const INBOX_PLACEMENTS = ['PRIMARY', 'PROMOTIONS', 'SPAM', 'UNCERTAIN'] as const;
const ENGAGEMENT_POTENTIALS = ['HIGH', 'MEDIUM', 'LOW', 'NONE'] as const;

export const emailClassification = z.object({
  email_type: field.enum(EMAIL_TYPES, 'Kind of address.'),
  provider_type: field.enumOrNull(
    PROVIDER_TYPES,
    'Kind of mail provider; null for a domain that is on no list and is not known to accept mail, and for a known misspelling of a provider.',
  ),
  provider_tier: field.enumOrNull(
    PROVIDER_TIERS,
    'Tier of the provider; null if none applies. ENTERPRISE: the domain uses business mail hosts, or has mail exchangers and is at least a year old.',
  ),
  deliverability_status: z.enum(DELIVERABILITY_STATUSES),
  deliverability_reason: field.text('Code of the rule that determined the status.'),
  mailbox_verification_state: field.enum(
    ['CONFIRMED', 'UNCONFIRMED'],
    'CONFIRMED: the mail server said whether the mailbox exists.',
  ),
  inbox_placement: field.enum(INBOX_PLACEMENTS, 'Folder in which a message would probably land.'),
  engagement_potential: field.enum(ENGAGEMENT_POTENTIALS, 'How likely messages are to be read.'),
  is_relay: field.boolean("Whether it is a forwarding address that hides the user's own."),
});

type Classification = z.input<typeof emailClassification>;

const PROVIDER_OF: Readonly<
  Record<DomainClass, Pick<Classification, 'provider_type' | 'provider_tier'>>
> = {
  DISPOSABLE: { provider_type: 'DISPOSABLE', provider_tier: 'DISPOSABLE' },
  RELAY: { provider_type: 'FREE', provider_tier: 'TIER_2_FREE' },
  BIG_FREE: { provider_type: 'FREE', provider_tier: 'TIER_1_FREE' },
  FREE: { provider_type: 'FREE', provider_tier: 'TIER_2_FREE' },
  OWN: { provider_type: 'CORPORATE', provider_tier: null },
  UNKNOWN: { provider_type: null, provider_tier: null },
};

const emailType = decideBy<EmailConclusion, Classification['email_type']>([
  ['UNKNOWN', ({ address }) => address.fault !== null],
  ['ROLE_BASED', ({ role }) => role],
  [
    'FREE_PROVIDER',
    ({ domainClass, takesMail }) =>
      takesMail !== false && (domainClass === 'BIG_FREE' || domainClass === 'FREE'),
  ],
  ['BUSINESS_PERSONAL', ({ domainClass }) => domainClass === 'OWN'],
  // The user of a throwaway or forwarding address, or of a domain without mail, is unknown.
  ['UNKNOWN', () => true],
]);

/** Mailbox filing is not observable: only a confirmed personal mailbox allows a guess. */
const inboxPlacement = decideBy<EmailConclusion, Classification['inbox_placement']>([
  [
    'PRIMARY',
    ({ confirmed, role, verdict }) => confirmed && !role && verdict.status === 'DELIVERABLE',
  ],
  ['UNCERTAIN', () => true],
]);

const engagement = decideBy<EmailConclusion, Classification['engagement_potential']>([
  ['NONE', ({ verdict }) => verdict.status === 'UNDELIVERABLE'],
  [
    'LOW',
    ({ domainClass, role, suggestion, random, fact: { mailbox } }) =>
      domainClass === 'DISPOSABLE' ||
      role ||
      suggestion !== null ||
      random ||
      mailbox?.fullInbox === true,
  ],
  ['HIGH', ({ confirmed, domainClass }) => confirmed && domainClass !== 'RELAY'],
  ['MEDIUM', () => true],
]);

/** Whether the mail server stated that the mailbox exists or that it does not. */
export const isMailboxSettled = ({ fact: { mailbox } }: EmailConclusion): boolean =>
  mailbox !== null && mailbox.exists !== null;

export function classifyEmail(email: EmailConclusion): Classification {
  return {
    email_type: emailType(email),
    ...PROVIDER_OF[email.domainClass],
    ...(email.established && { provider_tier: 'ENTERPRISE' as const }),
    deliverability_status: email.verdict.status,
    deliverability_reason: email.verdict.reason,
    mailbox_verification_state: isMailboxSettled(email) ? 'CONFIRMED' : 'UNCONFIRMED',
    inbox_placement: inboxPlacement(email),
    engagement_potential: engagement(email),
    is_relay: email.domainClass === 'RELAY',
  };
}
