import * as z from 'zod';
import {
  type Prospect,
  type ProspectFilters,
  parseSeniority,
} from '../../domain/person/prospect.ts';
import { parseRegistrableDomain } from '../../domain/web/domain-name.ts';
import { alike } from '../../lib/fields.ts';
import { optionalLookupField, requireOneOf } from '../../lib/inputs.ts';
import { booleanField, fieldsOf, textField } from '../../lookup/answer-fields.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../lookup/product.ts';
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

/** A page of people; null when none was found. */
type ProspectPage = SearchPage<Prospect> | null;

const availability = (what: string) =>
  booleanField(`Whether ${what} is known, to be revealed; null when the source does not say.`);

const row = z.object({
  id: textField(
    'Send it as `person_id` to b2b-contact-append; null where only the other fields name the person.',
  ),
  full_name: textField('Full name.'),
  title: textField('Current title.'),
  seniority: textField('Level, for example cxo, vp, director, manager.'),
  location: textField('City, region and country.'),
  company: textField('Current company.'),
  company_domain: textField("The company's domain."),
  network_url: textField('Page on the professional network.'),
  has_email: availability('an email address'),
  has_phone: availability('a phone number'),
});

const prospectInsights = z.object({
  prospect_search_result: searchResultSchema(row, 'People, without contact data.').describe(
    'Who was found.',
  ),
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
  { subject: 'sandbox owner', shows: 'two people', fact: onlyPage(ada, ben) },
  { subject: 'sandbox founder', shows: 'one person', fact: onlyPage(ada) },
  { subject: 'sandbox nobody', shows: 'no row, not charged', fact: null },
  ...forcedRefusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
];

const MAX_LIMIT = 25;

const input = z
  .object({
    title: searchTextField('Words of the title.', 'head of sales'),
    seniority: optionalLookupField(parseSeniority, {
      description:
        'Level: cxo, owner, partner, vp, director, manager, senior, entry, training or unpaid.',
      examples: ['vp'],
    }),
    location: searchTextField(
      'City, region or country, or several of them with commas: people in all of them. Two letters are the ISO code of a country.',
      'berkeley, california, us',
    ),
    company: searchTextField('Name of the current company.', 'example ltd'),
    company_domain: optionalLookupField((text) => parseRegistrableDomain(text).name, {
      description: "The company's domain; an address is reduced to it.",
      examples: ['example.com'],
    }),
    limit: searchLimit(MAX_LIMIT, 10),
    cursor: searchCursor,
  })
  .superRefine(requireOneOf('title', 'seniority', 'location', 'company', 'company_domain'));

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
/** Neither source states a person's seniority or location. */
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
  summary: 'Search people at work by title, level, place and company',
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
