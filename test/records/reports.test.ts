import { env } from 'cloudflare:workers';
import { afterEach, expect, it } from 'vitest';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { importRecords } from '../../src/records/import.ts';
import { purgeRecords } from '../../src/records/maintenance.ts';
import * as fc from '../support/fast-check.ts';
import { createPorts, found, request, streamOf } from './support.ts';

afterEach(async () => {
  await env.RECORDS.batch(
    ['imports', 'report_counts', 'counted_reports'].map((table) =>
      env.RECORDS.prepare(`DELETE FROM ${table}`),
    ),
  );
});

const HEADER = 'phone_number,reported_at,subject,robocall,reference\n';

/** The product's own data sets instead of the tests'. */
function createReportPorts() {
  const { store, ports } = createPorts(RECORD_DATASETS);
  const send = (
    rows: string[],
    mode: 'append' | 'replace' = 'append',
    coverage: string | null = null,
  ) =>
    importRecords(
      request({
        dataset: 'complaints',
        mode,
        coverage,
        body: streamOf(HEADER, ...rows.map((row) => `${row}\n`)),
      }),
      ports,
    );
  return { store, ports, send };
}

it('counts reports by month and subject, reads words of every kind and names the lines it refuses', async () => {
  const { store, send } = createReportPorts();
  const report = await send([
    '2025550101,2026-10-03,"Warranties & protection plans",Y,1',
    '+12025550101,2026-10-01T08:00:00Z,WARRANTIES,yes,2',
    '(202) 555-0101,2026-10-30,Other,N,3',
    '2025550101,2026-11-02,,,4',
    '2025550101,2026-13-02,,,5',
    '2025550101,,,,6',
    '2025550101,2026-11-02,,perhaps,7',
    '+442079460958,2026-11-02,OTHER,true,8',
    '2025550101,2026-10-30,Something else,N,9',
  ]);
  expect(report).toMatchObject({ inserted: 5, updated: 0, rejectedCount: 4 });
  expect(report.rejected.map(({ line, reason }) => `${line} ${reason.split(':')[0]}`)).toEqual([
    '6 reported_at',
    '7 reported_at',
    '8 robocall',
    '10 subject',
  ]);
  const { complaints } = await found(store, ['complaints'], '+12025550101');
  expect(complaints?.asOf).toBe('2026-11-01');
  expect(
    ((complaints?.data.counts ?? []) as { month: string }[]).sort((a, b) =>
      JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
    ),
  ).toEqual([
    {
      month: '2026-10',
      subject: 'OTHER',
      reports: 1,
      robocalls: 0,
      robocallsUnknown: 0,
      firstOn: '2026-10-30',
      lastOn: '2026-10-30',
    },
    {
      month: '2026-10',
      subject: 'WARRANTIES',
      reports: 2,
      robocalls: 2,
      robocallsUnknown: 0,
      firstOn: '2026-10-01',
      lastOn: '2026-10-03',
    },
    {
      month: '2026-11',
      subject: 'NOT_PROVIDED',
      reports: 1,
      robocalls: 0,
      robocallsUnknown: 1,
      firstOn: '2026-11-02',
      lastOn: '2026-11-02',
    },
  ]);
  expect(await found(store, ['complaints'], '+442079460958')).toHaveProperty('complaints');
  expect(await found(store, ['complaints'], '+12025550102')).toEqual({});
});

it('counts a row once however often it is sent, and what is alike but for its reference twice', async () => {
  const { store, send } = createReportPorts();
  const row = '2025550101,2026-10-03,OTHER,Y';
  expect(await send([`${row},a`, `${row},a`, `${row},b`])).toMatchObject({
    inserted: 2,
    updated: 1,
  });
  expect(await send([`${row},b`, `${row},c`])).toMatchObject({ inserted: 1, updated: 1 });
  expect(await found(store, ['complaints'], '+12025550101')).toHaveProperty(
    'complaints.data.counts.0.reports',
    3,
  );
});

it('always counts what a plain list of distinct rows would, before and after tidying', async () => {
  const row = fc.tuple(fc.nat(2), fc.constantFrom('2026-09-01', '2026-10-01'), fc.nat(3));
  const file = fc.record({
    mode: fc.constantFrom('append' as const, 'replace' as const),
    rows: fc.array(row, { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 5 }), async (files) => {
      await env.RECORDS.batch(
        ['imports', 'report_counts', 'counted_reports'].map((table) =>
          env.RECORDS.prepare(`DELETE FROM ${table}`),
        ),
      );
      const { store, ports, send } = createReportPorts();
      let model = new Set<string>();
      for (const { mode, rows } of files) {
        const lines = rows.map(
          ([last, day, reference]) => `202555010${last},${day},OTHER,Y,${reference}`,
        );
        await send(lines, mode);
        model = new Set(mode === 'replace' ? lines : [...model, ...lines]);
        for (let pass = 0; pass < 2; pass++) {
          for (let last = 0; last <= 2; last++) {
            const hit = (await found(store, ['complaints'], `+1202555010${last}`)).complaints;
            const counts = (hit?.data.counts ?? []) as { reports: number; robocalls: number }[];
            const reports = counts.reduce((sum, count) => sum + count.reports, 0);
            expect(reports).toBe(
              [...model].filter((line) => line.startsWith(`202555010${last}`)).length,
            );
            expect(counts.reduce((sum, count) => sum + count.robocalls, 0)).toBe(reports);
          }
          expect(await purgeRecords(ports)).toBe(true);
        }
      }
      const { rows } = (await env.RECORDS.prepare(
        'SELECT count(*) AS rows FROM counted_reports',
      ).first<{ rows: number }>())!;
      expect(rows).toBe(model.size);
    }),
    { numRuns: 20 },
  );
}, 60_000);

it('counts the reports of the other numbers of a block, where the data is complete', async () => {
  const { store, send } = createReportPorts();
  const lines = [
    '2125550100,2026-10-01,OTHER,N,own',
    '2125550199,2026-10-01,OTHER,N,a',
    '2125550199,2026-10-02,OTHER,N,b',
    '2125550999,2026-10-02,OTHER,Y,c',
    '2125551000,2026-10-02,OTHER,Y,next block',
  ];
  await send(lines, 'replace', 'all');
  expect(await store.reportsNear('complaints', '+12125550100')).toEqual({
    numbers: 2,
    reports: 3,
    loaded: 5,
    asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect(await store.reportsNear('complaints', '+13105550100')).toMatchObject({ numbers: 0 });
  await send(lines, 'replace');
  expect(await store.reportsNear('complaints', '+12125550100')).toBeNull();
});
