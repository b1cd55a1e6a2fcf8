import * as z from 'zod';
import { lookedUp } from '../../../core/inputs.ts';
import { defineProduct, forcedRefusals } from '../../../core/lookup/product.ts';
import { asking, firstMatch, type Source } from '../../../core/lookup/source.ts';
import { whenKnown } from '../../../core/lookup/when-known.ts';
import { BARE_PROFILE, type NetworkProfileFact } from '../../../core/people/network-profile.ts';
import { personSubjects } from '../../../core/people/suppression.ts';
import type { WorkContactFact } from '../../../core/people/work-contact.ts';
import { networkPageUrl } from '../../../core/web/profile-address.ts';
import { pdlProfile } from '../../../sources/pdl/profile.ts';
import { scrapedProfile } from '../../../sources/scrapecreators/network-profile.ts';
import { wikidataPerson } from '../../../sources/wikidata/person.ts';
import { workContacts } from '../../../sources/work-contact-records.ts';
import { parsePersonProfile, subjectsOf } from '../identifiers.ts';
import {
  classifyNetworkProfile,
  describeNetworkProfile,
  networkProfileClassification,
  networkProfileInsights,
} from './sections.ts';

/** A record of somebody at work as a profile; null where it has no name. */
export function profileOfContact(contact: WorkContactFact | null): NetworkProfileFact | null {
  if (!contact?.fullName) return null;
  const { title, company, location, followers, skills, roleStarted, asOf } = contact;
  const place = [location.city, location.region, location.country].filter(Boolean).join(', ');
  const role = { title, company: company.name, location: null, startedAt: roleStarted };
  return {
    ...BARE_PROFILE,
    name: contact.fullName,
    title,
    company: company.name,
    followers,
    location: place || null,
    roles: title === null && company.name === null ? [] : [{ ...role, endedAt: null }],
    skills,
    knownBy: subjectsOf(contact),
    asOf,
  };
}

/** Somebody in the operator's file, as a profile. */
export const recordedProfile: Source<string, NetworkProfileFact> = {
  ...workContacts,
  ask: (vanity, world, signal) =>
    whenKnown(workContacts.ask({ vanity }, world, signal), profileOfContact),
};

interface Input {
  /** Vanity name. */
  profile_url: string;
}

const byVanity = (source: Source<string, NetworkProfileFact>) =>
  asking(({ profile_url }: Input) => profile_url, source);

const sources = firstMatch(
  byVanity(recordedProfile),
  byVanity(scrapedProfile),
  byVanity(pdlProfile),
  byVanity(wikidataPerson),
);

const ada: NetworkProfileFact = {
  ...BARE_PROFILE,
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

const PRICE = 10;

/** Who is this, and where does the person work, by the public page on the professional network? */
export const networkProfileLookup = defineProduct({
  path: '/network-profile-lookup',
  type: 'network_profile_lookup',
  summary: "A person's public profile on the professional network",
  tier: 'live',
  input: z.object({
    profile_url: lookedUp(parsePersonProfile, {
      description:
        "Address of the person's public page on the professional network, or its vanity name. Tracking parameters and mobile hosts do not matter.",
      examples: ['https://www.linkedin.com/in/ada-example', 'ada-example'],
    }),
  }),
  subject: ({ profile_url }) => profile_url,
  sources,
  people: {
    asked: ({ profile_url }) => personSubjects({ profile: [profile_url] }),
    found: (profile) => profile?.knownBy ?? [],
    nobody: null,
  },
  price: { upTo: PRICE, charge: (profile) => (profile ? PRICE : 0) },
  classification: { schema: networkProfileClassification, from: classifyNetworkProfile },
  insights: {
    schema: networkProfileInsights,
    from: (profile, { profile_url: vanity }) =>
      describeNetworkProfile(profile, networkPageUrl({ of: 'person', vanity })),
  },
  bulk: 'network_profile_lookup',
  factVersion: 1,
  sandbox: [
    { subject: 'sandbox-ada', shows: 'a profile with every section', fact: ada },
    {
      subject: 'sandbox-ben',
      shows: 'a page that hides all but name and company',
      fact: { ...BARE_PROFILE, name: 'Ben Sandbox', company: 'Sandbox Clinic' },
    },
    { subject: 'sandbox-nobody', shows: 'no public profile, not charged', fact: null },
    ...forcedRefusals('sandbox-broke', 'sandbox-busy', 'sandbox-slow'),
  ],
  example: { profile_url: 'https://www.linkedin.com/in/ada-example' },
});
