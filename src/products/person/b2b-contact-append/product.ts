import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { personSubjects } from '../../../core/people/suppression.ts';
import { UNKNOWN_CONTACT, type WorkContactFact } from '../../../core/people/work-contact.ts';
import { subjectsOf } from '../identifiers.ts';
import { b2bInput, b2bSubject, vanityOf } from './query.ts';
import {
  b2bClassification,
  b2bInsights,
  classifyB2b,
  describeB2b,
  namesSomebody,
} from './sections.ts';
import { b2bSources } from './sources.ts';

const ada: WorkContactFact = {
  ...UNKNOWN_CONTACT,
  fullName: 'Ada Example',
  title: 'Owner',
  seniority: 'owner',
  departments: ['operations'],
  company: { ...UNKNOWN_CONTACT.company, name: 'Example Ltd', domain: 'example.com' },
  workEmail: { address: 'ada@sandbox.example', verified: null, score: 80 },
  profileUrl: 'https://www.linkedin.com/in/sandbox-ada',
  roleStarted: '2022-03',
};

/** Addresses nobody has. */
const sandbox: readonly SandboxCase<WorkContactFact | null>[] = [
  { subject: 'ada@sandbox.example', shows: 'a whole record', fact: ada },
  {
    subject: 'ben@sandbox.example',
    shows: 'a name and nothing else',
    fact: { ...UNKNOWN_CONTACT, fullName: 'Ben Example' },
  },
  { subject: 'nobody@sandbox.example', shows: 'no record, not charged', fact: null },
  ...forcedRefusals('broke@sandbox.example', 'busy@sandbox.example', 'slow@sandbox.example'),
];

/** Who is this person at work, and at which address are they reached? */
export const b2bContactAppend = defineProduct({
  path: '/b2b-contact-append',
  type: 'b2b_contact_append',
  summary: 'Work email, title and company of a person',
  tier: 'standard',
  input: b2bInput,
  subject: b2bSubject,
  // Parts of a subject may be of one another's kinds.
  cacheKey: (input) =>
    JSON.stringify([
      input.email,
      vanityOf(input),
      input.name,
      input.company_domain,
      input.person_id,
    ]),
  sources: b2bSources,
  people: {
    asked: (input) => personSubjects({ email: [input.email], profile: [vanityOf(input)] }),
    found: subjectsOf,
    nobody: null,
  },
  price: { upTo: 75, charge: (fact) => (namesSomebody(fact) ? 75 : 0) },
  classification: { schema: b2bClassification, from: classifyB2b },
  insights: { schema: b2bInsights, from: describeB2b },
  bulk: 'b2b_contact_append',
  factVersion: 1,
  sandbox,
  example: { email: 'ada@example.com' },
});
