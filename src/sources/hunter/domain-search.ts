import * as z from 'zod';
import { foldText } from '../../core/fold-text.ts';
import { positionOf, type Search, type SearchPage } from '../../core/lookup/search-cursor.ts';
import { NETWORK_ID, type Prospect, type ProspectFilters } from '../../core/people/prospects.ts';
import { personSubjects } from '../../core/people/suppression.ts';
import { recordKey } from '../../core/records/keys.ts';
import { text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { HUNTER } from './client.ts';

/** The most an account on the free plan may ask for. */
const MAX_ROWS = 10;

const email = z.object({
  value: text,
  first_name: text,
  last_name: text,
  position: text,
  seniority: text,
  linkedin: text,
  phone_number: text,
});
const reply = z.object({
  data: z.object({ organization: text, emails: z.array(email) }),
});

type Row = z.output<typeof email>;

function readRow(row: Row, company: string | null, companyDomain: string): Prospect | null {
  const fullName = [row.first_name, row.last_name].filter(Boolean).join(' ') || null;
  if (fullName === null) return null;
  const vanity = recordKey('profile', row.linkedin)?.slice('profile:'.length) ?? null;
  return {
    id: vanity && `${NETWORK_ID}${vanity}`,
    fullName,
    title: row.position,
    seniority: row.seniority?.toLowerCase() ?? null,
    location: null,
    company,
    companyDomain,
    networkUrl: vanity && `https://www.linkedin.com/in/${encodeURIComponent(vanity)}`,
    hasEmail: row.value !== null,
    hasPhone: row.phone_number === null ? null : true,
    subjects: personSubjects({
      email: [row.value],
      phone_number: [row.phone_number],
      profile: [vanity],
    }),
  };
}

const holds = ({ title }: ProspectFilters, row: Prospect): boolean =>
  title === null || foldText(row.title ?? '').includes(foldText(title));

/** People of a company whose addresses are published. Of the filters it knows the domain; the title is compared here. */
export const hunterProspects = fromUpstream<Search<ProspectFilters>, SearchPage<Prospect>>(HUNTER, {
  name: 'hunter',
  label: 'work_email_search',
  metered: 'answers',
  async ask(search, call, world) {
    const { companyDomain } = search.filters;
    if (companyDomain === null) return null;
    const offset = Number((await positionOf(search, world)) ?? 0);
    const limit = Math.min(search.limit, MAX_ROWS);
    const found = await call({
      path: '/v2/domain-search',
      query: { domain: companyDomain, type: 'personal', limit, offset: offset || null },
      schema: reply,
    });
    if (!found || found.data.emails.length === 0) return null;
    const { emails: all, organization } = found.data;
    const place = { source: 'hunter', position: String(offset + limit) };
    return {
      rows: all
        .slice(0, limit)
        .flatMap((row) => readRow(row, organization, companyDomain) ?? [])
        .filter((row) => holds(search.filters, row)),
      nextCursor: all.length < limit ? null : await world.cursors.make(search.query, place),
      total: null,
    };
  },
});
