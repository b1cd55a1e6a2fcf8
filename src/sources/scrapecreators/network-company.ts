import * as z from 'zod';
import { type CompanyFact, claimsOf } from '../../core/companies/company.ts';
import { networkPageUrl } from '../../core/web/profile-address.ts';
import { count, part, text, texts } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { gatedPage, SCRAPE_TIMEOUT_MS, SCRAPECREATORS } from './client.ts';

const NAME = 'scrapecreators';

const page = z.object({
  name: text.pipe(z.string()),
  description: text,
  employeeCount: count,
  website: text,
  industry: text,
  size: text,
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
export const scrapedCompany = fromUpstream<string, CompanyFact>(SCRAPECREATORS, {
  name: NAME,
  label: 'professional_network_page',
  metered: 'calls',
  timeoutMs: SCRAPE_TIMEOUT_MS,
  async ask(vanity, call) {
    const url = networkPageUrl({ of: 'organization', vanity });
    const found = await call({
      path: '/v1/linkedin/company',
      query: { url },
      schema: z.union([page, gatedPage]),
    });
    if (!found || !('name' in found)) return null;
    return claimsOf(NAME, {
      name: found.name,
      description: found.description,
      industry: found.industry,
      size: found.size,
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
