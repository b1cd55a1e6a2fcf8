import { describe, expect, it } from 'vitest';
import { ipv4Address, ipv6Address, parseIpAddress } from '../../../src/domain/ip/address.ts';
import { readRangeFeed } from '../../../src/open-data/feeds/download.ts';
import { FeedError } from '../../../src/open-data/feeds/feed-error.ts';
import {
  findAzureFile,
  geofeed,
  prefixLines,
  RANGE_FEEDS,
} from '../../../src/open-data/feeds/range-feeds.ts';
import type { RangeFeed, RangeLabel, RangeList } from '../../../src/open-data/feeds/range-list.ts';
import { rowWidth } from '../../../src/open-data/ranges/rows.ts';
import * as fc from '../../support/fast-check.ts';
import { AZURE_FILE_PATH, AZURE_PAGE, FIXTURES } from './fixtures.ts';

const feed = (name: string) => RANGE_FEEDS.find((each) => each.name === name) as RangeFeed;
const address = (words: readonly number[]) =>
  (words.length === 1 ? ipv4Address(words[0] as number) : ipv6Address(words)).text;

/** The text in pieces, as a network cuts it: also within a line, and empty. */
async function* pieces(text: string, size: number): AsyncGenerator<string> {
  yield '';
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const read = (file: RangeFeed['file'], text: string, size = 7) =>
  readRangeFeed({ file }, pieces(text, size));

/** A row of each range: first and last address, region, service. */
function rowsOf({ v4, v6, labels }: RangeList) {
  return [v4, v6].flatMap((rows) => {
    const { keyWords } = rows;
    const stride = rowWidth(keyWords);
    return [...rows.sorted().blocks()].flatMap((block) =>
      Array.from({ length: block.length / stride }, (_, row) => {
        const at = row * stride;
        const label = labels[block[at + keyWords * 2] as number] as RangeLabel;
        const words = (from: number) => [...block.subarray(at + from, at + from + keyWords)];
        return [address(words(0)), address(words(keyWords)), label.region, label.service] as const;
      }),
    );
  });
}
const parsed = async (name: string) => {
  const { ranges, asOf } = await read(feed(name).file, FIXTURES[name] as string);
  return { asOf, rows: ranges.rows, ranges: rowsOf(ranges) };
};

describe('feeds', () => {
  it('Tor exits are the addresses of exit relays, IPv6 too, and those they exit from', async () => {
    const { asOf, ranges } = await parsed('tor_relays');
    expect(asOf).toBe('2026-06-17T22:00:00Z');
    expect(ranges.map(([first]) => first)).toEqual([
      ...['171.25.193.20', '171.25.193.77', '185.220.101.1'],
      ...['2a0b:f4c2::1', '2a0b:f4c2::77'],
    ]);
  });

  it('all read their published form', async () => {
    expect(Object.keys(FIXTURES).sort()).toEqual(RANGE_FEEDS.map(({ name }) => name).sort());
    for (const { name, versions, file } of RANGE_FEEDS) {
      const { ranges } = await read(file, FIXTURES[name] as string);
      expect(ranges.rows, name).toBeGreaterThan(0);
      if (!versions.includes(4)) expect(ranges.v4.count, name).toBe(0);
      if (!versions.includes(6)) expect(ranges.v6.count, name).toBe(0);
    }
  });

  it.each(RANGE_FEEDS.map(({ name }) => name))('%s refuses what is no such file', async (name) => {
    const { file } = feed(name);
    for (const broken of [
      '',
      '\n',
      '[]',
      '{}',
      '{"prefixes":[]}',
      '<!doctype html><html><p>Not found</p></html>',
      'null',
      FIXTURES[name]?.slice(0, 40),
    ]) {
      if (broken === FIXTURES[name]) continue;
      try {
        // A list cut at a line's end is still a list; the shrink check of the refresh is there for
        // that.
        expect((await read(file, broken as string)).ranges.rows).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(FeedError);
      }
    }
    await expect(read(file, '<!doctype html><html><p>Not found</p></html>')).rejects.toThrow(
      FeedError,
    );
    await expect(read(file, '')).rejects.toThrow(FeedError);
  });

  it('AWS: AMAZON names no service and GLOBAL no region', async () => {
    expect(await parsed('aws')).toEqual({
      asOf: '2026-06-17T09:13:08Z',
      rows: 6,
      ranges: [
        ['3.4.12.4', '3.4.12.4', 'eu-west-1', null],
        ['13.32.0.0', '13.33.255.255', null, 'CLOUDFRONT'],
        ['52.95.110.0', '52.95.110.255', 'us-east-1', null],
        ['52.95.110.0', '52.95.110.255', 'us-east-1', 'EC2'],
        ['2600:1f14::', '2600:1f14:1fff:ffff:ffff:ffff:ffff:ffff', 'us-west-2', 'EC2'],
        ['2600:9000:5200::', '2600:9000:52ff:ffff:ffff:ffff:ffff:ffff', null, 'CLOUDFRONT'],
      ],
    });
  });

  it('Azure: regional tags only, from the file its page names', async () => {
    expect(findAzureFile(AZURE_PAGE)).toBe(`https://download.microsoft.com${AZURE_FILE_PATH}`);
    expect(() => findAzureFile('<html>no link</html>')).toThrow(FeedError);
    expect((await parsed('azure')).ranges.map(([first, , region]) => [first, region])).toEqual([
      ['20.50.0.0', 'westeurope'],
      ['2603:1020:200::', 'westeurope'],
    ]);
  });

  it('others keep time, region and crawler', async () => {
    expect(await parsed('google_cloud')).toMatchObject({ asOf: '2026-06-16T18:04:45Z' });
    expect(await parsed('oracle_cloud')).toMatchObject({
      asOf: '2026-06-10T20:12:26Z',
      ranges: [['129.146.0.0', '129.146.7.255', 'us-phoenix-1', null]],
    });
    expect((await parsed('digitalocean')).ranges[0]).toEqual([
      ...['5.101.96.0', '5.101.103.255', 'NL-NH', null],
    ]);
    expect((await parsed('googlebot')).ranges[0]).toEqual([
      ...['66.249.66.0', '66.249.66.31', null, 'Googlebot'],
    ]);
    expect((await parsed('icloud_private_relay')).ranges[0]).toEqual([
      ...['172.224.226.0', '172.224.226.3', null, null],
    ]);
  });

  it('a range that would mark half the internet fails its file', async () => {
    await expect(read(prefixLines, '1.2.3.0/24\n0.0.0.0/1\n')).rejects.toThrow(/too wide/);
    await expect(read(prefixLines, '2001:db8::/32\n2000::/3\n')).rejects.toThrow(/too wide/);
    await expect(read(prefixLines, '1.2.3.0/24\n::ffff:0:0/97\n')).rejects.toThrow(/too wide/);
  });

  it('what is longer than any list fails its file', async () => {
    const endless = async function* () {
      for (;;) yield 'x'.repeat(3_000_000);
    };
    await expect(readRangeFeed({ file: prefixLines }, endless())).rejects.toThrow(
      /line of the file is too long/,
    );
    await expect(readRangeFeed(feed('aws'), endless())).rejects.toThrow(/longer than/);
    const many = async function* () {
      for (let at = 0; ; at++) yield `10.${at & 255}.0.0/24\n`.repeat(10_000);
    };
    await expect(readRangeFeed({ file: prefixLines }, many())).rejects.toThrow(/lists over/);
  });

  it('is read alike however its text is cut', async () => {
    const text = FIXTURES.linode as string;
    const whole = rowsOf((await read(geofeed, text, text.length)).ranges);
    expect(whole).toHaveLength(2);
    for (let size = 1; size < 60; size++)
      expect(rowsOf((await read(geofeed, text, size)).ranges)).toEqual(whole);
  });

  it('lists keep exactly the addresses they were given', async () => {
    const prefix = fc.tuple(fc.nat(0xffff), fc.integer({ min: 26, max: 32 }));
    const words = (text: string) => parseIpAddress(text).words[0] as number;
    await fc.assert(
      fc.asyncProperty(fc.array(prefix, { minLength: 1, maxLength: 30 }), async (prefixes) => {
        const base = 0x0a00_0000;
        const { ranges } = await read(
          prefixLines,
          prefixes
            .map(([offset, length]) => `${ipv4Address(base + offset).text}/${length}`)
            .join('\n'),
        );
        const rows = rowsOf(ranges).map(([first, last]) => [words(first), words(last)] as const);
        const listed = (address: number) =>
          prefixes.some(([offset, length]) => sameNetwork(base + offset, address, length));
        const found = (address: number) =>
          rows.some(([first, last]) => first <= address && address <= last);
        for (const [offset] of prefixes) {
          for (const delta of [-1, 0, 1, 31, 64])
            expect(found(base + offset + delta)).toBe(listed(base + offset + delta));
        }
      }),
    );
  });
});

const sameNetwork = (a: number, b: number, length: number) =>
  length === 0 || a >>> (32 - length) === b >>> (32 - length);
