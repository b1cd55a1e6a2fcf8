import { describe, expect, it } from 'vitest';
import { products, runProducts } from '../../src/products/index.ts';
import { PRICE_LIST, RECHECKS } from './price-list.ts';

/** What a live key pays for the example, asked as it stands: the listed price of its input. */
const listedFor = ({ price, input, example }: (typeof products)[number]): number =>
  price.listed?.(input.parse(example)) ?? price.upTo;

describe('the price list', () => {
  it('has every lookup, and each is sold once', () => {
    expect(products.map(({ path }) => path).sort()).toEqual(
      PRICE_LIST.map(({ path }) => path).sort(),
    );
  });

  it.each(PRICE_LIST.map((row) => [row.name, row] as const))(
    'sells %s as promised',
    (_, { path, credits, from, per, tier, bulk }) => {
      const product = products.find((each) => each.path === path);
      if (!product) throw new Error(`nothing sells ${path}`);
      expect({
        upTo: product.price.upTo,
        per: product.price.per,
        tier: product.tier,
        bulk: product.bulk ?? null,
        type: product.type,
      }).toEqual({ upTo: credits, per, tier, bulk, type: path.slice(1).replaceAll('-', '_') });
      if (!per) expect(listedFor(product)).toBe(from ?? credits);
    },
  );

  it('sells a minute of audio for six credits, minutes begun counted whole', () => {
    const audio = products.find(({ path }) => path === '/audio-transcription');
    const priceOf = (durationSeconds: number) => audio?.price.charge({ durationSeconds }, {});
    expect([0, 0.1, 60, 60.1, 3_600].map(priceOf)).toEqual([0, 6, 6, 12, 360]);
    const asked = audio?.input.parse({ ...audio.example, expected_duration_minutes: 1.5 });
    expect(audio?.price.listed?.(asked)).toBe(12);
  });

  it.each(Object.entries(RECHECKS))('sells %s by its monitors', (_, { type, credits }) => {
    expect(runProducts.find((each) => each.type === type)?.price.upTo).toBe(credits);
  });
});
