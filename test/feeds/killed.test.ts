import { expect, it } from 'vitest';
import { parseIpAddress } from '../../src/core/ip/address.ts';
import { openAddressTable } from '../../src/data/address-table.ts';
import { RangeTableWriter } from '../../src/data/ranges/writer.ts';
import { tableObjects } from '../../src/data/table-index.ts';
import { ADDRESS_POINTER_KEY, addressKeys } from '../../src/data/table-pointers.ts';
import { writingTo } from '../../src/feeds/byte-writer.ts';
import { contentHash } from '../../src/feeds/content-hash.ts';
import { sendDueFeeds } from '../../src/feeds/send-due-feeds.ts';
import { FEEDS } from '../../src/sources/feeds/feeds.ts';
import { createFeedWorld, type FeedWorld, HOUR_MS } from './support.ts';

const feeds = FEEDS.filter(({ name }) => ['tor_exits', 'cloudflare_v6'].includes(name));
const LAST_ROUND = 3;

async function writeBase({ blobs }: FeedWorld): Promise<void> {
  const v4 = new RangeTableWriter(1, 2);
  v4.add([0], [null, null]);
  const table = v4.finish();
  const v6 = new RangeTableWriter(4, 2, table.end);
  v6.add([0, 0, 0, 0], [null, null]);
  const { blocks, index } = tableObjects(table, v6.finish());
  await blobs.write(addressKeys('1').blocks, blocks);
  await blobs.write(addressKeys('1').index, index);
  const pointer = { version: '1', previous: null, rows: { v4: 1, v6: 1 }, sources: [] };
  await blobs.write(ADDRESS_POINTER_KEY, JSON.stringify({ ...pointer, attribution: [] }));
}

function publish(world: FeedWorld, round: number): void {
  world.files.set('/torbulkexitlist', () => new Response(`185.220.101.${round}\n171.25.193.25\n`));
}

/** Rounds whose exits the table as a new isolate reads it lists. */
async function listedRounds(world: FeedWorld): Promise<number[]> {
  const table = openAddressTable({
    ...{ blobs: world.blobs, clock: world.ports.clock, feeds },
    background: () => {},
  });
  const rounds: number[] = [];
  for (let round = 0; round <= LAST_ROUND; round++) {
    const { tags } = await table.find(parseIpAddress(`185.220.101.${round}`));
    if (tags.length > 0) rounds.push(round);
  }
  expect((await table.find(parseIpAddress('2400:cb00::1'))).tags).toHaveLength(1);
  return rounds;
}

async function runDue(world: FeedWorld): Promise<void> {
  await sendDueFeeds(world.ports);
  await world.drain();
}

/** A change of the Tor exits, two hours later. */
async function change(world: FeedWorld, round: number): Promise<void> {
  publish(world, round);
  world.time.now += 2 * HOUR_MS;
  await runDue(world);
}

it('killed before any of its writes, a refresh leaves the last good table, and the next one ends it', async () => {
  const world = createFeedWorld(feeds);
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

it('what is larger than a part is uploaded in equal parts, and appears only when it is complete', async () => {
  const { blobs } = createFeedWorld();
  const bytes = new Uint8Array(12 * 1_048_576 + 5).map((_, at) => at % 251);
  const writeAll = () =>
    writingTo(blobs, 'large', async (writer) => {
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
