import { parseEmailAddress } from '../../domain/email/address.ts';
import { UNKNOWN_WORK_CONTACT, type WorkContactFact } from '../../domain/person/work-contact.ts';
import { recordKey } from '../../lookup/datasets/keys.ts';
import type { Recommendations, RiskAssessment } from '../../lookup/envelope.ts';
import {
  advise,
  type RecommendationRule,
  type RiskTable,
  recommendBy,
} from '../../lookup/scoring.ts';
import {
  foundFact,
  type QuerySource,
  requireAnswer,
  type Source,
  type Sources,
} from '../../lookup/source.ts';
import { acceptsMail, mailDns } from '../../open-data/mail/mail-dns.ts';
import { askMailbox, askOwnMailboxChecker, mailboxSources } from '../../vendors/mailbox/mailbox.ts';
import { isConfirmedMailbox } from '../../vendors/mailbox/mailbox-guess.ts';

/** Time limit of the email finders (specification, "Limits"). */
export const FINDER_LIMIT_MS = 45_000;

/** Mailbox checkers; they confirm addresses and find none. */
export const MAILBOX_CONFIRMATION_SOURCES = [mailDns, ...mailboxSources] as const;

/** Result of mailbox verification; `unknown` if servers or checkers give no result. */
type MailboxVerdict = 'confirmed' | 'denied' | 'unknown';

/**
 * Verifies a mailbox with the mail server. DNS is read even if the source has verified the address:
 * the domain may have stopped taking mail since.
 * @param checkers `own`: only the operator's checker, because the other vendor supplied the address
 */
async function confirmMailbox(
  { address: text, verified }: NonNullable<WorkContactFact['workEmail']>,
  checkers: 'own' | 'all',
  ask: QuerySource,
): Promise<MailboxVerdict> {
  // A file or a vendor may contain any text; an invalid address is not checked.
  if (recordKey('email', text) === null) return 'denied';
  const address = parseEmailAddress(text);
  const dns = foundFact(await ask(mailDns, address.domain));
  if (dns && !acceptsMail(dns)) return 'denied';
  if (verified === true) return 'confirmed';
  if (!dns) return 'unknown';
  const { check } = await (checkers === 'own' ? askOwnMailboxChecker : askMailbox)(
    address,
    dns,
    ask,
  );
  if (isConfirmedMailbox(check)) return 'confirmed';
  return check?.exists === false || check?.disabled === true ? 'denied' : 'unknown';
}

export interface ConfirmationPolicy {
  checkers: 'own' | 'all';
  /** Whether an address with the result `unknown` is accepted. */
  acceptsUnconfirmed: boolean;
}

/**
 * Filter over a source: contacts whose work address passes mailbox verification; any other contact
 * counts as no record.
 * @param onUnconfirmed called with each contact that fails
 */
export const withWorkEmail = <Query>(
  source: Source<Query, WorkContactFact>,
  { checkers, acceptsUnconfirmed }: ConfirmationPolicy,
  onUnconfirmed: (contact: WorkContactFact) => void = () => undefined,
): Sources<Query, WorkContactFact | null> => ({
  list: [source, ...MAILBOX_CONFIRMATION_SOURCES],
  async resolve(query, ask) {
    const contact = requireAnswer(await ask(source, query));
    if (contact?.workEmail) {
      const { workEmail } = contact;
      const verdict = await confirmMailbox(workEmail, checkers, ask);
      if (verdict === 'confirmed')
        return { ...contact, workEmail: { ...workEmail, verified: true } };
      if (verdict === 'unknown' && acceptsUnconfirmed) return contact;
    }
    if (contact) onUnconfirmed(contact);
    return null;
  },
});

const isFound = (contact: WorkContactFact | null): boolean => contact !== null;
const isVerified = (contact: WorkContactFact | null): boolean =>
  contact?.workEmail?.verified === true;

/** Risk: how uncertain the address is. */
export const WORK_EMAIL_RISK: RiskTable<WorkContactFact | null> = {
  base: 5,
  factors: {
    NO_MATCH_FOUND: [25, (contact) => !isFound(contact)],
    EMAIL_UNVERIFIED: [20, (contact) => isFound(contact) && !isVerified(contact)],
  },
  confidence: {
    base: 10,
    factors: { EMAIL_FOUND: [40, isFound], EMAIL_VERIFIED: [40, isVerified] },
  },
};

const VERDICTS: readonly RecommendationRule<WorkContactFact | null>[] = [
  advise.approve('A mail server confirmed this work address.', isVerified),
  advise.verify('A source names this work address; no mail server has confirmed it.', isFound),
  advise.review('No verified work address was found for this person.'),
];

/** Recommendation about the address. */
export function recommendWorkEmail(
  contact: WorkContactFact | null,
  risk: RiskAssessment,
): Recommendations {
  const [found, verified] = [isFound(contact), isVerified(contact)];
  return {
    ...recommendBy(VERDICTS, contact, risk),
    secondary_actions: found && !verified ? ['VERIFY_EMAIL'] : [],
    business_rules: { email_found: found, email_verified: verified },
  };
}

/** Contact of the sandbox of both finders. */
export const sandboxAda: WorkContactFact = {
  ...UNKNOWN_WORK_CONTACT,
  fullName: 'Ada Example',
  firstName: 'Ada',
  lastName: 'Example',
  title: 'CEO',
  company: {
    ...UNKNOWN_WORK_CONTACT.company,
    name: 'Example Ltd',
    domain: 'example.com',
    country: 'United States',
  },
  workEmail: { address: 'ada@example.com', verified: true, score: 99 },
  location: { city: 'Berkeley', region: 'California', country: 'United States' },
};
