import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ipv4Address, parseIpAddress } from '../../src/core/ip-address.ts';
import { networkEntry, networkKindEntry } from '../../src/data/address-entries.ts';
import { openAddressTable } from '../../src/data/address-table.ts';
import { readTags } from '../../src/data/overlay-entries.ts';
import { RangeTableWriter } from '../../src/data/range-writer.ts';
import { tableObjects } from '../../src/data/table-index.ts';
import { ADDRESS_POINTER_KEY, addressKeys } from '../../src/data/table-pointers.ts';
import { flattenRanges } from '../../src/feeds/flatten-ranges.ts';
import {
  type FeedDeps,
  readFeedStates,
  refreshDueFeeds,
  refreshFeed,
} from '../../src/feeds/refresh-feed.ts';
import { FEEDS } from '../../src/sources/feeds/feeds.ts';
import { AZURE_FILE_PATH, AZURE_PAGE, FIXTURES } from './fixtures.ts';
import { memoryBlobs } from './memory-blobs.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-06-18T00:00:00Z');

let now: number;
let blobs: ReturnType<typeof memoryBlobs>;
/** Path → reply of the mirror that stands for every publisher. */
let files: Map<string, () => Response>;
let requests: string[];
let deps: FeedDeps;

const pathOf = (address: string) => new URL(address).pathname;

async function writeBase(version: string, name: string): Promise<void> {
  const kind = networkKindEntry({ class: 'isp', rule: 'asn', operator: name });
  const v4 = new RangeTableWriter(1, 2);
  v4.add([0], [networkEntry({ asn: 64_496, name }, kind), null]);
  const table4 = v4.finish();
  const v6 = new RangeTableWriter(4, 2, table4.end);
  v6.add([0, 0, 0, 0], [null, null]);
  const { blocks, index } = tableObjects(table4, v6.finish());
  const keys = addressKeys(version);
  await blobs.write(keys.blocks, blocks);
  await blobs.write(keys.index, index);
  const sources = [
    { feed: 'asn', name: 'asn', licence: 'none', asOf: '2026-06-01' },
    { feed: 'city', name: 'city', licence: 'none', asOf: '2026-05-01' },
  ];
  await blobs.write(
    ADDRESS_POINTER_KEY,
    JSON.stringify({ version, rows: { v4: 1, v6: 1 }, sources, attribution: [] }),
  );
}

beforeEach(async () => {
  now = START;
  blobs = memoryBlobs();
  requests = [];
  files = new Map();
  for (const { name, address, findFile } of FEEDS) {
    const text = FIXTURES[name] as string;
    files.set(findFile ? AZURE_FILE_PATH : pathOf(address), () => new Response(text));
    if (findFile) files.set(pathOf(address), () => new Response(AZURE_PAGE));
  }
  deps = {
    blobs,
    clock: { now: () => now },
    baseUrl: 'http://mirror.test:9999/ignored',
    fetch: async (request) => {
      requests.push(request.url);
      return files.get(pathOf(request.url))?.() ?? new Response('no', { status: 404 });
    },
  };
  await writeBase('1', 'First');
});

const table = () => openAddressTable({ blobs, clock: deps.clock, feeds: FEEDS });
const ask = (of: ReturnType<typeof table>, address: string) => of.find(parseIpAddress(address));

describe('a refresh', () => {
  it('asks the mirror for the path of the publisher', async () => {
    await refreshFeed('x4bnet_vpn', deps);
    expect(requests).toEqual(['http://mirror.test:9999/X4BNet/lists_vpn/main/output/vpn/ipv4.txt']);
    await refreshFeed('azure', deps);
    expect(requests.slice(1)).toEqual([
      'http://mirror.test:9999/en-us/download/details.aspx?id=56519',
      `http://mirror.test:9999${AZURE_FILE_PATH}`,
    ]);
  });

  it('asks the publisher itself without a mirror', async () => {
    await refreshFeed('gptbot', { ...deps, baseUrl: undefined });
    expect(requests).toEqual(['https://openai.com/gptbot.json']);
  });

  it('tells the rows and the time of the content', async () => {
    expect(await refreshFeed('aws', deps)).toEqual({
      name: 'aws',
      asOf: '2026-06-17T09:13:08Z',
      rows: 6,
      error: null,
    });
    expect(await refreshFeed('tor_exits', deps)).toEqual({
      name: 'tor_exits',
      asOf: '2026-06-18T00:00:00.000Z',
      rows: 3,
      error: null,
    });
  });

  it('shows in answers, which name the feeds they rest on', async () => {
    const before = await ask(table(), '185.220.101.1');
    expect(before).toMatchObject({ asnName: 'First', tags: [], checkedFeeds: ['asn', 'city'] });
    expect(before.missingFeeds).toContain('tor_exits');
    await refreshFeed('tor_exits', deps);
    await refreshFeed('aws', deps);
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
    expect(checkedFeeds).toEqual(['asn']);
    expect(missingFeeds).not.toContain('tor_exits');
    expect(missingFeeds).toContain('cloudflare_v6');
  });

  it('an unknown name is NOT_FOUND', async () => {
    await expect(refreshFeed('nonsense', deps)).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
    ['an endless file', () => new Response(new Uint8Array(33 * 1_048_576)), /larger than/],
    [
      'a broken connection',
      () => {
        throw new TypeError('network');
      },
      /cannot be reached/,
    ],
  ])('keeps the last good content when the publisher sends %s', async (_, reply, why) => {
    await refreshFeed('tor_exits', deps);
    now += HOUR_MS;
    files.set(TOR, reply);
    await expect(refreshFeed('tor_exits', deps)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    const state = (await readFeedStates(blobs)).feeds.tor_exits;
    expect(state).toMatchObject({
      rows: 3,
      fetchedAt: '2026-06-18T00:00:00.000Z',
      triedAt: '2026-06-18T01:00:00.000Z',
    });
    expect(state?.lastError).toMatch(why);
    expect((await ask(table(), '171.25.193.25')).tags).toHaveLength(1);
    files.set(TOR, () => new Response(FIXTURES.tor_exits));
    await refreshFeed('tor_exits', deps);
    expect((await readFeedStates(blobs)).feeds.tor_exits?.lastError).toBeNull();
  });

  it('a feed that never loaded stays missing, with its reason', async () => {
    files.set(TOR, () => new Response('', { status: 503 }));
    await expect(refreshFeed('tor_exits', deps)).rejects.toThrow(/answered 503/);
    expect((await readFeedStates(blobs)).feeds.tor_exits).toMatchObject({
      asOf: null,
      rows: 0,
      fetchedAt: null,
    });
    expect((await ask(table(), '1.2.3.4')).missingFeeds).toContain('tor_exits');
  });
});

describe('the schedule', () => {
  it('loads every feed, then only those whose time has come', async () => {
    const all = await refreshDueFeeds(deps);
    expect(all.map(({ name }) => name)).toEqual(FEEDS.map(({ name }) => name));
    expect(all.filter(({ error }) => error !== null)).toEqual([]);
    expect((await ask(table(), '8.8.8.8')).missingFeeds).toEqual([]);
    expect(await refreshDueFeeds(deps)).toEqual([]);
    now += 2 * HOUR_MS;
    expect((await refreshDueFeeds(deps)).map(({ name }) => name)).toEqual(['tor_exits']);
    now += 22 * HOUR_MS;
    expect(await refreshDueFeeds(deps)).toHaveLength(FEEDS.length);
  });

  it('goes on when one publisher fails, and tries it again', async () => {
    files.delete('/gptbot.json');
    const first = await refreshDueFeeds(deps);
    expect(first.filter(({ error }) => error !== null).map(({ name }) => name)).toEqual(['gptbot']);
    expect((await refreshDueFeeds(deps)).map(({ name }) => name)).toEqual(['gptbot']);
  });

  it('keeps two versions of the overlay, so that readers of the older pointer still find theirs', async () => {
    const reader = table();
    for (let round = 0; round < 4; round++) {
      await refreshFeed('tor_exits', deps);
      expect((await ask(reader, '171.25.193.25')).asnName).toBe('First');
      now += 30_000;
    }
    expect([...blobs.objects.keys()].filter((key) => /^overlay\/v.*blocks/.test(key))).toHaveLength(
      2,
    );
  });

  it('a feed too old to count is missing, and its tags are not shown', async () => {
    await refreshDueFeeds(deps);
    now += 25 * HOUR_MS;
    const row = await ask(table(), '185.220.101.1');
    expect(row.missingFeeds).toEqual(['tor_exits']);
    expect(row.tags).toEqual([]);
  });
});

describe('the address table', () => {
  it('throws while there is no data', async () => {
    await expect(
      openAddressTable({ blobs: memoryBlobs(), clock: deps.clock, feeds: [] }).find(
        parseIpAddress('8.8.8.8'),
      ),
    ).rejects.toThrow(/has not been loaded/);
  });

  it('reads the pointers at most once a minute, and blocks once', async () => {
    const reader = table();
    for (let call = 0; call < 5; call++) await ask(reader, '8.8.8.8');
    expect(blobs.reads.filter((key) => key === ADDRESS_POINTER_KEY)).toHaveLength(1);
    expect(blobs.reads.filter((key) => key === addressKeys('1').blocks)).toHaveLength(1);
    now += 60_000;
    await ask(reader, '8.8.8.8');
    expect(blobs.reads.filter((key) => key === ADDRESS_POINTER_KEY)).toHaveLength(2);
    expect(blobs.reads.filter((key) => key === addressKeys('1').index)).toHaveLength(1);
  });

  it('sees a new version within a minute and survives the removal of the old one', async () => {
    const reader = table();
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('First');
    await writeBase('2', 'Second');
    now += 30_000;
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('First');
    now += 30_000;
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('Second');
    await writeBase('3', 'Third');
    await blobs.remove(Object.values(addressKeys('2')));
    expect((await ask(reader, '2a00::1')).asn).toBeNull();
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('Third');
  });

  it('reads the pointers again when told to', async () => {
    const reader = table();
    expect((await ask(reader, '185.220.101.1')).tags).toEqual([]);
    await refreshFeed('tor_exits', deps);
    expect((await ask(reader, '185.220.101.1')).tags).toEqual([]);
    reader.recheck();
    expect((await ask(reader, '185.220.101.1')).tags).toHaveLength(1);
  });

  it('goes on with what it has when the store fails', async () => {
    const reader = table();
    await ask(reader, '8.8.8.8');
    now += 60_000;
    blobs.objects.set(ADDRESS_POINTER_KEY, new TextEncoder().encode('broken'));
    expect((await ask(reader, '8.8.8.8')).asnName).toBe('First');
  });
});

describe('flattening', () => {
  it('gives each address exactly the tags of the ranges around it', () => {
    const range = fc.record({ first: fc.nat(60), length: fc.nat(20), tag: fc.nat(4) });
    const tags = Array.from({ length: 5 }, (_, number) => ({
      ...{ feed: `feed${number}`, kind: 'cloud' as const, operator: 'Example' },
      ...{ region: null, service: null },
    }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), fc.boolean(), (ranges, atTheEnd) => {
        const base = atTheEnd ? 0xffff_ffff - 80 : 0;
        const tagged = ranges.map(({ first, length, tag }) => ({
          range: {
            version: 4 as const,
            first: [base + first],
            last: [base + first + length],
            region: null,
            service: null,
          },
          tag: tags[tag] as (typeof tags)[0],
        }));
        const steps = flattenRanges(tagged, 1);
        expect(steps[0]?.start).toEqual([0]);
        for (let address = base; address <= base + 80; address++) {
          const step = steps.findLast(({ start }) => (start[0] as number) <= address);
          const expected = new Set(
            tagged
              .filter(({ range: { first, last } }) => first[0]! <= address && address <= last[0]!)
              .map(({ tag }) => tag.feed),
          );
          const found = step?.tags ? readTags(step.tags).map(({ feed }) => feed) : [];
          expect(found, ipv4Address(address).text).toEqual([...expected].sort());
        }
      }),
    );
  });
});
