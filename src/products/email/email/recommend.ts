import type { Recommendations, RiskAssessment } from '../../../core/lookup/envelope.ts';
import { firstThatApplies, type Verdict } from '../../../core/lookup/scoring.ts';
import type { EmailProfile, OpenQuestion } from './profile.ts';

const suggested = ({ suggestion }: EmailProfile): boolean => suggestion !== null;
const status = (wanted: EmailProfile['verdict']['status']) => (email: EmailProfile) =>
  email.verdict.status === wanted;

/** The first advice that applies is given. */
const ADVICE: readonly Verdict<EmailProfile>[] = [
  {
    action: 'VERIFY',
    message: 'The domain looks misspelled; ask whether the suggested address is meant.',
    applies: suggested,
  },
  {
    action: 'BLOCK',
    message: 'Mail to this address cannot be delivered; ask for another.',
    applies: status('UNDELIVERABLE'),
  },
  {
    action: 'BLOCK',
    message: 'This is a throwaway address; ask for a lasting one.',
    applies: ({ domainClass }) => domainClass === 'DISPOSABLE',
  },
  {
    action: 'REVIEW',
    message: 'The mailbox takes no mail at the moment; try again later.',
    applies: status('TEMPORARY'),
  },
  {
    action: 'REVIEW',
    message: 'Several signs speak against this address; look at it before use.',
    applies: (_, { risk_level }) => risk_level === 'HIGH' || risk_level === 'CRITICAL',
  },
  {
    action: 'VERIFY',
    message: 'Mail may not arrive; confirm the address before relying on it.',
    applies: status('RISKY'),
  },
  {
    action: 'APPROVE',
    message: 'The mail server accepts mail for this address.',
    applies: ({ confirmed, verdict }) => confirmed && verdict.status === 'DELIVERABLE',
  },
  {
    action: 'VERIFY',
    message:
      'The domain takes mail, but nobody has confirmed the mailbox; send a confirmation message.',
    applies: () => true,
  },
];

const QUESTIONS: Readonly<Record<OpenQuestion, string>> = {
  mailbox: 'the mailbox',
  catch_all: 'whether the server accepts every name',
  greylisting: 'greylisting',
  spam_traps: 'spam traps',
};

/** One sentence: what to do, and what it does not rest on. */
function withOpenQuestions(message: string, unchecked: readonly OpenQuestion[]): string {
  if (unchecked.length === 0) return message;
  const questions = unchecked.map((question) => QUESTIONS[question]).join(', ');
  return `${message.slice(0, -1)}; not checked: ${questions}.`;
}

/** What to do with the address. No rule says yes because nobody asked. */
export function recommendEmail(email: EmailProfile, risk: RiskAssessment): Recommendations {
  const { action, message } = firstThatApplies(ADVICE, email, risk);
  const deliverable = email.verdict.status !== 'UNDELIVERABLE';
  const lasting = deliverable && email.domainClass !== 'DISPOSABLE' && email.suggestion === null;
  const arrives = lasting && email.confirmed && email.verdict.status === 'DELIVERABLE';
  const secondary = [
    ...(email.suggestion !== null ? ['SUGGEST_CORRECTION'] : []),
    ...(deliverable && !email.confirmed ? ['SEND_CONFIRMATION_EMAIL'] : []),
    ...(email.verdict.status === 'TEMPORARY' ? ['RETRY_LATER'] : []),
    ...(action === 'BLOCK' ? ['REQUEST_ANOTHER_EMAIL'] : []),
  ];
  return {
    primary_action: action,
    secondary_actions: secondary,
    user_message: withOpenQuestions(message, email.unchecked),
    business_rules: {
      signup_allowed: lasting && email.takesMail === true,
      transactional_allowed: arrives,
      marketing_allowed: arrives && !email.role,
      confirmation_required: deliverable && !email.confirmed,
    },
  };
}
