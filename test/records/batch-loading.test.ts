import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { batchLoader } from '../../src/lib/batch-loader.ts';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { importRecords } from '../../src/records/import.ts';
import * as fc from '../support/fast-check.ts';
import { SAMPLES, seedRecords } from '../support/seed-records.ts';
import { clearRecords, counted, createPorts, numberOf, request, streamOf } from './support.ts';

afterEach(clearRecords);

const microtasks = async (count: number) => {
  for (let at = 0; at < count; at++) await null;
};

describe('a batch loader', () => {
  it('reads together the keys of one tick, each once, whatever the depth of the call', async () => {
    const reads: (readonly string[])[] = [];
    const ask = batchLoader(async (keys) => {
      reads.push(keys);
      return new Map(keys.filter((key) => key !== 'absent').map((key) => [key, `${key}!`]));
    }, 10);
    const asked = ['a', 'b', 'a', 'absent'].map(async (key, at) => {
      await microtasks(at * 30);
      return ask(key);
    });
    expect(await Promise.all(asked)).toEqual(['a!', 'b!', 'a!', undefined]);
    expect(reads).toEqual([['a', 'b', 'absent']]);
    expect(await ask('a')).toBe('a!');
    expect(reads).toHaveLength(2);
  });

  it('reads no more keys at once than it may', async () => {
    const reads: (readonly string[])[] = [];
    const ask = batchLoader(async (keys) => {
      reads.push(keys);
      return new Map(keys.map((key) => [key, key]));
    }, 3);
    const keys = Array.from({ length: 8 }, (_, at) => String(at));
    expect(await Promise.all(keys.map(ask))).toEqual(keys);
    expect(reads.map(({ length }) => length)).toEqual([3, 3, 2]);
  });

  it('fails every caller of the batch, and no later one', async () => {
    let down = true;
    const ask = batchLoader<string>(async () => {
      if (down) throw new Error('down');
      return new Map([['a', 'up']]);
    }, 3);
    const results = await Promise.allSettled([ask('a'), ask('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    down = false;
    expect(await ask('a')).toBe('up');
  });
});

/** The bucket, noting what is read. */
function noting(ports: ReturnType<typeof createPorts>['ports']) {
  const reads: string[] = [];
  const { blobs } = ports;
  const read: typeof blobs.read = (key, range) => {
    reads.push(`${key} ${range?.offset ?? ''}`);
    return blobs.read(key, range);
  };
  return { reads, blobs: { ...blobs, read } };
}

describe('a hundred rows', () => {
  it('read each small data set once and each block of a number set once, and nothing later', async () => {
    const { ports } = createPorts(RECORD_DATASETS);
    await seedRecords();
    const lines = Array.from({ length: 100 }, (_, at) => numberOf(at * 700)).join('\n');
    const list = { dataset: 'do_not_call', body: streamOf('phone_number\n', lines) };
    await importRecords(request(list), ports);
    const { proxy, counter } = counted(env.RECORDS);
    const { reads, blobs } = noting(ports);
    const { store } = createPorts(RECORD_DATASETS, proxy, blobs);
    const asked = ['do_not_call', 'do_not_originate', 'portability', 'litigators'];
    const look = () =>
      Promise.all(
        Array.from({ length: 100 }, (_, at) => store.find(asked, numberOf(at * 700 + (at % 2)))),
      );
    const answers = await look();
    expect(answers.map(({ do_not_call }) => typeof do_not_call === 'object')).toEqual(
      answers.map((_, at) => at % 2 === 0),
    );
    // The manifest, and three small data sets.
    expect(counter.statements).toBe(4);
    // The index, and lines 2,000,000 to 2,069,301 in two blocks of 65,536.
    expect(reads.map((read) => read.replace(/^.*\/\d+\//, ''))).toEqual([
      'index.json ',
      '212.bin 245760',
      '212.bin 253952',
    ]);
    counter.statements = 0;
    reads.length = 0;
    await look();
    expect(counter.statements).toBe(0);
    expect(reads).toEqual([]);
    expect(store.find(asked, numberOf(700))).not.toBeInstanceOf(Promise);
  });
});

it('answers the same whether keys are read together or alone', async () => {
  await seedRecords();
  const { store } = createPorts(RECORD_DATASETS);
  const numbers = Object.values(SAMPLES).flatMap((text) => text.match(/\+1\d{10}/g) ?? []);
  const number = fc.constantFrom(...numbers, numberOf(5), '+442079460958', '+18005550199');
  const datasets = fc.subarray([...Object.keys(RECORD_DATASETS), 'no_such_data_set']);
  const networks = ['192.0.2.8/29', '192.0.2.0/24', '198.51.100.7/32', '203.0.113.0/24'];
  const question = fc.record({
    number,
    datasets,
    networks: fc.shuffledSubarray(networks),
    depth: fc.nat(40),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 20 }), async (questions) => {
      const ask = ({ number, datasets, networks }: (typeof questions)[number]) =>
        Promise.all([store.find(datasets, number), store.findFirst('networks', networks)]);
      const together = await Promise.all(
        questions.map(async (each) => {
          await microtasks(each.depth);
          return ask(each);
        }),
      );
      for (const [at, each] of questions.entries()) expect(together[at]).toEqual(await ask(each));
    }),
    { numRuns: 60 },
  );
}, 60_000);
