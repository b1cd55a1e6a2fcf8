import { describe, expect, it } from 'vitest';
import type { PlaceFact } from '../../../src/domain/place/place.ts';
import {
  bestPlace,
  nameSimilarity,
  SAME_NAME_THRESHOLD,
} from '../../../src/domain/place/place-match.ts';
import { mentionsAddress } from '../../../src/domain/place/street-address.ts';
import { ApiError } from '../../../src/lib/errors.ts';
import type { World } from '../../../src/lookup/world.ts';
import { businessLookup } from '../../../src/products/places/business-lookup.ts';
import {
  businessVerify,
  verificationStatus,
} from '../../../src/products/places/business-verify/product.ts';
import { samplePlace } from '../../../src/products/places/place.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { PAGES } from '../../support/world/pages.ts';
import { dataForSeoVendor } from '../../support/world/vendors/dataforseo.ts';
import { hunterVendor } from '../../support/world/vendors/hunter.ts';
import { nominatimVendor } from '../../support/world/vendors/nominatim.ts';
import { gleifVendor, secVendor } from '../../support/world/vendors/registers.ts';

const SEED = 20_261_121;
const RUNS = 400;

/** Numbers below `limit`, the same for a seed (mulberry32). */
function randomly(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const WORDS =
  'example specimen sample bakery coffee garage harbor united café müller no 7 21 st'.split(' ');
const below = randomly(SEED);
const names = Array.from({ length: RUNS }, () =>
  Array.from({ length: 1 + below(4) }, () => WORDS[below(WORDS.length)]).join(' '),
);

describe(`names of businesses (seed ${SEED})`, () => {
  it('are like themselves, whatever their legal form, capitals, accents and order', () => {
    for (const name of names) {
      expect(nameSimilarity(name, name), name).toBe(1);
      expect(nameSimilarity(name, `The ${name.toUpperCase()}, Inc.`), name).toBe(1);
      expect(nameSimilarity(name, name.normalize('NFD')), name).toBe(1);
      const turned = name.split(' ').reverse().join(' ');
      expect(nameSimilarity(name, turned), name).toBeCloseTo(1);
      expect(nameSimilarity(name, name.replace('ü', 'ue')), name).toBe(1);
    }
  });

  it('are alike both ways, between 0 and 1', () => {
    for (const [at, name] of names.entries()) {
      const other = names[(at * 7 + 3) % names.length] as string;
      const likeness = nameSimilarity(name, other);
      expect(likeness).toBe(nameSimilarity(other, name));
      expect(likeness).toBeGreaterThanOrEqual(0);
      expect(likeness).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    ['Example Bakery', 'Exampie Bakery', true],
    ["Joe's Pizza", 'Joes Pizza', true],
    ['Müller & Söhne GmbH', 'Mueller', false],
    ['Example Bakery', 'Example Bank', false],
    ['Public School 118', 'Public School 119', false],
    ['Public School 118', 'Public School', true],
    ['!!!', 'Example', false],
  ])('%s and %s: the same is %s', (one, other, same) => {
    expect(nameSimilarity(one, other) >= SAME_NAME_THRESHOLD).toBe(same);
  });

  it('takes the most alike in the city, never one elsewhere', () => {
    const at = (name: string, address: Partial<PlaceFact['address']>): PlaceFact => ({
      ...samplePlace,
      name,
      address: { ...samplePlace.address, ...address },
    });
    const query = { name: 'Example Bakery', city: 'St Paul', state: 'MN', country: 'US' };
    const there = at('Example Bakery LLC', { city: 'Saint Paul', state: 'Minnesota' });
    const alike = at('Exampie Bakery', { city: 'St. Paul', state: null });
    const others = [
      at('Example Bakery', { city: 'Minneapolis', state: 'MN' }),
      at('Example Bakery', { city: 'St Paul', state: 'US-TX' }),
      at('Example Bakery', { city: 'St Paul', state: null, countryCode: 'BR' }),
      at('Example Bakery', { city: null }),
    ];
    expect(bestPlace(query, [...others, alike, there])).toBe(there);
    expect(bestPlace(query, [...others, alike])).toBe(alike);
    expect(bestPlace(query, others)).toBeNull();
  });
});

describe('an address on a page', () => {
  it.each([
    ['Visit us: 12 Specimen Street, Springfield', '12 Specimen St', true],
    ['Visit us: 12 N. Specimen St., Suite 4', '12 North Specimen Street Ste 9', true],
    ['Beispielstraße 12, 10115 Berlin', '12 Beispielstraße', true],
    ['112 Specimen Street', '12 Specimen St', false],
    ['12 Specimen Road', '12 Specimen St', false],
    ['Specimen', 'Specimen', false],
  ])('%s names %s: %s', (text, line1, named) => {
    expect(mentionsAddress(text, line1)).toBe(named);
  });

  it('is looked for in linear time', () => {
    const started = Date.now();
    mentionsAddress('12 Specimen '.repeat(500_000), '12 Specimen Street');
    expect(Date.now() - started).toBeLessThan(5_000);
  });
});

const zones = {
  'example.com': { A: ['93.184.215.14'], MX: ['10 mx.example.com.'] },
  'mx.example.com': { A: ['93.184.215.15'] },
};

/** A world of these vendors, files and the site example.com. */
async function worldOf(vendors: readonly FakeVendor[], files = {}, pages = PAGES.company) {
  const world = await createWorld({
    files,
    zones,
    vendors,
    settings: { contact: 'mailto:test@example.com' },
    http(request) {
      const url = new URL(request.url);
      if (url.host !== 'example.com') return null;
      const page = (pages as Record<string, (typeof PAGES.company)['/']>)[url.pathname];
      return new Response(page?.body as BodyInit, {
        status: page ? 200 : 404,
        headers: page?.headers ?? {},
      });
    },
  });
  return { world, outside: world };
}

const bakery = { name: 'Example Bakery', city: 'New York', state: 'NY', zip: '10001' };
const files = {
  businesses: {
    'place:example bakery|new york': {
      one: [{ ...bakery, phone: '(212) 555-0117', address_line1: '12 Specimen Street' }],
      two: [{ ...bakery, state: 'TX', phone: '(512) 555-0118' }],
    },
  },
};

describe('business-lookup', () => {
  it('reads the file, told apart by state, and asks nobody else', async () => {
    const { world, outside } = await worldOf([dataForSeoVendor], files);
    const body = { name: 'example bakery LLC', city: 'new york', state: 'Texas' };
    const found = await answer(businessLookup, body, world);
    expect(found.classification).toMatchObject({ matched: true, phone: '+15125550118' });
    expect([found.price, outside.outbound.asked]).toEqual([10, []]);
  });

  it('asks the map last, and shows whose it is', async () => {
    const { world } = await worldOf([nominatimVendor], files);
    const found = await answer(businessLookup, { name: 'Cafe Beispiel', city: 'Berlin' }, world);
    expect(found.insights.business_lookup_result).toMatchObject({
      address: { line1: 'Beispielstraße 12', country_code: 'DE' },
      attribution: '© OpenStreetMap contributors',
    });
    expect(found.consulted).toEqual(['business_records', 'open_map']);
  });

  it('says how many other records fit as well', async () => {
    const rows = [
      { ...bakery, phone: '2125550117', address_line1: '12 Specimen Street' },
      { ...bakery, phone: '2125550117', address_line1: '12 Specimen St.' },
      { ...bakery, phone: '2125550118', address_line1: '80 Placeholder Avenue' },
    ];
    const ofRows = (...shown: number[]) => ({
      'place:example bakery|new york': { one: shown.map((at) => rows[at]) },
    });
    const othersOf = async (...shown: number[]) => {
      const { world } = await worldOf([], { businesses: ofRows(...shown) });
      const found = await answer(businessLookup, bakery, world);
      return found.insights.business_lookup_result.other_matches;
    };
    expect(await othersOf(0)).toBe(0);
    expect(await othersOf(0, 1)).toBe(0);
    expect(await othersOf(0, 1, 2)).toBe(1);
    const { world } = await worldOf([nominatimVendor]);
    const none = await answer(businessLookup, { name: 'Nobody', city: 'Berlin' }, world);
    expect(none.insights.business_lookup_result.other_matches).toBeNull();
  });

  it('is no match, free, where nobody has it', async () => {
    const { world } = await worldOf([nominatimVendor]);
    const found = await answer(businessLookup, { name: 'Nobody', city: 'Berlin' }, world);
    expect([found.classification.matched, found.price]).toEqual([false, 0]);
  });

  it('asks no paid profile in a country for which the vendor has no code', async () => {
    const map = { ...nominatimVendor, answer: () => Response.json([]) };
    const { world, outside } = await worldOf([dataForSeoVendor, map]);
    const sent = { name: 'Example Books', city: 'Pristina', country: 'XK' };
    const found = await answer(businessLookup, sent, world);
    expect(found.classification.matched).toBe(false);
    expect(outside.outbound.asked.join()).not.toContain('dataforseo');
  });

  it('is free where the record says no more than where the business is', async () => {
    const { world } = await worldOf([dataForSeoVendor]);
    const body = { name: 'Thin Books', city: 'Springfield', state: 'TX' };
    const found = await answer(businessLookup, body, world);
    expect([found.classification.matched, found.price]).toEqual([true, 0]);
  });

  it.each([
    [{ lat: '52.5', lon: '13.4' }, [52.5, 13.4]],
    [{ lat: '52.5' }, [null, null]],
    [{ lon: '13.4', lat: null }, [null, null]],
    [{ lat: '91', lon: '13.4' }, [null, null]],
    [{ lat: '52.5', lon: '-180.5' }, [null, null]],
  ])('has the point %j of a source whole or not at all', async (point, shown) => {
    const cafe = { name: 'Cafe Beispiel', category: 'amenity', address: { city: 'Berlin' } };
    const map = { ...nominatimVendor, answer: () => Response.json([{ ...cafe, ...point }]) };
    const { world } = await worldOf([map]);
    const sent = { name: 'Cafe Beispiel', city: 'Berlin' };
    const { insights } = await answer(businessLookup, sent, world);
    const { latitude, longitude } = insights.business_lookup_result;
    expect([latitude, longitude]).toEqual(shown);
  });

  it('leaves the public map out of jobs, but not a server of one’s own', async () => {
    const map = businessLookup.sources.list.find(({ name }) => name === 'nominatim');
    const { world } = await worldOf([nominatimVendor]);
    expect(map?.notInBulk?.(world)).toBe(true);
    const vars = new Map([['NOMINATIM_URL', 'https://map.example']]);
    const own = {
      ...world,
      outbound: { ...world.outbound, settings: { vars } },
    } as unknown as World;
    expect(map?.notInBulk?.(own)).toBe(false);
  });

  it('reads UK as the United Kingdom, as people write it', () => {
    const { country } = businessLookup.input.parse({ name: 'X', city: 'London', country: ' uk ' });
    expect(country).toBe('GB');
  });

  it.each([
    [{ name: 'X', city: '' }, 'city'],
    [{ name: '!!!', city: 'Berlin' }, 'name'],
    [{ name: 'X', city: 'Berlin', country: 'Germany' }, 'country'],
  ])('refuses %j', (body, field) => {
    const { error } = businessLookup.input.safeParse(body);
    expect(error?.issues[0]?.path).toEqual([field]);
  });
});

describe('business-verify', () => {
  const shop = {
    'place:example|springfield': {
      one: [
        {
          name: 'Example Company',
          city: 'Springfield',
          phone: '415-555-0132',
          website: 'https://www.example.com/contact',
          address_line1: '4 Placeholder Plaza',
          country_code: 'US',
        },
      ],
    },
  };
  const body = { name: 'Example Company', city: 'Springfield' };

  it('checks what is given against the record and the site, and says why a check is open', async () => {
    const { world } = await worldOf([gleifVendor], { businesses: shop });
    const found = await answer(
      businessVerify,
      { ...body, phone: '(415) 555-0132', website: 'example.com', email: 'a@nowhere.example' },
      world,
    );
    const { checks, unknown_reasons: reasons } = found.insights.business_verify_result;
    expect(checks).toEqual({
      name_match: true,
      city_match: true,
      phone_match: true,
      website_match: true,
      website_live: true,
      email_domain_match: false,
      email_deliverable: false,
      registered: true,
      phone_on_site: true,
      address_on_site: false,
    });
    expect(Object.keys(reasons)).toEqual([]);
    expect(found.classification).toMatchObject({
      verification_status: 'PARTIAL',
      verification_score: 63,
      checks_run: 8,
      checks_passed: 5,
    });
    expect(found.price).toBe(30);
  });

  it('is registered by the filers with the securities register too, in its own country', async () => {
    const { world } = await worldOf([secVendor], { businesses: shop });
    const found = await answer(businessVerify, body, world);
    expect(found.insights.business_verify_result.checks.registered).toBe(true);
    const elsewhere = await worldOf([secVendor], {
      businesses: {
        'place:example|springfield': {
          one: [{ ...shop['place:example|springfield'].one[0], country_code: 'CA' }],
        },
      },
    });
    const open = await answer(businessVerify, body, elsewhere.world);
    expect(open.insights.business_verify_result.checks.registered).toBeNull();
  });

  it('says of registers whether one was asked, whatever another did', async () => {
    const reasonOf = async (vendors: readonly FakeVendor[]) => {
      const { world } = await worldOf(vendors, { businesses: shop });
      const found = await answer(businessVerify, body, world);
      return found.insights.business_verify_result.unknown_reasons.registered;
    };
    const failing = (vendor: FakeVendor): FakeVendor => ({
      ...vendor,
      answer: () => new Response('', { status: 404 }),
    });
    const emptyGleif = { ...gleifVendor, answer: () => Response.json({ data: [] }) };
    expect(await reasonOf([emptyGleif, failing(secVendor)])).toMatch(/queried lists the business/);
    expect(await reasonOf([failing(secVendor)])).toMatch(/could be queried/);
    const silent = {
      id: '5493001KJTIIGC8Y1R12',
      attributes: { entity: { legalName: { name: 'Example Company' } } },
    };
    const silentGleif = { ...gleifVendor, answer: () => Response.json({ data: [silent] }) };
    expect(await reasonOf([silentGleif])).toMatch(/does not say whether it is active/);
  });

  it('runs what needs no record, free, for a business without one, and recommends', async () => {
    const { world } = await worldOf([nominatimVendor, gleifVendor], { businesses: shop });
    const sent = { ...body, city: 'Elsewhere', website: 'example.com' };
    const email = 'a@nowhere.example';
    const found = await answer(businessVerify, { ...sent, phone: '(415) 555-0132', email }, world);
    const { checks, unknown_reasons: reasons } = found.insights.business_verify_result;
    expect(checks).toMatchObject({
      name_match: true,
      website_live: true,
      email_domain_match: false,
      email_deliverable: false,
      registered: true,
      phone_on_site: true,
    });
    expect(Object.keys(reasons).sort()).toEqual([
      'address_on_site',
      'city_match',
      'phone_match',
      'website_match',
    ]);
    expect(found.classification).toMatchObject({
      matched: false,
      verification_status: 'NOT_FOUND',
      verification_score: null,
      checks_run: 5,
      checks_passed: 3,
    });
    expect(found.recommendations).toMatchObject({
      primary_action: 'REVIEW',
      secondary_actions: ['CONFIRM_EMAIL'],
    });
    expect(found.price).toBe(0);
    const alone = await answer(businessVerify, sent, world);
    expect(alone.recommendations).toMatchObject({ primary_action: 'VERIFY' });
  });

  it('asks no mailbox for a business without a record, which nobody pays for', async () => {
    const { world, outside } = await worldOf([nominatimVendor, hunterVendor], { businesses: shop });
    const askedHunter = () => outside.outbound.asked.some((url) => url.includes('hunter.io'));
    const email = 'a@example.com';
    const found = await answer(businessVerify, { ...body, name: 'Nobody', email }, world);
    const { checks, unknown_reasons: reasons } = found.insights.business_verify_result;
    expect(checks.email_deliverable).toBeNull();
    expect(reasons.email_deliverable).toBe(
      'The mailbox is checked only for a business that has a record.',
    );
    expect(askedHunter()).toBe(false);
    await answer(businessVerify, { ...body, email }, world);
    expect(askedHunter()).toBe(true);
  });

  it('tells a dead site from one that may not be read', async () => {
    const dead = await worldOf([], { businesses: shop }, {} as typeof PAGES.company);
    const closed = await worldOf([], { businesses: shop }, PAGES.closed as never);
    const checksOf = async (world: World) =>
      (await answer(businessVerify, body, world)).insights.business_verify_result;
    expect((await checksOf(dead.world)).checks).toMatchObject({
      website_live: false,
      phone_on_site: null,
    });
    expect((await checksOf(closed.world)).checks).toMatchObject({
      website_live: true,
      phone_on_site: null,
      address_on_site: null,
    });
  });

  it.each([
    [{ ran: 5, passed: 5 }, 'VERIFIED'],
    [{ ran: 5, passed: 4 }, 'VERIFIED'],
    [{ ran: 4, passed: 3 }, 'PARTIAL'],
    [{ ran: 4, passed: 2 }, 'PARTIAL'],
    [{ ran: 5, passed: 2 }, 'UNVERIFIED'],
    [{ ran: 3, passed: 0 }, 'UNVERIFIED'],
    [{ ran: 3, passed: 3 }, 'VERIFIED'],
    [{ ran: 2, passed: 2 }, 'PARTIAL'],
    [{ ran: 0, passed: 0 }, 'PARTIAL'],
    [{ ran: 3, passed: 3, open: 1 }, 'PARTIAL'],
    [{ ran: 4, passed: 4, open: 1 }, 'VERIFIED'],
    [{ ran: 3, passed: 1, open: 1 }, 'PARTIAL'],
    [{ ran: 3, passed: 0, open: 3 }, 'UNVERIFIED'],
    [{ ran: 1, passed: 0, open: 5 }, 'UNVERIFIED'],
    [{ ran: 0, passed: 0, open: 3 }, 'PARTIAL'],
  ])('the checks %j make it %s', (tally, status) => {
    const counted = { open: 0, ...tally };
    expect(verificationStatus(counted, samplePlace)).toBe(status);
    expect(verificationStatus(counted, null)).toBe('NOT_FOUND');
    const beside = { ...samplePlace, others: 1 };
    expect(verificationStatus(counted, beside)).toBe(status === 'VERIFIED' ? 'PARTIAL' : status);
  });

  it('verifies nothing by name and city, and says what several records fit', async () => {
    const row = { ...bakery, category: 'bakery' };
    const rows = [
      { ...row, phone: '2125550117', address_line1: '12 Specimen Street' },
      { ...row, phone: '2125550118', address_line1: '80 Placeholder Avenue' },
    ];
    const businesses = { 'place:example bakery|new york': { one: rows } };
    const { world } = await worldOf([], { businesses });
    const sent = { name: 'Example Bakery', city: 'New York' };
    const found = await answer(businessVerify, sent, world);
    const { checks, record } = found.insights.business_verify_result;
    expect(checks).toMatchObject({ name_match: true, city_match: true });
    expect(record.other_matches).toBe(1);
    expect(found.classification).toMatchObject({
      matched: true,
      verification_status: 'PARTIAL',
      verification_score: null,
      checks_run: 0,
      checks_passed: 0,
    });
    expect(found.recommendations).toMatchObject({
      primary_action: 'VERIFY',
      secondary_actions: ['CONFIRM_RECORD'],
      user_message: expect.stringContaining('Several records'),
      business_rules: { verified: false, enough_checks: false },
    });
    const named = await answer(businessVerify, { ...sent, phone: '2125550118' }, world);
    expect(named.insights.business_verify_result).toMatchObject({
      checks: { phone_match: true },
      record: { address: { line1: '80 Placeholder Avenue' }, other_matches: 0 },
    });
  });

  it('makes nothing of a source that does not answer, neither a yes nor a no', async () => {
    const businesses = shop;
    const sent = { ...body, phone: '(415) 555-0132', website: 'example.com' };
    const wholly = await worldOf([gleifVendor], { businesses });
    const refuse = () => Promise.reject(new ApiError('SERVICE_UNAVAILABLE'));
    const siteless = await createWorld({
      files: { businesses },
      zones,
      vendors: [gleifVendor],
      http: (request) => (new URL(request.url).host === 'example.com' ? refuse() : null),
    });
    const up = await answer(businessVerify, sent, wholly.world);
    const down = await answer(businessVerify, sent, siteless);
    // The number is on the site and the address is not; without the site, both are open.
    expect(up.classification).toMatchObject({ verification_score: 83, checks_run: 6 });
    expect(down.classification).toMatchObject({
      verification_status: 'PARTIAL',
      verification_score: 50,
      checks_run: 3,
      checks_passed: 3,
    });
    expect(down.recommendations?.user_message).toContain('did not answer');
    expect(down.risk?.risk_factors).toEqual([]);
    const silent = await createWorld({ files: { businesses }, zones, http: refuse });
    const { phone: _, website: __, ...named } = sent;
    const alone = await answer(businessVerify, named, silent);
    expect(alone.classification).toMatchObject({
      verification_status: 'PARTIAL',
      verification_score: null,
      checks_run: 0,
    });
  });

  it('verifies nothing by what a record was found by, and takes nothing for it', async () => {
    const name = 'Thin Shop';
    const thin = { name, city: 'Waco', state: 'TX', country_code: 'US' };
    const recorded = (row: object) =>
      worldOf([hunterVendor], { businesses: { 'place:thin shop|waco': { one: [row] } } });
    const sent = { name, city: 'Waco', phone: '2546001234', email: 'a@example.com' };
    const { world, outside } = await recorded(thin);
    const found = await answer(businessVerify, sent, world);
    expect(found.classification).toMatchObject({ matched: true, verification_status: 'PARTIAL' });
    expect(found.recommendations?.business_rules).toMatchObject({
      ...{ record_found: true, verified: false, enough_checks: false },
    });
    expect([found.price, outside.outbound.asked.some((url) => url.includes('hunter'))]).toEqual([
      ...[0, false],
    ]);
    // A record with a category, and nothing that could be compared with it.
    const idle = await recorded({ ...thin, category: 'shop' });
    const undecided = await answer(businessVerify, { name, city: 'Waco' }, idle.world);
    expect(undecided.classification).toMatchObject({ matched: true, checks_run: 0 });
    expect(undecided.price).toBe(0);
    const fuller = await recorded({ ...thin, phone: '+12546001234' });
    expect((await answer(businessVerify, sent, fuller.world)).price).toBe(30);
  });

  it.each([
    [{ phone: '9376006011' }, 'one'],
    [{ phone: '9376006012' }, 'two'],
    [{ website: 'www.two.example.org' }, 'two'],
    [{ email: 'Shop@two.example.org' }, 'two'],
    [{ state: 'Ontario' }, 'three'],
    [{}, 'one'],
  ])('of several records of one name compares with the one that agrees: %j', async (given, id) => {
    const shops = [
      { source_id: 'one', phone: '(937) 600-6011', state: 'OH' },
      { source_id: 'two', phone: '+19376006012', email: 'shop@two.example.org', state: 'OH' },
      { source_id: 'three', phone: '+14166006013', state: 'ontario' },
    ].map((shop) => ({ name: 'Two Shop', city: 'Dayton', ...shop }));
    const site = { website: 'https://two.example.org/' };
    const rows = shops.map((shop) => [{ ...shop, ...(shop.source_id === 'two' ? site : {}) }]);
    const businesses = { 'place:two shop|dayton': Object.fromEntries(rows.entries()) };
    const { world } = await worldOf([], { businesses });
    const sent = { name: 'Two Shop', city: 'Dayton', ...given };
    const { record } = (await answer(businessVerify, sent, world)).insights.business_verify_result;
    expect(record.place_id).toBe(id);
  });

  it.each([
    ['closed_forever', 'PARTIAL', 'REVIEW', ['PERMANENTLY_CLOSED']],
    ['temporarily_closed', 'VERIFIED', 'REVIEW', ['TEMPORARILY_CLOSED']],
    ['opened', 'VERIFIED', 'APPROVE', []],
  ])('of a business that is %s says %s: %s', async (status, verification, action, factors) => {
    const vendors = [dataForSeoVendor, gleifVendor, secVendor];
    const { world } = await worldOf(vendors, {}, PAGES.closed as never);
    const name = `${status} Books`;
    const sent = { name, city: 'Springfield', phone: '+12175550101', website: 'example.com' };
    const found = await answer(businessVerify, sent, world);
    expect(found.classification.verification_status).toBe(verification);
    expect(found.risk?.risk_factors).toEqual(factors);
    expect(found.recommendations).toMatchObject({
      primary_action: action,
      business_rules: { verified: verification === 'VERIFIED' },
    });
  });

  it('counts what a record source that failed might have known as not passed', async () => {
    const onMap = {
      ...{ osm_type: 'node', osm_id: 1, lat: '52.5', lon: '13.4', category: 'amenity' },
      ...{ type: 'cafe', name: 'Cafe Beispiel', extratags: null },
      address: { house_number: '12', road: 'Beispielstraße', city: 'Berlin', country_code: 'de' },
    };
    const map = { ...nominatimVendor, answer: () => Response.json([onMap]) };
    const busy = { ...dataForSeoVendor, answer: () => new Response('', { status: 503 }) };
    const resultOf = async (...vendors: readonly FakeVendor[]) => {
      const { world } = await worldOf([...vendors, map, gleifVendor, secVendor]);
      const sent = { name: 'Cafe Beispiel', city: 'Berlin', country: 'DE', website: 'example.com' };
      return (await answer(businessVerify, { ...sent, phone: '03012345678' }, world))
        .classification;
    };
    const checks = { matched: true, checks_run: 3, checks_passed: 1 };
    expect(await resultOf()).toMatchObject({ ...checks, verification_score: 33 });
    // The number and the site of its record are open.
    expect(await resultOf(busy)).toMatchObject({ ...checks, verification_score: 20 });
  });

  it('approves of no business whose site is dead, however much else is right', async () => {
    const vendors = [dataForSeoVendor, gleifVendor, secVendor, hunterVendor];
    const { world } = await worldOf(vendors, {}, {} as never);
    const name = 'opened Books';
    const sent = { name, city: 'Springfield', phone: '+12175550101', website: 'example.com' };
    const found = await answer(businessVerify, { ...sent, email: 'ada@example.com' }, world);
    expect(found.classification.verification_status).toBe('VERIFIED');
    expect(found.risk?.risk_factors).toEqual(['WEBSITE_DEAD']);
    expect(found.recommendations).toMatchObject({
      primary_action: 'VERIFY',
      secondary_actions: ['CONFIRM_WEBSITE'],
    });
  });

  it.each([
    [{ ...body, phone: 'no number' }, 'phone'],
    [{ ...body, email: 'no address' }, 'email'],
    [{ ...body, website: 'no site' }, 'website'],
  ])('refuses %j', (sent, field) => {
    expect(businessVerify.input.safeParse(sent).error?.issues[0]?.path).toEqual([field]);
  });
});
