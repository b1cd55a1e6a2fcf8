import * as z from 'zod';
import { lookupField, UnusableInput } from '../../src/lib/inputs.ts';
import { type AnyProduct, defineProduct } from '../../src/lookup/product.ts';
import { type IoSource, requireAnswer, type Source } from '../../src/lookup/source.ts';

export interface WordFact {
  price: number;
}

const word = lookupField(
  (text) => {
    if (!/^[a-z]+\d*$/i.test(text)) throw new UnusableInput('must be a word');
    return text.toLowerCase();
  },
  { description: 'A word.', examples: ['plain'] },
);

/**
 * A metered product listed at 2 credits a word, that can cost up to 9; `ask` decides how each call
 * goes.
 */
export function wordProduct(ask: (word: string) => Promise<WordFact>, type = 'word'): AnyProduct {
  const source: IoSource<string, WordFact> = {
    name: 'word_vendor',
    label: 'words',
    kind: 'upstream',
    reads: 'io',
    available: () => true,
    ask,
  };
  return defineProduct({
    path: '/word',
    type,
    summary: 'A word',
    tier: 'standard',
    input: z.object({ word }),
    subject: (input) => input.word,
    sources: {
      list: [source as Source<never, WordFact>],
      resolve: async (input, askSource) =>
        requireAnswer(await askSource(source, input.word)) as WordFact,
    },
    price: { upTo: 9, listed: () => 2, charge: (fact) => fact.price },
    classification: {
      schema: z.object({ price: z.int() }),
      from: (fact) => ({ price: fact.price }),
    },
    insights: { schema: z.object({}), from: () => ({}) },
    bulk: type,
    factVersion: 1,
    sandbox: [],
    example: { word: 'plain' },
  });
}
