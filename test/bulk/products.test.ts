import { beforeAll, describe, expect, it } from 'vitest';
import type { BulkPorts } from '../../src/bulk/ports.ts';
import { requireConfiguredSource } from '../../src/bulk/products.ts';
import { sandboxBody } from '../../src/lookup/body.ts';
import { mainField, responseSchema } from '../../src/lookup/product.ts';
import { products } from '../../src/products/index.ts';
import { seedAddresses } from '../support/seed-addresses.ts';
import {
  createOrganization,
  post,
  results,
  startJob,
  type TestOrganization,
  waitFor,
} from './support.ts';
import { wordProduct } from './word-product.ts';

const bulk = products.filter((product) => product.bulk);

let organization: TestOrganization;

beforeAll(async () => {
  await seedAddresses();
  organization = await createOrganization();
});

describe.each(bulk.map((product) => [product.bulk as string, product] as const))(
  '%s',
  (type, product) => {
    const field = mainField(product);

    it('answers every sandbox row as the single lookup would', async () => {
      const bodies = product.sandbox.map((entry) => sandboxBody(product, entry));
      const isPlain = (body: Record<string, unknown>) =>
        Object.keys(body).length === 1 && typeof body[field] === 'string';
      const inputs = bodies.map((body) =>
        isPlain(body) ? (body[field] as string) : JSON.stringify(body),
      );
      const id = await startJob(organization.sandbox, { type, inputs });
      await waitFor(organization.sandbox, id, 'completed', 'failed');
      const { lookups } = await results(organization.sandbox, id);
      expect(lookups).toHaveLength(product.sandbox.length);
      for (const [index, entry] of product.sandbox.entries()) {
        const row = lookups[index];
        if ('fails' in entry) {
          expect(row).toMatchObject({ status: 'failed', error_code: entry.fails });
          continue;
        }
        expect(row).toMatchObject({
          status: 'completed',
          tokens_consumed: 0,
          response_data: { request: { input: entry.subject } },
        });
        const body = { success: true, data: row.response_data };
        expect(responseSchema(product).parse(body)).toEqual(body);
      }
    });

    it('runs its example with a live key, or says at once what is not configured', async () => {
      const inputs = [JSON.stringify(product.example)];
      const reply = await post(organization.owner, { type, inputs });
      if (reply.status === 503) {
        expect(reply.body.error.details).toEqual({ available: false });
        expect(reply.body.error.message).not.toContain(product.sources.list[0]?.name);
        return;
      }
      const id = reply.body.data.job_id;
      const job = await waitFor(organization.owner, id, 'completed', 'failed');
      const [row] = (await results(organization.owner, id)).lookups;
      expect(job.credits_used).toBe(row.tokens_consumed);
      expect(row.tokens_consumed).toBeLessThanOrEqual(product.price.upTo);
      if (row.status === 'completed')
        expect(
          responseSchema(product).safeParse({ success: true, data: row.response_data }).error,
        ).toBeUndefined();
      else expect(row).toMatchObject({ error_code: expect.any(String), tokens_consumed: 0 });
    });
  },
);

it.each([
  [true, 'A source that could answer this is not asked in bulk jobs; look it up by itself.'],
  [false, 'No source that could answer this lookup is configured on this service.'],
])('refuses a job without a source for bulk, one alone configured: %s', async (alone, message) => {
  const product = wordProduct(async () => ({ price: 2 }));
  const list = product.sources.list.map((source) => ({
    ...source,
    available: () => alone,
    notInBulk: () => true,
  }));
  const asked = requireConfiguredSource({ ...product, sources: { ...product.sources, list } }, {
    pipeline: {},
  } as BulkPorts);
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message });
});
