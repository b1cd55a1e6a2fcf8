import * as z from 'zod';
import {
  EMPTY_LINKEDIN_PROFILE,
  type LinkedinProfileFact,
} from '../../domain/person/linkedin-profile.ts';
import { personSubjects } from '../../domain/person/person.ts';
import { placeLine, type WorkContactFact } from '../../domain/person/work-contact.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { lookupField } from '../../lib/inputs.ts';
import { asOfField, field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox } from '../../lookup/product.ts';
import type { Source } from '../../lookup/source.ts';
import { firstInformative, mapFact, mapInput, mapQuery } from '../../lookup/source-adapters.ts';
import { workContacts } from '../../open-data/records/work-contacts.ts';
import { pdlProfile } from '../../vendors/pdl/profile.ts';
import { scrapedLinkedinProfile } from '../../vendors/scrapecreators/linkedin.ts';
import { wikidataPerson } from '../../vendors/wikidata/person.ts';
import { parsePersonProfile, workContactSubjects } from './identifiers.ts';

const linkedinProfileClassification = z.object({
  matched: field.boolean('Whether a public profile was found.'),
  name: field.textOrNull('Full name.'),
  current_title: field.textOrNull(
    'Job title of the current role; null if the public page does not show it.',
  ),
  current_company: field.textOrNull('Company of the current role.'),
  followers: field.countOrNull('Number of followers on the professional network.'),
});

const day = (what: string) => field.textOrNull(`${what}, as precisely as the source states it.`);

const role = {
  title: field.textOrNull('Job title. Public pages do not show it.'),
  company: field.textOrNull('Company.'),
  location: field.textOrNull('Location of the role.'),
  started_at: day('When the role began'),
  ended_at: day('When the role ended (null if it is current or no source says)'),
};

const linkedinProfileInsights = z.object({
  network_profile_lookup_result: field.objectOrNull(
    'Details of the profile; null if none was found.',
    {
      profile_url: field.text('URL of the page.'),
      location: field.textOrNull('Location that the person states.'),
      about: field.textOrNull('What the person says about themselves.'),
      role_history: z.array(z.object(role)).describe('Roles, newest first.'),
      education: z
        .array(
          z.object({
            school: field.textOrNull('School.'),
            degrees: field.textList('Degrees.'),
            started_at: day('When the education began'),
            ended_at: day('When the education ended'),
          }),
        )
        .describe('Schools.'),
      skills: field.textList('Skills.'),
    },
  ),
  as_of: asOfField,
});

const classifyLinkedinProfile = (
  profile: LinkedinProfileFact | null,
): z.input<typeof linkedinProfileClassification> => ({
  matched: profile !== null,
  name: profile?.name ?? null,
  current_title: profile?.title ?? null,
  current_company: profile?.company ?? null,
  followers: profile?.followers ?? null,
});

const describeLinkedinProfile = (
  profile: LinkedinProfileFact | null,
  profileUrl: string,
): z.input<typeof linkedinProfileInsights> => ({
  network_profile_lookup_result: profile && {
    profile_url: profileUrl,
    location: profile.location,
    about: profile.about,
    role_history: profile.roles.map((one) => fieldsOf(role, one)),
    education: profile.education.map((one) => ({
      school: one.school,
      degrees: [...one.degrees],
      started_at: one.startedAt,
      ended_at: one.endedAt,
    })),
    skills: [...profile.skills],
  },
  as_of: profile?.asOf ?? null,
});

/** Maps a work contact to a profile; null without a name. */
function profileOfContact(contact: WorkContactFact | null): LinkedinProfileFact | null {
  if (!contact?.fullName) return null;
  const { title, company, location, followers, skills, roleStarted, asOf } = contact;
  const role = { title, company: company.name, location: null, startedAt: roleStarted };
  return {
    ...EMPTY_LINKEDIN_PROFILE,
    name: contact.fullName,
    title,
    company: company.name,
    followers,
    location: placeLine(location),
    roles: title === null && company.name === null ? [] : [{ ...role, endedAt: null }],
    skills,
    knownBy: workContactSubjects(contact),
    asOf,
  };
}

/** The operator's work_contacts file as a source of profiles. */
export const recordedProfile: Source<string, LinkedinProfileFact> = mapFact(
  mapQuery((vanity) => ({ vanity }), workContacts),
  profileOfContact,
);

const saysMoreThanName = ({
  name: _,
  knownBy: __,
  asOf: ___,
  ...said
}: LinkedinProfileFact): boolean =>
  Object.values(said).some((value) => value !== null && !(Array.isArray(value) && !value.length));

/**
 * Source order: the operator's file, the public page, then databases of people. A profile with only
 * a name is the answer if no other source has more. The paid database is not merged into a page: a
 * record costs the operator more than this answer earns.
 */
const profiles = firstInformative(saysMoreThanName, [
  recordedProfile,
  scrapedLinkedinProfile,
  pdlProfile,
  wikidataPerson,
]);

const ada: LinkedinProfileFact = {
  ...EMPTY_LINKEDIN_PROFILE,
  name: 'Ada Sandbox',
  title: 'Owner',
  company: 'Sandbox Bakery',
  followers: 120,
  location: 'New York, New York, US',
  roles: [
    {
      title: 'Owner',
      company: 'Sandbox Bakery',
      location: 'New York',
      startedAt: '2021-04',
      endedAt: null,
    },
    {
      title: 'Baker',
      company: 'Sandbox Ltd',
      location: null,
      startedAt: '2015',
      endedAt: '2021-03',
    },
  ],
  education: [
    { school: 'Sandbox University', degrees: ['Bachelors'], startedAt: '2011', endedAt: '2015' },
  ],
  skills: ['Baking', 'Bookkeeping'],
  asOf: '2026-01-01',
};

export const networkProfileLookup = defineProduct({
  path: '/network-profile-lookup',
  summary: "A person's public profile on the professional network",
  tier: 'live',
  input: z.object({
    profile_url: lookupField(parsePersonProfile, {
      description:
        "URL of the person's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts are ignored.",
      examples: ['https://www.linkedin.com/in/ada-example', 'ada-example'],
    }),
  }),
  subject: ({ profile_url }) => profile_url,
  sources: mapInput(({ profile_url: vanity }: { profile_url: string }) => vanity, profiles),
  people: {
    inputSubjects: ({ profile_url }) => personSubjects({ profile: [profile_url] }),
    factSubjects: (profile) => profile?.knownBy ?? [],
    emptyFact: null,
  },
  price: {
    upTo: 10,
    // Excludes the name, which is all that a gated page shows.
    paidFor: [
      'current_title',
      'current_company',
      'followers',
      'location',
      'about',
      'role_history',
      'education',
      'skills',
    ],
    isPaid: (profile) => profile !== null,
  },
  classification: { schema: linkedinProfileClassification, from: classifyLinkedinProfile },
  insights: {
    schema: linkedinProfileInsights,
    from: (profile, { profile_url: vanity }) =>
      describeLinkedinProfile(profile, linkedinPageUrl({ of: 'person', vanity })),
  },
  bulk: 'network_profile_lookup',
  factVersion: 2,
  sandbox: [
    inSandbox.answer('sandbox-ada', 'a profile with every section', ada),
    inSandbox.answer('sandbox-ben', 'a page that hides all but name and company', {
      ...EMPTY_LINKEDIN_PROFILE,
      name: 'Ben Sandbox',
      company: 'Sandbox Clinic',
    }),
    inSandbox.answer('sandbox-nobody', 'no public profile, not charged', null),
    ...inSandbox.refusals('sandbox-broke', 'sandbox-busy', 'sandbox-slow'),
  ],
  example: { profile_url: 'https://www.linkedin.com/in/ada-example' },
});
