import { expect, it } from 'vitest';
import { isMergeDue, mergeFeeds } from '../../../src/open-data/feeds/merged-feeds.ts';
import { refreshAndSave, sendDueFeeds } from '../../../src/open-data/feeds/refresh.ts';
import { contentHash, writeObject } from '../../../src/open-data/feeds/stored-object.ts';
import {
  createFeedWorld,
  type FeedWorld,
  HOUR_MS,
  listedRounds,
  publishRound,
  TWO_FEEDS,
  writeBase,
} from './support.ts';

async function runDue(world: FeedWorld): Promise<void> {
  await sendDueFeeds(world.ports);
  await world.drain();
}

/** A change of the Tor exits, two hours later. */
async function change(world: FeedWorld, round: number): Promise<void> {
  publishRound(world, round);
  world.time.now += 2 * HOUR_MS;
  await runDue(world);
}

it('killed before any of its writes, a refresh leaves the last good table, and the next one ends it', async () => {
  const world = createFeedWorld(TWO_FEEDS);
  await writeBase(world);
  // Changes enough that something is retired, and removed, at the next one.
  for (const round of [2, 3, 0]) await change(world, round);
  const { faults, objects } = world.blobs;
  const keys = objects.size;
  const good = new Map(objects);
  const then = world.time.now;

  // One undisturbed change tells how many writes there are to be killed at.
  faults.writes = 0;
  await change(world, 1);
  const writes = faults.writes;
  expect(writes).toBe(8);
  expect(await listedRounds(world)).toEqual([1]);

  for (let kill = 1; kill <= writes; kill++) {
    objects.clear();
    for (const [key, bytes] of good) objects.set(key, bytes);
    world.time.now = then;
    world.queue.length = 0;
    faults.writes = 0;
    faults.fail = (write) => {
      if (write >= kill) throw new Error('killed');
    };
    await change(world, 1);
    expect(await listedRounds(world), `killed at ${kill}`).toEqual([0]);
    faults.fail = () => {};
    world.queue.length = 0;
    await runDue(world);
    expect(await listedRounds(world), `after ${kill}`).toEqual([1]);
    // Whatever the killed one left is gone after two more changes.
    for (const round of [2, 3]) await change(world, round);
    expect(await listedRounds(world), `changed after ${kill}`).toEqual([3]);
    expect(objects.size, `objects after ${kill}`).toBe(keys);
  }
});

it('ranges stored while the feeds are joined are joined by the same message', async () => {
  let onWrite: (() => Promise<unknown>) | null = null;
  const world = createFeedWorld(TWO_FEEDS, (blobs) => ({
    ...blobs,
    async write(key, bytes) {
      const store = onWrite;
      onWrite = null;
      await store?.();
      await blobs.write(key, bytes);
    },
  }));
  await writeBase(world);
  await change(world, 1);
  const { ports, time } = world;
  const [exits] = ports.all.filter(({ name }) => name === 'tor_exits');
  const store = (round: number) => {
    publishRound(world, round);
    time.now += 2 * HOUR_MS;
    return refreshAndSave(exits!, ports);
  };
  await store(2);
  onWrite = () => store(3);
  expect(await mergeFeeds(ports)).toBe(true);
  expect(await isMergeDue(ports)).toBe(false);
  expect(await listedRounds(world)).toEqual([3]);
});

it('what is larger than a part is uploaded in equal parts, and appears only when it is complete', async () => {
  const { blobs } = createFeedWorld();
  const bytes = new Uint8Array(12 * 1_048_576 + 5).map((_, at) => at % 251);
  const writeAll = () =>
    writeObject(blobs, 'large', async (writer) => {
      for (let at = 0; at < bytes.length; at += 1_000_003)
        await writer.write(bytes.subarray(at, at + 1_000_003));
    });
  blobs.faults.fail = (write) => {
    if (write === 3) throw new Error('killed');
  };
  await expect(writeAll()).rejects.toThrow('killed');
  expect(blobs.objects.has('large')).toBe(false);
  await writeAll();
  expect(blobs.uploadedParts).toEqual([5 * 1_048_576, 5 * 1_048_576, 2 * 1_048_576 + 5]);
  expect(await contentHash('', [blobs.objects.get('large') as Uint8Array])).toBe(
    await contentHash('', [bytes]),
  );
});
