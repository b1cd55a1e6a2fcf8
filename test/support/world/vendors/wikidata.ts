import { wikidataCompany } from '../../../../src/vendors/wikidata/company.ts';
import { wikidataAccounts } from '../../../../src/vendors/wikidata/company-search.ts';
import { companyOfficers } from '../../../../src/vendors/wikidata/officers.ts';
import { wikidataEmployee, wikidataPerson } from '../../../../src/vendors/wikidata/person.ts';
import type { FakeVendor } from '../fake-vendor.ts';
import { accountSearchOf } from '../searches.ts';

const snak = (value: unknown) => ({ snaktype: 'value', datavalue: { value } });
const time = (text: string, precision = 11) => ({ time: `+${text}T00:00:00Z`, precision });
const item = (id: string) => ({ 'entity-type': 'item', id });
const quantity = (amount: number, unit = '1') => ({
  amount: `+${amount}`,
  unit: unit === '1' ? unit : `http://www.wikidata.org/entity/${unit}`,
});
const said = (value: unknown, others: object = {}) => ({
  rank: 'normal',
  mainsnak: snak(value),
  ...others,
});
const at = (year: string) => ({ qualifiers: { P585: [snak(time(`${year}-00-00`, 9))] } });
/** @param to its end; null for a statement that there is none, as editors write of some roles */
const during = (from: string, to?: string | null) => ({
  qualifiers: {
    P580: [snak(time(`${from}-01-01`))],
    ...(to && { P582: [snak(time(`${to}-01-01`))] }),
    ...(to === null && { P582: [{ snaktype: 'novalue' }] }),
  },
});
/** Ended on an unknown day. */
const ended = { qualifiers: { P582: [{ snaktype: 'somevalue' }] } };

const LABELS = new Map([
  ['Q4830453', 'business'],
  ['Q880739', 'software industry'],
  ['Q484678', 'Berkeley'],
  ['Q30', 'United States'],
  ['Q1001', 'Example Company'],
  ['Q1003', 'Example Group'],
  ['Q1010', 'chief executive officer'],
  ['Q1011', 'minister of examples'],
  ['Q1012', 'Example University'],
  ['Q1013', 'mathematician'],
  ['Q1014', 'Before Institute'],
]);

/**
 * A company with everything: figures of several years, one withdrawn; a former industry and a
 * former head office.
 */
const company = {
  P31: [said(item('Q4830453'))],
  P856: [said('https://old.example', during('1990', '2001')), said('https://www.company.example/')],
  P452: [said(item('Q4830453'), during('1990', '2001')), said(item('Q880739'))],
  P1128: [
    said(quantity(900), at('2021')),
    said(quantity(1_200), at('2024')),
    said(quantity(9_999_999), { rank: 'deprecated', ...at('2026') }),
  ],
  P2139: [
    said(quantity(5_000_000_000, 'Q4917'), at('2023')),
    said(quantity(7, 'Q4916'), at('2020')),
  ],
  P571: [said(time('1976-04-01'))],
  P159: [said(item('Q1014'), ended), said(item('Q484678'))],
  P17: [said(item('Q30'))],
  P414: [said(item('Q82059'), { qualifiers: { P249: [snak('EXMP')] } })],
  P4264: [said('Example-Company')],
  P1278: [said('529900T8BM49AURSDO55')],
  P5531: [said('320193')],
};

/** The founder keeps her page at the company's address. */
const founder = { P31: [said(item('Q5'))], P856: [said('https://company.example')] };

const person = {
  P31: [said(item('Q5'))],
  P6634: [said('grace-notable')],
  P106: [said(item('Q1013'))],
  P39: [said(item('Q1011'), during('2001', '2005')), said(item('Q1010'), during('2010', null))],
  P108: [said(item('Q1014'), during('1995', '2001')), said(item('Q1001'), during('2010'))],
  P69: [said(item('Q1012'), during('1985', '1989'))],
};

const ENTITIES = new Map<string, { label: string | null; claims: object }>([
  ['Q1000', { label: 'Grace Founder', claims: founder }],
  ['Q1001', { label: 'Example Company', claims: company }],
  ['Q1002', { label: 'Grace Notable', claims: person }],
  [
    'Q1003',
    {
      label: 'Example Group',
      claims: {
        P856: [said('https://group.example')],
        P1128: [{ rank: 'normal', mainsnak: { snaktype: 'somevalue' } }],
        P2139: [said(quantity(12, 'Q4916'), at('2024'))],
        P571: [said(time('1990-00-00', 8))],
      },
    },
  ],
]);

const HITS: readonly (readonly [term: string, ids: readonly string[]])[] = [
  ['P856=https://company.example', ['Q1000', 'Q1001']],
  ['P856=https://group.example', ['Q1003']],
  // The index is behind the items: what it finds need not be it.
  ['P856=https://stale.example', ['Q1001']],
  ['P4264=example-company', ['Q1001']],
  ['P6634=grace-notable', ['Q1002']],
];

function search(terms: readonly string[]) {
  const found = HITS.find(([term]) => terms.includes(term))?.[1] ?? [];
  return { batchcomplete: '', query: { search: found.map((title) => ({ ns: 0, title })) } };
}

function entities(ids: readonly string[], props: readonly string[]) {
  const read = ids.map((id) => {
    const label = ENTITIES.get(id)?.label ?? LABELS.get(id) ?? null;
    return [
      id,
      {
        type: 'item',
        id,
        labels: label ? { en: { language: 'en', value: label } } : {},
        ...(props.includes('claims') && { claims: ENTITIES.get(id)?.claims ?? {} }),
      },
    ] as const;
  });
  return { entities: Object.fromEntries(read), success: 1 };
}

const error = (code: string) => Response.json({ error: { code, info: 'in words' } });

function api({ searchParams }: URL): Response {
  const get = (name: string) => searchParams.get(name) ?? '';
  if (get('format') !== 'json' || get('maxlag') === '') return error('badvalue');
  if (get('action') === 'query') {
    const [, statements = ''] = /^haswbstatement:(.+)$/.exec(get('srsearch')) ?? [];
    return Response.json(search(statements.split('|')));
  }
  const ids = get('ids').split('|');
  if (get('action') !== 'wbgetentities' || ids.length > 50) return error('toomanyvalues');
  return Response.json(entities(ids, get('props').split('|')));
}

const officer = (id: string, name: string, role: string) => ({
  person: { type: 'uri', value: `http://www.wikidata.org/entity/${id}` },
  personLabel: { type: 'literal', value: name },
  role: { type: 'literal', value: role },
});

const literal = (value: string) => ({ type: 'literal', value });

/** Companies of one industry, with a country and employees where both are asked for. */
function companiesOf(query: string) {
  const bindings = query.includes('"software industry"@en')
    ? [
        {
          company: literal('http://www.wikidata.org/entity/Q1001'),
          companyLabel: literal('Example Company'),
          site: literal('https://www.company.example/'),
          country: literal('US'),
          employees: literal('1200'),
          page: literal('example-company'),
        },
        { company: literal('http://www.wikidata.org/entity/Q8'), companyLabel: literal('Q8') },
      ]
    : [];
  return { head: { vars: [] }, results: { bindings } };
}

async function sparql(request: Request): Promise<Response> {
  const query = String((await request.formData()).get('query'));
  if (request.method !== 'POST' || !request.headers.get('Accept')?.includes('sparql-results+json'))
    return new Response('<html>', { status: 406 });
  if (query.includes('wdt:P452')) return Response.json(companiesOf(query));
  const knows =
    query.includes('<https://company.example>') || query.includes('"Example Company"@en');
  const bindings = knows
    ? [
        {
          ...officer('Q1002', 'Grace Notable', 'chief executive officer'),
          vanity: { value: 'grace-notable' },
        },
        officer('Q9', 'Q9', 'board member'),
        ...(query.includes('pq:P582')
          ? []
          : [officer('Q1003', 'Former Notable', 'chief executive officer')]),
      ]
    : [];
  return Response.json({ head: { vars: [] }, results: { bindings } });
}

const html = (status: number) => () =>
  new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } });
const refusals = [
  [() => error('maxlag'), 'SERVICE_UNAVAILABLE'],
  [() => error('ratelimited'), 'UPSTREAM_QUOTA_EXHAUSTED'],
  [() => error('internal_api_error_DBQueryError'), 'SERVICE_UNAVAILABLE'],
  [() => error('badvalue'), 'SERVICE_UNAVAILABLE'],
  [html(403), 'SERVICE_UNAVAILABLE'],
] as const;

/** The interface of items and the query service, without a key; both hosts. */
export const wikidataVendor: FakeVendor = {
  hosts: ['www.wikidata.org', 'query.wikidata.org'],
  vars: { SPARQL_SEARCH: '1' },
  answer(request, url) {
    if (!request.headers.get('User-Agent'))
      return new Response('Please set a user-agent', { status: 403 });
    return url.pathname === '/sparql' ? sparql(request) : api(url);
  },
  cases: [
    {
      source: wikidataCompany,
      finds: { domain: 'company.example' },
      fact: {
        name: { value: 'Example Company', source: 'wikidata', asOf: null },
        industry: { value: 'software industry' },
        employees: { value: 1_200, asOf: '2024' },
        revenue: { value: '$5,000,000,000', asOf: '2023' },
        founded: { value: 1976 },
        headquarters: { value: 'Berkeley' },
        country: { value: 'United States' },
        website: { value: 'https://www.company.example/' },
        networkUrl: { value: 'https://www.linkedin.com/company/example-company' },
        lei: { value: '529900T8BM49AURSDO55' },
        cik: { value: '0000320193' },
        ticker: { value: 'EXMP' },
        ipoStatus: { value: 'public' },
      },
      none: { query: { domain: 'stale.example' }, fact: null },
      refusals,
    },
    {
      source: wikidataEmployee,
      finds: 'grace-notable',
      fact: {
        fullName: 'Grace Notable',
        title: 'chief executive officer',
        company: {
          name: 'Example Company',
          domain: 'company.example',
          city: 'Berkeley',
          country: 'United States',
        },
        workEmail: null,
      },
      none: { query: 'nobody-notable', fact: null },
    },
    {
      source: wikidataPerson,
      finds: 'grace-notable',
      fact: {
        name: 'Grace Notable',
        title: 'chief executive officer',
        company: 'Example Company',
        followers: null,
        roles: [
          { title: null, company: 'Example Company', startedAt: '2010-01-01', endedAt: null },
          { title: 'chief executive officer', startedAt: '2010-01-01' },
          { title: 'minister of examples', endedAt: '2005-01-01' },
          { company: 'Before Institute', endedAt: '2001-01-01' },
        ],
        education: [
          { school: 'Example University', startedAt: '1985-01-01', endedAt: '1989-01-01' },
        ],
      },
      none: { query: 'nobody-at-all', fact: null },
      refusals,
    },
    {
      source: companyOfficers,
      finds: { domain: 'company.example' },
      fact: [
        {
          id: 'Q1002',
          name: 'Grace Notable',
          role: 'chief executive officer',
          vanity: 'grace-notable',
        },
      ],
      none: { query: { name: 'Nobody "Inc"' }, fact: null },
      refusals: [
        [
          () => new Response('', { status: 429, headers: { 'Retry-After': '30' } }),
          'UPSTREAM_QUOTA_EXHAUSTED',
        ],
        [html(403), 'SERVICE_UNAVAILABLE'],
      ],
      partial: [
        [
          { results: { bindings: [{ ...officer('Q7', 'Ada', 'founder'), vanity: 12 }] } },
          [{ id: 'Q7', vanity: null }],
        ],
      ],
    },
    {
      source: wikidataAccounts,
      optIn: 'SPARQL_SEARCH',
      finds: accountSearchOf({
        industry: 'Software industry',
        location: 'US',
        employeesMin: 1_000,
      }),
      fact: {
        rows: [
          {
            name: 'Example Company',
            domain: 'company.example',
            employeeBand: '1001-5000',
            country: 'US',
            networkUrl: 'https://www.linkedin.com/company/example-company',
          },
        ],
        nextCursor: null,
      },
      none: { query: accountSearchOf({ industry: 'no "industry"' }), fact: null },
    },
  ],
};
