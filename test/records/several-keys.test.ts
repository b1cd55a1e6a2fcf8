import { env } from 'cloudflare:workers';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod';
import type { RecordDataset } from '../../src/lookup/datasets/dataset.ts';
import { recordKey } from '../../src/lookup/datasets/keys.ts';
import { rowsOfRecordHit } from '../../src/lookup/world.ts';
import { listDatasets } from '../../src/records/dataset-list.ts';
import { importRecords } from '../../src/records/import.ts';
import { purgeRecords } from '../../src/records/maintenance.ts';
import { MAX_ROWS_OF_KEY } from '../../src/records/writers.ts';
import * as fc from '../support/fast-check.ts';
import { clearRecords, counted, countRows, createPorts, request, streamOf } from './support.ts';

afterEach(clearRecords);

const optionalText = z.string().optional();
const datasets: Record<string, RecordDataset> = {
  workers: {
    keys: [
      { kind: 'profile', columns: ['profile'] },
      { kind: 'email', columns: ['work'] },
      { kind: 'email', columns: ['home'] },
    ],
    row: z.object({
      profile: optionalText,
      work: optionalText,
      home: optionalText,
      note: z.string(),
    }),
    description: 'People by three keys.',
  },
  lines: {
    keys: [{ kind: 'domain', columns: ['domain'] }],
    distinguishingColumns: ['report', 'label'],
    row: z.object({ domain: z.string(), report: z.string(), label: z.string(), value: z.string() }),
    description: 'Several rows a key.',
  },
  homes: {
    keys: [{ kind: 'person', columns: ['last', 'first', 'line1', 'zip'] }],
    row: z.object({ last: z.string(), first: z.string(), line1: z.string(), zip: z.string() }),
    description: 'A key of four columns.',
  },
};
const HEADER = 'profile,work,home,note\n';
const send = (
  dataset: string,
  text: string,
  ports: ReturnType<typeof createPorts>['ports'],
  changes = {},
) => importRecords(request({ dataset, body: streamOf(text), ...changes }), ports);

it('finds a row by each key it fills, whatever the spelling, and refuses one that fills none or fills one badly', async () => {
  const { store, ports } = createPorts(datasets);
  const rows = [
    'https://www.linkedin.com/in/Ada?trk=x,Ada@Example.com,ada@example.org,one',
    ',ben@example.com,,two',
    ',,,nobody',
    'cy,not an address,,three',
    'dan,dan@example.com,dan@example.com,four',
  ];
  const file = HEADER + rows.join('\n');
  const report = await send('workers', file, ports);
  expect(report).toMatchObject({ inserted: 3, updated: 0, rejectedCount: 2 });
  expect(report.rejected.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '4 needs one of profile; work; home',
    '5 work: is not an email address',
  ]);
  const note = async (key: string | null) =>
    (await store.findFirst('workers', [key as string]))?.data.note;
  expect(await note(recordKey('profile', 'linkedin.com/in/ada/'))).toBe('one');
  expect(await note(recordKey('email', 'ADA@example.com'))).toBe('one');
  expect(await note(recordKey('email', 'ada@example.org'))).toBe('one');
  expect(await note(recordKey('email', 'ben@example.com'))).toBe('two');
  expect(await note(recordKey('email', 'dan@example.com'))).toBe('four');
  expect(await note(recordKey('profile', 'cy'))).toBeUndefined();
  const [listed] = await listDatasets(ports);
  expect(listed).toMatchObject({
    rows: 3,
    keyColumns: [['profile'], ['work'], ['home']],
    coverage: [],
  });
  await expect(send('workers', 'note\nx\n', ports)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message:
      'The header row has none of the columns profile; work; home; separated by commas it has "note".',
  });
  await expect(send('homes', 'last,first,zip\nx,y,1\n', ports)).rejects.toMatchObject({
    message:
      'The header row has no column last, first, line1, zip; separated by commas it has "last, first, zip".',
  });
  expect(await send('homes', 'last,first,line1,zip\nX,,1 A St,94704\n', ports)).toMatchObject({
    rejected: [{ line: 2, reason: 'first: is required' }],
  });
});

it('asks a large set for many keys of many lookups in one statement', async () => {
  const { ports } = createPorts(datasets);
  const lines = Array.from(
    { length: 1_200 },
    (_, at) => `p${at},w${at}@example.com,h${at}@example.com,n${at}`,
  );
  await send('workers', HEADER + lines.join('\n'), ports);
  // More keys than an isolate keeps, though fewer rows.
  const { proxy, counter } = counted(env.RECORDS);
  const { store } = createPorts(datasets, proxy);
  await store.has('workers');
  await store.findFirst('workers', ['profile:p1']);
  counter.statements = 0;
  const found = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      store.findFirst('workers', [`profile:none${at}`, `email:h${at}@example.com`]),
    ),
  );
  expect(found.map((hit) => hit?.data.note)).toEqual(lines.slice(0, 100).map((_, at) => `n${at}`));
  expect(counter.statements).toBe(1);
});

it('always shows under each key the row that named it last, before and after tidying', async () => {
  const cell = (letter: string) =>
    fc.option(
      fc.nat(3).map((at) => `${letter}${at}`),
      { nil: '' },
    );
  const mail = fc.option(
    fc.nat(4).map((at) => `m${at}@example.com`),
    { nil: '' },
  );
  const row = fc.tuple(cell('p'), mail, mail);
  const file = fc.record({
    mode: fc.constantFrom('append' as const, 'replace' as const),
    rows: fc.array(row, { minLength: 1, maxLength: 8 }),
    parts: fc.boolean(),
    tidy: fc.boolean(),
  });
  const all = [
    ...[0, 1, 2, 3].map((at) => `profile:p${at}`),
    ...[0, 1, 2, 3, 4].map((at) => `email:m${at}@example.com`),
  ];
  let note = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 5 }), async (files) => {
      await clearRecords();
      const { store, ports } = createPorts(datasets);
      const model = new Map<string, string>();
      for (const { mode, rows, parts, tidy } of files) {
        const usable = rows.filter((cells) => cells.some((text) => text !== ''));
        if (usable.length === 0) continue;
        if (mode === 'replace') model.clear();
        const lines = usable.map(([profile, work, home]) => {
          note += 1;
          if (profile !== '') model.set(`profile:${profile}`, `n${note}`);
          for (const text of [work, home]) if (text !== '') model.set(`email:${text}`, `n${note}`);
          return `${profile},${work},${home},n${note}\n`;
        });
        const half = parts ? Math.ceil(lines.length / 2) : 0;
        const first = parts
          ? await send('workers', HEADER + lines.slice(0, half).join(''), ports, {
              mode,
              more: true,
            })
          : null;
        await send('workers', HEADER + lines.slice(half).join(''), ports, {
          mode,
          importId: first?.importId ?? null,
        });
        if (tidy) expect(await purgeRecords(ports)).toBe(true);
        const shown = await Promise.all(all.map((key) => store.findFirst('workers', [key])));
        expect(shown.map((hit) => hit?.data.note)).toEqual(all.map((key) => model.get(key)));
        expect(await store.has('workers')).toBe(true);
        if (tidy) expect(await countRows()).toBe(model.size);
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);

it('tidies a row away under the key that a new row took, and leaves it under its own', async () => {
  const { store, ports } = createPorts(datasets);
  await send('workers', `${HEADER}p1,m@example.com,,old\n`, ports);
  expect(await send('workers', `${HEADER}p2,m@example.com,,new\n`, ports)).toMatchObject({
    inserted: 1,
  });
  expect(await purgeRecords(ports)).toBe(true);
  expect(await countRows()).toBe(3);
  const noteOf = async (key: string) => (await store.findFirst('workers', [key]))?.data.note;
  expect(await noteOf('profile:p1')).toBe('old');
  expect(await noteOf('email:m@example.com')).toBe('new');
});

it('keeps the rows of a key that differ, over parts and repeats, until another import names the key', async () => {
  const { store, ports } = createPorts(datasets);
  const header = 'domain,report,label,value\n';
  const rowsOf = async (domain: string) => {
    const hit = await store.findFirst('lines', [recordKey('domain', domain) as string]);
    return (
      hit &&
      rowsOfRecordHit(hit, z.object({ report: z.string(), label: z.string(), value: z.string() }))
    );
  };
  const one = await send('lines', `${header}example.com,geo,US,1\nexample.com,geo,GB,2\n`, ports, {
    more: true,
  });
  const { importId } = one;
  await send(
    'lines',
    `${header}www.example.com,geo,us,3\nexample.com,age,__proto__,4\nexample.org,geo,US,5\n`,
    ports,
    { importId },
  );
  expect(await rowsOf('example.com')).toEqual([
    { report: 'geo', label: 'us', value: '3' },
    { report: 'geo', label: 'GB', value: '2' },
    { report: 'age', label: '__proto__', value: '4' },
  ]);
  await send('lines', `${header}example.com,geo,FR,6\n`, ports);
  expect(await rowsOf('example.com')).toEqual([{ report: 'geo', label: 'FR', value: '6' }]);
  expect(await rowsOf('example.org')).toHaveLength(1);
  const many = Array.from({ length: MAX_ROWS_OF_KEY + 1 }, (_, at) => `example.net,geo,l${at},1`);
  expect(await send('lines', header + many.join('\n'), ports)).toMatchObject({
    rejectedCount: 1,
    rejected: [{ line: MAX_ROWS_OF_KEY + 2 }],
  });
});

it('rejects rows of a key that has its most over all parts of an import, and keeps the others', async () => {
  const { store, ports } = createPorts(datasets);
  const rowsOf = async (domain: string) => {
    const key = recordKey('domain', domain) as string;
    const hit = await store.findFirst('lines', [key]);
    return hit && rowsOfRecordHit(hit, z.object({ label: z.string() })).length;
  };
  const part = (label: string, domain: string, rows: number, value = '1') =>
    Array.from({ length: rows }, (_, at) => `${domain},geo,${label}${at},${value}\n`).join('');
  let importId: number | null = null;
  const sendPart = async (text: string, more = true) => {
    const sent = await send('lines', `domain,report,label,value\n${text}`, ports, {
      ...{ more, importId },
    });
    importId = sent.importId;
    return sent;
  };
  const long = 'v'.repeat(1_000);
  await sendPart(part('a', 'example.com', MAX_ROWS_OF_KEY - 1));
  await sendPart(part('a', 'example.org', 1_200, long));
  expect(await sendPart(part('b', 'example.com', 2) + part('b', 'example.net', 1))).toMatchObject({
    ...{ inserted: 1, updated: 0, rejectedCount: 2 },
    rejected: [2, 3].map((line) => ({ line, reason: expect.stringContaining('of one key') })),
  });
  // Two megabytes of a value are the database's most.
  expect(await sendPart(part('b', 'example.org', 1_200, long))).toMatchObject({
    ...{ inserted: 0, updated: 0, rejectedCount: 1_200 },
  });
  expect(await sendPart(part('c', 'example.com', 1), false)).toMatchObject({
    ...{ inserted: 0, updated: 1, rejectedCount: 0, complete: true },
  });
  expect(await rowsOf('example.com')).toBe(MAX_ROWS_OF_KEY);
  expect([await rowsOf('example.org'), await rowsOf('example.net')]).toEqual([1_200, 1]);
});

it('gives the rows of a data set page by page, the newest of each key, whether it is small or not', async () => {
  for (const count of [30, 2_500]) {
    const { store, ports } = createPorts(datasets);
    const line = (at: number, note: string) => `p${String(at).padStart(5, '0')},,,${note}`;
    const lines = Array.from({ length: count }, (_, at) => line(at, 'old'));
    await send('workers', HEADER + lines.join('\n'), ports);
    await send('workers', `${HEADER}${line(7, 'new')}\n`, ports);
    // Not visible: it has not been committed.
    await send('workers', `${HEADER}${line(3, 'later')}\nq,,,later\n`, ports, { more: true });
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const page = await store.page('workers', after, Math.ceil(count / 3));
      seen.push(...page.map(({ key, data }) => `${key} ${data.note}`));
      const last = page.at(-1)?.key;
      if (last === undefined) break;
      after = last;
    }
    expect(seen).toEqual(
      lines.map((_, at) => `profile:p${String(at).padStart(5, '0')} ${at === 7 ? 'new' : 'old'}`),
    );
    expect(await store.page('homes', '', 10)).toEqual([]);
    await clearRecords();
  }
});
