import * as z from 'zod';
import { BARE_PROFILE, type NetworkProfileFact } from '../../core/people/network-profile.ts';
import { networkPageUrl } from '../../core/web/profile-address.ts';
import { count, part, parts, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { gatedPage, SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';

const member = part({ startDate: text, endDate: text });

/** A name of asterisks alone is hidden: the page then tells nothing of the person. */
const page = z.object({
  name: text.pipe(z.string()),
  location: text,
  followers: count,
  about: text,
  experience: parts({ name: text, location: text, member }),
  education: parts({ name: text, member }),
});

/** A person's public page on the professional network, by its vanity name. It shows no titles, and hides much. */
export const scrapedProfile = fromUpstream<string, NetworkProfileFact>(SCRAPECREATORS, {
  name: 'scrapecreators',
  label: 'professional_network_page',
  metered: 'calls',
  timeoutMs: SCRAPE_TIMEOUT_MS,
  async ask(vanity, call) {
    const found = await call({
      path: '/v1/linkedin/profile',
      query: { url: networkPageUrl({ of: 'person', vanity }) },
      schema: z.union([page, gatedPage]),
    });
    if (!found || !('name' in found)) return null;
    const { name, location, followers, about, experience, education } = found;
    const roles = experience
      .filter((role) => role.name !== null)
      .map((role) => ({
        title: null,
        company: role.name,
        location: role.location,
        startedAt: role.member?.startDate ?? null,
        endedAt: role.member?.endDate ?? null,
      }));
    return {
      ...BARE_PROFILE,
      name,
      company: roles.find(({ endedAt }) => endedAt === null)?.company ?? null,
      followers,
      location,
      about,
      roles,
      education: education
        .filter((school) => school.name !== null)
        .map((school) => ({
          school: school.name,
          degrees: [],
          startedAt: school.member?.startDate ?? null,
          endedAt: school.member?.endDate ?? null,
        })),
    };
  },
});
