import type { Recommendations, RiskAssessment } from '../../../core/lookup/envelope.ts';
import { firstThatApplies, type RiskTable, type Verdict } from '../../../core/lookup/scoring.ts';
import type { ReverseEmailFact } from './fact.ts';

const isListed = ({ phoneDnc, cellDnc }: ReverseEmailFact): boolean =>
  phoneDnc === true || cellDnc === true;
const hasAddress = ({ contact }: ReverseEmailFact): boolean => contact?.address.line1 != null;
const isSelfDeclared = ({ contact }: ReverseEmailFact): boolean => contact?.selfDeclared === true;

/** How little is known of whose the address is, and how far the answer can be relied on. */
export const REVERSE_EMAIL_RISK: RiskTable<ReverseEmailFact> = {
  base: 5,
  factors: [
    { code: 'NO_MATCH_FOUND', points: 25, applies: ({ contact }) => contact === null },
    {
      code: 'NAME_ONLY',
      points: 10,
      applies: (fact) => fact.contact !== null && !hasAddress(fact),
    },
    { code: 'SELF_DECLARED', points: 15, applies: isSelfDeclared },
    { code: 'DNC_LISTED', points: 5, applies: isListed },
  ],
  confidence: {
    base: 10,
    factors: [
      { code: 'NAMED', points: 45, applies: (fact) => fact.contact !== null },
      { code: 'ADDRESS_KNOWN', points: 25, applies: hasAddress },
      {
        code: 'PHONE_KNOWN',
        points: 10,
        applies: ({ contact }) => contact !== null && contact.phones.length > 0,
      },
      { code: 'SELF_DECLARED', points: -30, applies: isSelfDeclared },
    ],
  },
};

const VERDICTS: readonly Verdict<ReverseEmailFact>[] = [
  {
    action: 'REVIEW',
    message: 'No source knows a person in the United States by this address.',
    applies: ({ contact }) => contact === null,
  },
  {
    action: 'VERIFY',
    message: 'This is what somebody says of themselves on a public page; verify it.',
    applies: isSelfDeclared,
  },
  {
    action: 'VERIFY',
    message: 'A record names a person without an address; verify it before relying on it.',
    applies: (fact) => !hasAddress(fact),
  },
  {
    action: 'APPROVE',
    message: 'A record names whose address this is.',
    applies: () => true,
  },
];

/** What to make of the answer. */
export function recommendReverseEmail(
  fact: ReverseEmailFact,
  risk: RiskAssessment,
): Recommendations {
  const { action, message } = firstThatApplies(VERDICTS, fact, risk);
  const hasPhone = (fact.contact?.phones.length ?? 0) > 0;
  return {
    primary_action: action,
    secondary_actions: [
      ...(isListed(fact) ? ['DO_NOT_CALL'] : []),
      ...(hasPhone ? ['SCRUB_NUMBER'] : []),
    ],
    user_message: message,
    // Such records may not be used for credit, employment or housing decisions (Fair Credit Reporting Act).
    business_rules: {
      identity_known: fact.contact !== null,
      eligibility_decisions_allowed: false,
    },
  };
}
