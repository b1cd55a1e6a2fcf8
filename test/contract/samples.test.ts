import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { bucketBlobs } from '../../src/files/store.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { createRecordStore } from '../../src/lookup/records/store.ts';
import type { World } from '../../src/lookup/world.ts';
import { products } from '../../src/products/index.ts';
import { answer } from '../support/answer.ts';
import { call } from '../support/api.ts';
import { bareWorld } from '../support/bare-world.ts';
import { isDeployed } from '../support/deployment.ts';
import { seedRecords } from '../support/seed-records.ts';
import { contractKeys } from './keys.ts';

/** What no sample names, by the field it stands in; numbers in area codes that the samples name. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  phone_number: ['+12125551212', '+12024561414', '+13102345678', '+442079460958'],
  email: ['someone@gmail.com'],
  ip: ['8.8.4.4'],
  domain: ['wikipedia.org'],
  website: ['wikipedia.org'],
  keyword: ['coffee'],
  firstName: ['Zora'],
  first_name: ['Zora'],
  lastName: ['Quimby'],
  last_name: ['Quimby'],
  name: ['Quimby Hardware'],
  company: ['Quimby Hardware'],
  address: ['350 Fifth Avenue, New York, NY 10118'],
  zip: ['10118'],
};

const PROFILE_NAME = /[^/]+$/;

/** The example with all its fields outside the samples. */
function outsideSamples(value: unknown, at: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, held]) => {
      if (field === 'profile_url')
        return [field, String(held).replace(PROFILE_NAME, 'quimby-zora')];
      const others = OUTSIDE[field];
      const other = others?.[at % others.length];
      return [field, typeof held === 'string' && other ? other : outsideSamples(held, at)];
    }),
  );
}

const cases = products.flatMap((product) =>
  [0, 1, 2, 3].map((at) => {
    const body = outsideSamples(product.example, at) as Record<string, unknown>;
    return [product.path, JSON.stringify(body), product, body] as const;
  }),
);
const distinct = new Map(cases.map((each) => [each[0] + each[1], each]));

/** Without the list of sources that were asked: one that does not cover the input says nothing. */
async function answerIn(...asked: Parameters<typeof answer>) {
  const { consulted: _, ...answered } = await answer(...asked);
  return answered;
}

describe.skipIf(isDeployed)('with the samples imported', () => {
  let without: World;
  let withSamples: World;

  beforeAll(async () => {
    without = await bareWorld();
    await seedRecords();
    const records = createRecordStore({
      binding: env.RECORDS,
      blobs: bucketBlobs(env.DATA),
      clock: without.clock,
      datasets: RECORD_DATASETS,
      defer: () => undefined,
    });
    withSamples = { ...without, records };
  });

  it.each([...distinct.values()])(
    '%s answers %s as with nothing imported',
    async (_, __, product, body) => {
      const [bare, sampled] = await Promise.all(
        [without, withSamples].map((world) =>
          answerIn(product, body, world).catch((error: unknown) => {
            if (error instanceof ApiError) return { code: error.code, message: error.message };
            throw error;
          }),
        ),
      );
      expect(sampled).toEqual(bare);
    },
  );

  it('answers what a sample names', async () => {
    const { consulted } = await answer(
      products.find(({ type }) => type === 'phone_scrub') ?? products[0]!,
      { phone_number: '+12025550101' },
      withSamples,
    );
    expect(consulted).toContain('imported_scrub_lists');
  });

  it('calls no source of records available on their ground', async () => {
    const { body } = await call('GET', '/v1/products', { token: (await contractKeys()).test });
    const listed: {
      path: string;
      sources: { kind: string; name: string; available: boolean }[];
    }[] = body.data.products;
    const available = listed.flatMap(({ path, sources }) =>
      sources
        .filter((source) => source.kind === 'records' && source.available)
        .map(({ name }) => `${path} ${name}`),
    );
    expect(listed.length).toBe(products.length);
    expect(available).toEqual([]);
  });
});
