import * as z from 'zod';
import { requireOneOf } from '../../../core/inputs.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { personSubjects } from '../../../core/people/suppression.ts';
import { UNKNOWN_CONTACT, type WorkContactFact } from '../../../core/people/work-contact.ts';
import { emailIfGiven, profileIfGiven, subjectsOf } from '../identifiers.ts';
import {
  classifyMobile,
  describeMobile,
  mobileClassification,
  mobileInsights,
} from './sections.ts';
import { mobileOf, mobileSources } from './sources.ts';

const ada: WorkContactFact = {
  ...UNKNOWN_CONTACT,
  fullName: 'Ada Example',
  title: 'Owner',
  company: { ...UNKNOWN_CONTACT.company, name: 'Example Ltd', domain: 'example.com' },
  phones: [{ number: '+12025550101', type: 'MOBILE' }],
  profileUrl: 'https://www.linkedin.com/in/sandbox-ada',
};

const sandbox: readonly SandboxCase<WorkContactFact | null>[] = [
  { subject: 'sandbox-ada', shows: 'a mobile number and whose it is', fact: ada },
  {
    subject: 'sandbox-ben',
    shows: 'a mobile number alone',
    fact: { ...UNKNOWN_CONTACT, phones: [{ number: '+442079460958', type: 'MOBILE' }] },
  },
  { subject: 'sandbox-nobody', shows: 'no number, not charged', fact: null },
  ...forcedRefusals('sandbox-broke', 'sandbox-busy', 'sandbox-slow'),
];

/** What is this person's mobile number? */
export const mobileFinder = defineProduct({
  path: '/mobile-finder',
  type: 'mobile_finder',
  summary: 'Mobile number of a person at work',
  tier: 'standard',
  input: z
    .object({
      profile_url: profileIfGiven,
      work_email: emailIfGiven(
        'Email address at the company; with the others it is more likely to match.',
      ),
      personal_email: emailIfGiven(
        'Private email address; with the others it is more likely to match.',
      ),
    })
    .superRefine(requireOneOf('profile_url', 'work_email', 'personal_email')),
  subject: (input) =>
    [input.profile_url, input.work_email, input.personal_email].filter(Boolean).join(' '),
  sources: {
    ...mobileSources,
    resolve: ({ profile_url: vanity, work_email, personal_email }, ask) => {
      const emails = [work_email, personal_email].filter((email) => email !== null);
      return mobileSources.resolve({ vanity, emails }, ask);
    },
  },
  people: {
    asked: (input) =>
      personSubjects({
        email: [input.work_email, input.personal_email],
        profile: [input.profile_url],
      }),
    found: subjectsOf,
    nobody: null,
  },
  conclude: (fact) => ({ fact, number: mobileOf(fact) }),
  price: { upTo: 40, charge: ({ number }) => (number === null ? 0 : 40) },
  classification: { schema: mobileClassification, from: classifyMobile },
  insights: { schema: mobileInsights, from: describeMobile },
  factVersion: 1,
  sandbox,
  example: { profile_url: 'https://www.linkedin.com/in/ada-example' },
});
