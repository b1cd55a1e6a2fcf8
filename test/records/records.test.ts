import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { countReports, openReportFeed } from '../../src/lookup/records/store-reports.ts';
import { listDatasets } from '../../src/records/dataset-list.ts';
import { importRecords } from '../../src/records/import.ts';
import {
  clearRecords,
  counted,
  createPorts,
  datasets,
  found,
  numberOf,
  request,
  streamOf,
} from './support.ts';

afterEach(clearRecords);

it('knows what is imported from memory, and hears of its own imports at once', async () => {
  const { proxy, counter } = counted(env.RECORDS);
  const { store: elsewhere, clock, settled } = createPorts(datasets, proxy);
  const { store, ports } = createPorts();
  expect(await elsewhere.has('listed')).toBe(false);
  expect(await store.has('listed')).toBe(false);
  await importRecords(
    request({ dataset: 'listed', body: streamOf('phone_number\n', numberOf(1)) }),
    ports,
  );
  expect(await store.has('listed')).toBe(true);
  for (let call = 0; call < 100; call++) expect(elsewhere.has('listed')).toBe(false);
  expect(counter.statements).toBe(1);
  clock.advance(10_000);
  expect(elsewhere.has('listed')).toBe(false);
  expect(elsewhere.has('named', 'listed')).toBe(false);
  await settled();
  expect(elsewhere.has('named', 'listed')).toBe(true);
  expect(counter.statements).toBe(2);
});

it('never waits for the imports to be read again, though the read hangs, and tries again', async () => {
  const hung: (() => void)[] = [];
  let hangs = false;
  const { proxy } = counted(env.RECORDS, async () => {
    if (hangs) await new Promise<void>((resolve) => hung.push(resolve));
  });
  const { store, clock, settled } = createPorts(datasets, proxy);
  const { ports } = createPorts();
  expect(await store.has('listed')).toBe(false);
  hangs = true;
  clock.advance(10_000);
  expect(store.has('listed')).toBe(false);
  await importRecords(
    request({ dataset: 'listed', body: streamOf('phone_number\n', numberOf(1)) }),
    ports,
  );
  clock.advance(9_999);
  expect(store.has('listed')).toBe(false);
  expect(hung).toHaveLength(1);
  hangs = false;
  clock.advance(1);
  expect(store.has('listed')).toBe(false);
  await vi.waitFor(() => expect(store.has('listed')).toBe(true));
  // What the hung read then brings is older than what is known.
  for (const go of hung) go();
  await settled();
  expect(store.has('listed')).toBe(true);
});

it('does not take what was read before its own import for the state after it', async () => {
  const waiting: (() => void)[] = [];
  let holds = false;
  const { proxy } = counted(env.RECORDS, async () => {
    if (holds) await new Promise<void>((resolve) => waiting.push(resolve));
  });
  const { store, clock, settled } = createPorts(datasets, proxy);
  const { ports } = createPorts();
  const before = await store.version(['listed', 'named']);
  expect(before).toBe('listed@0 named@0');
  holds = true;
  clock.advance(10_000);
  store.has('listed');
  holds = false;
  await importRecords(
    request({ dataset: 'listed', body: streamOf('phone_number\n', numberOf(1)) }),
    ports,
  );
  store.invalidateManifest();
  expect(await store.has('listed')).toBe(true);
  for (const go of waiting) go();
  await settled();
  expect(store.has('listed')).toBe(true);
  expect(store.version(['listed', 'named'])).toMatch(/^listed@\d+\.1 named@0$/);
});

it('asks replicas, though none that is older than what it knows of the imports', async () => {
  const anchors: unknown[] = [];
  const { proxy } = counted(env.RECORDS, undefined, (anchor) => anchors.push(anchor));
  const { ports } = createPorts();
  await importRecords(
    request({ dataset: 'listed', body: streamOf('phone_number\n', numberOf(2)) }),
    ports,
  );
  const { store } = createPorts(datasets, proxy);
  expect(await found(store, ['listed'], numberOf(2))).toHaveProperty('listed');
  store.invalidateManifest();
  await store.has('listed');
  expect(anchors).toEqual(['first-unconstrained', expect.any(String), 'first-primary']);
  expect(anchors[1]).toMatch(/^[0-9a-f]+-/);
});

it('names a version that changes with every import and every counted report', async () => {
  const { store, ports } = createPorts(RECORD_DATASETS);
  const seen = new Set([await store.version(['complaints'])]);
  const report = (line: string) =>
    request({ dataset: 'complaints', body: streamOf('phone_number,reported_at\n', line) });
  await importRecords(report('2025550101,2026-11-01'), ports);
  seen.add(await store.version(['complaints']));
  const feed = await openReportFeed(ports.db, 'ftc_complaints', '2026-11-01', 0);
  store.invalidateManifest();
  seen.add(await store.version(['complaints']));
  await countReports(
    ports.db,
    { id: feed.id, dataset: 'ftc_complaints', mode: 'append', state: 'live' },
    [{ hash: 1, number: '+12025550101', day: '2026-11-02', subject: 'OTHER', robocall: false }],
    0,
  );
  store.invalidateManifest();
  seen.add(await store.version(['complaints']));
  expect(seen.size).toBe(4);
  store.invalidateManifest();
  expect(seen).toContain(await store.version(['complaints']));
});

const numbersTo = (count: number): string =>
  Array.from({ length: count }, (_, at) => numberOf(at)).join('\n');

describe('small data sets', () => {
  const named = (name: string) =>
    request({
      dataset: 'named',
      asOf: '2026-10-01',
      body: streamOf('phone_number,name\n', `${numberOf(2)},${name}`),
    });
  const listed = (count: number, mode: 'replace' | 'append' = 'append') =>
    request({ dataset: 'listed', mode, body: streamOf('phone_number\n', numbersTo(count)) });

  it('are read once, and once more when they change', async () => {
    const { ports } = createPorts();
    await importRecords(listed(3), ports);
    await importRecords(named('Ada'), ports);
    const { proxy, counter } = counted(env.RECORDS);
    const { store } = createPorts(datasets, proxy);
    const ask = async () => store.find(['listed', 'named', 'unknown'], numberOf(2));
    const answer = (name: string) => ({
      listed: { data: {}, asOf: '2026-11-01' },
      named: { data: { name }, asOf: '2026-10-01' },
      unknown: 'unknown',
    });
    expect(await ask()).toEqual(answer('Ada'));
    // The manifest and two data sets.
    expect(counter.statements).toBe(3);
    expect(await ask()).toEqual(answer('Ada'));
    expect(counter.statements).toBe(3);
    await importRecords(named('Grace'), ports);
    store.invalidateManifest();
    expect(await ask()).toEqual(answer('Grace'));
    // The manifest and the data set that changed.
    expect(counter.statements).toBe(5);
  });

  it('have at most 2,000 rows: of a larger one the rows that are asked for are read, in one statement', async () => {
    const { ports } = createPorts();
    const { proxy, counter } = counted(env.RECORDS);
    const { store } = createPorts(datasets, proxy);
    const look = async () => {
      store.invalidateManifest();
      await store.has('listed');
      counter.statements = 0;
      return Promise.all([1, 2_000, 2_001].map((at) => store.find(['listed'], numberOf(at))));
    };
    const found = { listed: { data: {}, asOf: '2026-11-01' } };
    await importRecords(listed(2_000, 'replace'), ports);
    expect(await look()).toEqual([found, { listed: 'unknown' }, { listed: 'unknown' }]);
    expect(await look()).toHaveLength(3);
    expect(counter.statements).toBe(0);
    await importRecords(listed(2_001, 'replace'), ports);
    expect(await look()).toEqual([found, found, { listed: 'unknown' }]);
    expect(await look()).toHaveLength(3);
    expect(counter.statements).toBe(1);
  });
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
  const listed = await listDatasets(ports);
  expect(listed.map(({ name }) => name)).toEqual(['listed', 'named', 'blocked', 'used_by']);
  expect(listed[1]).toMatchObject({
    columns: ['phone_number', 'name', 'note'],
    keyColumns: [['phone_number']],
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
    expect(await found(store, ['listed'], `+1212555010${last}`)).toHaveProperty('listed');
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
