import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/lib/database.ts';
import { importRecords } from '../../src/records/import.ts';
import { purgeRecords } from '../../src/records/maintenance.ts';
import {
  clearRecords,
  counted,
  countRows,
  createPorts,
  datasets,
  found,
  numberOf,
  request,
  streamOf,
} from './support.ts';

afterEach(clearRecords);

const HEADER = 'phone_number,name,note\n';
/** Some forty rows fill one batch. */
const LONG_NOTE = 'x'.repeat(40_000);
const row = (index: number) => `${numberOf(index)},Ada,${LONG_NOTE}\n`;

describe('a lookup in a large file', () => {
  it('reads no rows of earlier imports', async () => {
    const { proxy, counter } = counted(env.RECORDS);
    const { store, ports } = createPorts(datasets, proxy);
    // More rows than are cached.
    const rows = Array.from({ length: 2_100 }, (_, at) => `${numberOf(at)},Ada,x\n`);
    await importRecords(request({ mode: 'replace', body: streamOf(HEADER, ...rows) }), ports);
    await env.RECORDS.prepare(
      `INSERT INTO imports (dataset, mode, state, as_of, touched_at)
       SELECT 'named', 'replace', 'superseded', '2026-01-01', 0 FROM json_each(?)`,
    )
      .bind(JSON.stringify(Array.from({ length: 500 }, () => 0)))
      .run();
    expect(await found(store, ['named'], numberOf(1))).toHaveProperty('named');
    counter.rowsRead = 0;
    expect(await found(store, ['named'], numberOf(2))).toHaveProperty('named');
    expect(counter.rowsRead).toBeGreaterThan(0);
    expect(counter.rowsRead).toBeLessThan(50);
  });
});

describe('an import that needs more statements than a call may make', () => {
  it('stops between rows, goes on where it stopped, and counts every row once', async () => {
    const { proxy, counter } = counted(env.RECORDS);
    const { store, ports } = createPorts(datasets, proxy);
    const rows = Array.from({ length: 200 }, (_, at) => (at === 90 ? 'x,y,z\n' : row(at)));
    const send = (importId: number | null, fromLine: number | null) =>
      importRecords(
        request({ mode: 'replace', body: streamOf(HEADER, ...rows), importId, fromLine }),
        ports,
        4,
      );
    const counts = { inserted: 0, updated: 0, rejectedCount: 0 };
    const stops: number[] = [];
    let importId: number | null = null;
    let fromLine: number | null = null;
    for (;;) {
      counter.statements = 0;
      const report = await send(importId, fromLine);
      // Six of them begin, note and commit; two are of the batch that was begun.
      expect(counter.statements).toBeLessThanOrEqual(4 + 2 + 6);
      counts.inserted += report.inserted;
      counts.updated += report.updated;
      counts.rejectedCount += report.rejectedCount;
      importId = report.importId;
      expect(report.complete).toBe(report.nextLine === null);
      if (report.nextLine === null) break;
      expect(await found(store, ['named'], numberOf(0))).toEqual({});
      stops.push(report.nextLine);
      fromLine = report.nextLine;
    }
    expect(stops.length).toBeGreaterThan(1);
    expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b));
    expect(counts).toEqual({ inserted: 199, updated: 0, rejectedCount: 1 });
    expect(await countRows()).toBe(199);
    expect(await found(store, ['named'], numberOf(199))).toHaveProperty('named');
    expect(await store.find(['named'], '+12123456789')).toEqual({ named: 'unknown' });
  }, 60_000);

  it.each([
    ['listed', 'phone_number\n', (at: number) => numberOf(at).slice(2)],
    ['named', 'phone_number,name\n', (at: number) => `${numberOf(at).slice(2)},A`],
    ['blocked', 'phone_number\n', (at: number) => numberOf(at).slice(2)],
  ])(
    'is not a part of the command line: %s',
    async (dataset, header, line) => {
      const { proxy, counter } = counted(env.RECORDS);
      const { ports } = createPorts(datasets, proxy);
      const each = 200_000;
      const text = Array.from({ length: each }, (_, at) => line(at)).join('\n');
      const report = await importRecords(
        request({ dataset, mode: 'replace', body: streamOf(header, text) }),
        { ...ports, db: openDatabase(proxy) },
      );
      expect(report).toMatchObject({ inserted: each, nextLine: null });
      // A part is 32 MiB; six statements begin and end an import, two are of a batch that is not
      // full.
      const parts = (32 * 1_048_576) / text.length;
      expect((counter.statements - 8) * parts).toBeLessThan(90);
    },
    120_000,
  );
});

it('tidies up within a quarter of what an invocation may ask', async () => {
  const { proxy, counter } = counted(env.RECORDS);
  const { ports } = createPorts(datasets, proxy);
  for (let at = 0; at < 60; at++)
    await importRecords(
      request({ mode: 'append', body: streamOf('phone_number,name\n', `${numberOf(0)},A`) }),
      ports,
    );
  counter.statements = 0;
  expect(await purgeRecords(ports)).toBe(false);
  expect(counter.statements).toBeLessThan(310);
  let runs = 0;
  while (!(await purgeRecords(ports))) runs += 1;
  expect(runs).toBeLessThan(4);
}, 60_000);
