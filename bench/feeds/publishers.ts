import { ipv4Address, ipv6Address } from '../../src/domain/ip/address.ts';
import { RANGE_FEEDS } from '../../src/open-data/feeds/range-feeds.ts';
import { type PublishedFile, RANKED } from './ranked.ts';

/** Mulberry32 with a fixed seed, so that every run has equal files. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}

const random = randomNumbers(20_261_121);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`);

const v4Prefix = (length: number) => `${ipv4Address(random(0xdfff_ffff)).text}/${length}`;
const v6Prefix = (length: number) => {
  const words = [0x2400_0000 + random(0x0bff_ffff), random(0xffff_ffff), 0, 0];
  return `${ipv6Address(words).text}/${length}`;
};
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Apple's private relay: mostly IPv6 lines, few of them adjacent once the city is left out. */
const relay = () =>
  many(300_000, (at) =>
    at % 3 === 0
      ? `${v4Prefix(28 + random(5))},US,US-CA,Los Angeles,`
      : `${v6Prefix(pick([45, 64]))},GB,GB-ENG,London,`,
  ).join('\n');

function amazon(): string {
  const regions = [...named('us-east', 16), ...named('eu-west', 16), 'GLOBAL'];
  const services = ['AMAZON', 'EC2', 'S3', ...named('SERVICE', 20)];
  const place = () => {
    const region = pick(regions);
    return { region, service: pick(services), network_border_group: region };
  };
  return JSON.stringify(
    {
      createDate: '2026-11-20-09-13-08',
      prefixes: many(9_000, () => ({ ip_prefix: v4Prefix(16 + random(13)), ...place() })),
      ipv6_prefixes: many(3_000, () => ({ ipv6_prefix: v6Prefix(32 + random(24)), ...place() })),
    },
    null,
    2,
  );
}

function azure(): string {
  const tag = (name: string, region: string, prefixes: number) => ({
    name,
    id: name,
    properties: {
      changeNumber: 90,
      region,
      regionId: 0,
      platform: 'Azure',
      systemService: 'Service',
      addressPrefixes: many(prefixes, () => (random(4) ? v4Prefix(20) : v6Prefix(48))),
    },
  });
  const regions = named('region', 60);
  return JSON.stringify(
    {
      changeNumber: 391,
      values: [
        ...regions.map((region) => tag(`AzureCloud.${region}`, region, 180)),
        ...many(2_900, (at) => tag(`Service${at}.${pick(regions)}`, pick(regions), 30)),
      ],
    },
    null,
    2,
  );
}

const geofeed = (rows: number) => () =>
  many(rows, () => `${random(3) ? v4Prefix(24) : v6Prefix(40)},NL,NL-NH,Amsterdam,1105`).join('\n');
const lines = (rows: number, length: number) => () => many(rows, () => v4Prefix(length)).join('\n');
const prefixes = (rows: number) => () =>
  JSON.stringify({
    creationTime: '2026-11-20T00:00:00',
    prefixes: many(rows, () =>
      random(3) ? { ipv4Prefix: v4Prefix(27) } : { ipv6Prefix: v6Prefix(64) },
    ),
  });

/** The publishers' files at their sizes of November 2026, made on request so that none is held. */
const FILES: Readonly<Record<string, () => string>> = {
  aws: amazon,
  azure,
  google_cloud: prefixes(900),
  oracle_cloud: () =>
    JSON.stringify({
      regions: named('region', 40).map((region) => ({
        region,
        cidrs: many(25, () => ({ cidr: v4Prefix(21), tags: ['OCI'] })),
      })),
    }),
  digitalocean: geofeed(1_300),
  linode: geofeed(6_000),
  vultr: geofeed(1_200),
  cloudflare_v4: lines(15, 20),
  cloudflare_v6: () => many(7, () => v6Prefix(32)).join('\n'),
  tor_exits: lines(1_500, 32),
  tor_relays: () =>
    JSON.stringify({
      relays: many(1_500, () => ({
        or_addresses: [v4Prefix(32).replace('/32', ':9001')],
        exit_addresses: [v6Prefix(128).replace('/128', '')],
      })),
    }),
  x4bnet_vpn: lines(11_000, 24),
  x4bnet_datacenter: lines(30_000, 22),
  x4bnet_vpn_v6: () => many(2_000, () => v6Prefix(48)).join('\n'),
  x4bnet_datacenter_v6: () => many(5_000, () => v6Prefix(36)).join('\n'),
  icloud_private_relay: relay,
};

const CHUNK_BYTES = 16_384;

const AZURE_FILE =
  'https://download.microsoft.com/download/7/1/d/71d86715/ServiceTags_Public_20261116.json';

/** The registry of RDAP services, in IANA's form (RFC 9224). */
const rdapBootstrap = () =>
  JSON.stringify({
    version: '1.0',
    publication: '2026-11-20T00:00:00Z',
    services: many(500, (at) => [
      [`tld-${at}`, `brand-${at}`, `city-${at}`].slice(0, 2 + (at % 2)),
      [`https://rdap.registry-${at}.example/`],
    ]),
  });

/** Address-range files by the address they are published at. */
export const PUBLISHED_RANGES: ReadonlyMap<string, () => string> = new Map(
  RANGE_FEEDS.flatMap(({ name, address, findFile }): [string, () => string][] => {
    const file = FILES[name] ?? prefixes(300);
    return findFile
      ? [
          [address, () => `<a href="${AZURE_FILE}">Download</a>`],
          [AZURE_FILE, file],
        ]
      : [[address, file]];
  }),
);

/** All published files by their addresses. */
export const PUBLISHED: ReadonlyMap<string, () => PublishedFile> = new Map<
  string,
  () => PublishedFile
>([...PUBLISHED_RANGES, ['https://data.iana.org/rdap/dns.json', rdapBootstrap], ...RANKED]);

/** Publishers that answer in chunks of a network's size. */
export function createPublishers(read: (address: string) => Uint8Array) {
  return async ({ url }: Request): Promise<Response> => {
    const bytes = read(url);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(sent, sent + CHUNK_BYTES));
          sent += CHUNK_BYTES;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body);
  };
}
