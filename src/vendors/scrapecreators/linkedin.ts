import * as z from 'zod';
import { type CompanyFact, companyFields } from '../../domain/company/company.ts';
import {
  EMPTY_LINKEDIN_PROFILE,
  type LinkedinProfileFact,
} from '../../domain/person/linkedin-profile.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { alike } from '../../lib/alike.ts';
import { count, part, parts, text, texts } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { gatedPage, SCRAPECREATORS } from './client.ts';

const SOURCE_NAME = 'scrapecreators';

const companyPage = z.object({
  name: text.pipe(z.string()),
  description: text,
  employeeCount: count,
  ...alike(text, 'website', 'industry', 'size'),
  founded: count,
  headquarters: text,
  type: text,
  specialties: texts,
  funding: part({ numberOfRounds: count, lastRound: part({ date: text }) }),
});

/** The day of a date as the page writes it, such as `2021-05-01T00:00:00.000Z` or `May 1, 2021`. */
function dayOf(written: string | null): string | null {
  if (written === null) return null;
  const iso = /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(written)?.[0];
  const at = Date.parse(`${written} UTC`);
  return iso ?? (Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10));
}

function ipoStatusOf(type: string | null): 'public' | 'private' | null {
  if (type === null) return null;
  if (/\bpublic(?:ly)?\b/i.test(type)) return 'public';
  return /\bprivate(?:ly)?\b/i.test(type) ? 'private' : null;
}

/** A company's page on the professional network, by its vanity name. */
export const scrapedLinkedinCompany = fromUpstream<string, CompanyFact>(SCRAPECREATORS, {
  label: 'professional_network_page',
  async ask(vanity, call) {
    const url = linkedinPageUrl({ of: 'organization', vanity });
    const found = await call({
      path: '/v1/linkedin/company',
      query: { url },
      schema: z.union([companyPage, gatedPage]),
    });
    if (!found || !('name' in found)) return null;
    return companyFields(SOURCE_NAME, {
      name: found.name,
      description: found.description,
      industry: found.industry,
      size: found.size,
      employeeBand: found.size?.replace(/ employees$/i, ''),
      founded: found.founded,
      headquarters: found.headquarters,
      website: found.website,
      employeesOnPlatform: found.employeeCount,
      specialties: found.specialties,
      fundingRounds: found.funding?.numberOfRounds,
      lastRoundDate: dayOf(found.funding?.lastRound?.date ?? null),
      ipoStatus: ipoStatusOf(found.type),
      networkUrl: url,
    });
  },
});

const member = part({ startDate: text, endDate: text });

/** A name of asterisks alone is hidden: the page then has no facts of the person. */
const profilePage = z.object({
  name: text.pipe(z.string()),
  location: text,
  followers: count,
  about: text,
  experience: parts({ name: text, location: text, member }),
  education: parts({ name: text, member }),
});

/**
 * A person's public page on the professional network, by its vanity name. It shows no titles, and
 * hides much.
 */
export const scrapedLinkedinProfile = fromUpstream<string, LinkedinProfileFact>(SCRAPECREATORS, {
  label: 'professional_network_page',
  async ask(vanity, call) {
    const found = await call({
      path: '/v1/linkedin/profile',
      query: { url: linkedinPageUrl({ of: 'person', vanity }) },
      schema: z.union([profilePage, gatedPage]),
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
      ...EMPTY_LINKEDIN_PROFILE,
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
