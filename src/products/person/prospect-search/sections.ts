import * as z from 'zod';
import { searchResult } from '../../../core/lookup/search-answer.ts';
import type { SearchPage } from '../../../core/lookup/search-cursor.ts';
import type { Prospect } from '../../../core/people/prospects.ts';

/** A page of people; null when nobody was found. */
export type Prospects = SearchPage<Prospect> | null;

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
  prospect_search_result: searchResult(row, 'People, without contact data.').describe(
    'Who was found.',
  ),
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
