import * as z from 'zod';
import { personSubjects } from '../../domain/person/person.ts';
import {
  looksLikeAddress,
  profileUrl,
  readHandle,
  readProfileAddress,
} from '../../domain/social/address.ts';
import type { FollowerCountriesFact } from '../../domain/social/facts.ts';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import { firstAnswer } from '../../lookup/source.ts';
import { mapQuery } from '../../lookup/source-adapters.ts';
import { scrapedAudience } from '../../vendors/scrapecreators/audience.ts';

/** The only platform with a source of audience data. */
const PLATFORM = 'tiktok';

function readAccount(text: string): string {
  if (!looksLikeAddress(text)) return readHandle(PLATFORM, text);
  const { platform, handle } = readProfileAddress(text);
  if (platform !== PLATFORM) throw new UnusableInput(`is not of ${PLATFORM}`);
  return handle;
}

const row = z.object({
  country: field.text('Name of the country.'),
  country_code: field.textOrNull('Country code, ISO 3166-1 alpha-2.'),
  count: field.count('Number of followers in the sample who are in the country.'),
  share: field.shareOrNull('Share of the sample, as in the source: 0.1596 is 15.96%.'),
});

const known: FollowerCountriesFact = {
  countries: [
    { country: 'United States', code: 'US', count: 60, share: 0.6 },
    { country: 'Canada', code: 'CA', count: 40, share: 0.4 },
  ],
};

const sandbox: readonly SandboxCase<FollowerCountriesFact | null>[] = [
  inSandbox.answer('sandbox.ada', 'followers of two countries', known),
  inSandbox.answer('sandbox.ben', 'one country without a share', {
    countries: [{ country: 'France', code: 'FR', count: 7, share: null }],
  }),
  inSandbox.answer('sandbox.nobody', 'nothing known, not charged', null),
  ...inSandbox.refusals('sandbox.broke', 'sandbox.busy', 'sandbox.slow'),
];

const knownCountries = (fact: FollowerCountriesFact | null) =>
  (fact?.countries ?? []).filter(({ code }) => code !== null);

export const audienceDemographics = defineProduct({
  path: '/audience-demographics',
  summary: 'Countries of the followers of a short-video account',
  tier: 'live',
  input: z.object({
    handle: lookupField(readAccount, {
      description:
        'Name of the account, with or without @, or the URL of its profile. Short-video accounts only.',
      examples: ['ada.bakes', '@ada.bakes'],
    }),
  }),
  subject: ({ handle }) => handle,
  sources: firstAnswer<{ handle: string }, FollowerCountriesFact>(
    mapQuery(({ handle }) => handle, scrapedAudience),
  ),
  people: {
    inputSubjects: ({ handle }) =>
      personSubjects({ profile: [profileUrl({ platform: PLATFORM, handle })] }),
    factSubjects: () => [],
    emptyFact: null,
  },
  price: { upTo: 40, isPaid: (fact) => fact !== null },
  classification: {
    schema: z.object({
      matched: field.boolean('Whether anything is known about the followers.'),
      handle: field.text('Name of the account, without @.'),
      sample_size: field.countOrNull(
        'Number of followers whose country is known: a sample, not all followers.',
      ),
      countries_count: field.count('Number of countries in which they are.'),
    }),
    from: (fact, { handle }) => ({
      matched: fact !== null,
      handle,
      sample_size: fact && knownCountries(fact).reduce((all, { count }) => all + count, 0),
      countries_count: knownCountries(fact).length,
    }),
  },
  insights: {
    schema: z.object({
      audience_demographics_result: field.object('Countries of the followers.', {
        countries: z
          .array(row)
          .describe(
            'Countries, in the order of the source. A row without a code is the remainder.',
          ),
      }),
    }),
    from: (fact) => ({
      audience_demographics_result: {
        countries: (fact?.countries ?? []).map(({ code, ...rest }) => ({
          ...rest,
          country_code: code,
        })),
      },
    }),
  },
  bulk: 'audience_demographics',
  sandbox,
  example: { handle: 'ada.bakes' },
});
