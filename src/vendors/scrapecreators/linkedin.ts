import * as z from 'zod';
import { type CompanyFact, companyFields } from '../../domain/company/company.ts';
import {
  type Education,
  EMPTY_LINKEDIN_PROFILE,
  type LinkedinProfileFact,
  type Position,
} from '../../domain/person/linkedin-profile.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import {
  count,
  dateAsSent,
  fieldsAt,
  listOf,
  text,
  texts,
  unsaid,
  year,
} from '../../lib/loose-fields.ts';
import { parseTime } from '../../lib/time.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { gatedPage, SCRAPECREATORS } from './client.ts';

/** Date as precise as the page states it: `2021-05-01T00:00:00.000Z`, `Mar 2021`. */
function dayOf(written: string | null): string | null {
  if (written === null) return null;
  const iso = /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(written)?.[0];
  const at = /\b\d{4}\b/.test(written) ? parseTime(iso ?? `${written} UTC`) : Number.NaN;
  if (Number.isNaN(at)) return null;
  if (iso) return iso;
  return new Date(at).toISOString().slice(0, /\b\d{1,2}\b/.test(written) ? 10 : 7);
}

function ipoStatusOf(type: string | null): 'public' | 'private' | null {
  if (type === null) return null;
  if (/\bpublic(?:ly)?\b/i.test(type)) return 'public';
  return /\bprivate(?:ly)?\b/i.test(type) ? 'private' : null;
}

const ipoStatus = text.transform(ipoStatusOf);

/** Specialties; the page writes them as a sentence, so the last one begins with `and`. */
const specialties = texts.transform((all) =>
  all.map((one, at) => (at > 0 && at === all.length - 1 ? one.replace(/^and (?=\S)/, '') : one)),
);

const companyPage = fieldsAt({
  name: ['name', text.pipe(z.string())],
  description: ['description', text],
  industry: ['industry', text],
  size: ['size', text],
  employeeBand: ['size', text.transform((size) => size?.replace(/ employees$/i, ''))],
  founded: ['founded', year],
  headquarters: ['headquarters', text],
  website: ['website', text],
  employeesOnPlatform: ['employeeCount', count],
  specialties: ['specialties', specialties],
  fundingRounds: ['funding.numberOfRounds', count],
  lastRoundDate: ['funding.lastRound.date', text.transform(dayOf)],
  ipoStatus: ['type', ipoStatus],
});

/** LinkedIn page of a company, by its vanity name. */
export const scrapedLinkedinCompany = fromUpstream<string, CompanyFact>(SCRAPECREATORS, {
  label: 'professional_network_page',
  async ask(vanity, call) {
    const networkUrl = linkedinPageUrl({ of: 'organization', vanity });
    const found = await call({
      path: '/v1/linkedin/company',
      query: { url: networkUrl },
      schema: z.union([companyPage, gatedPage]),
    });
    return found && 'name' in found
      ? companyFields('scrapecreators', { ...found, networkUrl })
      : null;
  },
});

const role = fieldsAt<Position>({
  title: [unsaid],
  company: ['name', text.pipe(z.string())],
  location: ['location', text],
  startedAt: ['member.startDate', dateAsSent],
  endedAt: ['member.endDate', dateAsSent],
});

const school = fieldsAt<Education>({
  school: ['name', text.pipe(z.string())],
  degrees: [z.unknown().transform(() => [])],
  startedAt: ['member.startDate', dateAsSent],
  endedAt: ['member.endDate', dateAsSent],
});

/** A name of asterisks only is hidden; the page then has no facts of the person. */
const profilePage = fieldsAt({
  name: ['name', text.pipe(z.string())],
  followers: ['followers', count],
  location: ['location', text],
  about: ['about', text],
  roles: ['experience', listOf(role).catch(() => [])],
  education: ['education', listOf(school).catch(() => [])],
});

/** Public LinkedIn page of a person, by vanity name; it has no titles. */
export const scrapedLinkedinProfile = fromUpstream<string, LinkedinProfileFact>(SCRAPECREATORS, {
  label: 'professional_network_page',
  async ask(vanity, call) {
    const found = await call({
      path: '/v1/linkedin/profile',
      query: { url: linkedinPageUrl({ of: 'person', vanity }) },
      schema: z.union([profilePage, gatedPage]),
    });
    if (!found || !('name' in found)) return null;
    const current = found.roles.find(({ endedAt }) => endedAt === null);
    return { ...EMPTY_LINKEDIN_PROFILE, ...found, company: current?.company ?? null };
  },
});
