import { afterEach, describe, expect, it } from 'vitest';
import { type RecordAnswer, recordHitOf } from '../../src/lookup/world.ts';
import { listDatasets } from '../../src/records/dataset-list.ts';
import { importRecords } from '../../src/records/import.ts';
import * as fc from '../support/fast-check.ts';
import { clearRecords, createPorts, request, streamOf } from './support.ts';

afterEach(clearRecords);

/** The file of that date covers the number and does not have it. */
const ABSENT = { absent: true, asOf: '2026-11-01' };
const AREAS = ['212', '646', '415', '213'];
const listedIn = (area: string) => `+1${area}2345678`;
const unlistedIn = (area: string) => `+1${area}2345679`;

describe.each(['listed', 'blocked'])('coverage of %s', (dataset) => {
  const file = (areas: readonly string[], changes: object = {}) =>
    request({
      dataset,
      body: streamOf('phone_number\n', ...areas.map((area) => `${listedIn(area)}\n`)),
      ...changes,
    });
  const open = () => {
    const { store, ports } = createPorts();
    const answer = async (number: string): Promise<RecordAnswer> =>
      (await store.find([dataset], number))[dataset] as RecordAnswer;
    const coverage = async () =>
      (await listDatasets(ports)).find(({ name }) => name === dataset)?.coverage;
    return { store, ports, answer, coverage };
  };

  it('is nothing before an import, then the keys of the file alone', async () => {
    const { ports, answer, coverage } = open();
    expect(await answer(unlistedIn('212'))).toBe('unknown');
    expect(await coverage()).toBeNull();
    await importRecords(file(['212', '415']), ports);
    expect(await answer(listedIn('212'))).toMatchObject({ asOf: '2026-11-01' });
    expect(await answer(unlistedIn('212'))).toBe('unknown');
    expect(await answer('+442079460958')).toBe('unknown');
    expect(await coverage()).toEqual([]);
  });

  it('is what the operator says, over every part and whatever occurs', async () => {
    const { ports, answer, coverage } = open();
    const first = await importRecords(file(['415'], { coverage: 'NY', more: true }), ports);
    await importRecords(file(['213'], { importId: first.importId }), ports);
    expect(await coverage()).toEqual(['US-NY']);
    expect(await answer(unlistedIn('646'))).toEqual(ABSENT);
    expect(await answer(listedIn('415'))).toHaveProperty('asOf');
    expect(await answer(unlistedIn('415'))).toBe('unknown');
  });

  it('refuses what is no coverage, and begins nothing', async () => {
    const { ports } = open();
    await expect(importRecords(file(['212'], { coverage: 'XX' }), ports)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('XX'),
    });
    expect(await importRecords(file(['212']), ports)).toMatchObject({ inserted: 1 });
  });

  it('grows by appending and begins anew by replacing', async () => {
    const step = fc.record({
      areas: fc.subarray(AREAS, { minLength: 1 }),
      declared: fc.option(fc.subarray(AREAS, { minLength: 1 })),
      mode: fc.constantFrom('append' as const, 'replace' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        await clearRecords();
        const { ports, answer, coverage } = open();
        let listed = new Set<string>();
        let covered = new Set<string>();
        for (const { areas, declared, mode } of steps) {
          const said = declared?.join(',') ?? null;
          await importRecords(file(areas, { mode, coverage: said }), ports);
          const kept = mode === 'append';
          listed = new Set([...(kept ? listed : []), ...areas]);
          covered = new Set([...(kept ? covered : []), ...(declared ?? [])]);
          expect(await coverage()).toEqual([...covered].sort());
          for (const area of AREAS) {
            const absent = covered.has(area) ? ABSENT : 'unknown';
            expect(await answer(unlistedIn(area)), area).toEqual(absent);
            const own = await answer(listedIn(area));
            expect(recordHitOf(own) ? 'listed' : own, area).toEqual(
              listed.has(area) ? 'listed' : absent,
            );
          }
        }
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});

it('of a file that was replaced says nothing about the rows of the one that replaced it', async () => {
  const { ports } = createPorts();
  const [kept, gone] = [listedIn('212'), unlistedIn('212')];
  const others = Array.from({ length: 2_001 }, (_, line) => `+1415${2_000_000 + line}`);
  // A small data set is read as a whole, a large one row by row.
  for (const more of [[], others]) {
    const file = (numbers: readonly string[], coverage: string | null) => {
      const body = streamOf('phone_number\n', ...[...numbers, ...more].map((one) => `${one}\n`));
      return request({ dataset: 'listed', mode: 'replace', coverage, body });
    };
    await importRecords(file([kept, gone], 'all'), ports);
    // An isolate that knows of this file, and has heard of no other since.
    const idle = createPorts().store;
    await idle.has('listed');
    await importRecords(file([kept], null), ports);
    expect(await idle.find(['listed'], gone)).toEqual({ listed: 'unknown' });
    expect(await idle.find(['listed'], kept)).toMatchObject({ listed: { data: {} } });
    expect(await idle.covers(['listed'], [gone])).toBe(false);
  }
});

it('of a set of North American numbers is no number that the set cannot hold', async () => {
  const { store, ports } = createPorts();
  const body = streamOf('phone_number\n+12122345678\n');
  await importRecords(request({ dataset: 'blocked', coverage: 'all', body }), ports);
  expect(await store.find(['blocked'], '+12122345679')).toEqual({ blocked: ABSENT });
  expect(await store.find(['blocked'], '+493012345678')).toEqual({ blocked: 'unknown' });
});

it('is all or nothing where keys are no phone numbers', async () => {
  const { store, ports } = createPorts();
  const file = (coverage: string | null) =>
    request({ dataset: 'used_by', coverage, body: streamOf('network,company\n192.0.2.0/24,A') });
  await expect(importRecords(file('US'), ports)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('no places'),
  });
  const shown = async () =>
    (await listDatasets(ports)).find(({ name }) => name === 'used_by')?.coverage;
  await importRecords(file(null), ports);
  expect(await store.find(['used_by'], '198.51.100.0/24')).toEqual({ used_by: 'unknown' });
  expect(await store.covers(['used_by'], [])).toBe(false);
  expect(await shown()).toEqual([]);
  await importRecords(file('all'), ports);
  expect(await store.find(['used_by'], '198.51.100.0/24')).toEqual({ used_by: ABSENT });
  expect(await store.covers(['used_by'], ['198.51.100.0/24'])).toBe(true);
  expect(await shown()).toEqual(['all']);
});
