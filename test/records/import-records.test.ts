import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { listDatasets } from '../../src/records/dataset-list.ts';
import { importRecords } from '../../src/records/import.ts';
import { purgeRecords } from '../../src/records/maintenance.ts';
import * as fc from '../support/fast-check.ts';
import { countRows, createPorts, found, numberOf, request, streamOf } from './support.ts';

afterEach(async () => {
  await env.RECORDS.batch([
    env.RECORDS.prepare('DELETE FROM records'),
    env.RECORDS.prepare('DELETE FROM imports'),
  ]);
});

const HEADER = 'phone_number,name\n';

describe('importRecords', () => {
  it('reads CSV with a byte order mark, quotes and CRLF, normalises keys and names the lines it refuses', async () => {
    const { store, ports } = createPorts();
    const lines = [
      '\ufeffName,Phone_Number,ignored',
      '"Ada, ""the first""",(212) 555-0101,x',
      'Bob,not a number,x',
      'Far too long a name for this column,+12125550102,x',
      'Cy,+12125550103',
      'Dan,,x',
      'Eve,+442079460958,x',
    ];
    const report = await importRecords(request({ body: streamOf(lines.join('\r\n')) }), ports);
    expect(report).toMatchObject({
      dataset: 'named',
      mode: 'append',
      inserted: 2,
      updated: 0,
      rejectedCount: 4,
    });
    expect(report.rejected.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      expect.stringMatching(/^3 phone_number: /),
      expect.stringMatching(/^4 name: /),
      '5 has 2 cells where the header has 3',
      '6 phone_number: is required',
    ]);
    expect(await found(store, ['named', 'listed'], '+12125550101')).toEqual({
      named: { data: { name: 'Ada, "the first"' }, asOf: '2026-11-01' },
    });
    expect(await found(store, ['named'], '+442079460958')).toHaveProperty('named.data.name', 'Eve');
  });

  it('reads NDJSON, keys written as numbers included', async () => {
    const { store, ports } = createPorts();
    const body = streamOf(
      '{"phone_number":2125550101,"name":"Ada"}\n\n[1]\n{"phone_',
      'number":"+12125550102","name":"B"}\r\n{oops',
    );
    const report = await importRecords(request({ format: 'ndjson', body }), ports);
    expect(report).toMatchObject({
      inserted: 2,
      rejected: [
        { line: 3, reason: 'is not a JSON object' },
        { line: 5, reason: 'is not valid JSON' },
      ],
    });
    expect(await found(store, ['named'], '+12125550101')).toHaveProperty('named.data.name', 'Ada');
  });

  it('takes no file of a day to come, which would never be old', async () => {
    const { ports } = createPorts();
    const body = () => streamOf(`${HEADER}+12125550101,Ada\n`);
    const after = (days: number) => {
      const asOf = new Date(ports.clock.now() + days * 86_400_000).toISOString();
      return importRecords(request({ asOf, body: body() }), ports);
    };
    await expect(after(2)).rejects.toMatchObject({ code: 'INVALID_INPUT', param: 'as_of' });
    // The date of a file may be ahead of UTC.
    expect(await after(0.5)).toMatchObject({ inserted: 1 });
  });

  it('counts every refused line and lists the first hundred', async () => {
    const { ports } = createPorts();
    const report = await importRecords(
      request({ body: streamOf(HEADER, 'x,y\n'.repeat(250)) }),
      ports,
    );
    expect(report).toMatchObject({ inserted: 0, rejectedCount: 250 });
    expect(report.rejected).toHaveLength(100);
    expect((await listDatasets(ports)).find(({ name }) => name === 'named')).toMatchObject({
      rows: 0,
      asOf: null,
    });
  });

  it('shows nothing of a file before its last row is stored, and all of it after', async () => {
    const { store, ports } = createPorts();
    await importRecords(
      request({ body: streamOf(HEADER, `${numberOf(0)},old\n${numberOf(1)},old\n`) }),
      ports,
    );
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const send = (text: string) => writer.write(new TextEncoder().encode(text));
    const importing = importRecords(request({ mode: 'replace', body: readable }), ports);
    await send(
      HEADER + Array.from({ length: 2_500 }, (_, index) => `${numberOf(index + 1)},new\n`).join(''),
    );
    await send('');
    expect(await found(store, ['named'], numberOf(0))).toHaveProperty('named.data.name', 'old');
    expect(await found(store, ['named'], numberOf(2))).toEqual({});
    await writer.close();
    expect(await importing).toMatchObject({ inserted: 2_499, updated: 1 });
    expect(await found(store, ['named'], numberOf(0))).toEqual({});
    expect(await found(store, ['named'], numberOf(1))).toHaveProperty('named.data.name', 'new');
    expect((await listDatasets(ports)).find(({ name }) => name === 'named')).toMatchObject({
      rows: 2_500,
    });
    expect(await countRows()).toBe(2_502);
    expect(await purgeRecords(ports)).toBe(true);
    expect(await countRows()).toBe(2_500);
  });

  it('leaves what was there when the file breaks off, is not UTF-8 or has no key column', async () => {
    const { store, ports } = createPorts();
    await importRecords(request({ body: streamOf(HEADER, `${numberOf(0)},old\n`) }), ports);
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(`${HEADER}${numberOf(1)},new\n`)),
      pull: (controller) => controller.error(new Error('the caller hung up')),
    });
    await expect(importRecords(request({ mode: 'replace', body: broken }), ports)).rejects.toThrow(
      'hung up',
    );
    const latin1 = new Blob([HEADER, `${numberOf(1)},`, new Uint8Array([0xe9]), '\n']).stream();
    await expect(
      importRecords(request({ mode: 'replace', body: latin1 }), ports),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(
      importRecords(request({ mode: 'replace', body: streamOf('name\nx\n') }), ports),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await expect(
      importRecords(request({ mode: 'replace', body: streamOf('') }), ports),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(
      importRecords(request({ mode: 'replace', body: streamOf(HEADER) }), ports),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(
      await importRecords(request({ mode: 'replace', body: streamOf(HEADER, 'x,y\n') }), ports),
    ).toMatchObject({
      inserted: 0,
      rejectedCount: 1,
    });
    expect(await importRecords(request({ body: streamOf(HEADER) }), ports)).toMatchObject({
      inserted: 0,
      rejectedCount: 0,
    });
    await expect(
      importRecords(request({ dataset: 'nothing', body: streamOf('') }), ports),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      importRecords(request({ dataset: 'toString', body: streamOf('') }), ports),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await found(store, ['named'], numberOf(0))).toHaveProperty('named.data.name', 'old');
    expect(await purgeRecords(ports)).toBe(true);
    expect(await countRows()).toBe(1);
  });

  it('takes one import of a data set at a time, and gives up one that stands still', async () => {
    const { clock, store, ports } = createPorts();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const stalled = importRecords(request({ body: readable }), ports);
    stalled.catch(() => undefined);
    await writer.write(new TextEncoder().encode(`${HEADER}${numberOf(0)},stalled\n`));
    const next = () =>
      importRecords(request({ body: streamOf(HEADER, `${numberOf(1)},next\n`) }), ports);
    await expect(next()).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    clock.advance(301_000);
    expect(await next()).toMatchObject({ inserted: 1 });
    // What was given up is gone before its last rows come.
    expect(await purgeRecords(ports)).toBe(true);
    await writer.close();
    await expect(stalled).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    expect(await found(store, ['named'], numberOf(0))).toEqual({});
    await purgeRecords(ports);
    expect(await countRows()).toBe(1);
  });

  it('always shows what a plain map would hold, before and after tidying', async () => {
    const row = fc.tuple(
      fc.nat(12),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 }),
    );
    const file = fc.record({
      mode: fc.constantFrom('append' as const, 'replace' as const),
      rows: fc.array(row, { minLength: 1, maxLength: 12 }),
      tidy: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 6 }), async (files) => {
        await env.RECORDS.batch([
          env.RECORDS.prepare('DELETE FROM records'),
          env.RECORDS.prepare('DELETE FROM imports'),
        ]);
        const { store, ports } = createPorts();
        const model = new Map<number, string>();
        for (const { mode, rows, tidy } of files) {
          const before = new Set(model.keys());
          const report = await importRecords(
            request({
              mode,
              body: streamOf(
                HEADER,
                ...rows.map(([index, name]) => `${numberOf(index)},${name}\n`),
              ),
            }),
            ports,
          );
          if (mode === 'replace') model.clear();
          for (const [index, name] of rows) model.set(index, name);
          const fresh = new Set(rows.map(([index]) => index).filter((index) => !before.has(index)));
          expect(report).toMatchObject({
            inserted: fresh.size,
            updated: rows.length - fresh.size,
            rejectedCount: 0,
          });
          if (tidy) expect(await purgeRecords(ports)).toBe(true);
          const indexes = Array.from({ length: 13 }, (_, index) => index);
          const shown = await Promise.all(
            indexes.map((index) => found(store, ['named'], numberOf(index))),
          );
          expect(shown.map((hits) => hits.named?.data.name)).toEqual(
            indexes.map((index) => model.get(index)),
          );
          expect((await listDatasets(ports)).find(({ name }) => name === 'named')?.rows).toBe(
            model.size,
          );
          if (tidy) expect(await countRows()).toBe(model.size);
        }
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
