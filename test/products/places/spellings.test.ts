import { describe, expect, it } from 'vitest';
import { readUsAddress } from '../../../src/domain/place/us-address.ts';
import { recordKey } from '../../../src/lookup/datasets/keys.ts';
import { businessLookup } from '../../../src/products/places/business-lookup.ts';
import { businessVerify } from '../../../src/products/places/business-verify/product.ts';
import { rentcastProperty } from '../../../src/vendors/rentcast/property.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import { nominatimVendor } from '../../support/world/vendors/nominatim.ts';
import { rentcastVendor } from '../../support/world/vendors/property.ts';

const contact = { contact: 'mailto:test@example.com' };

/** The map has one shop, in this city. */
const mapOf = (city: string, state: string, country_code = 'us', phone = '+12125550117') =>
  createWorld({
    vendors: [nominatimVendor],
    settings: contact,
    http: ({ url }) =>
      new URL(url).host === 'nominatim.openstreetmap.org'
        ? Response.json([
            {
              ...{ osm_type: 'node', osm_id: 1, category: 'shop', type: 'bakery' },
              ...{ name: 'Example Bakery', lat: '40.7', lon: '-74.0' },
              address: { road: 'Main Street', city, state, country_code },
              extratags: { phone },
            },
          ])
        : null,
  });

describe('the city of a business', () => {
  it.each([
    ['Washington DC', 'Washington', 'District of Columbia'],
    ['Washington, D.C.', 'Washington', 'District of Columbia'],
    ['Boston, MA', 'Boston', 'Massachusetts'],
    ['San Francisco, California', 'San Francisco', 'California'],
  ])('may be sent with its state: %s', async (sent, city, state) => {
    const body = { name: 'Example Bakery', city: sent };
    const { classification } = await answer(businessLookup, body, await mapOf(city, state));
    expect(classification.matched).toBe(true);
  });

  it.each([
    [{ city: 'Boston, MA' }, { city: 'Boston', state: 'MA' }],
    [{ city: 'Boston, MA 02110, USA' }, { city: 'Boston', state: 'MA' }],
    [
      { city: 'Boston MA', country: 'US' },
      { city: 'Boston', state: 'MA' },
    ],
    [
      { city: 'Kansas City, MO', state: 'KS' },
      { city: 'Kansas City', state: 'KS' },
    ],
    [{ city: 'Port Washington' }, { city: 'Port Washington', state: null }],
    [{ city: 'West New York' }, { city: 'West New York', state: null }],
    [{ city: 'Washington' }, { city: 'Washington', state: null }],
    [
      { city: 'München, DE', country: 'DE' },
      { city: 'München, DE', state: null },
    ],
    [{ city: 'Mitte, Berlin' }, { city: 'Mitte, Berlin', state: null }],
  ])('is read apart from its state: %j', (sent, read) => {
    for (const { input } of [businessLookup, businessVerify])
      expect(input.parse({ name: 'Example Bakery', ...sent })).toMatchObject(read);
  });

  it.each([
    ['New York City', 'City of New York', 'New York'],
    ['NYC', 'City of New York', 'New York'],
  ])('is known as people call it: %s', async (sent, city, state) => {
    const body = { name: 'Example Bakery', city: sent, state: 'NY' };
    const { classification } = await answer(businessLookup, body, await mapOf(city, state));
    expect(classification.matched).toBe(true);
  });

  it.each([
    ["O'Fallon", 'O Fallon'],
    ['De Kalb', 'DeKalb'],
    ["Coeur d'Alene", 'Coeur d Alene'],
  ])('is the same with and without blanks: %s, %s', async (sent, city) => {
    const body = { name: 'Example Bakery', city: sent };
    const { classification } = await answer(businessLookup, body, await mapOf(city, 'Illinois'));
    expect(classification.matched).toBe(true);
  });
});

it.each([
  ['De Kalb', 'example bakery|dekalb', true],
  ['DeKalb', 'example bakery|dekalb', true],
  ['De Kalb', 'example bakery|de kalb', true],
  ['De Kalb', 'example bakery|kalb', false],
])('a row of the operator’s file is found in %s by the key %s: %s', async (city, key, matched) => {
  const row = { name: 'Example Bakery', city: 'De Kalb', phone: '+12125550117' };
  const businesses = { [`place:${key}`]: { one: [row] } };
  const world = await createWorld({ files: { businesses } });
  const body = { name: 'Example Bakery', city };
  const { classification } = await answer(businessLookup, body, world);
  expect(classification.matched).toBe(matched);
  if (key.endsWith('dekalb')) expect(recordKey('place', row.name, city)).toBe(`place:${key}`);
});

describe('the number a business gives', () => {
  it('is read in the country where the business was found', async () => {
    const body = { name: 'Example Bakery', city: 'London', phone: '020 7946 1958' };
    const world = await mapOf('London', 'England', 'gb', '+44 20 7946 1958');
    const { insights } = await answer(businessVerify, body, world);
    expect(insights.business_verify_result.checks.phone_match).toBe(true);
  });
});

describe('a property of the paid database', () => {
  const address = {
    ...{ formattedAddress: '1 Main St, Oakland, CA 94601', addressLine1: '1 Main St' },
    ...{ city: 'Oakland', state: 'CA', zipCode: '94601', bedrooms: 3 },
  };

  it.each([
    ['1 Main St, Berkeley, CA', {}, false],
    ['1 Main St, Oakland, NJ', {}, false],
    ['1 Main St, Oakland, CA', {}, true],
    ['1 Main St, Oakland, California', { state: null }, true],
    // The post office may call the place of a ZIP code by another name.
    ['1 Main St, Fruitvale, CA 94601', {}, true],
    ['1 Main St, Berkeley, CA 94601', { zipCode: null }, false],
  ])('is in the city and state asked for: %s, %j: %s', async (written, differing, found) => {
    const world = await createWorld({
      vendors: [rentcastVendor],
      http: () => Response.json([{ ...address, ...differing }]),
    });
    const parts = { city: null, state: null, zip: null };
    const asked = readUsAddress({ address: written, ...parts });
    const property = await rentcastProperty.ask({ ...asked, county: null }, world);
    expect(property !== null).toBe(found);
  });
});
