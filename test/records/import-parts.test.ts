import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bucketBlobs } from '../../src/files/store.ts';
import { importPrefix } from '../../src/lookup/records/store-number-set.ts';
import { importRecords } from '../../src/records/import.ts';
import { purgeRecords } from '../../src/records/maintenance.ts';
import { beginImport, commitImport, takeTurn } from '../../src/records/store.ts';
import {
  clearRecords,
  createPorts,
  datasets,
  found,
  numberOf,
  request,
  streamOf,
} from './support.ts';

afterEach(clearRecords);

const rowsOf = async (dataset: string) =>
  (
    await env.RECORDS.prepare(
      "SELECT rows FROM imports WHERE dataset = ? AND state = 'live' ORDER BY id DESC",
    )
      .bind(dataset)
      .first<{ rows: number }>()
  )?.rows;

it('whose call was overtaken is not committed by it, and hides no file', async () => {
  const { store, ports } = createPorts();
  const body = () => streamOf('phone_number,name\n', `${numberOf(0)},Ada\n`);
  await importRecords(request({ dataset: 'named', body: body() }), ports);
  const replacement = { dataset: 'named', mode: 'replace', source: null } as const;
  const asOf = '2026-11-02';
  const now = ports.clock.now();
  const id = await beginImport(ports.db, { ...replacement, asOf, coverage: [] }, now);
  const overtaken = (await takeTurn(ports.db, 'named', id as number))!;
  expect(await takeTurn(ports.db, 'named', id as number)).not.toBeNull();
  expect(await commitImport(ports.db, overtaken, { now })).toBe(false);
  store.invalidateManifest();
  expect(await found(store, ['named'], numberOf(0))).toHaveProperty('named');
});

describe.each([
  {
    dataset: 'named',
    header: 'phone_number,name\n',
    row: (index: number) => `${numberOf(index)},Ada\n`,
  },
  { dataset: 'blocked', header: 'phone_number\n', row: (index: number) => `${numberOf(index)}\n` },
])('a file of several parts, $dataset', ({ dataset, header, row }) => {
  const part = (indexes: number[]) => ({ dataset, body: streamOf(header, ...indexes.map(row)) });

  it('is invisible until its last part, in which every row of every part counts once', async () => {
    const { store, ports } = createPorts();
    await importRecords(request(part([0, 1])), ports);
    const first = await importRecords(
      request({ ...part([1, 2]), mode: 'replace', more: true }),
      ports,
    );
    expect(first).toMatchObject({ complete: false, inserted: 1, updated: 1 });
    const { importId } = first;
    expect(
      await importRecords(request({ ...part([2, 3]), importId, more: true }), ports),
    ).toMatchObject({ inserted: 1, updated: 1 });
    expect(await found(store, [dataset], numberOf(3))).toEqual({});
    expect(await found(store, [dataset], numberOf(0))).toHaveProperty(dataset);
    expect(await importRecords(request({ ...part([4]), importId }), ports)).toMatchObject({
      complete: true,
      mode: 'replace',
      importId,
    });
    for (const index of [1, 2, 3, 4])
      expect(await found(store, [dataset], numberOf(index)), String(index)).toHaveProperty(dataset);
    expect(await found(store, [dataset], numberOf(0))).toEqual({});
    expect(await rowsOf(dataset)).toBe(4);
    expect(await purgeRecords(ports)).toBe(true);
    expect(await found(store, [dataset], numberOf(2))).toHaveProperty(dataset);
  });

  it('counts right when a part that broke off is sent again, and adds to what was there', async () => {
    const { store, ports } = createPorts();
    await importRecords(request(part([0, 1])), ports);
    const { importId } = await importRecords(request({ ...part([2]), more: true }), ports);
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(header + row(3))),
      pull: (controller) => controller.error(new Error('the caller hung up')),
    });
    await expect(
      importRecords(request({ dataset, importId, body: broken }), ports),
    ).rejects.toThrow('hung up');
    expect(await importRecords(request({ ...part([3, 4]), importId }), ports)).toMatchObject({
      complete: true,
    });
    expect(await rowsOf(dataset)).toBe(5);
    for (const index of [0, 1, 2, 3, 4])
      expect(await found(store, [dataset], numberOf(index)), String(index)).toHaveProperty(dataset);
  });

  it('is given up when its next part does not come, and leaves nothing', async () => {
    const { clock, store, ports } = createPorts();
    const { importId } = await importRecords(request({ ...part([1]), more: true }), ports);
    await expect(
      importRecords(request({ ...part([2]), importId: importId + 1 }), ports),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    clock.advance(301_000);
    await expect(importRecords(request({ ...part([2]), importId }), ports)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await purgeRecords(ports)).toBe(true);
    expect(await found(store, [dataset], numberOf(1))).toEqual({});
    expect(
      (await env.DATA.list({ prefix: `number-sets/${dataset}/${importId}/` })).objects,
    ).toEqual([]);
  });
});

describe('a set of numbers', () => {
  it('takes numbers in any order and form, and refuses those no set can hold', async () => {
    const { store, ports } = createPorts();
    const lines = [
      'phone_number,listed_at',
      '(415) 555-0101,2020-01-01',
      '2125550101,',
      '+442079460958,',
      'x,',
      '+12125550102,not a day',
    ];
    const report = await importRecords(
      request({ dataset: 'blocked', body: streamOf(lines.join('\n')) }),
      ports,
    );
    expect(report).toMatchObject({ inserted: 3, updated: 0, rejectedCount: 2 });
    expect(report.rejected.map(({ line }) => line)).toEqual([4, 5]);
    expect(await found(store, ['blocked', 'named'], '+14155550101')).toEqual({
      blocked: { data: {}, asOf: '2026-11-01' },
    });
    expect(await found(store, ['blocked'], '+14155550102')).toEqual({});
    expect(await found(store, ['blocked'], '+442079460958')).toEqual({});
    expect(await store.has('blocked')).toBe(true);
  });

  it('is found again by a reader whose bitmaps were removed under it', async () => {
    const { ports } = createPorts();
    const { store: elsewhere } = createPorts();
    const file = (index: number) =>
      request({
        dataset: 'blocked',
        mode: 'replace',
        body: streamOf('phone_number\n', numberOf(index)),
      });
    await importRecords(file(1), ports);
    expect(await found(elsewhere, ['blocked'], numberOf(1))).toHaveProperty('blocked');
    await importRecords(file(2), ports);
    // Far from what it remembers, so that it has to read.
    await importRecords(file(900_000), ports);
    expect(await purgeRecords(ports)).toBe(true);
    expect(await found(elsewhere, ['blocked'], numberOf(900_000))).toHaveProperty('blocked');
    expect(
      (await env.DATA.list({ prefix: 'number-sets/blocked/' })).objects.length,
    ).toBeLessThanOrEqual(4);
  });

  it.each(['the whole set', 'a bitmap'])(
    'whose objects are gone, %s, takes no additions, only a new list',
    async (lost) => {
      const { store, ports } = createPorts();
      const list = (mode: 'append' | 'replace', ...indexes: number[]) =>
        request({
          ...{ dataset: 'blocked', mode, coverage: '212' },
          body: streamOf('phone_number\n', ...indexes.map((index) => `${numberOf(index)}\n`)),
        });
      await importRecords(list('replace', 1, 2), ports);
      const { keys } = await ports.blobs.list('number-sets/blocked/');
      await ports.blobs.remove(keys.filter((key) => lost !== 'a bitmap' || key.endsWith('.bin')));
      const { store: elsewhere } = createPorts();
      await expect(elsewhere.find(['blocked'], numberOf(1))).rejects.toThrow();
      await expect(importRecords(list('append', 900_000), ports)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        param: 'mode',
        message: expect.stringContaining('mode=replace'),
      });
      await expect(elsewhere.find(['blocked'], numberOf(1))).rejects.toThrow();
      await importRecords(list('replace', 1, 3), ports);
      expect(await store.find(['blocked'], numberOf(1))).toMatchObject({ blocked: { data: {} } });
      expect(await store.find(['blocked'], numberOf(2))).toMatchObject({
        blocked: { absent: true },
      });
    },
  );

  it('is not completed by its last part when an earlier part is gone', async () => {
    const { store, ports } = createPorts();
    const { importId } = await importRecords(
      request({ ...file([1], true), coverage: '212' }),
      ports,
    );
    const { keys } = await ports.blobs.list('number-sets/blocked/');
    await ports.blobs.remove(keys);
    await expect(importRecords(request({ ...file([2]), importId }), ports)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      param: 'import',
    });
    expect(await store.find(['blocked'], numberOf(1))).toEqual({ blocked: 'unknown' });
  });

  const file = (indexes: number[], more = false) => ({
    ...{ dataset: 'blocked', more },
    body: streamOf('phone_number\n', ...indexes.map((index) => `${numberOf(index)}\n`)),
  });

  /** Which of the numbers below six a new reader finds. */
  async function held(): Promise<number[]> {
    const { store } = createPorts();
    const indexes: number[] = [];
    for (const index of [0, 1, 2, 3, 4, 5])
      if ('blocked' in (await found(store, ['blocked'], numberOf(index)))) indexes.push(index);
    return indexes;
  }

  it('has every number it took of two parts that are sent at the same time', async () => {
    const { ports } = createPorts();
    const { importId } = await importRecords(
      request({ ...file([0], true), mode: 'replace' }),
      ports,
    );
    const parts = [
      [1, 2],
      [3, 4],
    ];
    const both = await Promise.allSettled(
      parts.map((indexes) => importRecords(request({ ...file(indexes, true), importId }), ports)),
    );
    const taken = parts.filter((_, at) => both[at]?.status === 'fulfilled');
    expect(taken.length).toBeGreaterThan(0);
    for (const each of both)
      if (each.status === 'rejected') expect(each.reason.code).toBe('SERVICE_BUSY');
    await importRecords(request({ ...file([5]), importId }), ports);
    expect(await held()).toEqual([0, ...taken.flat(), 5]);
  });

  it.each(['212.bin', 'index.json'])(
    'keeps what is live when a part that was sent twice ends after it, late at %s',
    async (name) => {
      const blobs = bucketBlobs(env.DATA);
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { ports: late } = createPorts(datasets, env.RECORDS, {
        ...blobs,
        async write(key, bytes) {
          if (key.endsWith(name)) {
            reach();
            await released;
          }
          return blobs.write(key, bytes);
        },
      });
      const { ports } = createPorts();
      const { importId } = await importRecords(
        request({ ...file([0], true), mode: 'replace' }),
        ports,
      );
      const first = importRecords(request({ ...file([1], true), importId }), late);
      await reached;
      await importRecords(request({ ...file([1], true), importId }), ports);
      const last = await importRecords(request({ ...file([2, 3]), importId }), ports);
      expect(last.complete).toBe(true);
      expect(await held()).toEqual([0, 1, 2, 3]);
      release();
      await expect(first).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
      expect(await held()).toEqual([0, 1, 2, 3]);
    },
  );

  it('leaves no object of an import that was given up and purged while its file went on', async () => {
    const { clock, ports } = createPorts();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const stalled = importRecords(request({ dataset: 'blocked', body: readable }), ports);
    stalled.catch(() => undefined);
    await writer.write(new TextEncoder().encode(`phone_number\n${numberOf(0)}\n`));
    const loading = await vi.waitFor(async () => {
      const row = await env.RECORDS.prepare(
        `SELECT id FROM imports WHERE dataset = 'blocked' AND state = 'loading'`,
      ).first<{ id: number }>();
      expect(row).not.toBeNull();
      return row!.id;
    });
    clock.advance(301_000);
    expect(await purgeRecords(ports)).toBe(true);
    await writer.close();
    await expect(stalled).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    const left = await env.DATA.list({ prefix: importPrefix('blocked', loading) });
    expect(left.objects.map(({ key }) => key)).toEqual([]);
  });

  it('is answered though old objects cannot be removed, which a later purge removes', async () => {
    const blobs = bucketBlobs(env.DATA);
    const { ports: broken } = createPorts(datasets, env.RECORDS, {
      ...blobs,
      async remove(keys) {
        if (keys.length > 0) throw new Error('R2 is away');
      },
    });
    const { ports } = createPorts();
    const replaced = (index: number, others = ports) =>
      importRecords(request({ ...file([index]), mode: 'replace' }), others);
    await replaced(0);
    await importRecords(request({ ...file([1]), mode: 'append' }), ports);
    expect(await replaced(2, broken)).toMatchObject({ complete: true });
    await expect(purgeRecords(broken)).rejects.toThrow('R2 is away');
    expect(await purgeRecords(ports)).toBe(true);
    expect(await held()).toEqual([2]);
    const left = await env.DATA.list({ prefix: 'number-sets/blocked/' });
    expect(left.objects).toHaveLength(2);
  });

  it('keeps of a superseded import what the one that adds to it names, until that one is', async () => {
    const { ports } = createPorts();
    const elsewhere = '+14152000000\n';
    await importRecords(request({ ...file([0]), mode: 'replace' }), ports);
    const added = { dataset: 'blocked', body: streamOf('phone_number\n', elsewhere) };
    await importRecords(request(added), ports);
    expect(await purgeRecords(ports)).toBe(true);
    expect(await held()).toEqual([0]);
    await importRecords(request({ ...file([1]), mode: 'replace' }), ports);
    expect(await purgeRecords(ports)).toBe(true);
    expect(await held()).toEqual([1]);
    const left = await env.DATA.list({ prefix: 'number-sets/blocked/' });
    expect(left.objects).toHaveLength(2);
  });
});
