import * as z from 'zod';
import type { SearchPage } from '../../../core/lookup/search-cursor.ts';
import type { Prospect } from '../../../core/people/prospects.ts';

/** A page of people; null when nobody was found. */
export type Prospects = SearchPage<Prospect> | null;

export const prospectClassification = z.object({
  found: z.boolean().describe('There is at least one row.'),
  count: z.int().min(0).describe('Rows of this answer.'),
  next_cursor: z
    .string()
    .nullable()
    .describe(
      'Send it as `cursor` with the same search for the rows after these; null after the last.',
    ),
});

const text = (description: string) => z.string().nullable().describe(description);
const held = (what: string) =>
  z
    .boolean()
    .nullable()
    .describe(`Whether ${what} is known, to be revealed; null when the source does not say.`);

const row = z.object({
  id: text(
    'Send it as `person_id` to b2b-contact-append; null where only the other fields name the person.',
  ),
  full_name: text('Full name.'),
  title: text('Current title.'),
  seniority: text('Level, for example cxo, vp, director, manager.'),
  location: text('City, region and country.'),
  company: text('Current company.'),
  company_domain: text("The company's domain."),
  network_url: text('Page on the professional network.'),
  has_email: held('an email address'),
  has_phone: held('a phone number'),
});

export const prospectInsights = z.object({
  prospect_search_result: z
    .object({
      rows: z.array(row).describe('People, without contact data.'),
      total: z
        .int()
        .min(0)
        .nullable()
        .describe('Rows of the whole search as the source counts them; null when it does not.'),
    })
    .describe('Who was found.'),
});

/** The classification section of a search of people. */
export const classifyProspects = (page: Prospects): z.input<typeof prospectClassification> => ({
  found: page !== null && page.rows.length > 0,
  count: page?.rows.length ?? 0,
  next_cursor: page?.nextCursor ?? null,
});

const rowOf = (one: Prospect): z.input<typeof row> => ({
  id: one.id,
  full_name: one.fullName,
  title: one.title,
  seniority: one.seniority,
  location: one.location,
  company: one.company,
  company_domain: one.companyDomain,
  network_url: one.networkUrl,
  has_email: one.hasEmail,
  has_phone: one.hasPhone,
});

/** The insights section of a search of people. */
export const describeProspects = (page: Prospects): z.input<typeof prospectInsights> => ({
  prospect_search_result: { rows: page?.rows.map(rowOf) ?? [], total: page?.total ?? null },
});
