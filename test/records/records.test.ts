import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { importRecords } from '../../src/records/import-records.ts';
import { listRecords } from '../../src/records/list-records.ts';
import { createRecords } from '../../src/store/records.ts';
import { createClock, createPorts, numberOf, request, streamOf } from './support.ts';

/** The database, counting what is prepared. */
function counted(database: D1Database) {
  const counter = { statements: 0 };
  const proxy = new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') counter.statements += 1;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { proxy, counter };
}

it('knows what is imported from memory, hears of its own imports at once and of others within ten seconds', async () => {
  const { proxy, counter } = counted(env.RECORDS);
  const clock = createClock();
  const elsewhere = createRecords(proxy, clock);
  const { store, ports } = createPorts();
  expect(await elsewhere.has('listed')).toBe(false);
  expect(await store.has('listed')).toBe(false);
  await importRecords(
    request({ dataset: 'listed', body: streamOf('phone_number\n', numberOf(1)) }),
    ports,
  );
  expect(await store.has('listed')).toBe(true);
  for (let call = 0; call < 100; call++) expect(await elsewhere.has('listed')).toBe(false);
  expect(counter.statements).toBe(1);
  clock.advance(10_001);
  expect(await elsewhere.has('listed')).toBe(true);
  expect(counter.statements).toBe(2);
});

it('asks several data sets in one statement', async () => {
  const { ports } = createPorts();
  await importRecords(
    request({ dataset: 'listed', body: streamOf('phone_number\n', numberOf(2)) }),
    ports,
  );
  await importRecords(
    request({
      dataset: 'named',
      asOf: '2026-10-01',
      body: streamOf('phone_number,name\n', `${numberOf(2)},Ada`),
    }),
    ports,
  );
  const { proxy, counter } = counted(env.RECORDS);
  const found = await createRecords(proxy, createClock()).find(
    ['listed', 'named', 'unknown'],
    numberOf(2),
  );
  expect(found).toEqual({
    listed: { data: {}, asOf: '2026-11-01' },
    named: { data: { name: 'Ada' }, asOf: '2026-10-01' },
  });
  expect(counter.statements).toBe(1);
});

it('lists every data set with its columns', async () => {
  const { ports } = createPorts();
  await importRecords(
    request({
      dataset: 'named',
      mode: 'replace',
      source: 'Acme',
      body: streamOf('phone_number,name\n', `${numberOf(3)},Ada`),
    }),
    ports,
  );
  const listed = await listRecords(ports);
  expect(listed.map(({ name }) => name)).toEqual(['listed', 'named', 'blocked', 'used_by']);
  expect(listed[1]).toMatchObject({
    columns: ['phone_number', 'name', 'note'],
    keyColumn: 'phone_number',
    requiredColumns: ['phone_number', 'name'],
    columnNotes: { name: 'Who it is.' },
    rows: 1,
    asOf: '2026-11-01',
    source: 'Acme',
  });
});

it('stores a number in the same form whether it took the fast path or the full parse', async () => {
  const { store, ports } = createPorts();
  const forms = [
    '2125550101',
    '12125550102',
    '+12125550103',
    '(212) 555-0104',
    '212.555.0105',
    '+1 212 555 0106',
    '1-212-555-0107',
  ];
  await importRecords(
    request({
      dataset: 'listed',
      body: streamOf('phone_number\n', forms.map((form) => `"${form}"`).join('\n')),
    }),
    ports,
  );
  for (let last = 1; last <= forms.length; last++)
    expect(await store.find(['listed'], `+1212555010${last}`)).toHaveProperty('listed');
});

it('finds the first of several keys in the order they are asked', async () => {
  const { store, ports } = createPorts();
  const lines = [
    'network,company',
    '203.0.113.0/24,Wide',
    '203.0.113.77/28,Narrow',
    '2001:DB8::/32,Six',
    '203.0.113.0/99,Wrong',
  ];
  const report = await importRecords(
    request({ dataset: 'used_by', body: streamOf(lines.join('\n')) }),
    ports,
  );
  expect(report).toMatchObject({
    inserted: 3,
    rejected: [{ line: 5, reason: expect.stringMatching(/^network: /) }],
  });
  const first = (...keys: string[]) => store.findFirst('used_by', keys);
  expect(await first('203.0.113.70/32', '203.0.113.64/28', '203.0.113.0/24')).toEqual({
    key: '203.0.113.64/28',
    data: { company: 'Narrow' },
    asOf: '2026-11-01',
  });
  expect(await first('203.0.113.0/24', '203.0.113.64/28')).toMatchObject({
    data: { company: 'Wide' },
  });
  expect(await first('2001:db8::/32')).toMatchObject({ data: { company: 'Six' } });
  expect(await first('192.0.2.0/24')).toBeNull();
});
