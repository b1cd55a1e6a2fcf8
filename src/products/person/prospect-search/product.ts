import * as z from 'zod';
import { lookedUpIfGiven, requireOneOf } from '../../../core/inputs.ts';
import { defineProduct } from '../../../core/lookup/product.ts';
import { classifySearch, searchClassification } from '../../../core/lookup/search-answer.ts';
import { searchCursor, searching, searchSources } from '../../../core/lookup/search-cursor.ts';
import type { Prospect, ProspectFilters } from '../../../core/people/prospects.ts';
import { parseSeniority } from '../../../core/people/seniority.ts';
import { parseSearchText } from '../../../core/search-text.ts';
import { parseRegistrableDomain } from '../../../core/web/domain-name.ts';
import { hunterProspects } from '../../../sources/hunter/domain-search.ts';
import { pdlProspects } from '../../../sources/pdl/person-search.ts';
import { officerProspects } from '../../../sources/wikidata/officer-search.ts';
import { prospectSandbox } from './sandbox.ts';
import { describeProspects, type Prospects, prospectInsights } from './sections.ts';

const MAX_ROWS = 25;
const ROWS = 10;

const words = (description: string, example: string) =>
  lookedUpIfGiven(parseSearchText, { description, examples: [example] });

const input = z
  .object({
    title: words('Words of the title.', 'head of sales'),
    seniority: lookedUpIfGiven(parseSeniority, {
      description:
        'Level: cxo, owner, partner, vp, director, manager, senior, entry, training or unpaid.',
      examples: ['vp'],
    }),
    location: words(
      'City, region or country, or several of them with commas: people in all of them. Two letters are the ISO code of a country.',
      'berkeley, california, us',
    ),
    company: words('Name of the current company.', 'example ltd'),
    company_domain: lookedUpIfGiven((text) => parseRegistrableDomain(text).name, {
      description: "The company's domain; an address is reduced to it.",
      examples: ['example.com'],
    }),
    limit: z
      .int()
      .min(1)
      .max(MAX_ROWS)
      .default(ROWS)
      .describe('Rows wanted at most, 1 to 25; the operator may have set fewer.'),
    cursor: searchCursor,
  })
  .superRefine(requireOneOf('title', 'seniority', 'location', 'company', 'company_domain'));

type ProspectInput = z.output<typeof input>;

const filtersOf = (asked: ProspectInput): ProspectFilters => ({
  title: asked.title,
  seniority: asked.seniority,
  location: asked.location,
  company: asked.company,
  companyDomain: asked.company_domain,
});

const search = searching('prospect_search', filtersOf);

const isOf = ({ company, companyDomain }: ProspectFilters): boolean =>
  (companyDomain ?? company) !== null;
/** Neither source says at which level somebody is, or where. */
const saysEnough = ({ seniority, location }: ProspectFilters): boolean =>
  seniority === null && location === null;

const sources = searchSources<ProspectFilters, Prospect>(
  { source: pdlProspects, answers: () => true },
  {
    source: hunterProspects,
    answers: (filters) => filters.companyDomain !== null && saysEnough(filters),
  },
  { source: officerProspects, answers: (filters) => isOf(filters) && saysEnough(filters) },
);

const without = (page: Prospects, suppressed: ReadonlySet<number>): Prospects =>
  page && { ...page, rows: page.rows.filter((_, row) => !suppressed.has(row)) };

/** Who holds such a role, at such a company, in such a place? */
export const prospectSearch = defineProduct({
  path: '/prospect-search',
  type: 'prospect_search',
  summary: 'Search people at work by title, level, place and company',
  tier: 'standard',
  input,
  subject: (asked) => Object.values(filtersOf(asked)).filter(Boolean).join(', '),
  cacheKey: search.cacheKey,
  sources: search.by(sources),
  people: {
    asked: () => [],
    found: () => [],
    nobody: null,
    rows: { named: (page) => page?.rows.map(({ subjects }) => subjects) ?? [], without },
  },
  price: { upTo: 2, charge: (page) => (page && page.rows.length > 0 ? 2 : 0) },
  classification: { schema: searchClassification, from: (page: Prospects) => classifySearch(page) },
  insights: { schema: prospectInsights, from: describeProspects },
  factVersion: 1,
  sandbox: prospectSandbox,
  example: { title: 'Chief Executive Officer' },
});
