import * as z from 'zod';
import {
  type Prospect,
  type ProspectFilters,
  parseSeniority,
} from '../../domain/person/prospect.ts';
import { parseRegistrableDomain } from '../../domain/web/domain-name.ts';
import { alike } from '../../lib/fields.ts';
import { optionalLookupField, requireOneOf } from '../../lib/inputs.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import {
  onlyPage,
  pricePerPage,
  type SearchPage,
  searchClassification,
  searchClassificationOf,
  searchCursor,
  searchLimit,
  searchMapping,
  searchResultOf,
  searchResultSchema,
  searchSources,
  searchTextField,
  withoutRows,
} from '../../lookup/search.ts';
import { hunterProspects } from '../../vendors/hunter/domain-search.ts';
import { pdlProspects } from '../../vendors/pdl/person-search.ts';
import { officerProspects } from '../../vendors/wikidata/officers.ts';

/** A page of people; null if none was found. */
type ProspectPage = SearchPage<Prospect> | null;

const availability = (what: string) =>
  field.booleanOrNull(
    `Whether ${what} is known and can be revealed; null if the source does not say.`,
  );

const row = z.object({
  id: field.textOrNull(
    'Value to send as `person_id` to b2b-contact-append; null if only the other fields identify the person.',
  ),
  full_name: field.textOrNull('Full name.'),
  title: field.textOrNull('Current job title.'),
  seniority: field.textOrNull('Seniority level, for example cxo, vp, director, manager.'),
  location: field.textOrNull('City, region and country.'),
  company: field.textOrNull('Current company.'),
  company_domain: field.textOrNull("The company's domain."),
  network_url: field.textOrNull('URL of the page on the professional network.'),
  has_email: availability('an email address'),
  has_phone: availability('a phone number'),
});

const prospectInsights = z.object({
  prospect_search_result: searchResultSchema(
    row,
    'People that match the search, without contact data.',
  ).describe('The people who were found.'),
});

const describeProspects = (page: ProspectPage): z.input<typeof prospectInsights> => ({
  prospect_search_result: searchResultOf(page, (one) => fieldsOf(row.shape, one)),
});

const ada: Prospect = {
  id: 'sandbox_ada_0000',
  fullName: 'Ada Example',
  title: 'Owner',
  seniority: 'owner',
  location: 'Berkeley, California, United States',
  company: 'Example Ltd',
  companyDomain: 'example.com',
  networkUrl: 'https://www.linkedin.com/in/sandbox-ada',
  hasEmail: true,
  hasPhone: false,
  subjects: [],
};
const ben: Prospect = {
  ...ada,
  id: 'sandbox_ben_0000',
  fullName: 'Ben Example',
  ...alike(null, 'networkUrl', 'hasEmail', 'hasPhone'),
};

const prospectSandbox: readonly SandboxCase<ProspectPage>[] = [
  inSandbox.answer('sandbox owner', 'two people', onlyPage(ada, ben)),
  inSandbox.answer('sandbox founder', 'one person', onlyPage(ada)),
  inSandbox.answer('sandbox nobody', 'no row, not charged', null),
  ...inSandbox.refusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
];

const MAX_LIMIT = 25;

const input = z
  .object({
    title: searchTextField('Words in the job title.', 'head of sales'),
    seniority: optionalLookupField(parseSeniority, {
      description:
        'Seniority level: cxo, owner, partner, vp, director, manager, senior, entry, training or unpaid.',
      examples: ['vp'],
    }),
    location: searchTextField(
      'City, region or country, or several of them separated by commas; finds people to whom all of them apply. Two letters are an ISO country code.',
      'berkeley, california, us',
    ),
    company: searchTextField('Name of the current company.', 'example ltd'),
    company_domain: optionalLookupField((text) => parseRegistrableDomain(text).name, {
      description: 'Domain of the company. A URL is reduced to its domain.',
      examples: ['example.com'],
    }),
    limit: searchLimit(MAX_LIMIT, 10),
    cursor: searchCursor,
  })
  .check(requireOneOf('title', 'seniority', 'location', 'company', 'company_domain'));

const filtersOf = (asked: z.output<typeof input>): ProspectFilters => ({
  title: asked.title,
  seniority: asked.seniority,
  location: asked.location,
  company: asked.company,
  companyDomain: asked.company_domain,
});

const search = searchMapping('prospect_search', filtersOf);

const namesCompany = ({ company, companyDomain }: ProspectFilters): boolean =>
  (companyDomain ?? company) !== null;
/** Filters that the two sources without seniority and location can answer. */
const needsNoSeniorityOrLocation = ({ seniority, location }: ProspectFilters): boolean =>
  seniority === null && location === null;

const sources = searchSources<ProspectFilters, Prospect>(
  { source: pdlProspects, answers: () => true },
  {
    source: hunterProspects,
    answers: (filters) => filters.companyDomain !== null && needsNoSeniorityOrLocation(filters),
  },
  {
    source: officerProspects,
    answers: (filters) => namesCompany(filters) && needsNoSeniorityOrLocation(filters),
  },
);

export const prospectSearch = defineProduct({
  path: '/prospect-search',
  summary: 'Search people at work by job title, seniority, place and company',
  tier: 'standard',
  input,
  subject: (asked) => Object.values(filtersOf(asked)).filter(Boolean).join(', '),
  cacheKey: search.cacheKey,
  sources: search.by(sources),
  people: {
    inputSubjects: () => [],
    factSubjects: () => [],
    emptyFact: null,
    rows: {
      named: (page) => page?.rows.map(({ subjects }) => subjects) ?? [],
      without: withoutRows,
    },
  },
  price: pricePerPage(2, MAX_LIMIT),
  classification: {
    schema: searchClassification,
    from: (page: ProspectPage) => searchClassificationOf(page),
  },
  insights: { schema: prospectInsights, from: describeProspects },
  sandbox: prospectSandbox,
  example: { title: 'Chief Executive Officer' },
});
