import type { AppendQuery, ContactFact } from '../../domain/person/contact.ts';
import type { ContactEmail, ContactPhone } from '../../domain/person/person.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../lookup/envelope.ts';
import {
  advise,
  type RecommendationRule,
  type RiskTable,
  recommendBy,
} from '../../lookup/scoring.ts';
import { PHONE_FACT_VERSION } from '../phone/fact.ts';
import {
  type ContactAppendInput,
  compareWithQuery,
  contactAppendBody,
  contactAppendCacheKey,
  contactAppendSources,
  contactAppendSubject,
  contactQuery,
  contactStateCode,
  contactSubjects,
  type FoundContact,
} from './contact-fact.ts';
import { contactAppendSandbox } from './contact-sandbox.ts';

/** Conclusion about a person: the input of every section of both products. */
export interface ContactAppendConclusion {
  contact: ContactFact | null;
  /** False for a ZIP code outside the United States: no source was queried. */
  covered: boolean;
  phone: ContactPhone | null;
  email: ContactEmail | null;
  /** Whether the appended phone or email is in use; null if the source does not state it. */
  confirmed: boolean | null;
  /** Whether the name, or the address, matches the requested one only in part. */
  otherName: boolean;
  otherPlace: boolean;
}

function deriveContactAppend(
  { contact }: FoundContact,
  body: ContactAppendInput,
  wants: 'phone' | 'email',
): ContactAppendConclusion {
  const [phone = null] = contact?.phones ?? [];
  const [email = null] = contact?.emails ?? [];
  const confirmed = wants === 'phone' ? (phone?.connected ?? null) : (email?.validated ?? null);
  const matched = (wants === 'phone' ? phone : email) !== null;
  const query = contactQuery(body);
  const agreement = matched && contact && query ? compareWithQuery(query, contact) : null;
  return {
    contact: matched ? contact : null,
    covered: contactStateCode(body) !== null,
    phone,
    email,
    confirmed,
    otherName: agreement?.name === 'part',
    otherPlace: agreement?.place === 'part',
  };
}

/** Fields that both classifications share. */
export const contactAppendFields = {
  matched: field.boolean('Whether the person was found with the requested contact data.'),
  coverage_supported: field.boolean(
    'Whether the ZIP code belongs to a state of the United States. If false, no source is queried and nothing is charged.',
  ),
};

/** Contact fields that both products share, as in the source. */
export const personFields = {
  first_name: field.textOrNull('First name, as in the source.'),
  last_name: field.textOrNull('Last name, as in the source.'),
  address: field.textOrNull('Street address.'),
  city: field.textOrNull('City.'),
  state: field.textOrNull('Two-letter state code.'),
  zip: field.textOrNull('ZIP code.'),
};

export const describePerson = (contact: ContactFact | null) =>
  fieldsOf(
    personFields,
    contact && { ...contact, ...contact.address, address: contact.address.line1 },
  );

/** Risk: how uncertain it is that the person can be reached; and confidence. */
const CONTACT_APPEND_RISK: RiskTable<ContactAppendConclusion> = {
  base: 5,
  factors: {
    OUT_OF_COVERAGE: [20, ({ covered }) => !covered],
    NO_MATCH_FOUND: [25, ({ contact, covered }) => covered && contact === null],
    NOT_REACHABLE: [45, ({ contact, confirmed }) => contact !== null && confirmed === false],
    REACHABILITY_NOT_CHECKED: [
      10,
      ({ contact, confirmed }) => contact !== null && confirmed === null,
    ],
    NAME_AGREES_IN_PART: [10, ({ otherName }) => otherName],
    ADDRESS_AGREES_IN_PART: [10, ({ otherPlace }) => otherPlace],
  },
  confidence: {
    base: 10,
    factors: {
      NAMED: [50, ({ contact }) => contact !== null],
      CONFIRMED: [30, ({ confirmed }) => confirmed === true],
      NAME_AGREES_IN_PART: [-25, ({ otherName }) => otherName],
      ADDRESS_AGREES_IN_PART: [-25, ({ otherPlace }) => otherPlace],
    },
  },
};

const VERDICTS: readonly RecommendationRule<ContactAppendConclusion>[] = [
  advise.review(
    'Only people in the United States can be looked up. This ZIP code is not in any state, so no source was queried and nothing is charged.',
    ({ covered }) => !covered,
  ),
  advise.review(
    'No source has the requested contact data for this person.',
    ({ contact }) => contact === null,
  ),
  advise.review(
    'The person was found, but the source reports the contact data as no longer in use.',
    ({ confirmed }) => confirmed === false,
  ),
  advise.verify(
    'The name found matches the requested name only in part; verify that it is the same person.',
    ({ otherName }) => otherName,
  ),
  advise.verify(
    'The source lists the person at a different address in the same state; verify that it is the same person.',
    ({ otherPlace }) => otherPlace,
  ),
  advise.approve(
    'The person was found, and the source reports the contact data as in use.',
    ({ confirmed }) => confirmed === true,
  ),
  advise.verify('The person was found; whether the contact data is still in use was not checked.'),
];

/** Recommendation. @param check the secondary action to take before using the contact */
export function recommendContactAppend(
  conclusion: ContactAppendConclusion,
  risk: RiskAssessment,
  check: string,
): Recommendations {
  const matched = conclusion.contact !== null;
  return {
    ...recommendBy(VERDICTS, conclusion, risk),
    secondary_actions: matched ? [check] : [],
    // Such records may not be used for credit, employment or housing decisions (Fair Credit
    // Reporting Act).
    business_rules: { contact_known: matched, eligibility_decisions_allowed: false },
  };
}

/** Declaration that both products share. @param wants the data a match must have */
export const contactAppendProduct = (wants: AppendQuery['wants']) => ({
  tier: 'standard' as const,
  input: contactAppendBody,
  subject: contactAppendSubject,
  cacheKey: contactAppendCacheKey,
  sources: contactAppendSources(wants),
  people: { inputSubjects: () => [], factSubjects: contactSubjects, emptyFact: { contact: null } },
  derive: (fact: FoundContact, input: ContactAppendInput) =>
    deriveContactAppend(fact, input, wants),
  price: {
    upTo: 10,
    listed: (body: ContactAppendInput) => (contactStateCode(body) === null ? 0 : 10),
    charge: ({ contact }: ContactAppendConclusion) => (contact ? 10 : 0),
  },
  risk: CONTACT_APPEND_RISK,
  factVersion: [PHONE_FACT_VERSION, 4],
  sandbox: contactAppendSandbox,
  example: {
    input: {
      firstName: 'Ada',
      lastName: 'Example',
      address: '1 Example Street Apt 2',
      city: 'Washington',
      zip: '20001',
    },
  },
});
