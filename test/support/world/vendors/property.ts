import { readUsAddress } from '../../../../src/domain/place/us-address.ts';
import { censusAddress } from '../../../../src/vendors/census/address.ts';
import { cityLot } from '../../../../src/vendors/pluto/lots.ts';
import { rentcastProperty } from '../../../../src/vendors/rentcast/property.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const KEY = 'rentcast key of the tests';

const at = (address: string) => readUsAddress({ address, city: null, state: null, zip: null });
const query = (address: string, county: string | null = null) => ({ ...at(address), county });

const match = (matchedAddress: string, county: string) => ({
  matchedAddress,
  addressComponents: { city: 'NEW YORK', state: 'NY', zip: '10271' },
  geographies: { Counties: [{ NAME: county }] },
});

const MATCHES = new Map<string, object[]>([
  [
    '120 BROADWAY, NEW YORK, NY 10271',
    [match('120 BROADWAY, NEW YORK, NY, 10271', 'New York County')],
  ],
  ['20 W 34TH ST, NEW YORK, NY', [match('20 W 34TH ST, NEW YORK, NY, 10001', 'New York County')]],
  [
    '1 MAIN ST, SPRINGFIELD, IL',
    [
      match('1 N MAIN ST, SPRINGFIELD, IL, 62701', 'Sangamon County'),
      match('1 S MAIN ST, SPRINGFIELD, IL, 62701', 'Sangamon County'),
    ],
  ],
]);

export const censusVendor: FakeVendor = {
  hosts: ['geocoding.geo.census.gov'],
  vars: {},
  answer(_, { pathname, searchParams }) {
    const asked = pathname === '/geocoder/geographies/onelineaddress';
    const benchmark = searchParams.get('benchmark');
    if (benchmark !== 'Public_AR_Current')
      return Response.json({ errors: ['Specify a benchmark'], status: '400' }, { status: 400 });
    if (searchParams.get('format') !== 'json')
      return new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
    if (!asked || searchParams.get('vintage') !== 'Current_Current')
      return Response.json({ errors: ['Specify a vintage'], status: '400' }, { status: 400 });
    const addressMatches = MATCHES.get(searchParams.get('address') ?? '') ?? [];
    return Response.json({ result: { input: {}, addressMatches } });
  },
  cases: [
    {
      source: censusAddress,
      finds: at('120 broadway apt 4, New York, NY 10271'),
      fact: {
        street: '120 BROADWAY',
        unit: '4',
        city: 'NEW YORK',
        state: 'NY',
        zip: '10271',
        county: 'New York County',
      },
      none: { query: at('1 Main St, Springfield, IL'), fact: null },
      partial: [
        [
          { result: { addressMatches: [{ matchedAddress: '1 MAIN ST, X, NY, 10271' }] } },
          { street: '1 MAIN ST', county: null },
        ],
        [{ result: { addressMatches: [{ matchedAddress: 'NOWHERE' }] } }, null],
      ],
      mutate: 'list',
    },
  ],
};

const lot = {
  bbl: '1000477501.00000000',
  address: '120 BROADWAY',
  borough: 'MN',
  zipcode: '10271',
  ownername: 'EXAMPLE HOLDING LLC',
  bldgclass: 'O4',
  lotarea: '49614',
  bldgarea: '1862206',
  yearbuilt: '1915',
  assesstot: '311550300',
  latitude: '40.7',
  longitude: '-74.0',
};

const LOTS: readonly (typeof lot)[] = [
  lot,
  { ...lot, address: '20 WEST 34 STREET', zipcode: '10001', yearbuilt: '0', ownername: '' },
  { ...lot, address: '75 SPRING STREET', zipcode: '10012' },
  { ...lot, address: '7 TWIN STREET', zipcode: '10001' },
  { ...lot, address: '7 TWIN STREET', zipcode: '10001', bbl: '2' },
];

export const plutoVendor: FakeVendor = {
  hosts: ['data.cityofnewyork.us'],
  vars: {},
  answer(_, { pathname, searchParams }) {
    const where = searchParams.get('$where') ?? '';
    const [, lines = '', borough, zip] =
      /^upper\(address\) in \((.*)\) AND borough='(\w\w)'(?: AND zipcode='(\d{5})')?$/.exec(
        where,
      ) ?? [];
    if (pathname !== '/resource/64uk-42ks.json' || !borough)
      return Response.json({ error: true, message: 'malformed query' }, { status: 400 });
    const found = LOTS.filter(
      (one) =>
        lines.includes(`'${one.address}'`) &&
        one.borough === borough &&
        (!zip || one.zipcode === zip),
    );
    return Response.json(found.slice(0, Number(searchParams.get('$limit'))));
  },
  cases: [
    {
      source: cityLot,
      finds: query('120 Broadway, New York, NY 10271'),
      fact: {
        address: '120 BROADWAY',
        county: 'New York',
        propertyType: 'Office building',
        squareFeet: 1_862_206,
        lotSize: 49_614,
        yearBuilt: 1915,
        ownerNames: ['EXAMPLE HOLDING LLC'],
        assessedValue: 311_550_300,
        bedrooms: null,
      },
      none: { query: query('7 Twin St, New York, NY 10001'), fact: null },
      nothing: '[]',
      partial: [
        [
          [{ bbl: '1', yearbuilt: '0', lotarea: {} }],
          { yearBuilt: null, lotSize: null, ownerNames: [] },
        ],
      ],
      mutate: 'list',
    },
  ],
};

const house = {
  id: '1-Main-St,-Berkeley,-CA-94704',
  formattedAddress: '1 Main St, Berkeley, CA 94704',
  addressLine1: '1 Main St',
  addressLine2: null,
  city: 'Berkeley',
  state: 'CA',
  zipCode: '94704',
  county: 'Alameda',
  propertyType: 'Single Family',
  bedrooms: 3,
  bathrooms: 2.5,
  squareFootage: 1_878,
  lotSize: 8_850,
  yearBuilt: 1973,
  lastSaleDate: '2024-11-18T00:00:00.000Z',
  lastSalePrice: 270_000,
  features: { garage: true, floorCount: 2, architecture: { nested: true } },
  taxAssessments: {
    2023: { year: 2023, value: 200_000 },
    2024: { year: 2024, value: 216_513, land: 59_380, improvements: 157_133 },
  },
  propertyTaxes: { 2024: { year: 2024, total: 4_065 } },
  owner: { names: ['Ada Example'], type: 'Individual' },
  ownerOccupied: true,
};
const flat = (unit: string) => ({
  ...house,
  addressLine1: '2 Main St',
  addressLine2: `Apt ${unit}`,
});

const PROPERTIES = new Map<string, object[]>([
  ['1 MAIN ST, BERKELEY, CA 94704', [house]],
  ['2 MAIN ST, BERKELEY, CA 94704', [flat('1'), flat('2')]],
  ['2 MAIN ST UNIT 2, BERKELEY, CA 94704', [flat('1'), flat('2')]],
]);

const HTML = { 'Content-Type': 'text/html' };

const refusal = (status: number, error: string) => () =>
  Response.json({ status, error, message: 'See the documentation' }, { status });

export const rentcastVendor: FakeVendor = {
  hosts: ['api.rentcast.io'],
  vars: { RENTCAST_KEY: KEY },
  answer({ headers }, { pathname, searchParams }) {
    if (headers.get('X-Api-Key') !== KEY) return refusal(401, 'auth/api-key-invalid')();
    if (pathname !== '/v1/properties')
      return new Response('<html>', { status: 404, headers: HTML });
    const found = PROPERTIES.get(searchParams.get('address') ?? '');
    return found ? Response.json(found) : refusal(404, 'resource/not-found')();
  },
  cases: [
    {
      source: rentcastProperty,
      finds: query('1 Main Street, Berkeley, CA 94704'),
      fact: {
        address: '1 Main St, Berkeley, CA 94704',
        bathrooms: 2.5,
        squareFeet: 1_878,
        ownerNames: ['Ada Example'],
        lastSaleDate: '2024-11-18',
        assessedYear: 2024,
        assessedValue: 216_513,
        taxAmount: 4_065,
        features: { garage: true, floorCount: 2 },
      },
      none: { query: query('2 Main St, Berkeley, CA 94704'), fact: null },
      nothing: '[]',
      refusals: [
        [refusal(401, 'billing/subscription-inactive'), 'UPSTREAM_QUOTA_EXHAUSTED'],
        [refusal(401, 'auth/api-key-disabled'), 'SERVICE_UNAVAILABLE'],
        [refusal(429, 'rate-limit'), 'UPSTREAM_QUOTA_EXHAUSTED'],
      ],
      partial: [
        [
          [{ formattedAddress: '1 Main', taxAssessments: [], owner: 'x', bedrooms: 'three' }],
          { address: '1 Main', assessedValue: null, ownerNames: [], bedrooms: null },
        ],
        [
          [{ ...house, bedrooms: -1, yearBuilt: 0, lastSalePrice: '-5', lotSize: 0 }],
          { bedrooms: null, yearBuilt: null, lastSalePrice: null, lotSize: 0 },
        ],
        [[flat('1'), flat('2')], null],
        [[{ ...house, addressLine1: '9 Main St' }, house], { address: house.formattedAddress }],
        ...['9 Main St', '1 Elm St', '1 Main Ave', 'Lot 7'].map(
          (addressLine1) => [[{ ...house, addressLine1 }], null] as const,
        ),
      ],
      mutate: 'list',
    },
  ],
};
