import { expect, it } from 'vitest';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../src/lookup/pipeline/source-resolution.ts';
import type { AnyProduct } from '../../src/lookup/product.ts';
import { mobileFinder } from '../../src/products/person/mobile-finder.ts';
import { mnpLookup } from '../../src/products/phone/mnp-lookup.ts';
import { phoneSpam } from '../../src/products/phone/phone-spam/product.ts';
import { keywordMetrics } from '../../src/products/seo/keyword-metrics.ts';
import { socialPostLookup } from '../../src/products/social/social-post-lookup.ts';
import { answer } from '../support/answer.ts';
import { createWorld } from '../support/create-world.ts';
import { noMetrics } from '../support/no-metrics.ts';
import type { FakeVendor } from '../support/world/fake-vendor.ts';
import { hlrLookupsVendor } from '../support/world/vendors/hlr-lookups.ts';
import { ipqsVendor } from '../support/world/vendors/ipqs.ts';
import { oembedVendor } from '../support/world/vendors/oembed.ts';
import { ADA, pdlVendor } from '../support/world/vendors/pdl.ts';
import { semrushVendor } from '../support/world/vendors/semrush.ts';

/** Asks with a part of the vendor down, then again with what was paid; and what was asked. */
async function completed(
  product: AnyProduct,
  body: object,
  vendor: FakeVendor,
  part: string,
  whileDown = () => new Response('', { status: 503 }),
) {
  let isDown = true;
  const asked: string[] = [];
  const world = await createWorld({
    vendors: [vendor],
    now: Date.now(),
    http: ({ url }) => {
      asked.push(url);
      return isDown && url.includes(part) ? whileDown() : null;
    },
  });
  const ports = { world, breakers: createBreakers(), metrics: noMetrics, organizationId: 'org' };
  const input: unknown = product.input.parse(body);
  const paid = new Map<string, unknown>();
  const find = () => resolveSources(product, input, ports, Promise.resolve(), { paid }).answer;
  const partial = await find();
  isDown = false;
  return { partial, whole: await find(), asked };
}

it('a keyword without its page of results is completed, and its report is paid once', async () => {
  const found = await completed(keywordMetrics, { keyword: 'seo' }, semrushVendor, 'organic');
  const known = { searchVolume: 110_000 };
  expect(found.partial).toMatchObject({ complete: false, fact: { ...known, serpFeatures: null } });
  const serpFeatures = ['ai_overview', 'people_also_ask'];
  expect(found.whole).toMatchObject({ complete: true, fact: { ...known, serpFeatures } });
  expect(found.asked.filter((url) => url.includes('phrase_this'))).toHaveLength(1);
});

it('a post without the counts of its channel is completed', async () => {
  const body = { url: 'https://www.youtube.com/watch?v=ccccccccccc' };
  const found = await completed(socialPostLookup, body, oembedVendor, '/feeds/');
  expect(found.partial.complete).toBe(false);
  expect(found.whole).toMatchObject({ complete: true, fact: { views: 900 } });
});

it('a mobile number that the plan of a database withholds is asked for again', async () => {
  const withheld = () => Response.json({ likelihood: 8, data: { ...ADA, mobile_phone: true } });
  const body = { profile_url: 'ada-example' };
  const found = await completed(mobileFinder, body, pdlVendor, '/person/enrich', () => withheld());
  expect(found.partial).toMatchObject({ complete: false, fact: null, paid: {} });
  const phones = expect.arrayContaining([{ number: ADA.mobile_phone, type: 'MOBILE' }]);
  expect(found.whole).toMatchObject({ fact: { contact: { phones } } });
});

it('a portability query that failed is not kept as paid: the completion asks again', async () => {
  const failed = () => Response.json({ id: 'e428acb1c0ae', query_status: 'FAILED' });
  const body = { phone_number: '+447911120123' };
  const found = await completed(mnpLookup, body, hlrLookupsVendor, '/mnp-lookup', failed);
  expect(found.partial).toMatchObject({ complete: false, paid: {} });
  expect(found.whole).toMatchObject({ complete: true, fact: { routing: { ported: true } } });
  expect(found.asked).toHaveLength(2);
});

it('what a reputation service calls a line abroad stands behind its plan', async () => {
  const world = await createWorld({ vendors: [ipqsVendor] });
  // The service calls it wireless.
  const { insights } = await answer(phoneSpam, { phone_number: '+493012345678' }, world);
  expect(insights.network_analysis).toMatchObject({ line_type: 'LANDLINE' });
});
