import * as z from 'zod';
import { asOfField } from '../../../core/lookup/as-of.ts';
import type { NetworkProfileFact } from '../../../core/people/network-profile.ts';

export const networkProfileClassification = z.object({
  matched: z.boolean().describe('A public profile was found.'),
  name: z.string().nullable().describe('Full name.'),
  current_title: z
    .string()
    .nullable()
    .describe('Title of the current role; null where the public page does not show it.'),
  current_company: z.string().nullable().describe('Company of the current role.'),
  followers: z.int().min(0).nullable().describe('Followers on the professional network.'),
});

const day = (what: string) =>
  z.string().nullable().describe(`${what}, as precise as the source states it.`);

export const networkProfileInsights = z.object({
  network_profile_lookup_result: z
    .object({
      profile_url: z.string().describe('Address of the page.'),
      location: z.string().nullable().describe('Where the person says to be.'),
      about: z.string().nullable().describe('What the person says of himself or herself.'),
      role_history: z
        .array(
          z.object({
            title: z.string().nullable().describe('Title; public pages show none.'),
            company: z.string().nullable().describe('Company.'),
            location: z.string().nullable().describe('Where.'),
            started_at: day('When it began'),
            ended_at: day('When it ended; null while it lasts or where nobody says'),
          }),
        )
        .describe('Roles, the newest first.'),
      education: z
        .array(
          z.object({
            school: z.string().nullable().describe('School.'),
            degrees: z.array(z.string()).describe('Degrees.'),
            started_at: day('When it began'),
            ended_at: day('When it ended'),
          }),
        )
        .describe('Schools.'),
      skills: z.array(z.string()).describe('Skills.'),
    })
    .nullable()
    .describe('The profile in detail; null when none was found.'),
  as_of: asOfField,
});

/** The classification section of a network profile. */
export const classifyNetworkProfile = (
  profile: NetworkProfileFact | null,
): z.input<typeof networkProfileClassification> => ({
  matched: profile !== null,
  name: profile?.name ?? null,
  current_title: profile?.title ?? null,
  current_company: profile?.company ?? null,
  followers: profile?.followers ?? null,
});

/** The insights section of a network profile. @param profileUrl the page that was asked for */
export const describeNetworkProfile = (
  profile: NetworkProfileFact | null,
  profileUrl: string,
): z.input<typeof networkProfileInsights> => ({
  network_profile_lookup_result: profile && {
    profile_url: profileUrl,
    location: profile.location,
    about: profile.about,
    role_history: profile.roles.map((role) => ({
      title: role.title,
      company: role.company,
      location: role.location,
      started_at: role.startedAt,
      ended_at: role.endedAt,
    })),
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
