import { describe, expect, it } from 'vitest';
import { createBreakers } from '../../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../../src/lookup/pipeline/source-resolution.ts';
import type { AnyProduct } from '../../../src/lookup/product.ts';
import { b2bContactAppend } from '../../../src/products/person/b2b-contact-append.ts';
import { jobChange } from '../../../src/products/person/job-change.ts';
import { mobileFinder } from '../../../src/products/person/mobile-finder.ts';
import { networkProfileLookup } from '../../../src/products/person/network-profile-lookup.ts';
import { answer, answerOf } from '../../support/answer.ts';
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
  const subjects = product.people?.factSubjects(fact, input).map(({ text }) => text);
  return { ...answerOf(product, fact, input), subjects, asked };
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

  it('names whom it found by their other numbers too, to the list of suppressed people', async () => {
    const phones = [
      { number: '2127361234', type: 'mobile', isConnected: true },
      { number: '2127361235', type: 'landline', isConnected: true },
      { number: '2127361236', type: 'mobile', isConnected: false },
    ];
    const person = { name: { firstName: 'Ada', lastName: 'Example' }, phones };
    const body = { work_email: 'ada@acme.example' };
    const found = await answerFrom('devapi.enformion.com', mobileFinder, body, () => ({
      ...{ isError: false, person },
    }));
    expect(found.classification.mobile_number).toBe('+12127361234');
    expect(found.subjects).toEqual(
      expect.arrayContaining(['+12127361234', '+12127361235', '+12127361236']),
    );
  });
});

it('sells no other text as an address, a number or a day', async () => {
  const named = { id: 'x', full_name: 'Ada Example', job_start_date: 'since May' };
  const data = { ...named, work_email: 'Unknown', phone_numbers: ['ext. 4711', 'none'] };
  const body = { network_url: 'ada-example' };
  const host = 'api.peopledatalabs.com';
  const found = await answerFrom(host, b2bContactAppend, body, () => ({ likelihood: 9, data }));
  expect(found.price).toBe(0);
  expect(found.classification).toMatchObject({ matched: true, work_email: null });
  const { work_phone, current_role_started } = found.insights.b2b_contact_append_result;
  expect([work_phone, current_role_started]).toEqual([null, null]);
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

describe('a record of a name alone', () => {
  /** What each vendor has of the person behind the address; the others have nobody. */
  const found = async (records: Record<string, object | null>) => {
    const world = await createWorld({
      vendors: VENDORS.filter(({ hosts }) => hosts.some((host) => host in records)),
      http: ({ url }) => {
        const record = records[new URL(url).host];
        if (record === null) return new Response('', { status: 500 });
        return record ? Response.json(record) : Response.json({}, { status: 404 });
      },
    });
    return answer(b2bContactAppend, { email: 'ada@mail.example' }, world);
  };
  const named = { likelihood: 8, data: { id: 'a', full_name: 'ada example', work_email: true } };
  const employment = { title: 'Baker', name: 'Bakery' };
  const whole = { data: { name: { fullName: 'Ada Example' }, email: 'ada@a.example', employment } };

  it('is passed over where the next source has more', async () => {
    const { classification, price } = await found({
      'api.peopledatalabs.com': named,
      'api.hunter.io': whole,
    });
    expect(classification).toMatchObject({ title: 'Baker', work_email: 'ada@a.example' });
    expect(price).toBe(75);
  });

  it.each([{ data: { name: { fullName: 'Ada' }, email: 'ada@mail.example' } }, null])(
    'is the free answer where the next has %j',
    async (record) => {
      const { classification, price } = await found({
        'api.peopledatalabs.com': named,
        'api.hunter.io': record,
      });
      expect(classification).toMatchObject({ matched: true, full_name: 'ada example' });
      expect(price).toBe(0);
    },
  );
});

it('a recheck of a contact goes on after a record without a job', async () => {
  const row = { full_name: 'Ada Example', mobile_phone: '+12025550101' };
  const found = async (body: object | null) => {
    const world = await createWorld({
      vendors: VENDORS.filter(({ hosts }) => hosts.includes('api.peopledatalabs.com')),
      files: { work_contacts: { 'profile:ada-example': row } },
      http: () => (body ? Response.json(body) : new Response('', { status: 503 })),
    });
    return answer(jobChange, { profile_url: 'ada-example' }, world);
  };
  const data = { id: 'a', full_name: 'ada example', job_title: 'Baker' };
  const employed = await found({ likelihood: 8, data });
  expect(employed).toMatchObject({ price: 5, classification: { source: 'pdl', title: 'Baker' } });
  // The profile is there, whatever became of the other source.
  const bare = await found(null);
  expect(bare).toMatchObject({ price: 0, classification: { matched: true, title: null } });
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
