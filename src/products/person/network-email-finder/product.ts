import * as z from 'zod';
import { lookedUpIfGiven, requireOneOf } from '../../../core/inputs.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { personSubjects } from '../../../core/people/suppression.ts';
import { UNKNOWN_CONTACT, type WorkContactFact } from '../../../core/people/work-contact.ts';
import { parsePersonProfile, profileIfGiven, subjectsOf } from '../identifiers.ts';
import { FINDER_LIMIT_MS, recommendWorkEmail, WORK_EMAIL_RISK } from '../work-email.ts';
import { finderSources } from './fact.ts';
import {
  classifyFinder,
  describeFinder,
  finderClassification,
  finderInsights,
} from './sections.ts';

const CREDITS = 30;

/** The field and its other names, the first that is given counts. */
const NAMES = [
  'profile_url',
  'profileUrl',
  'network_url',
  'networkUrl',
  'url',
  'username',
  'vanity',
] as const;

const otherName = lookedUpIfGiven(parsePersonProfile, {
  description: 'Another name of profile_url.',
  examples: ['ada-example'],
});

type Body = Readonly<Record<(typeof NAMES)[number], string | null>>;

const vanityOf = (body: Body): string =>
  NAMES.map((name) => body[name]).find((vanity) => vanity !== null) ?? '';

const ada: WorkContactFact = {
  ...UNKNOWN_CONTACT,
  fullName: 'Ada Example',
  firstName: 'Ada',
  lastName: 'Example',
  title: 'CEO',
  company: {
    ...UNKNOWN_CONTACT.company,
    name: 'Example Ltd',
    domain: 'example.com',
    country: 'United States',
  },
  workEmail: { address: 'ada@example.com', verified: true, score: 99 },
  location: { city: 'Berkeley', region: 'California', country: 'United States' },
};

const sandbox: readonly SandboxCase<WorkContactFact | null>[] = [
  { subject: 'sandbox-ada', shows: 'a verified work address', fact: ada },
  {
    subject: 'sandbox-ben',
    shows: 'an address that no mail server confirmed, not charged',
    fact: { ...ada, workEmail: { address: 'ben@example.com', verified: null, score: null } },
  },
  { subject: 'sandbox-nobody', shows: 'no verified address, not charged', fact: null },
  ...forcedRefusals('sandbox-broke', 'sandbox-busy', 'sandbox-slow'),
];

/** Which work address does the person behind this page have? */
export const networkEmailFinder = defineProduct({
  path: '/network-email-finder',
  type: 'network_email_finder',
  summary: 'Verified work email address behind a page on the professional network',
  tier: 'standard',
  input: z
    .object({
      profile_url: profileIfGiven,
      profileUrl: otherName,
      network_url: otherName,
      networkUrl: otherName,
      url: otherName,
      username: otherName,
      vanity: otherName,
    })
    .superRefine(requireOneOf(...NAMES)),
  subject: vanityOf,
  sources: {
    ...finderSources,
    resolve: (body, ask) => finderSources.resolve({ vanity: vanityOf(body) }, ask),
  },
  limitMs: FINDER_LIMIT_MS,
  people: {
    asked: (body) => personSubjects({ profile: [vanityOf(body)] }),
    found: subjectsOf,
    nobody: null,
  },
  price: {
    upTo: CREDITS,
    charge: (contact) => (contact?.workEmail?.verified === true ? CREDITS : 0),
  },
  classification: {
    schema: finderClassification,
    from: (contact, body) => classifyFinder(contact, vanityOf(body)),
  },
  insights: {
    schema: finderInsights,
    from: (contact, body) => describeFinder(contact, vanityOf(body)),
  },
  risk: WORK_EMAIL_RISK,
  recommend: recommendWorkEmail,
  factVersion: 1,
  sandbox,
  example: { profile_url: 'https://www.linkedin.com/in/ada-example' },
});
