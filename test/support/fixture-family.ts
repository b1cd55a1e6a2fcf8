import * as z from 'zod';
import { lookupField, UnusableInput } from '../../src/lib/inputs.ts';
import { defineProduct, type ProductFamily } from '../../src/lookup/product.ts';
import type { MemorySource, Sources } from '../../src/lookup/source.ts';

const word = lookupField(
  (text) => {
    if (!/^[a-z<>"'&]+$/.test(text)) throw new UnusableInput('must be lower-case letters');
    return text;
  },
  { description: 'A word of <lower-case> letters.', examples: ['plain'] },
);

const wordList: MemorySource<{ word: string }, { length: number }> = {
  name: 'word_list',
  label: 'word_list',
  kind: 'compiled',
  reads: 'memory',
  available: () => true,
  ask: (query) => ({ length: query.word.length }),
};

const sources: Sources<{ word: string }, { length: number }> = {
  list: [wordList],
  resolve: async (query) => ({ length: query.word.length }),
};

/**
 * A product with everything a product can declare; some of its texts would be markup if they were
 * not escaped.
 */
const wordLength = defineProduct({
  path: '/word-length',
  type: 'word_length',
  summary: 'How long a word is & <b>why</b>',
  tier: 'live',
  input: z.object({
    word,
    language: z.enum(['EN', 'FR']).optional().describe('Dictionary to use.'),
  }),
  subject: (input) => input.word,
  sources,
  price: { upTo: 3, charge: (fact) => (fact.length > 10 ? 0 : 3) },
  classification: {
    schema: z.object({
      length: z.int(),
      size: z.enum(['SHORT', 'LONG']).describe('Up to ten letters is SHORT.'),
    }),
    from: (fact) => ({ length: fact.length, size: fact.length > 10 ? 'LONG' : 'SHORT' }) as const,
  },
  insights: {
    schema: z.object({
      origin: z
        .object({
          language: z.string().nullable(),
          variants: z.array(z.object({ text: z.string() })),
        })
        .optional(),
      port: z.union([z.int(), z.string()]),
    }),
    from: () => ({ origin: { language: null, variants: [] }, port: 'N/A' }),
  },
  risk: { base: 0, factors: {}, confidence: { base: 100, factors: {} } },
  recommend: () => ({
    primary_action: 'APPROVE',
    secondary_actions: [],
    user_message: 'A word.',
    business_rules: { speak_allowed: true },
  }),
  bulk: 'word_length',
  factVersion: 1,
  sandbox: [
    { subject: 'plain', shows: 'a short word', fact: { length: 5 } },
    { subject: 'incomprehensible', shows: 'a long word, not charged', fact: { length: 16 } },
    { subject: `<script>'"&`, shows: 'a timeout of the <source>', fails: 'UPSTREAM_TIMEOUT' },
  ],
  example: { word: 'plain' },
});

export const fixtureFamilies: readonly ProductFamily[] = [
  { name: 'Words', summary: 'What is known of a word.', products: [wordLength] },
];

/** Who runs a test's deployment: one that says nothing. */
export const fixtureOperator = {
  name: 'Lookup API',
  address: null,
  contact: null,
  terms: null,
  privacy: null,
};

export const fixtureLimits = {
  standard: { limit: 200, seconds: 10 },
  live: { limit: 1_000, seconds: 60 },
  account: { limit: 1_000, seconds: 60 },
  ceilingSecond: { limit: 500, seconds: 1 },
  ceilingTenSeconds: { limit: 5_000, seconds: 10 },
  organizationStandard: { limit: 1_000, seconds: 10 },
  organizationLive: { limit: 5_000, seconds: 60 },
  organizationSecond: { limit: 1_000, seconds: 1 },
  organizationTenSeconds: { limit: 10_000, seconds: 10 },
};
