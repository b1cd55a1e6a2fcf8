import { beforeEach, describe, expect, it } from 'vitest';
import { publishTables } from '../../../scripts/dev/publish-tables.ts';
import { parseIpAddress } from '../../../src/domain/ip/address.ts';
import type { Blobs } from '../../../src/lookup/world.ts';
import { readRefreshState } from '../../../src/open-data/feeds/feed.ts';
import { readMergedFeedsPointer } from '../../../src/open-data/feeds/merged-feeds.ts';
import { RANGE_FEEDS } from '../../../src/open-data/feeds/range-feeds.ts';
import {
  feedsOverdue,
  listFeeds,
  refreshFeed,
  sendDueFeeds,
} from '../../../src/open-data/feeds/refresh.ts';
import { refreshableRangeFeed } from '../../../src/open-data/feeds/stored-ranges.ts';
import { openAddressTable } from '../../../src/open-data/ip/address-table.ts';
import { asnEntry, asnKindEntry } from '../../../src/open-data/ip/entries.ts';
import { ADDRESS_POINTER_KEY, addressKeys } from '../../../src/open-data/ip/pointers.ts';
import { joinIndexes, RangeTableWriter } from '../../../src/open-data/ranges/writer.ts';
import { AZURE_FILE_PATH, FIXTURES } from '../../products/ip/fixtures.ts';
import { memoryBlobs } from '../../products/ip/memory-blobs.ts';
import { createFeedWorld, type FeedWorld, HOUR_MS } from './support.ts';

let world: FeedWorld;
let blobs: FeedWorld['blobs'];
let background: Promise<unknown>[];

async function writeBase(version: string, name: string, to: Blobs = blobs): Promise<void> {
  const kind = asnKindEntry({ class: 'isp', rule: 'asn', operator: name });
  const v4 = new RangeTableWriter(1, 2);
  v4.add([0], [asnEntry({ asn: 64_496, name, country: 'US' }, kind), null]);
  const table4 = v4.finish();
  const v6 = new RangeTableWriter(4, 2, table4.end);
  v6.add([0, 0, 0, 0], [null, null]);
  const { blocks, index } = joinIndexes(table4, v6.finish());
  const keys = addressKeys(version);
  await to.write(keys.blocks, blocks);
  await to.write(keys.index, index);
  const sources = [
    { feed: 'asn', name: 'asn', licence: 'none', asOf: '2026-06-01' },
    { feed: 'city', name: 'city', licence: 'none', asOf: '2026-05-01' },
  ];
  await to.write(
    ADDRESS_POINTER_KEY,
    JSON.stringify({ version, previous: null, rows: { v4: 1, v6: 1 }, sources, attribution: [] }),
  );
}

beforeEach(async () => {
  world = createFeedWorld();
  blobs = world.blobs;
  background = [];
  await writeBase('1', 'First');
});

const table = () =>
  openAddressTable({
    ...{ blobs, clock: world.ports.clock, feeds: RANGE_FEEDS },
    background: (work) => background.push(work),
  });
/** What a request started and did not wait for. */
const settled = () => Promise.all(background.splice(0));
/** What cron and the queue do. @returns the feeds that were refreshed */
async function runDue(): Promise<string[]> {
  await sendDueFeeds(world.ports);
  const handled = await world.drain();
  return handled.flatMap((message) => (message.step === 'refresh' ? [message.feed] : []));
}
const ask = (of: ReturnType<typeof table>, address: string) => of.find(parseIpAddress(address));

describe('a refresh', () => {
  it('asks the mirror for the path of the publisher', async () => {
    await refreshFeed('x4bnet_vpn', world.ports);
    expect(world.requests).toEqual([
      'http://mirror.test:9999/X4BNet/lists_vpn/main/output/vpn/ipv4.txt',
    ]);
    await refreshFeed('azure', world.ports);
    expect(world.requests.slice(1)).toEqual([
      'http://mirror.test:9999/en-us/download/details.aspx?id=56519',
      `http://mirror.test:9999${AZURE_FILE_PATH}`,
    ]);
  });

  it('makes room in memory, by hand and for every message', async () => {
    await refreshFeed('x4bnet_vpn', world.ports);
    expect(world.joined.rooms).toBe(1);
    await sendDueFeeds(world.ports);
    const handled = await world.drain();
    expect(world.joined.rooms).toBe(1 + handled.length);
  });

  it('asks the publisher itself without a mirror', async () => {
    const direct = createFeedWorld();
    const deps = { ...direct.ports, baseUrl: undefined };
    const gptbot = RANGE_FEEDS.filter(({ name }) => name === 'gptbot');
    const all = gptbot.map((feed) => refreshableRangeFeed(feed, deps));
    await refreshFeed('gptbot', { ...deps, all });
    expect(direct.requests).toEqual(['https://openai.com/gptbot.json']);
  });

  it('tells the rows and the time of the content', async () => {
    expect(await refreshFeed('aws', world.ports)).toMatchObject({
      asOf: '2026-06-17T09:13:08Z',
      rows: 6,
      lastError: null,
    });
    expect(await refreshFeed('tor_exits', world.ports)).toMatchObject({
      asOf: '2026-06-18T00:00:00.000Z',
      rows: 3,
      lastError: null,
    });
  });

  it('cuts the prefix of an answer to what a feed lists', async () => {
    await refreshFeed('tor_exits', world.ports);
    const [exit, beside] = await Promise.all([
      ask(table(), '185.220.101.1'),
      ask(table(), '185.220.102.1'),
    ]);
    expect([exit.tags.length, beside.tags.length]).toEqual([1, 0]);
    expect(exit.prefixLength).toBeGreaterThan(24);
    expect(beside.prefixLength).toBeGreaterThan(16);
  });

  it('shows in answers, which name the feeds they rest on', async () => {
    const before = await ask(table(), '185.220.101.1');
    expect(before).toMatchObject({ asnName: 'First', tags: [], checkedFeeds: ['asn', 'city'] });
    expect(before.missingFeeds).toContain('tor_exits');
    await refreshFeed('tor_exits', world.ports);
    await refreshFeed('aws', world.ports);
    const after = await ask(table(), '185.220.101.1');
    expect(after.tags).toEqual([
      { feed: 'tor_exits', kind: 'tor', operator: 'Tor', region: null, service: null },
    ]);
    expect(after.checkedFeeds).toEqual(['asn', 'city', 'aws', 'tor_exits']);
    expect(after.missingFeeds).not.toContain('tor_exits');
    expect(after.feedsAsOf).toMatchObject({
      asn: '2026-06-01',
      aws: '2026-06-17T09:13:08Z',
      tor_exits: '2026-06-18T00:00:00.000Z',
    });
    expect((await ask(table(), '185.220.101.3')).tags).toEqual([]);
    expect((await ask(table(), '52.95.110.1')).tags.map(({ service }) => service)).toEqual([
      null,
      'EC2',
    ]);
    expect((await ask(table(), '2600:1f14::1')).tags).toMatchObject([
      { feed: 'aws', region: 'us-west-2' },
    ]);
  });

  it('leaves out feeds that do not speak of the IP version', async () => {
    const { checkedFeeds, missingFeeds } = await ask(table(), '2a00::1');
    expect(checkedFeeds).toEqual(['asn', 'city']);
    expect(missingFeeds).not.toContain('tor_exits');
    expect(missingFeeds).toContain('cloudflare_v6');
  });

  it('an unknown name is NOT_FOUND', async () => {
    await expect(refreshFeed('nonsense', world.ports)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  const TOR = '/torbulkexitlist';
  it.each<[string, () => Response, RegExp]>([
    ['an error', () => new Response('no', { status: 500 }), /answered 500/],
    ['an empty file', () => new Response(''), /lists no ranges/],
    ['an error page', () => new Response('<html>\n<p>Sorry</p>\n</html>'), /lists no ranges/],
    [
      'a half-broken file',
      () => new Response('185.220.101.1\n<html>\n171.25.193.25\n'),
      /are not address ranges/,
    ],
    ['less than half', () => new Response('185.220.101.1\n'), /has 1 entries, the last good one 3/],
    [
      'an endless file',
      () => new Response(`#${'x'.repeat(1_022)}\n`.repeat(33 * 1_024)),
      /larger than/,
    ],
    [
      'an endless line',
      () => new Response(new Uint8Array(100_000)),
      /line of the file is too long/,
    ],
    [
      'a broken connection',
      () => {
        throw new TypeError('network');
      },
      /cannot be reached/,
    ],
  ])('keeps the last good content when the publisher sends %s', async (_, reply, why) => {
    await refreshFeed('tor_exits', world.ports);
    world.time.now += HOUR_MS;
    world.files.set(TOR, reply);
    await expect(refreshFeed('tor_exits', world.ports)).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
    });
    const state = await readRefreshState(blobs, 'tor_exits');
    expect(state).toMatchObject({
      rows: 3,
      fetchedAt: '2026-06-18T00:00:00.000Z',
      triedAt: '2026-06-18T01:00:00.000Z',
    });
    expect(state.lastError).toMatch(why);
    expect((await ask(table(), '171.25.193.25')).tags).toHaveLength(1);
    world.files.set(TOR, () => new Response(FIXTURES.tor_exits));
    await refreshFeed('tor_exits', world.ports);
    expect((await readRefreshState(blobs, 'tor_exits')).lastError).toBeNull();
  });

  it('takes a list that has shrunk to less than half once it has stayed so for two weeks', async () => {
    await refreshFeed('tor_exits', world.ports);
    world.files.set(TOR, () => new Response('185.220.101.1\n'));
    for (let day = 1; day <= 14; day++) {
      world.time.now += 24 * HOUR_MS;
      await expect(refreshFeed('tor_exits', world.ports)).rejects.toThrow(/the last good one 3/);
    }
    world.time.now += HOUR_MS;
    await refreshFeed('tor_exits', world.ports);
    expect(await readRefreshState(blobs, 'tor_exits')).toMatchObject({ rows: 1, lastError: null });
    expect((await ask(table(), '171.25.193.25')).tags).toEqual([]);
    expect((await ask(table(), '185.220.101.1')).tags).toHaveLength(1);
  });

  it('a feed that never loaded stays missing, with its reason', async () => {
    world.files.set(TOR, () => new Response('', { status: 503 }));
    await expect(refreshFeed('tor_exits', world.ports)).rejects.toThrow(/answered 503/);
    expect(await readRefreshState(blobs, 'tor_exits')).toMatchObject({
      asOf: null,
      rows: 0,
      fetchedAt: null,
    });
    expect((await ask(table(), '1.2.3.4')).missingFeeds).toContain('tor_exits');
  });
});

describe('how long a feed has been overdue', () => {
  const hoursOverdue = async (name: string): Promise<number | undefined> => {
    const found = (await feedsOverdue(world.ports)).find((feed) => feed.name === name);
    return found && found.overdueMs / HOUR_MS;
  };
  /** Cron's rounds, one an hour. */
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      world.time.now += HOUR_MS;
      await runDue();
    }
  };

  it('is counted from when it was due', async () => {
    await runDue();
    expect(await hoursOverdue('tor_exits')).toBe(0);
    world.files.set('/torbulkexitlist', () => new Response('', { status: 503 }));
    await pass(7);
    expect(await hoursOverdue('tor_exits')).toBe(5);
    expect(await hoursOverdue('aws')).toBe(0);
  });

  it('is counted from its first attempt if it was never loaded, however often it is tried', async () => {
    world.files.set('/torbulkexitlist', () => new Response('', { status: 503 }));
    expect(await hoursOverdue('tor_exits')).toBe(0);
    await runDue();
    await pass(80);
    expect(await hoursOverdue('tor_exits')).toBe(80);
    world.files.set('/torbulkexitlist', () => new Response(FIXTURES.tor_exits));
    await pass(1);
    expect(await hoursOverdue('tor_exits')).toBe(0);
  });

  it('is counted from its first attempt if the service itself fails each time', async () => {
    const { all } = world.ports;
    for (const feed of all)
      if (feed.name === 'tor_exits')
        feed.fetchAndStore = async () => Promise.reject(new Error('D1 is down'));
    await runDue();
    await pass(3);
    expect(await hoursOverdue('tor_exits')).toBe(3);
    expect(world.warned).toHaveLength(4);
  });
});

describe('the schedule', () => {
  it('loads every feed, each by a message of its own, then only those whose time has come', async () => {
    expect(await runDue()).toEqual(RANGE_FEEDS.map(({ name }) => name));
    expect((await ask(table(), '8.8.8.8')).missingFeeds).toEqual([]);
    expect(await runDue()).toEqual([]);
    world.time.now += 2 * HOUR_MS;
    expect(await runDue()).toEqual(['tor_exits', 'tor_relays']);
    world.time.now += 22 * HOUR_MS;
    expect(await runDue()).toHaveLength(RANGE_FEEDS.length);
  });

  it('joins all that came together once, and again when only times have changed, without building', async () => {
    await runDue();
    expect(world.joined.times).toBe(1);
    const { version } = await readMergedFeedsPointer(blobs);
    world.time.now += 24 * HOUR_MS;
    const built = [...blobs.objects.keys()];
    await runDue();
    expect(world.joined.times).toBe(2);
    expect([...blobs.objects.keys()]).toEqual(built);
    expect((await readMergedFeedsPointer(blobs)).version).toBe(version);
    expect((await ask(table(), '8.8.8.8')).feedsAsOf.tor_exits).toBe('2026-06-19T00:00:00.000Z');
  });

  it('a message that comes twice, or late, refreshes once', async () => {
    await sendDueFeeds(world.ports);
    await sendDueFeeds(world.ports);
    await world.drain();
    expect(world.requests).toHaveLength(RANGE_FEEDS.length + 1);
  });

  it('goes on when one publisher fails, and tries it again', async () => {
    world.files.delete('/gptbot.json');
    await runDue();
    expect((await ask(table(), '8.8.8.8')).missingFeeds).toEqual(['gptbot']);
    expect(await runDue()).toEqual(['gptbot']);
  });

  it('goes on when the storage of one feed fails, and tries that message again', async () => {
    blobs.faults.writes = 0;
    blobs.faults.fail = (write) => {
      if (write === 3) throw new Error('R2 is down');
    };
    await runDue();
    expect(world.warned).toHaveLength(1);
    expect((await ask(table(), '8.8.8.8')).missingFeeds).toEqual(['aws']);
    expect(await runDue()).toEqual(['aws']);
    expect((await ask(table(), '8.8.8.8')).missingFeeds).toEqual([]);
  });

  it('asks for every due feed when the state of one cannot be read', async () => {
    await runDue();
    world.time.now += 25 * HOUR_MS;
    const { read } = world.ports.blobs;
    let failures = 1;
    world.ports.blobs.read = (key, range) =>
      key.includes(RANGE_FEEDS[0]?.name as string) && failures-- > 0
        ? Promise.reject(new Error('R2 is down'))
        : read(key, range);
    expect(await runDue()).toEqual(RANGE_FEEDS.map(({ name }) => name));
    expect(world.warned).toHaveLength(1);
    expect((await ask(table(), '8.8.8.8')).missingFeeds).toEqual([]);
  });

  it('does not join a stored list that was cut short, and stores it again at the next refresh', async () => {
    await runDue();
    const [key, bytes] = [...blobs.objects].find(([each]) =>
      /^feeds\/1\/tor_exits\/.*bin/.test(each),
    ) as [string, Uint8Array];
    const changed = `${FIXTURES.cloudflare_v6}\n2001:db8::/32\n`;
    for (const left of [bytes.subarray(0, -12), null]) {
      const { version } = await readMergedFeedsPointer(blobs);
      if (left) blobs.objects.set(key, left);
      else blobs.objects.delete(key);
      world.files.set('/ips-v6', () => new Response(left ? changed : FIXTURES.cloudflare_v6));
      await expect(refreshFeed('cloudflare_v6', world.ports)).rejects.toThrow(/lacks bytes/);
      expect((await readMergedFeedsPointer(blobs)).version).toBe(version);
      expect((await ask(table(), '171.25.193.25')).tags).toHaveLength(1);
      await refreshFeed('tor_exits', world.ports);
      expect(blobs.objects.get(key)).toEqual(bytes);
      expect((await ask(table(), '171.25.193.25')).tags).toHaveLength(1);
    }
  });

  it('keeps two versions of the overlay, so that readers of the older pointer still find theirs', async () => {
    const reader = table();
    for (let round = 0; round < 4; round++) {
      const exits = Array.from({ length: 3 + round }, (_, at) => `171.25.193.${25 + at}`);
      world.files.set('/torbulkexitlist', () => new Response(exits.join('\n')));
      await refreshFeed('tor_exits', world.ports);
      expect((await ask(reader, '171.25.193.25')).asnName).toBe('First');
      world.time.now += 30_000;
    }
    const keys = [...blobs.objects.keys()];
    expect(keys.filter((key) => /^overlay\/.*blocks/.test(key))).toHaveLength(2);
    expect(keys.filter((key) => /^feeds\/1\/tor_exits\/.*bin/.test(key))).toHaveLength(2);
  });

  it('a feed too old to count is missing, and its tags are not shown', async () => {
    await runDue();
    world.time.now += 25 * HOUR_MS;
    const row = await ask(table(), '185.220.101.1');
    expect(row.missingFeeds).toEqual(['tor_exits', 'tor_relays']);
    expect(row.tags).toEqual([]);
  });
});

describe('the address table', () => {
  it('throws while there is no data', async () => {
    await expect(
      openAddressTable({
        ...{ blobs: memoryBlobs(), clock: world.ports.clock, feeds: [] },
        background: () => {},
      }).find(parseIpAddress('8.8.8.8')),
    ).rejects.toThrow(/has not been loaded/);
  });

  it('reads the pointers at most once a minute, and blocks once', async () => {
    const reader = table();
    for (let call = 0; call < 5; call++) await ask(reader, '8.8.8.8');
    expect(blobs.reads.filter((key) => key === ADDRESS_POINTER_KEY)).toHaveLength(1);
    expect(blobs.reads.filter((key) => key === addressKeys('1').blocks)).toHaveLength(1);
    world.time.now += 60_000;
    for (let call = 0; call < 5; call++) await ask(reader, '8.8.8.8');
    await settled();
    expect(blobs.reads.filter((key) => key === ADDRESS_POINTER_KEY)).toHaveLength(2);
    expect(blobs.reads.filter((key) => key === addressKeys('1').index)).toHaveLength(1);
  });

  it('sees a new version within a minute and survives the removal of the old one', async () => {
    const reader = table();
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('First');
    await writeBase('2', 'Second');
    world.time.now += 30_000;
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('First');
    world.time.now += 30_000;
    // The first request after the minute starts the reading, and does not wait for it.
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('First');
    await settled();
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('Second');
    await writeBase('3', 'Third');
    await blobs.remove(Object.values(addressKeys('2')));
    expect((await ask(reader, '2a00::1')).asn).toBeNull();
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('Third');
  });

  it('reads the pointers again when told to', async () => {
    const reader = table();
    expect((await ask(reader, '185.220.101.1')).tags).toEqual([]);
    await refreshFeed('tor_exits', world.ports);
    expect((await ask(reader, '185.220.101.1')).tags).toEqual([]);
    await reader.recheck();
    expect((await ask(reader, '185.220.101.1')).tags).toHaveLength(1);
  });

  it('goes on with what it has when the store fails', async () => {
    const reader = table();
    await ask(reader, '8.8.8.8');
    world.time.now += 60_000;
    blobs.objects.set(ADDRESS_POINTER_KEY, new TextEncoder().encode('broken'));
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('First');
    await settled();
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('First');
  });

  it('names its version: from memory once it is loaded, another when base, feeds or what is missing change', async () => {
    const reader = table();
    const first = await reader.version();
    expect(reader.version()).toBe(first);
    const versions = [first];
    const see = async () => {
      await reader.recheck();
      versions.push(reader.version() as string);
    };
    await writeBase('2', 'Second');
    await see();
    await refreshFeed('tor_exits', world.ports);
    await see();
    world.files.set('/torbulkexitlist', () => new Response('1.2.3.4\n1.2.3.5\n'));
    await refreshFeed('tor_exits', world.ports);
    await see();
    world.time.now += 25 * HOUR_MS;
    await see();
    expect(new Set(versions).size).toBe(versions.length);
    await see();
    expect(versions.at(-1)).toBe(versions.at(-2));
  });

  it('is read by older code under its own layout: nothing of that layout is touched', async () => {
    const old = {
      'ip/current': 'a',
      'ip/current.3': 'b',
      'overlay/current': 'c',
      'ip/v1/blocks.bin': 'd',
    };
    for (const [key, text] of Object.entries(old)) await blobs.write(key, text);
    const shipped = memoryBlobs();
    for (const version of ['1', '2', '3']) {
      await writeBase(version, version, shipped);
      await publishTables(shipped, blobs);
      expect((await ask(table(), '8.8.8.8')).asnName).toBe(version === '1' ? 'First' : version);
    }
    await runDue();
    for (const [key, text] of Object.entries(old))
      expect(new TextDecoder().decode(blobs.objects.get(key)), key).toBe(text);
    expect([...blobs.objects.keys()].filter((key) => /^ip\/\d.*blocks/.test(key))).toEqual(
      ['2', '3'].map((version) => addressKeys(version).blocks),
    );
  });
});

it('the list of feeds says what each has, when it is due and what failed last', async () => {
  world.files.delete('/gptbot.json');
  await runDue();
  world.time.now += HOUR_MS;
  const listed = new Map((await listFeeds(world.ports)).map((feed) => [feed.name, feed]));
  expect([...listed.keys()]).toEqual(RANGE_FEEDS.map(({ name }) => name));
  expect(listed.get('tor_exits')).toEqual({
    name: 'tor_exits',
    asOf: '2026-06-18T00:00:00.000Z',
    rows: 3,
    fetchedAt: '2026-06-18T00:00:00.000Z',
    dueAt: '2026-06-18T02:00:00.000Z',
    isDue: false,
    lastFailure: null,
  });
  expect(listed.get('gptbot')).toMatchObject({
    ...{ asOf: null, rows: 0, dueAt: null, isDue: true },
    lastFailure: { message: 'the publisher answered 404', at: '2026-06-18T00:00:00.000Z' },
  });
});
