import { nominatimPlaces } from '../../../../src/vendors/nominatim/places.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const cafe = {
  place_id: 1,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0.',
  osm_type: 'node',
  osm_id: 4_711,
  lat: '52.5200',
  lon: '13.4050',
  category: 'amenity',
  type: 'fast_food',
  name: 'Café Beispiel',
  address: {
    house_number: '12',
    road: 'Beispielstraße',
    city: 'Berlin',
    postcode: '10115',
    country_code: 'de',
  },
  extratags: {
    'contact:phone': '+49 30 5550101;+49 30 5550102',
    website: 'https://example.com',
    opening_hours: 'Mo-Fr 08:00-18:00',
  },
};
/** A street of the same name is no business. */
const street = { ...cafe, category: 'highway', type: 'residential', extratags: null };

/** The map has the municipality by its whole name, and the part of it that people write. */
const pizzeria = {
  ...cafe,
  name: 'Example Pizza',
  address: {
    ...{ house_number: '1', road: 'Example Avenue', suburb: 'Brooklyn', postcode: '11201' },
    ...{ city: 'City of New York', state: 'New York', country_code: 'us' },
  },
};

const bavarianCafe = { ...cafe, address: { ...cafe.address, city: 'München' } };

/** Names in the language asked for (`accept-language`), else in that of the place. */
const ENGLISH = new Map<string, object[]>([
  [
    'Cafe Beispiel, Munich',
    [{ ...bavarianCafe, address: { ...cafe.address, city: 'Munich' }, name: 'Example Café' }],
  ],
]);

const PLACES = new Map<string, object[]>([
  ['Cafe Beispiel, Munich', [bavarianCafe]],
  ['Cafe Beispiel, Potsdam', [bavarianCafe]],
  ['Cafe Beispiel, Berlin', [street, cafe]],
  ['Beispielstrasse, Berlin', [street]],
  ['Example Pizza, New York, NY', [pizzeria]],
  ['Example Pizza, Brooklyn, NY', [pizzeria]],
  ['Example Pizza, Queens, NY', [pizzeria]],
]);

/** `/search`, in the form that names its keys. */
function answer({ headers }: Request, { pathname, searchParams }: URL): Response {
  if (!headers.get('User-Agent')) return new Response('Access blocked', { status: 403 });
  if (pathname !== '/search' || searchParams.get('format') !== 'jsonv2')
    return new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } });
  const asked = searchParams.get('q') ?? '';
  const english = searchParams.get('accept-language') === 'en' ? ENGLISH.get(asked) : undefined;
  return Response.json(english ?? PLACES.get(asked) ?? []);
}

const berlin = { name: 'Cafe Beispiel', city: 'Berlin', state: null, country: 'DE' };

const pizzeriaIn = (city: string) => ({ name: 'Example Pizza', city, state: 'NY', country: 'US' });

export const nominatimVendor: FakeVendor = {
  hosts: ['nominatim.openstreetmap.org'],
  vars: {},
  answer,
  cases: [
    {
      source: nominatimPlaces,
      finds: berlin,
      fact: {
        name: 'Café Beispiel',
        category: 'fast food',
        phone: '+49 30 5550101',
        website: 'https://example.com',
        email: null,
        address: { line1: 'Beispielstraße 12', city: 'Berlin', zip: '10115', countryCode: 'DE' },
        latitude: 52.52,
        hours: 'Mo-Fr 08:00-18:00',
        rating: null,
        placeId: 'node/4711',
        attribution: '© OpenStreetMap contributors',
      },
      none: { query: { ...berlin, name: 'Beispielstrasse' }, fact: null },
      nothing: '[]',
      refusals: [
        [
          () => new Response('<html>', { status: 403, headers: { 'Content-Type': 'text/html' } }),
          'SERVICE_UNAVAILABLE',
        ],
      ],
      partial: [
        [
          [{ category: 'shop', name: 'Cafe Beispiel', address: { town: 'Berlin' }, lat: {} }],
          { name: 'Cafe Beispiel', category: 'shop', latitude: null, placeId: null },
        ],
      ],
      mutate: 'list',
    },
    {
      source: nominatimPlaces,
      finds: pizzeriaIn('New York'),
      fact: {
        name: 'Example Pizza',
        address: { line1: '1 Example Avenue', city: 'New York', zip: '11201' },
      },
      none: { query: pizzeriaIn('Queens'), fact: null },
      nothing: '[]',
    },
    {
      source: nominatimPlaces,
      finds: pizzeriaIn('Brooklyn'),
      fact: { name: 'Example Pizza', address: { city: 'Brooklyn', zip: '11201' } },
      nothing: '[]',
    },
    {
      source: nominatimPlaces,
      finds: { ...berlin, city: 'Munich' },
      fact: { name: 'Café Beispiel', address: { city: 'Munich', line1: 'Beispielstraße 12' } },
      none: { query: { ...berlin, city: 'Potsdam' }, fact: null },
      nothing: '[]',
    },
  ],
};
