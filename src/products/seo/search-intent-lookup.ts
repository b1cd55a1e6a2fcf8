import * as z from 'zod';
import type { SearchResults } from '../../domain/web/search-engine.ts';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';
import { defineProduct, forcedRefusals } from '../../lookup/product.ts';
import { firstAnswer, mapQuery } from '../../lookup/source.ts';
import { dataForSeoSearch } from '../../vendors/dataforseo/search-results.ts';
import { scrapedWebSearch } from '../../vendors/scrapecreators/search.ts';
import { searxngSearch } from '../../vendors/searxng/search.ts';

/** Search engines read no longer query. */
const MAX_CHARS = 700;

/** One query however it is spaced; case stays, as some engines read it. @throws UnusableInput */
function parseQuery(text: string): string {
  const query = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (query === '') throw new UnusableInput('is empty');
  if (query.length > MAX_CHARS)
    throw new UnusableInput(`must have at most ${MAX_CHARS} characters`);
  return query;
}

interface Input {
  q: string;
}

const queryOf = ({ q }: Input): string => q;

const NOTHING: SearchResults = { organic: [], peopleAlsoAsk: [], relatedSearches: [] };

const classification = z.object({
  query: z.string().describe('The query as it was sent to the search engine.'),
  organicCount: z.int().min(0).describe('How many results there are. Nothing is charged for none.'),
});

const insights = z.object({
  search_intent_result: z
    .object({
      organic: z
        .array(
          z.object({
            position: z.int().min(1).describe('From 1, the best.'),
            title: z.string().describe('Title of the page.'),
            link: z.string().describe('Address of the page.'),
          }),
        )
        .describe('Results that nobody paid for, best first.'),
      peopleAlsoAsk: z.array(z.string()).describe('Questions others asked; not every source says.'),
      relatedSearches: z.array(z.string()).describe('What others searched for.'),
    })
    .describe('The first page of results.'),
});

const sample: SearchResults = {
  organic: [
    { position: 1, title: 'Example Domain', link: 'https://example.com/' },
    { position: 2, title: 'Example names', link: 'https://www.example.org/names' },
  ],
  peopleAlsoAsk: ['What is an example domain?'],
  relatedSearches: ['example domain list'],
};

/** What does a search engine answer to this query? */
export const searchIntentLookup = defineProduct({
  path: '/search-intent-lookup',
  type: 'search_intent_lookup',
  summary: 'First page of search results for a query',
  tier: 'standard',
  input: z.object({
    q: lookupField(parseQuery, {
      description: 'What to search for, at most 700 characters.',
      examples: ['example domain'],
    }),
  }),
  subject: queryOf,
  sources: firstAnswer(
    mapQuery(queryOf, searxngSearch),
    mapQuery(queryOf, dataForSeoSearch),
    mapQuery(queryOf, scrapedWebSearch),
  ),
  derive: (fact: SearchResults | null): SearchResults => fact ?? NOTHING,
  price: { upTo: 1, charge: ({ organic }) => (organic.length > 0 ? 1 : 0) },
  classification: {
    schema: classification,
    from: ({ organic }, { q }) => ({ query: q, organicCount: organic.length }),
  },
  insights: { schema: insights, from: (results) => ({ search_intent_result: results }) },
  factVersion: 1,
  sandbox: [
    { subject: 'example domain', shows: 'a page of results', fact: sample },
    { subject: 'sandbox nothing', shows: 'no results, not charged', fact: NOTHING },
    {
      subject: 'sandbox bare',
      shows: 'results without questions and related searches',
      fact: { ...NOTHING, organic: sample.organic },
    },
    ...forcedRefusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
  ],
  example: { q: 'example domain' },
});
