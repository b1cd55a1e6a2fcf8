import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { isSuppressed, suppressionHash } from '../../src/lookup/suppression.ts';
import { importRecords } from '../../src/records/import.ts';
import { rebuildSuppressions, verifyRecords } from '../../src/records/maintenance.ts';
import { clearRecords, createPorts, request, streamOf } from './support.ts';

afterEach(clearRecords);

const emailOf = (index: number) => `person${index}@example.com`;
const subject = (index: number) => ({ kind: 'email', text: emailOf(index) }) as const;

/** Imports people by their numbers, with a note that must not be copied. */
async function suppress(
  { ports }: ReturnType<typeof createPorts>,
  mode: 'append' | 'replace',
  ...people: number[]
) {
  const rows = await Promise.all(
    people.map(async (each) => `${await suppressionHash(subject(each))},told us\n`),
  );
  const body = streamOf('email_hash,reason\n', ...rows);
  return importRecords(request({ dataset: 'suppressed_people', mode, body }), ports);
}

/** The database RECORDS without a row, as after its migrations; R2 stays. */
const loseDatabase = () =>
  env.RECORDS.batch(
    ['records', 'imports'].map((table) => env.RECORDS.prepare(`DELETE FROM ${table}`)),
  );

const suppressed = async (people: number[]) => {
  const { store } = createPorts(RECORD_DATASETS);
  const found = await Promise.all(
    people.map(async (each) =>
      (await isSuppressed([subject(each)], { records: store })) ? [each] : [],
    ),
  );
  return found.flat();
};

const codes = async ({ ports }: ReturnType<typeof createPorts>) =>
  (await verifyRecords(ports)).map(({ code, run }) => [code, run]);

const many = Array.from({ length: 30 }, (_, index) => index);

describe('a lost list of suppressed people', () => {
  it('fails every lookup, takes no additions, and comes back from its copies', async () => {
    const world = createPorts(RECORD_DATASETS);
    await suppress(world, 'append', ...many);
    await suppress(world, 'append', 40);
    expect(await codes(world)).toEqual([]);
    await loseDatabase();
    await expect(suppressed([1])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    for (const mode of ['append', 'replace'] as const)
      await expect(suppress(world, mode, 50)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('rebuild-suppressed-people'),
      });
    expect(await codes(world)).toEqual([['people_missing', 'rebuild-suppressed-people']]);
    expect(await rebuildSuppressions(world.ports)).toMatchObject({ complete: true });
    expect(await suppressed([...many, 40, 41])).toEqual([...many, 40]);
    expect(await codes(world)).toEqual([]);
    expect(await rebuildSuppressions(world.ports)).toMatchObject({ restored: 0 });
  });

  it('gets back the people whom an older database does not know', async () => {
    const world = createPorts(RECORD_DATASETS);
    await suppress(world, 'append', 1);
    const { importId } = await suppress(world, 'append', 2);
    await env.RECORDS.prepare('DELETE FROM records WHERE import_id = ?').bind(importId).run();
    await env.RECORDS.prepare('DELETE FROM imports WHERE id = ?').bind(importId).run();
    expect(await codes(world)).toEqual([['people_missing', 'rebuild-suppressed-people']]);
    expect(await rebuildSuppressions(world.ports)).toMatchObject({ restored: 1, complete: true });
    expect(await suppressed([1, 2, 3])).toEqual([1, 2]);
  });

  it('comes back without the people whom a replacement took off it', async () => {
    const world = createPorts(RECORD_DATASETS);
    await suppress(world, 'append', ...many);
    await suppress(world, 'replace', 5, 60);
    await loseDatabase();
    await rebuildSuppressions(world.ports);
    expect(await suppressed([...many, 60])).toEqual([5, 60]);
  });

  it('is copied by the same command if it was imported before there were copies', async () => {
    const world = createPorts(RECORD_DATASETS);
    await suppress(world, 'append', ...many);
    await env.DATA.delete((await env.DATA.list()).objects.map(({ key }) => key));
    expect(await codes(world)).toEqual([['copy_missing', 'rebuild-suppressed-people']]);
    await suppress(world, 'append', 35);
    expect(await codes(world)).toEqual([['copy_missing', 'rebuild-suppressed-people']]);
    expect(await rebuildSuppressions(world.ports)).toEqual({
      restored: 0,
      copied: 31,
      complete: true,
    });
    await loseDatabase();
    await rebuildSuppressions(world.ports);
    expect(await suppressed([...many, 35, 40])).toEqual([...many, 35]);
  });

  it('never was one where nothing was imported', async () => {
    const world = createPorts(RECORD_DATASETS);
    expect(await suppressed([1])).toEqual([]);
    expect(await codes(world)).toEqual([]);
    expect(await rebuildSuppressions(world.ports)).toMatchObject({ restored: 0, copied: 0 });
  });

  it('is copied by hash alone, without notes', async () => {
    await suppress(createPorts(RECORD_DATASETS), 'append', ...many);
    const texts = await Promise.all(
      (await env.DATA.list()).objects.map(
        async ({ key }) => `${key} ${await (await env.DATA.get(key))?.text()}`,
      ),
    );
    expect(texts.join('\n')).not.toContain('told us');
  });
});

describe('the objects of a number set', () => {
  const listed = (mode: 'append' | 'replace') =>
    request({
      ...{ dataset: 'do_not_call', mode, coverage: '212' },
      body: streamOf('phone_number\n+12125550100\n'),
    });

  it.each(['.bin', '.json'])(
    'are named when %s is gone, with the command that imports them',
    async (end) => {
      const world = createPorts(RECORD_DATASETS);
      await importRecords(listed('replace'), world.ports);
      expect(await verifyRecords(world.ports)).toEqual([]);
      const { keys } = await world.ports.blobs.list('number-sets/');
      await world.ports.blobs.remove(keys.filter((key) => key.endsWith(end)));
      expect(await verifyRecords(world.ports)).toEqual([
        {
          ...{ organization: null, store: 'records', code: 'numbers_missing', id: 'do_not_call' },
          run: 'import-records do_not_call FILE --mode replace --coverage 212',
        },
      ]);
      await importRecords(listed('replace'), world.ports);
      expect(await verifyRecords(world.ports)).toEqual([]);
    },
  );

  it('are named when the database has lost their import', async () => {
    const world = createPorts(RECORD_DATASETS);
    await importRecords(listed('replace'), world.ports);
    await loseDatabase();
    expect(await codes(world)).toEqual([
      ['import_missing', 'import-records do_not_call FILE --mode replace --coverage PLACES'],
    ]);
  });
});
