import * as z from 'zod';
import { joinFullName } from '../../domain/person/contact.ts';
import { personSubjects } from '../../domain/person/person.ts';
import {
  LINKEDIN_ID_PREFIX,
  type Prospect,
  type ProspectFilters,
} from '../../domain/person/prospect.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { alike } from '../../lib/fields.ts';
import { listOf, text } from '../../lib/loose-fields.ts';
import { foldText } from '../../lib/text.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import { searchUpstream } from '../upstream/vendor-source.ts';
import { HUNTER } from './client.ts';

/** Row limit of the vendor's free plan. */
const MAX_ROWS = 10;

const email = z.object({
  ...alike(text, 'value', 'first_name', 'last_name', 'position', 'seniority', 'linkedin'),
  phone_number: text,
});
const reply = z.object({ data: z.object({ organization: text, emails: z.array(z.unknown()) }) });

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
    hasEmail: row.value === null ? null : true,
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
 * People of a company whose addresses are published. The vendor filters by the domain only; titles
 * are filtered afterwards.
 */
export const hunterProspects = searchUpstream<ProspectFilters, Prospect>(HUNTER, {
  label: 'work_email_search',
  async ask({ filters, limit: wanted }, call, position) {
    const { companyDomain: domain } = filters;
    if (domain === null) return null;
    const offset = Number(position ?? 0);
    const limit = Math.min(wanted, MAX_ROWS);
    const found = await call({
      path: '/v2/domain-search',
      query: { domain, type: 'personal', limit, offset: offset || null },
      schema: reply,
    });
    if (!found || found.data.emails.length === 0) return null;
    const { emails, organization } = found.data;
    return {
      rows: listOf(email)
        .parse(emails.slice(0, limit))
        .flatMap((row) => readProspectRow(row, organization, domain) ?? [])
        .filter((row) => matchesTitle(filters, row)),
      next: emails.length < limit ? null : String(offset + limit),
      total: null,
    };
  },
});
