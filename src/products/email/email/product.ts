import * as z from 'zod';
import { type EmailAddress, emailAddress } from '../../../domain/email/address.ts';
import type { MailboxCheck } from '../../../domain/email/mailbox-check.ts';
import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import {
  defineProduct,
  inSandbox,
  priceByInput,
  type SandboxCase,
} from '../../../lookup/product.ts';
import {
  advise,
  nameUnchecked,
  type RecommendationRule,
  recommendBy,
  ruleOf,
} from '../../../lookup/scoring.ts';
import type { MailListFact } from '../../../open-data/mail/domain-lists.ts';
import type { MailDns } from '../../../open-data/mail/mail-dns.ts';
import { sandboxRegistration } from '../../web/domain-age.ts';
import { classifyEmail, emailClassification } from './classification.ts';
import { deriveEmail, type EmailConclusion, type UncheckedEmailFactor } from './conclusion.ts';
import { EMAIL_FACT_VERSION, type EmailFact, emailSources } from './fact.ts';
import { describeEmail, emailInsights } from './insights.ts';
import { EMAIL_RISK } from './scoring.ts';

const hasStatus = (wanted: EmailConclusion['verdict']['status']) => (email: EmailConclusion) =>
  email.verdict.status === wanted;

const EMAIL_VERDICTS: readonly RecommendationRule<EmailConclusion>[] = [
  advise.verify(
    'The address looks mistyped; ask whether the suggested one is meant.',
    ({ suggestion }) => suggestion !== null,
  ),
  advise.block(
    'Mail to this address cannot be delivered; ask for another.',
    hasStatus('UNDELIVERABLE'),
  ),
  advise.block(
    'This is a disposable address; ask for a permanent one.',
    ({ domainClass }) => domainClass === 'DISPOSABLE',
  ),
  advise.review(
    'The mailbox cannot receive mail at the moment; try again later.',
    hasStatus('TEMPORARY'),
  ),
  advise.review(
    'Several risk signals were found for this address; review it before use.',
    (_, { risk_level }) => risk_level === 'HIGH' || risk_level === 'CRITICAL',
  ),
  advise.verify(
    'Mail may not arrive; confirm the address before relying on it.',
    hasStatus('RISKY'),
  ),
  advise.approve(
    'The mail server accepts mail for this address.',
    ({ confirmed, verdict }) => confirmed && verdict.status === 'DELIVERABLE',
  ),
  advise.verify(
    'The mail server accepts mail for this address; send a confirmation message to be certain.',
    hasStatus('DELIVERABLE'),
  ),
  advise.verify(
    'The domain accepts mail, but the mailbox is not confirmed; send a confirmation message.',
  ),
];

const UNCHECKED_FACTOR_NAMES: Readonly<Record<UncheckedEmailFactor, string>> = {
  mailbox: 'the mailbox',
  catch_all: 'whether the server accepts every name',
  greylisting: 'greylisting',
  spam_traps: 'spam traps',
};

/** Recommendation; no rule approves an address on a check that was not made. */
function recommendEmail(email: EmailConclusion, risk: RiskAssessment): Recommendations {
  const advice = recommendBy(EMAIL_VERDICTS, email, risk);
  const unchecked = email.uncheckedFactors.map((factor) => UNCHECKED_FACTOR_NAMES[factor]);
  const deliverable = email.verdict.status !== 'UNDELIVERABLE';
  const lasting = deliverable && email.domainClass !== 'DISPOSABLE' && email.suggestion === null;
  const arrives = email.verdict.status === 'DELIVERABLE';
  /** Whether mail is lost, as far as a mail server was asked. */
  const isLost = !lasting || (email.confirmed && !arrives);
  const isOpen = !email.confirmed;
  const secondary = [
    ...(email.suggestion !== null ? ['SUGGEST_CORRECTION'] : []),
    ...(deliverable && !email.confirmed ? ['SEND_CONFIRMATION_EMAIL'] : []),
    ...(email.verdict.status === 'TEMPORARY' ? ['RETRY_LATER'] : []),
    ...(advice.primary_action === 'BLOCK' ? ['REQUEST_ANOTHER_EMAIL'] : []),
  ];
  return {
    primary_action: advice.primary_action,
    secondary_actions: secondary,
    user_message: nameUnchecked(advice.user_message, unchecked),
    business_rules: {
      signup_allowed: ruleOf(!lasting || email.takesMail === false, email.takesMail === null),
      transactional_allowed: ruleOf(isLost, isOpen),
      marketing_allowed: ruleOf(isLost || email.role, isOpen),
      confirmation_required: deliverable && !email.confirmed,
    },
  };
}

const lists: MailListFact = {
  disposable: false,
  relay: null,
  free: false,
  role: false,
  typo: null,
};

const dns: MailDns = {
  exists: true,
  listed: 1,
  exchangers: [{ host: 'mx.example.com', preference: 10, reach: 'PUBLIC' }],
  nullMx: false,
  ipv4: true,
  ipv6: true,
  ownReach: 'PUBLIC',
  spf: { all: 'fail', includes: ['_spf.example.com'] },
  dmarc: { policy: 'reject', inherited: false },
  policiesKnown: true,
  technologies: ['Google Search Console'],
};

const registration = { ...sandboxRegistration, nameservers: ['ns1.example.com'] };

const exists: MailboxCheck = {
  exists: true,
  connected: true,
  catchAll: false,
  fullInbox: false,
  disabled: false,
  greylisted: false,
  silence: null,
};

const confirmed: EmailFact = {
  lists,
  dns,
  registration,
  mailbox: exists,
  mailboxStage: 'ANSWERED',
  checkedTwice: false,
};
const unconfirmed: EmailFact = { ...confirmed, mailbox: null, mailboxStage: 'NOT_CONFIGURED' };

/** Addresses at documentation names (RFC 2606): a test key never reaches a real mailbox. */
const emailSandbox: readonly SandboxCase<EmailFact>[] = [
  inSandbox.answer('jane.doe@example.com', 'a confirmed personal mailbox', confirmed),
  inSandbox.answer('unconfirmed@example.com', 'an unconfirmed mailbox', unconfirmed),
  inSandbox.answer('info@example.com', 'a role address', {
    ...confirmed,
    lists: { ...lists, role: true },
  }),
  inSandbox.answer('nobody@example.com', 'a mailbox that does not exist', {
    ...confirmed,
    mailbox: { ...exists, exists: false },
  }),
  inSandbox.answer('anyone@example.org', 'a server that accepts every name', {
    ...confirmed,
    mailbox: { ...exists, exists: null, catchAll: true, silence: 'NOT_SAID' },
  }),
  inSandbox.answer('full@example.com', 'a full mailbox', {
    ...confirmed,
    mailbox: { ...exists, fullInbox: true },
  }),
  inSandbox.answer('throwaway@example.net', 'a disposable address', {
    ...unconfirmed,
    lists: { ...lists, disposable: true },
    registration: null,
  }),
  inSandbox.answer('jane@missing.example', 'a domain that does not exist', {
    lists,
    dns: {
      ...dns,
      exists: false,
      listed: 0,
      exchangers: [],
      ipv4: false,
      ipv6: false,
      ownReach: 'NO_ADDRESS',
      spf: null,
      dmarc: null,
      technologies: [],
    },
    registration: null,
    mailbox: null,
    mailboxStage: 'NOT_NEEDED',
    checkedTwice: false,
  }),
  {
    subject: 'unavailable@example.com',
    shows: 'a source that is unavailable',
    fails: 'SERVICE_UNAVAILABLE',
  },
  ...inSandbox.refusals('broke@example.com', 'busy@example.com', 'timeout@example.com'),
];

export const email = defineProduct({
  path: '/email',
  summary: 'Verify an email address',
  tier: 'standard',
  input: z.object({ email: emailAddress }),
  subject: ({ email: address }) => address.text,
  sources: emailSources,
  derive: (fact, { email: address }) => deriveEmail(fact, address),
  price: priceByInput(1, ({ email: address }: { email: EmailAddress }) =>
    address.fault === null ? 1 : 0,
  ),
  classification: { schema: emailClassification, from: classifyEmail },
  insights: { schema: emailInsights, from: describeEmail },
  risk: EMAIL_RISK,
  recommend: recommendEmail,
  metadata: ({ fact: { checkedTwice } }) => ({ fallback_used: checkedTwice }),
  bulk: 'email_validation',
  factVersion: EMAIL_FACT_VERSION,
  sandbox: emailSandbox,
  example: { email: 'jane.doe@example.com' },
});
