import * as z from 'zod';
import type { SocialRow, SocialSearch } from '../../domain/social/facts.ts';
import { platformParser } from '../../domain/social/platforms.ts';
import { alike } from '../../lib/fields.ts';
import { lookupField } from '../../lib/inputs.ts';
import { parseSearchText } from '../../lib/search-text.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import {
  onlyPage,
  pricePerPage,
  type SearchPage,
  searchClassification,
  searchClassificationOf,
  searchCursor,
  searchMapping,
  searchSources,
  withoutRows,
} from '../../lookup/search.ts';
import { blueskyPeople } from '../../vendors/bluesky/bluesky.ts';
import { scrapedSocialSearch } from '../../vendors/scrapecreators/search.ts';
import { authorSubjects } from './fields.ts';

const PLATFORMS = [
  'tiktok',
  'instagram',
  'youtube',
  'threads',
  'reddit',
  'pinterest',
  'network',
  'bluesky',
] as const;

const input = z.object({
  query: lookupField(parseSearchText, {
    description: 'Words to search for.',
    examples: ['sourdough bread'],
  }),
  platform: lookupField(platformParser(PLATFORMS), {
    description: `Platform to search: ${PLATFORMS.join(', ')}. On bluesky, people are found; elsewhere, posts and videos.`,
    examples: ['bluesky'],
  }),
  cursor: searchCursor,
});

type SocialSearchPage = SearchPage<SocialRow> | null;

const row = z.object({
  id: field.textOrNull('Id of the post on the platform; for a person, of the account.'),
  url: field.textOrNull('URL of the post or person.'),
  caption: field.textOrNull('Text or title; for a person, their own description.'),
  author_handle: field.textOrNull('Name of the account, without @.'),
  author_name: field.textOrNull('Display name of the author.'),
  likes: field.countOrNull('Number of likes or votes.'),
  views: field.countOrNull('Number of views.'),
  posted_at: field.textOrNull(
    "When it was posted, ISO 8601, or in the platform's own words if it says no more.",
  ),
});

const rows = searchSources<SocialSearch, SocialRow>(
  { source: blueskyPeople, answers: ({ platform }) => platform === 'bluesky' },
  { source: scrapedSocialSearch, answers: ({ platform }) => platform !== 'bluesky' },
);

const search = searchMapping(
  'social_search',
  ({ platform, query: text }: z.output<typeof input>): SocialSearch => ({ platform, text }),
);

const ada: SocialRow = {
  id: '1',
  url: 'https://bsky.app/profile/ada.example',
  caption: 'Baker in Berkeley.',
  authorHandle: 'ada.example',
  authorName: 'Ada Example',
  ...alike(null, 'likes', 'views', 'postedAt'),
};

const sandbox: readonly SandboxCase<SocialSearchPage>[] = [
  inSandbox.answer('sandbox bakers', 'two rows', onlyPage(ada, { ...ada, id: '2' })),
  inSandbox.answer('sandbox baker', 'one row', onlyPage(ada)),
  inSandbox.answer('sandbox nobody', 'no row, not charged', null),
  ...inSandbox.refusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
];

export const socialSearch = defineProduct({
  path: '/social-search',
  summary: 'Posts, videos or people of a social platform by words',
  tier: 'live',
  input,
  subject: ({ query }) => query,
  cacheKey: search.cacheKey,
  sources: search.by(rows),
  people: {
    inputSubjects: () => [],
    factSubjects: () => [],
    emptyFact: null,
    rows: {
      named: (found, { platform }) =>
        found?.rows.map(({ authorHandle }) => authorSubjects({ platform }, authorHandle)) ?? [],
      without: withoutRows,
    },
  },
  price: pricePerPage(5),
  // Its own schema object, which the OpenAPI document names after this product.
  classification: { schema: searchClassification.extend({}), from: searchClassificationOf },
  insights: {
    schema: z.object({
      social_search_result: field.object('What was found.', {
        rows: z.array(row).describe('Posts, videos or people.'),
      }),
    }),
    from: (found: SocialSearchPage) => ({
      social_search_result: { rows: found?.rows.map((one) => fieldsOf(row.shape, one)) ?? [] },
    }),
  },
  factVersion: 3,
  sandbox,
  example: { query: 'ada example', platform: 'bluesky' },
});
