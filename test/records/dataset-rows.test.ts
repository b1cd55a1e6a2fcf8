import { describe, expect, it } from 'vitest';
import { emailAddress } from '../../src/domain/email/address.ts';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { storedRow } from '../../src/lookup/datasets/dataset.ts';
import { recordKey } from '../../src/lookup/datasets/keys.ts';
import { importRecords } from '../../src/records/import.ts';
import { parseRecord } from '../../src/records/rows.ts';
import { createPorts, request, streamOf } from './support.ts';

/** The row as it is stored, or why it is refused. */
function imported(dataset: string, columns: object): Record<string, unknown> | string {
  const known = RECORD_DATASETS[dataset];
  if (!known) throw new Error(`no data set ${dataset}`);
  try {
    return parseRecord(known, columns as Record<string, unknown>).row;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('rows without a name', () => {
  const NETWORK = { network: '192.0.2.0/24', city: 'Berkeley' };
  const OWNER = { email: 'ada@example.com', city: 'Reno', company_name: 'Example' };
  it.each([
    ['networks', NETWORK, ['company_name', 'company_domain', 'last_name', 'email']],
    ['email_owners', OWNER, ['first_name', 'last_name']],
    ['caller_names', { phone_number: '+12125550101' }, ['name', 'company_name']],
  ])('of %s are refused, and say which columns name', (dataset, row, columns) => {
    expect(imported(dataset, row)).toBe(`row: has no name: fill one of ${columns.join(', ')}`);
    for (const column of columns) {
      const cell = column === 'email' ? 'ada@example.com' : 'Example';
      expect(imported(dataset, { ...row, [column]: cell }), column).toMatchObject(row);
    }
  });
});

describe('columns', () => {
  const TOMORROW_AND_MORE = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const NEXT_YEARS = String(new Date().getUTCFullYear() + 2);
  const PERSON = { last_name: 'A', first_name: 'B', address_line1: '1 C St', zip: '20001' };
  const PARCEL = { address: '1 C St', zip: '20001' };
  const NUMBER = { phone_number: '+12125550101' };
  const KEYWORD = { country: 'US', keyword: 'shoes' };
  const WORKER = { work_email: 'ada@example.com' };
  const SHOP = { name: 'A', city: 'B' };

  it.each([
    ['reassigned_numbers', { ...NUMBER, disconnected_at: TOMORROW_AND_MORE }, /at: is in the fut/],
    [
      'complaints',
      { ...NUMBER, reported_at: TOMORROW_AND_MORE },
      /^reported_at: is in the future$/,
    ],
    ['complaints', { ...NUMBER, reported_at: 'May 1' }, /must be a date, YYYY-MM-DD, or a date-t/],
    [
      'complaints',
      { ...NUMBER, reported_at: '2026-01-01', subject: 'bogus' },
      /must be one of IMPERSONATION/,
    ],
    ['parcels', { ...PARCEL, year_built: NEXT_YEARS }, /^year_built: is in the future$/],
    ['parcels', { ...PARCEL, square_feet: '1,200' }, /^square_feet: must be a plain number, such/],
    ['parcels', { ...PARCEL, state: 'ZZ' }, /^state: is not a state of the United States$/],
    ['people', { ...NUMBER, first_name: 'A', zip: '2000' }, /^zip: must be five digits$/],
    ['people', { ...NUMBER, first_name: 'A', zip4: '1' }, /^zip4: must be four digits$/],
    ['portability', { ...NUMBER, lrn: '1' }, /^lrn: must be ten digits$/],
    ['networks', { network: '192.0.2.1', company_name: 'A', country_code: 'USA' }, /two letters$/],
    ['person_contacts', { ...PERSON, phone_number: '123' }, /^phone_number: /],
    ['person_contacts', { ...PERSON, phone_number: '+15555551234' }, /not a valid number in/],
    ['work_contacts', { network_url: 'https://linkedin.com/company/a' }, /page of an organization/],
    ['businesses', { ...SHOP, phone: 'call us' }, /^phone: /],
    ['businesses', { ...SHOP, claimed: 'perhaps' }, /^claimed: must be Y or N$/],
    ['work_contacts', { ...WORKER, role_started: '2023-02-31' }, /^role_started: must be a date/],
    ['work_contacts', { ...WORKER, role_started: '2024-01-00' }, /^role_started: must be a date/],
    ['keywords', { ...KEYWORD, trend: '1;2;;4;5;6;7;8;9;10;11;12' }, /^trend.2: must be a plain n/],
    ['keywords', { ...KEYWORD, trend: '1;2;3;4;5;6;7;8;9;10;11;0x12' }, /^trend.11: must be a pl/],
    ['email_owners', { email: 'a b@c', first_name: 'A' }, /must be an email address$/],
  ])('of %s refuse %j by a reason that says what is allowed', (dataset, row, reason) => {
    expect(imported(dataset, row)).toMatch(reason);
  });

  it.each([
    [
      'person_contacts',
      { ...PERSON, phone_number: '(202) 555-0101' },
      { phone_number: '+12025550101' },
    ],
    [
      'complaints',
      { ...NUMBER, reported_at: '2026-01-01', subject: 'Medical & prescriptions' },
      {},
    ],
    ['parcels', { ...PARCEL, year_built: '0', last_sale_date: '0000-00-00' }, { year_built: 0 }],
    [
      'parcels',
      { ...PARCEL, tax_year: String(new Date().getUTCFullYear() + 1), state: 'pr' },
      { state: 'PR' },
    ],
    ['businesses', { ...SHOP, phone: '030 901820', country_code: 'DE' }, {}],
    [
      'businesses',
      { ...SHOP, phone: '020 7183 8750', country_code: 'uk' },
      { phone: '020 7183 8750', country_code: 'GB' },
    ],
    ['work_contacts', { ...WORKER, role_started: '2024-02-29' }, {}],
    ['work_contacts', { ...WORKER, role_started: '2024-02', phone_type: ' voip' }, WORKER],
    ['businesses', { ...SHOP, claimed: ' y ' }, { claimed: true }],
    ['businesses', { ...SHOP, claimed: ' ', phone: ' ' }, SHOP],
    ['keywords', { ...KEYWORD, trend: '1;2;3;4;5;6; 7;8;9;10;11;12' }, {}],
  ])('of %s take %j', (dataset, row, stored) => {
    expect(imported(dataset, row)).toMatchObject(stored);
  });

  it.each([
    ['anna@müller.de', 'anna@xn--mller-kva.de'],
    ['jörg@example.com', 'jörg@example.com'],
    ['"john doe"@example.com', '"john doe"@example.com'],
    ['"ada"@Example.com', 'ada@example.com'],
  ])('of email addresses take %s as lookups do', (email, plain) => {
    const known = { first_name: 'A' };
    expect(imported('email_owners', { ...known, email })).toMatchObject({ email: plain });
    expect(imported('work_contacts', { work_email: email })).toMatchObject({ work_email: plain });
    const { keys } = parseRecord(RECORD_DATASETS.email_owners as never, { ...known, email });
    expect(keys).toEqual([recordKey('email', emailAddress.parse(email).text.toLowerCase())]);
  });

  it('read back a cell that they would refuse today as unknown', () => {
    const { row } = RECORD_DATASETS.work_contacts as (typeof RECORD_DATASETS)[string];
    const stored = { network_url: 'ada', full_name: 'Ada', work_email: 'n/a' };
    expect(row.safeParse(stored).success).toBe(false);
    expect(storedRow(row).parse(stored)).toEqual({ network_url: 'ada', full_name: 'Ada' });
  });
});

it('counts the owners of email addresses that no lookup answers with', async () => {
  const { ports } = createPorts({ email_owners: RECORD_DATASETS.email_owners as never });
  const lines = [
    'email,first_name,country,state,zip,phone_number',
    'a@example.com,A,US,,,',
    'b@example.com,B,,NY,,',
    'c@example.com,C,,,20001,',
    'd@example.com,D,IT,NY,,',
    'e@example.com,E,,,,+12125550101',
    'f@example.com,,DE,,,',
  ];
  const body = streamOf(lines.join('\n'));
  const report = await importRecords(request({ dataset: 'email_owners', body }), ports);
  expect(report).toMatchObject({ inserted: 5, rejectedCount: 1, withheldCount: 2 });
});

it('names the columns of a header that has none to find rows by', async () => {
  const { ports } = createPorts();
  const importing = importRecords(request({ body: streamOf('Phone Number;Name\n1;A\n') }), ports);
  await expect(importing).rejects.toThrow(
    'The header row has no column phone_number; separated by commas it has "phone number;name".',
  );
});

it('reports the columns of a file that the data set does not have', async () => {
  const { ports } = createPorts();
  const csv = 'phone_number,nmae,name,,,Internal Id\n+12125550101,Ada,B,,,7\n';
  const ndjson = ['{"phone_number":"+12125550102","name":"C","Note":"n"}', '{"notes":1}'].join(
    '\n',
  );
  const importing = (text: string) =>
    importRecords(request({ dataset: 'named', format: null, body: streamOf(text) }), ports);
  const [first, second] = [await importing(csv), await importing(ndjson)];
  expect(first).toMatchObject({ inserted: 1, ignoredColumns: ['nmae', 'internal id'] });
  expect(second).toMatchObject({ inserted: 1, ignoredColumns: ['Note', 'notes'] });
});

it('refuses a header that has a column twice, and no other repeated one', async () => {
  const { ports } = createPorts();
  const importing = (text: string) =>
    importRecords(request({ dataset: 'named', body: streamOf(text) }), ports);
  await expect(importing('phone_number,name,Name\n+12125550101,Ada,Bob\n')).rejects.toThrow(
    'The header row has two columns "name".',
  );
  expect(await importing('phone_number,name,x,x,,\n+12125550103,Ada,1,2,,\n')).toMatchObject({
    inserted: 1,
    ignoredColumns: ['x'],
  });
});
