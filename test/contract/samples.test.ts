import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { bucketBlobs } from '../../src/files/store.ts';
import { exampleRequest } from '../../src/http/openapi/examples.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { createRecordStore } from '../../src/lookup/records/store.ts';
import type { World } from '../../src/lookup/world.ts';
import { products } from '../../src/products/index.ts';
import { clearRecords } from '../records/support.ts';
import { answer } from '../support/answer.ts';
import { call } from '../support/api.ts';
import { bareWorld } from '../support/create-world.ts';
import { isDeployed } from '../support/deployment.ts';
import { seedRecords } from '../support/seed-records.ts';
import { contractKeys } from './keys.ts';

/**
 * What no sample names, by the field it stands in, and what lies next to a sample's keys: numbers
 * in area codes that the samples name, namesakes, neighbours.
 */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  phone_number: ['+12125551212', '+12024561414', '+13102345678', '+442079460958', '+12025550198'],
  email: ['someone@gmail.com', 'nobody@bakery.example', 'ada@example.net'],
  ip: ['8.8.4.4', '203.0.113.41', '192.0.3.9', '2001:db8:11::1'],
  domain: ['wikipedia.org', 'bakeries.example'],
  website: ['wikipedia.org'],
  keyword: ['coffee', 'running'],
  firstName: ['Zora', 'Ada'],
  first_name: ['Zora', 'Ada'],
  lastName: ['Quimby', 'Example'],
  last_name: ['Quimby', 'Example'],
  name: ['Quimby Hardware', 'Example Bakery'],
  company: ['Quimby Hardware', 'Example Bakery'],
  address: [
    '350 Fifth Avenue, New York, NY 10118',
    '9 Example Street, Washington, DC 20001',
    '1 Example Street Apt 9, Washington, DC 20001',
  ],
  zip: ['10118'],
};

const INPUTS_OF_A_PRODUCT = 6;

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
  Array.from({ length: INPUTS_OF_A_PRODUCT }, (_, at) => {
    const body = outsideSamples(product.example, at) as Record<string, unknown>;
    return [product.path, JSON.stringify(body), product, body] as const;
  }),
);
const distinct = new Map(cases.map((each) => [each[0] + each[1], each]));

/** A list of matches is complete or says nothing, so a sample answers no search. */
const SEARCHES: ReadonlySet<string> = new Set(['/account-search']);

/** Products that a file may answer, so that a demo without a key and a network does. */
const shownByRecords = products
  .filter(
    ({ path, sources }) =>
      sources.list.some(({ kind }) => kind === 'records') && !SEARCHES.has(path),
  )
  .map((product) => [product.path, product] as const);

/** Without the list of sources that were asked: one that does not cover the input says nothing. */
async function answerIn(...asked: Parameters<typeof answer>) {
  const { consulted: _, ...answered } = await answer(...asked);
  return answered;
}

describe.skipIf(isDeployed)('with the samples imported', () => {
  let without: World;
  let withSamples: World;

  beforeAll(async () => {
    await clearRecords();
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

  it.each(shownByRecords)('%s answers what the docs ask', async (_, product) => {
    await expect(answer(product, exampleRequest(product), withSamples)).resolves.toBeDefined();
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
