import { gleifEntity, registeredName } from '../../../../src/vendors/gleif/entities.ts';
import { filerKey, filerName, secFiler } from '../../../../src/vendors/sec/filers.ts';
import type { FakeVendor } from '../fake-vendor.ts';

const LEI = '529900T8BM49AURSDO55';

const entity = {
  type: 'lei-records',
  id: LEI,
  attributes: {
    lei: LEI,
    entity: {
      legalName: { name: 'EXAMPLE COMPANY INC.', language: 'en' },
      legalAddress: {
        addressLines: ['1209 Orange St'],
        city: 'Wilmington',
        region: 'US-DE',
        country: 'US',
        postalCode: '19801',
      },
      headquartersAddress: {
        addressLines: ['1 Main St'],
        city: 'Berkeley',
        region: 'US-CA',
        country: 'US',
        postalCode: '94704',
      },
      status: 'ACTIVE',
    },
    registration: { status: 'ISSUED' },
  },
};

const other = {
  id: '529900T8BM49AURSDO99',
  attributes: { entity: { legalName: { name: 'EXAMPLE HOLDING INC.' }, status: 'INACTIVE' } },
};

const inState = (status: string | null) => ({
  ...entity,
  attributes: { entity: { ...entity.attributes.entity, status } },
});
const runFrom = (headquartersAddress: object) => ({
  ...entity,
  attributes: { entity: { ...entity.attributes.entity, headquartersAddress } },
});
const inactive = inState('INACTIVE');
const unsaid = inState(null);

/** `GET /api/v1/lei-records/{lei}`, and a search by name that takes words in any order. */
function answerGleif({ headers }: Request, { pathname, searchParams }: URL): Response {
  if (headers.get('Accept') !== 'application/vnd.api+json')
    return Response.json({ errors: [{ status: '406' }] }, { status: 406 });
  const name = searchParams.get('filter[entity.legalName]');
  if (pathname === '/api/v1/lei-records' && name !== null)
    return Response.json({ data: /example|nothing/i.test(name) ? [other, entity] : [] });
  const found = pathname === `/api/v1/lei-records/${LEI}`;
  return found
    ? Response.json({ data: entity })
    : Response.json({ errors: [{ status: '404', title: 'Not found' }] }, { status: 404 });
}

export const gleifVendor: FakeVendor = {
  hosts: ['api.gleif.org'],
  vars: {},
  answer: answerGleif,
  cases: [
    {
      source: gleifEntity,
      finds: LEI,
      fact: {
        name: { value: 'EXAMPLE COMPANY INC.', source: 'gleif' },
        country: { value: 'United States' },
        headquarters: { value: 'Berkeley, CA' },
        lei: { value: LEI },
      },
      none: { query: '529900T8BM49AURSDO99', fact: null },
      partial: [
        [
          {
            data: {
              ...entity,
              attributes: { entity: { legalName: { name: 'Bare' }, legalAddress: [] } },
            },
          },
          { name: { value: 'Bare' } },
        ],
        // It is run from elsewhere than where it is registered; states abroad go by their names.
        [
          { data: runFrom({ city: 'Dublin', region: 'IE-D', country: 'IE' }) },
          { headquarters: { value: 'Dublin' }, country: { value: 'Ireland' } },
        ],
        // A record without it has the address it is registered at.
        [
          { data: runFrom({}) },
          { headquarters: { value: 'Wilmington, DE' }, country: { value: 'United States' } },
        ],
      ],
      mutate: true,
    },
    {
      source: registeredName,
      finds: { name: 'Example Company', country: 'US' },
      fact: { active: true, lei: LEI },
      none: { query: { name: 'Nothing of the kind', country: 'US' }, fact: null },
      partial: [
        [{ data: [] }, null],
        [{ data: [{ ...other, attributes: entity.attributes }] }, { active: true }],
        [
          { data: [{ id: LEI, attributes: { entity: { legalName: { name: 'Example' } } } }] },
          { active: null },
        ],
        [{ data: [inactive] }, { active: false }],
        [{ data: [inState('NULL')] }, { active: null }],
        [{ data: [inactive, unsaid] }, { active: null }],
        [{ data: [inactive, unsaid, entity] }, { active: true }],
      ],
      mutate: 'list',
    },
  ],
};

const filer = {
  cik: '0000320193',
  name: 'EXAMPLE COMPANY INC',
  sic: '7372',
  sicDescription: 'Services-Prepackaged Software',
  tickers: ['EXMP'],
  website: '',
  addresses: {
    business: { street1: '1 MAIN ST', city: 'BERKELEY', stateOrCountry: 'CA', zipCode: '94704' },
  },
};

const figure = (start: string, end: string, val: number, fp = 'FY', form = '10-K') => ({
  start,
  end,
  val,
  fp,
  form,
});
const revenue = {
  cik: 320193,
  tag: 'Revenues',
  units: {
    USD: [
      figure('2023-01-01', '2023-12-31', 5_100_000_000),
      // The last quarter of the same report, and a quarterly report of the next year.
      figure('2024-10-01', '2024-12-31', 1_400_000_000),
      figure('2024-01-01', '2024-12-31', 5_400_000_000),
      figure('2025-01-01', '2025-03-31', 1_500_000_000, 'Q1', '10-Q'),
    ],
  },
};

/** A filer that changed its word for revenue, and keeps figures of years ago under the other. */
const renamed = { ...filer, name: 'RENAMED COMPANY INC', tickers: [] };
const CONCEPTS = '/api/xbrl/companyconcept/CIK0000000002/us-gaap';
const revenueOf = (year: number, val: number) => ({
  units: { USD: [figure(`${year}-01-01`, `${year}-12-31`, val)] },
});

/** Companies with shares on an exchange, by place in the list. */
const tickers = {
  '0': { cik_str: 320193, ticker: 'EXMP', title: 'EXAMPLE COMPANY INC' },
  '1': { cik_str: 1, ticker: 'OTHR', title: 'Other Holdings Corp' },
};

const REPLIES = new Map<string, object>([
  ['/files/company_tickers.json', tickers],
  ['/submissions/CIK0000320193.json', filer],
  ['/api/xbrl/companyconcept/CIK0000320193/us-gaap/Revenues.json', revenue],
  ['/submissions/CIK0000000002.json', renamed],
  [
    `${CONCEPTS}/RevenueFromContractWithCustomerExcludingAssessedTax.json`,
    revenueOf(2019, 10_000_000),
  ],
  [`${CONCEPTS}/Revenues.json`, revenueOf(2024, 30_000_000)],
]);

const noSuchKey = () =>
  new Response('<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', {
    status: 404,
    headers: { 'Content-Type': 'application/xml' },
  });

/** Files by path; what is not there is a 404 of the store. */
export const secVendor: FakeVendor = {
  hosts: ['data.sec.gov', 'www.sec.gov'],
  vars: {},
  answer: ({ headers }, { pathname }) => {
    // Fair access: it refuses programs that do not say whom to write to.
    if (!/\(\+.+\)/.test(headers.get('User-Agent') ?? ''))
      return new Response('<html>', { status: 403, headers: { 'Content-Type': 'text/html' } });
    const reply = REPLIES.get(pathname);
    return reply ? Response.json(reply) : noSuchKey();
  },
  cases: [
    {
      source: secFiler,
      finds: '0000320193',
      fact: {
        name: { value: 'EXAMPLE COMPANY INC', source: 'sec' },
        industry: { value: 'Services-Prepackaged Software' },
        sicCodes: { value: ['7372'] },
        headquarters: { value: 'BERKELEY, CA' },
        ticker: { value: 'EXMP' },
        revenue: { value: '$5,400,000,000', asOf: '2024-12-31' },
      },
      none: { query: '0000000001', fact: null },
      refusals: [
        [
          () => new Response('<html>', { status: 403, headers: { 'Content-Type': 'text/html' } }),
          'SERVICE_UNAVAILABLE',
        ],
      ],
    },
    {
      source: secFiler,
      finds: '0000000002',
      fact: { revenue: { value: '$30,000,000', asOf: '2024-12-31' } },
    },
    {
      source: filerName,
      finds: { name: 'Example Company', country: 'US' },
      fact: { active: true, lei: null },
      none: { query: { name: 'Corner Bakery', country: 'US' }, fact: null },
      partial: [[{ '0': { title: 'Nobody Else' } }, null]],
      mutate: 'list',
    },
    {
      source: filerKey,
      finds: 'The Example Company',
      fact: { cik: '0000320193' },
      // Two filers of one name cannot be told apart, and a part of a name is another name.
      none: { query: 'Example Bakery', fact: null },
      partial: [
        [{ '0': { title: 'Example Company', cik_str: '7x' } }, null],
        [
          {
            '0': { title: 'Example Company', cik_str: 7 },
            '1': { title: 'EXAMPLE CO', cik_str: 8 },
            '2': { title: 'EXAMPLE COMPANY INC', cik_str: 9 },
          },
          null,
        ],
        [
          {
            '0': { title: 'Example Company', cik_str: 7 },
            '1': { title: 'Example Company', cik_str: 7 },
          },
          { cik: '0000000007' },
        ],
      ],
      mutate: 'list',
    },
  ],
};
