import * as z from 'zod';
import { joinFullName } from '../../domain/person/contact.ts';
import { personSubjects } from '../../domain/person/person-subject.ts';
import {
  LINKEDIN_ID_PREFIX,
  type Prospect,
  type ProspectFilters,
} from '../../domain/person/prospect.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { alike } from '../../lib/alike.ts';
import { text } from '../../lib/loose-fields.ts';
import { foldText } from '../../lib/text.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { HUNTER } from './client.ts';

/** The most an account on the free plan may ask for. */
const MAX_ROWS = 10;

const email = z.object({
  ...alike(text, 'value', 'first_name', 'last_name', 'position', 'seniority', 'linkedin'),
  phone_number: text,
});
const reply = z.object({
  data: z.object({ organization: text, emails: z.array(email) }),
});

type Row = z.output<typeof email>;

function readProspectRow(row: Row, company: string | null, companyDomain: string): Prospect | null {
  const fullName = joinFullName(row.first_name, row.last_name);
  if (fullName === null) return null;
  const vanity = keyText('profile', row.linkedin);
  return {
    id: vanity && `${LINKEDIN_ID_PREFIX}${vanity}`,
    fullName,
    title: row.position,
    seniority: row.seniority?.toLowerCase() ?? null,
    location: null,
    company,
    companyDomain,
    networkUrl: vanity && linkedinPageUrl({ of: 'person', vanity }),
    hasEmail: row.value !== null,
    hasPhone: row.phone_number === null ? null : true,
    subjects: personSubjects({
      email: [row.value],
      phone_number: [row.phone_number],
      profile: [vanity],
    }),
  };
}

const matchesTitle = ({ title }: ProspectFilters, row: Prospect): boolean =>
  title === null || foldText(row.title ?? '').includes(foldText(title));

/**
 * People of a company whose addresses are published. Of the filters it knows the domain; the title
 * is compared here.
 */
export const hunterProspects = fromUpstream<Search<ProspectFilters>, SearchPage<Prospect>>(HUNTER, {
  name: 'hunter',
  label: 'work_email_search',
  metered: 'answers',
  async ask(search, call, world) {
    const { companyDomain } = search.filters;
    if (companyDomain === null) return null;
    const offset = Number((await searchPosition(search, world)) ?? 0);
    const limit = Math.min(search.limit, MAX_ROWS);
    const found = await call({
      path: '/v2/domain-search',
      query: { domain: companyDomain, type: 'personal', limit, offset: offset || null },
      schema: reply,
    });
    if (!found || found.data.emails.length === 0) return null;
    const { emails: all, organization } = found.data;
    return searchPage(search, world, {
      source: 'hunter',
      rows: all
        .slice(0, limit)
        .flatMap((row) => readProspectRow(row, organization, companyDomain) ?? [])
        .filter((row) => matchesTitle(search.filters, row)),
      next: all.length < limit ? null : String(offset + limit),
      total: null,
    });
  },
});
