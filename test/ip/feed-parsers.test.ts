import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ipv4Address, ipv6Address } from '../../src/core/ip-address.ts';
import { type Feed, FeedError } from '../../src/sources/feeds/feed.ts';
import { FEEDS } from '../../src/sources/feeds/feeds.ts';
import { findAzureFile } from '../../src/sources/feeds/parse-json.ts';
import { parseLines } from '../../src/sources/feeds/parse-text.ts';
import { AZURE_FILE_PATH, AZURE_PAGE, FIXTURES } from './fixtures.ts';

const feed = (name: string) => FEEDS.find((each) => each.name === name) as Feed;
const text = (words: readonly number[]) =>
  (words.length === 1 ? ipv4Address(words[0] as number) : ipv6Address(words)).text;
const parsed = (name: string) => {
  const { ranges, asOf } = feed(name).parse(FIXTURES[name] as string);
  return {
    asOf,
    rows: ranges.rows,
    ranges: ranges.ranges.map((range) => [
      text(range.first),
      text(range.last),
      range.region,
      range.service,
    ]),
  };
};

describe('feeds', () => {
  it('all read their published form', () => {
    expect(Object.keys(FIXTURES).sort()).toEqual(FEEDS.map(({ name }) => name).sort());
    for (const { name, versions } of FEEDS) {
      const { ranges } = feed(name).parse(FIXTURES[name] as string);
      expect(ranges.rows, name).toBeGreaterThan(0);
      for (const range of ranges.ranges) expect(versions, name).toContain(range.version);
    }
  });

  it.each(FEEDS.map(({ name }) => name))('%s refuses what is no such file', (name) => {
    const { parse } = feed(name);
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
        // A list cut at a line's end is still a list; the shrink check of the refresh is there for that.
        expect(parse(broken as string).ranges.rows).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(FeedError);
      }
    }
    expect(() => parse('<!doctype html><html><p>Not found</p></html>')).toThrow(FeedError);
    expect(() => parse('')).toThrow(FeedError);
  });

  it('AWS: AMAZON names no service and GLOBAL no region', () => {
    expect(parsed('aws')).toEqual({
      asOf: '2026-06-17T09:13:08Z',
      rows: 6,
      ranges: [
        ['3.4.12.4', '3.4.12.4', 'eu-west-1', null],
        ['52.95.110.0', '52.95.110.255', 'us-east-1', null],
        ['52.95.110.0', '52.95.110.255', 'us-east-1', 'EC2'],
        ['13.32.0.0', '13.33.255.255', null, 'CLOUDFRONT'],
        ['2600:1f14::', '2600:1f14:1fff:ffff:ffff:ffff:ffff:ffff', 'us-west-2', 'EC2'],
        ['2600:9000:5200::', '2600:9000:52ff:ffff:ffff:ffff:ffff:ffff', null, 'CLOUDFRONT'],
      ],
    });
  });

  it('Azure: regional tags only, from the file its page names', () => {
    expect(findAzureFile(AZURE_PAGE)).toBe(`https://download.microsoft.com${AZURE_FILE_PATH}`);
    expect(() => findAzureFile('<html>no link</html>')).toThrow(FeedError);
    expect(parsed('azure').ranges.map(([first, , region]) => [first, region])).toEqual([
      ['20.50.0.0', 'westeurope'],
      ['2603:1020:200::', 'westeurope'],
    ]);
  });

  it('others keep time, region and crawler', () => {
    expect(parsed('google_cloud')).toMatchObject({ asOf: '2026-06-16T18:04:45Z' });
    expect(parsed('oracle_cloud')).toMatchObject({
      asOf: '2026-06-10T20:12:26Z',
      ranges: [['129.146.0.0', '129.146.7.255', 'us-phoenix-1', null]],
    });
    expect(parsed('digitalocean').ranges[0]).toEqual([
      '5.101.96.0',
      '5.101.103.255',
      'NL-NH',
      null,
    ]);
    expect(parsed('googlebot').ranges[1]).toEqual([
      '66.249.66.0',
      '66.249.66.31',
      null,
      'Googlebot',
    ]);
    expect(parsed('icloud_private_relay').ranges[0]).toEqual([
      '172.224.226.0',
      '172.224.226.3',
      null,
      null,
    ]);
  });

  it('a range that would mark half the internet fails its file', () => {
    expect(() => parseLines('1.2.3.0/24\n0.0.0.0/1\n')).toThrow(FeedError);
    expect(() => parseLines('2001:db8::/32\n2000::/3\n')).toThrow(FeedError);
  });

  it('lists keep exactly the addresses they were given', () => {
    const prefix = fc.tuple(fc.nat(0xffff), fc.integer({ min: 26, max: 32 }));
    fc.assert(
      fc.property(fc.array(prefix, { minLength: 1, maxLength: 30 }), (prefixes) => {
        const base = 0x0a00_0000;
        const { ranges } = parseLines(
          prefixes
            .map(([offset, length]) => `${ipv4Address(base + offset).text}/${length}`)
            .join('\n'),
        );
        const listed = (address: number) =>
          prefixes.some(([offset, length]) => sameNetwork(base + offset, address, length));
        const found = (address: number) =>
          ranges.ranges.some(
            ({ first, last }) => (first[0] as number) <= address && address <= (last[0] as number),
          );
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
