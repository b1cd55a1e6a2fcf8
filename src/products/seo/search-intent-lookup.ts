import * as z from 'zod';
import { countryOrUs } from '../../domain/place/countries.ts';
import type { SearchQuery, SearchResults } from '../../domain/web/search-engine.ts';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox } from '../../lookup/product.ts';
import { firstAnswer, type Sources } from '../../lookup/source.ts';
import { mapQuery } from '../../lookup/source-adapters.ts';
import { dataForSeoSearch } from '../../vendors/dataforseo/search-results.ts';
import { isScrapedSearch, scrapedWebSearch } from '../../vendors/scrapecreators/search.ts';
import { searxngSearch } from '../../vendors/searxng/search.ts';

/** Longest query that the search engines accept. */
const MAX_CHARS = 700;

/** Normalizes spacing; case stays, since some engines distinguish it. @throws UnusableInput */
function parseQuery(text: string): string {
  const query = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (query === '') throw new UnusableInput('is empty');
  if (query.length > MAX_CHARS)
    throw new UnusableInput(`must have at most ${MAX_CHARS} characters`);
  return query;
}

/** Last page allowed, because a source may bill every page up to the requested one. */
const MAX_PAGE = 5;

const input = z.object({
  q: lookupField(parseQuery, {
    description: 'Search query, at most 700 characters.',
    examples: ['example domain'],
  }),
  country: countryOrUs.describe(
    'Country in which the search is made, ISO 3166-1 alpha-2; default US.',
  ),
  language: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{2}$/, 'must be a two-letter language code, such as de')
    .nullish()
    .transform((code) => code ?? 'en')
    .describe('Language of the results, two-letter ISO 639-1 code; default en.'),
  page: z
    .int()
    .min(1)
    .max(MAX_PAGE)
    .nullish()
    .transform((page) => page ?? 1)
    .describe(`Page of results, 1 to ${MAX_PAGE}; default 1.`),
});

type Input = z.output<typeof input>;

const queryOf = ({ q, country, language, page }: Input): SearchQuery => ({
  text: q,
  country,
  language,
  page,
});

const NOTHING: SearchResults = { organic: [], peopleAlsoAsk: [], relatedSearches: [] };

const classification = z.object({
  query: field.text('The query as it was sent to the search engine.'),
  country: field.text('Country in which the search was made.'),
  language: field.text('Language of the results.'),
  page: z.int().min(1).describe('Number of this page of results.'),
  organicCount: field.count('Number of results. Nothing is charged if there are none.'),
});

const insights = z.object({
  search_intent_result: field.object('One page of results.', {
    organic: z
      .array(
        z.object({
          position: z.int().min(1).describe('Position on this page; 1 is the best.'),
          title: field.text('Title of the page.'),
          link: field.text('URL of the page.'),
          snippet: field.textOrNull('Excerpt of the page that the search engine shows.'),
        }),
      )
      .describe('Unpaid results, best first.'),
    peopleAlsoAsk: field.textList('Questions that others asked. Not every source has them.'),
    relatedSearches: field.textList('Related queries by others.'),
  }),
});

const sample: SearchResults = {
  organic: [
    {
      position: 1,
      title: 'Example Domain',
      link: 'https://example.com/',
      snippet: 'This domain is for use in documents.',
    },
    { position: 2, title: 'Example names', link: 'https://www.example.org/names', snippet: null },
  ],
  peopleAlsoAsk: ['What is an example domain?'],
  relatedSearches: ['example domain list'],
};

const engines = [searxngSearch, dataForSeoSearch].map((source) => mapQuery(queryOf, source));
const anywhere = firstAnswer(...engines, mapQuery(queryOf, scrapedWebSearch));
const elsewhere = firstAnswer(...engines);

const sources: Sources<Input, SearchResults | null> = {
  list: anywhere.list,
  resolve: (asked, ask) =>
    (isScrapedSearch(queryOf(asked)) ? anywhere : elsewhere).resolve(asked, ask),
};

export const searchIntentLookup = defineProduct({
  path: '/search-intent-lookup',
  summary: 'A page of search results for a query',
  tier: 'standard',
  input,
  subject: ({ q }) => q,
  cacheKey: ({ q, country, language, page }) => `${country}|${language}|${page}|${q}`,
  sources,
  derive: (fact: SearchResults | null): SearchResults => fact ?? NOTHING,
  price: { upTo: 1, isPaid: ({ organic }) => organic.length > 0 },
  classification: {
    schema: classification,
    from: ({ organic }, { q, country, language, page }) => ({
      query: q,
      country,
      language,
      page,
      organicCount: organic.length,
    }),
  },
  insights: { schema: insights, from: (results) => ({ search_intent_result: results }) },
  factVersion: 2,
  sandbox: [
    inSandbox.answer('example domain', 'a page of results', sample),
    inSandbox.answer('sandbox nothing', 'no results, not charged', NOTHING),
    inSandbox.answer('sandbox bare', 'results without questions and related searches', {
      ...NOTHING,
      organic: sample.organic,
    }),
    ...inSandbox.refusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
  ],
  example: { q: 'example domain' },
});
