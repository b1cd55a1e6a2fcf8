import * as z from 'zod';
import { emailAddress } from '../../../domain/email/address.ts';
import { bestMobile, bestOtherPhone, UNKNOWN_CONTACT } from '../../../domain/person/contact.ts';
import { splitFullName } from '../../../domain/person/person-name.ts';
import { siteAddress } from '../../../domain/web/site.ts';
import { asOfField, field, fieldsOf } from '../../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../../lookup/product.ts';
import {
  advise,
  type RecommendationRule,
  type RiskTable,
  recommendBy,
} from '../../../lookup/scoring.ts';
import { describePerson, personFields } from '../contact-append.ts';
import { contactSubjects } from '../contact-fact.ts';
import { sandboxPerson } from '../contact-sandbox.ts';
import {
  NO_OWNER,
  REVERSE_EMAIL_FACT_VERSION,
  type ReverseEmailFact,
  type ReverseEmailInput,
  reverseEmailInputSubjects,
  reverseEmailSources,
} from './fact.ts';

const DNC = 'Null: no imported registry covers the number, or there is no number.';
const phone = field.textOrNull('Number that is not known to be a mobile number, in E.164.');
const cell = field.textOrNull('Mobile number in E.164.');
const phoneDnc = field.booleanOrNull(`Whether \`phone\` is on a Do Not Call registry. ${DNC}`);
const cellDnc = field.booleanOrNull(`Whether \`cell\` is on a Do Not Call registry. ${DNC}`);
const { zip: zipCode, ...place } = personFields;

const reverseEmailClassification = z.object({
  matched: field.boolean('Whether a person was found.'),
  email: field.text('The address that was looked up.'),
  ...place,
  zip_code: zipCode,
  country: field.textOrNull('Country, by code or name.'),
  phone,
  cell,
  phone_dnc: phoneDnc,
  cell_dnc: cellDnc,
  lookup_type: z.literal('reverse_email'),
});

const nameFields = {
  fullName: field.textOrNull('Full name.'),
  firstName: field.textOrNull('First name.'),
  lastName: field.textOrNull('Last name.'),
};

const companyFields = {
  name: field.textOrNull('Company.'),
  jobTitle: field.textOrNull('Job title of the person at the company.'),
  industry: field.textOrNull('Industry of the company.'),
  networkUrl: field.textOrNull("URL of the person's page on the professional network."),
  website: field.textOrNull('URL of the company website.'),
  country: field.textOrNull('Country of the company.'),
};

const reverseEmailInsights = z.object({
  reverse_email_result: field.object('Person to whom the address belongs.', {
    matched: field.boolean('Whether a person was found.'),
    contact: z.object(nameFields),
    email: field.text('The address that was looked up.'),
    phones: field.object('Numbers of the person.', {
      phoneNumber: phone,
      phoneDnc,
      cellNumber: cell,
      cellDnc,
    }),
    address: field.object('Home address of the person.', {
      line1: field.textOrNull('Street address.'),
      city: field.textOrNull('City.'),
      state: field.textOrNull('Two-letter state code.'),
      country: field.textOrNull('Country, by code or name.'),
      zipCode: field.textOrNull('ZIP code.'),
    }),
    company: field.object('Employer of the person.', companyFields),
    self_declared: field.boolean(
      'Whether the data is what the person wrote on a public page, which is not verified.',
    ),
  }),
  contact: z.object(personFields),
  as_of: asOfField,
});

/** Splits the full name of a contact without name parts, such as a profile's display name. */
function withNameParts(fact: ReverseEmailFact): ReverseEmailFact {
  const { contact } = fact;
  if (!contact?.fullName || contact.firstName !== null || contact.lastName !== null) return fact;
  const name = splitFullName(contact.fullName);
  if (!name) return fact;
  return { ...fact, contact: { ...contact, firstName: name.first, lastName: name.last } };
}

const describePhones = ({ contact, phoneDnc, cellDnc }: ReverseEmailFact) => ({
  phone: (contact && bestOtherPhone(contact)?.e164) ?? null,
  cell: (contact && bestMobile(contact)?.e164) ?? null,
  phoneDnc,
  cellDnc,
});

function classifyReverseEmail(
  fact: ReverseEmailFact,
  { email }: ReverseEmailInput,
): z.input<typeof reverseEmailClassification> {
  const { zip, ...person } = describePerson(fact.contact);
  const { phone, cell, phoneDnc, cellDnc } = describePhones(fact);
  return {
    matched: fact.contact !== null,
    email: email.text,
    ...person,
    zip_code: zip,
    country: fact.contact?.address.country ?? null,
    phone,
    cell,
    phone_dnc: phoneDnc,
    cell_dnc: cellDnc,
    lookup_type: 'reverse_email',
  };
}

function describeReverseEmail(
  fact: ReverseEmailFact,
  { email }: ReverseEmailInput,
): z.input<typeof reverseEmailInsights> {
  const { contact } = fact;
  const { phone, cell, phoneDnc, cellDnc } = describePhones(fact);
  const { address: line1, city, state, zip: zipCode } = describePerson(contact);
  return {
    reverse_email_result: {
      matched: contact !== null,
      contact: fieldsOf(nameFields, contact),
      email: email.text,
      phones: { phoneNumber: phone, phoneDnc, cellNumber: cell, cellDnc },
      address: { line1, city, state, country: contact?.address.country ?? null, zipCode },
      company: {
        ...fieldsOf(companyFields, contact?.company),
        website: siteAddress(contact?.company?.website ?? null),
      },
      self_declared: contact?.selfDeclared ?? false,
    },
    contact: describePerson(contact),
    as_of: contact?.asOf ?? null,
  };
}

const isListed = ({ phoneDnc, cellDnc }: ReverseEmailFact): boolean =>
  phoneDnc === true || cellDnc === true;
const hasAddress = ({ contact }: ReverseEmailFact): boolean => contact?.address.line1 != null;
const isSelfDeclared = ({ contact }: ReverseEmailFact): boolean => contact?.selfDeclared === true;

/** Risk: how uncertain the owner of the address is; and confidence. */
const REVERSE_EMAIL_RISK: RiskTable<ReverseEmailFact> = {
  base: 5,
  factors: {
    NO_MATCH_FOUND: [25, ({ contact }) => contact === null],
    NAME_ONLY: [10, (fact) => fact.contact !== null && !hasAddress(fact)],
    SELF_DECLARED: [15, isSelfDeclared],
    DNC_LISTED: [5, isListed],
  },
  confidence: {
    base: 10,
    factors: {
      NAMED: [45, (fact) => fact.contact !== null],
      ADDRESS_KNOWN: [25, hasAddress],
      PHONE_KNOWN: [10, ({ contact }) => contact !== null && contact.phones.length > 0],
      SELF_DECLARED: [-30, isSelfDeclared],
    },
  },
};

const VERDICTS: readonly RecommendationRule<ReverseEmailFact>[] = [
  advise.review(
    'No source has a person in the United States with this email address.',
    ({ contact }) => contact === null,
  ),
  advise.verify(
    'This data is self-declared on a public page; verify it before relying on it.',
    isSelfDeclared,
  ),
  advise.verify(
    'A record names a person but has no postal address; verify it before relying on it.',
    (fact) => !hasAddress(fact),
  ),
  advise.approve('A record identifies the owner of this email address.'),
];

function recommendReverseEmail(fact: ReverseEmailFact, risk: RiskAssessment): Recommendations {
  const hasPhone = (fact.contact?.phones.length ?? 0) > 0;
  return {
    ...recommendBy(VERDICTS, fact, risk),
    secondary_actions: [
      ...(isListed(fact) ? ['DO_NOT_CALL'] : []),
      ...(hasPhone ? ['SCRUB_NUMBER'] : []),
    ],
    // Such records may not be used for credit, employment or housing decisions (Fair Credit
    // Reporting Act).
    business_rules: { identity_known: fact.contact !== null, eligibility_decisions_allowed: false },
  };
}

const company = {
  name: 'Example Bakery',
  jobTitle: 'Owner',
  industry: 'Food',
  networkUrl: null,
  website: 'https://example.com',
  country: 'US',
};

/** Sandbox cases: addresses at documentation domains and invented people. */
const sandbox: readonly SandboxCase<ReverseEmailFact>[] = [
  inSandbox.answer('ada@example.com', 'a person with address, numbers and company', {
    ...NO_OWNER,
    contact: { ...sandboxPerson, company },
    phoneDnc: true,
    cellDnc: false,
  }),
  inSandbox.answer('ben@example.com', 'a name from a public profile and nothing else', {
    ...NO_OWNER,
    contact: { ...UNKNOWN_CONTACT, fullName: 'Ben Example', selfDeclared: true },
  }),
  inSandbox.answer('nobody@example.com', 'no person found, not charged', NO_OWNER),
  ...inSandbox.refusals('broke@example.com', 'busy@example.com', 'slow@example.com'),
];

export const reverseEmailAppend = defineProduct({
  path: '/reverse-email-append',
  summary: 'Name, address and numbers of the person behind an email address',
  tier: 'standard',
  input: z.object({ email: emailAddress }),
  subject: ({ email }) => email.text,
  sources: reverseEmailSources,
  people: {
    inputSubjects: reverseEmailInputSubjects,
    factSubjects: contactSubjects,
    emptyFact: NO_OWNER,
  },
  derive: withNameParts,
  price: {
    upTo: 10,
    listed: ({ email }) => (email.fault === null ? 10 : 0),
    isPaid: ({ contact }) => contact !== null,
  },
  classification: { schema: reverseEmailClassification, from: classifyReverseEmail },
  insights: { schema: reverseEmailInsights, from: describeReverseEmail },
  risk: REVERSE_EMAIL_RISK,
  recommend: recommendReverseEmail,
  bulk: 'reverse_email_append',
  factVersion: REVERSE_EMAIL_FACT_VERSION,
  sandbox,
  example: { email: 'ada@example.com' },
});
