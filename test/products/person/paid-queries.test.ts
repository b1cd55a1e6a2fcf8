import { describe, expect, it } from 'vitest';
import { createBreakers } from '../../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../../src/lookup/pipeline/source-resolution.ts';
import type { AnyProduct } from '../../../src/lookup/product.ts';
import { b2bContactAppend } from '../../../src/products/person/b2b-contact-append.ts';
import { mobileFinder } from '../../../src/products/person/mobile-finder.ts';
import { networkProfileLookup } from '../../../src/products/person/network-profile-lookup.ts';
import { answerOf } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import { noMetrics } from '../../support/no-metrics.ts';
import { wikidataVendor } from '../../support/world/vendors/wikidata.ts';
import { VENDORS } from '../../support/world/vendors.ts';

/** As the pipeline answers, and what the vendor of a host was asked. */
async function answerFrom(
  host: string,
  product: AnyProduct,
  body: object,
  reply: (text: string) => object | null,
) {
  const asked: string[] = [];
  const world = await createWorld({
    vendors: VENDORS.filter(({ hosts }) => hosts.includes(host)),
    http: async (request) => {
      const { host: at, pathname, search } = new URL(request.url);
      if (at !== host) return new Response('', { status: 503 });
      const text = `${pathname}${decodeURIComponent(search)} ${await request.text()}`.trim();
      asked.push(text);
      const found = reply(text);
      return found ? Response.json(found) : Response.json({}, { status: 404 });
    },
  });
  const input: unknown = product.input.parse(body);
  const ports = { world, breakers: createBreakers(), metrics: noMetrics, organizationId: 'org' };
  const { fact } = await resolveSources(product, input, ports, Promise.resolve()).answer;
  return { ...answerOf(product, fact, input), asked };
}

describe('a paid source that one lookup asks two things', () => {
  it('is asked by each address of a person', async () => {
    const phones = [{ number: '2127361234', type: 'mobile', isConnected: true }];
    const person = { name: { firstName: 'Ada', lastName: 'Example' }, phones };
    const body = { work_email: 'ada@acme.example', personal_email: 'ada@example.com' };
    const found = await answerFrom('devapi.enformion.com', mobileFinder, body, (text) =>
      text.includes('ada@example.com') ? { isError: false, person } : { isError: false },
    );
    expect(found.asked).toHaveLength(2);
    expect(found.classification).toMatchObject({ matched: true, mobile_number: '+12127361234' });
  });
});

describe('two calls of one paid vendor with the same input', () => {
  it('are two questions: whom an address names, and where a name has its mailbox', async () => {
    const body = {
      ...{ email: 'ada@example.com', name: 'Ada Example', company_domain: 'acme.example' },
    };
    const data = { email: 'ada@acme.example', first_name: 'Ada', last_name: 'Example', score: 90 };
    const found = await answerFrom('api.hunter.io', b2bContactAppend, body, (text) =>
      text.startsWith('/v2/email-finder') ? { data } : null,
    );
    expect(found.asked.map((text) => text.split('?')[0])).toEqual([
      '/v2/people/find',
      '/v2/email-finder',
    ]);
    expect(found.classification).toMatchObject({ matched: true, work_email: 'ada@acme.example' });
  });
});

describe('a completed answer', () => {
  it('keeps the name that a paid page gave while another source was down', async () => {
    let isDown = true;
    const world = await createWorld({
      vendors: [
        ...VENDORS.filter(({ hosts }) => hosts.includes('api.scrapecreators.com')),
        ...VENDORS.filter(({ hosts }) => hosts.includes('api.peopledatalabs.com')),
        wikidataVendor,
      ],
      http: ({ url }) => {
        if (url.includes('scrapecreators')) return Response.json({ name: 'Ada Example' });
        if (!url.includes('peopledatalabs')) return null;
        return isDown
          ? new Response('', { status: 503 })
          : Response.json({ error: { type: 'not_found' } }, { status: 404 });
      },
    });
    const input: unknown = networkProfileLookup.input.parse({ profile_url: 'ada-example' });
    const find = (answered = {}) =>
      resolveSources(
        networkProfileLookup,
        input,
        { world, breakers: createBreakers(), metrics: noMetrics, organizationId: 'org' },
        Promise.resolve(),
        { paid: new Map(Object.entries(answered)) },
      ).answer;
    const partial = await find();
    expect(partial).toMatchObject({ complete: false, fact: { name: 'Ada Example' } });
    isDown = false;
    const stored = JSON.parse(JSON.stringify(partial.paid));
    expect(await find(stored)).toMatchObject({ fact: { name: 'Ada Example' } });
  });
});
