import * as z from 'zod';
import { emailAddress } from '../../../core/email/address.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { UNKNOWN_CONTACT } from '../../../core/people/contact.ts';
import { sandboxPerson } from '../contact-sandbox.ts';
import {
  askedEmail,
  foundPerson,
  NOBODY,
  REVERSE_EMAIL_FACT_VERSION,
  type ReverseEmailFact,
  reverseEmailSources,
} from './fact.ts';
import { REVERSE_EMAIL_RISK, recommendReverseEmail } from './scoring.ts';
import {
  classifyReverseEmail,
  describeReverseEmail,
  reverseEmailClassification,
  reverseEmailInsights,
} from './sections.ts';

const company = {
  name: 'Example Bakery',
  jobTitle: 'Owner',
  industry: 'Food',
  networkUrl: null,
  website: 'https://example.com',
  country: 'US',
};

/** Addresses of documentation domains and people nobody is. */
const sandbox: readonly SandboxCase<ReverseEmailFact>[] = [
  {
    subject: 'ada@example.com',
    shows: 'a person with address, numbers and company',
    fact: { ...NOBODY, contact: { ...sandboxPerson, company }, phoneDnc: true, cellDnc: false },
  },
  {
    subject: 'ben@example.com',
    shows: 'a name from a public profile and nothing else',
    fact: {
      ...NOBODY,
      contact: { ...UNKNOWN_CONTACT, fullName: 'Ben Example', selfDeclared: true },
    },
  },
  { subject: 'nobody@example.com', shows: 'nobody found, not charged', fact: NOBODY },
  ...forcedRefusals('broke@example.com', 'busy@example.com', 'slow@example.com'),
];

/** Whose email address is this? */
export const reverseEmailAppend = defineProduct({
  path: '/reverse-email-append',
  type: 'reverse_email_append',
  summary: 'Name, address and numbers of the person behind an email address',
  tier: 'standard',
  input: z.object({ email: emailAddress }),
  subject: ({ email }) => email.text,
  sources: reverseEmailSources,
  people: { asked: askedEmail, found: foundPerson, nobody: NOBODY },
  price: { upTo: 10, charge: ({ contact }) => (contact ? 10 : 0) },
  classification: { schema: reverseEmailClassification, from: classifyReverseEmail },
  insights: { schema: reverseEmailInsights, from: describeReverseEmail },
  risk: REVERSE_EMAIL_RISK,
  recommend: recommendReverseEmail,
  bulk: 'reverse_email_append',
  factVersion: REVERSE_EMAIL_FACT_VERSION,
  sandbox,
  example: { email: 'ada@example.com' },
});
