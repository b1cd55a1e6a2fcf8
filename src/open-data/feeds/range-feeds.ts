import * as z from 'zod';
import type { FeedKind } from '../../domain/ip/address.ts';
import { quoted } from '../../lib/text.ts';
import { parseTime } from '../../lib/time.ts';
import { parseFeedJson } from './download.ts';
import { FeedError } from './feed-error.ts';
import feeds from './range-feeds.json' with { type: 'json' };
import type { RangeFeed, RangeFormat, RangeList } from './range-list.ts';

/** One address or prefix per line. */
export const prefixLines: RangeFormat = { form: 'lines', read: (line, ranges) => ranges.add(line) };

/**
 * Self-published geofeed (RFC 8805): prefix, country, region, city, postal code. The region of a
 * range is where the provider serves from; the country if there is no region.
 */
export const geofeed: RangeFormat = {
  form: 'lines',
  read(line, ranges) {
    const [prefix = '', country = '', region = ''] = line.split(',', 3);
    ranges.add(prefix, region.trim() || country.trim() || null);
  },
};

/** Geofeed of which only the prefixes are read. */
const geofeedPrefixes: RangeFormat = {
  form: 'lines',
  read: (line, ranges) => ranges.add(line.split(',', 1)[0] as string),
};

function parseAs<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> {
  const parsed = shape.safeParse(parseFeedJson(text));
  if (!parsed.success)
    throw new FeedError(
      `the file has another form: ${quoted(parsed.error.issues[0]?.path.join('.') || 'top level')}`,
    );
  return parsed.data;
}

/** An ISO 8601 time in seconds and UTC, or null. Times without a zone are read as UTC. */
function isoTime(text: string | undefined): string | null {
  if (!text) return null;
  const time = parseTime(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}Z`;
}

const amazonFile = z.object({
  createDate: z.string().optional(),
  prefixes: z.array(z.object({ ip_prefix: z.string(), region: z.string(), service: z.string() })),
  ipv6_prefixes: z.array(
    z.object({ ipv6_prefix: z.string(), region: z.string(), service: z.string() }),
  ),
});

/**
 * AWS ip-ranges.json. Service AMAZON covers all ranges of the company, so it is read as no service;
 * region GLOBAL is read as no region.
 */
export function readAmazon(text: string, ranges: RangeList): string | null {
  const file = parseAs(amazonFile, text);
  const add = (cidr: string, { region, service }: { region: string; service: string }) =>
    ranges.add(cidr, region === 'GLOBAL' ? null : region, service === 'AMAZON' ? null : service);
  for (const entry of file.prefixes) add(entry.ip_prefix, entry);
  for (const entry of file.ipv6_prefixes) add(entry.ipv6_prefix, entry);
  // "2026-06-17-09-13-08", in UTC.
  const created = file.createDate?.replace(
    /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)$/,
    '$1T$2:$3:$4',
  );
  return isoTime(created);
}

const prefixesFile = z.object({
  creationTime: z.string().optional(),
  prefixes: z.array(
    z.object({
      ipv4Prefix: z.string().optional(),
      ipv6Prefix: z.string().optional(),
      service: z.string().optional(),
      scope: z.string().optional(),
    }),
  ),
});

/** Google's format for its clouds and crawlers, which most other crawler operators also use. */
function readPrefixesFile(text: string, ranges: RangeList, service: string | null): string | null {
  const file = parseAs(prefixesFile, text);
  for (const entry of file.prefixes) {
    const cidr = entry.ipv4Prefix ?? entry.ipv6Prefix;
    if (cidr !== undefined) ranges.add(cidr, entry.scope ?? null, service ?? entry.service ?? null);
  }
  return isoTime(file.creationTime);
}

/** Google's format. The service is the crawler's name if given, otherwise that of each entry. */
const prefixDocument = (bot: string | null): RangeFormat => ({
  form: 'json',
  read: (text, ranges) => readPrefixesFile(text, ranges, bot),
});

const oracleFile = z.object({
  last_updated_timestamp: z.string().optional(),
  regions: z.array(
    z.object({ region: z.string(), cidrs: z.array(z.object({ cidr: z.string() })) }),
  ),
});

/** Oracle Cloud public_ip_ranges.json. */
function readOracle(text: string, ranges: RangeList): string | null {
  const file = parseAs(oracleFile, text);
  for (const { region, cidrs } of file.regions)
    for (const { cidr } of cidrs) ranges.add(cidr, region);
  return isoTime(file.last_updated_timestamp);
}

const azureFile = z.object({
  values: z.array(
    z.object({
      name: z.string(),
      properties: z.object({ region: z.string(), addressPrefixes: z.array(z.string()) }),
    }),
  ),
});

const torRelaysFile = z.object({
  relays_published: z.string().optional(),
  relays: z.array(
    z.object({ or_addresses: z.array(z.string()), exit_addresses: z.array(z.string()).optional() }),
  ),
});

/** Address with port; IPv6 in brackets. */
const ADDRESS_WITH_PORT = /^\[?([\da-f:.]{2,45})\]?:\d{1,5}$/i;

/**
 * Exit relays from Onionoo's details (protocol version 8). A relay's exit addresses are those it
 * listens on and those it was observed to exit from.
 */
function readTorRelays(text: string, ranges: RangeList): string | null {
  const file = parseAs(torRelaysFile, text);
  for (const { or_addresses, exit_addresses = [] } of file.relays) {
    const listening = or_addresses.map((at) => ADDRESS_WITH_PORT.exec(at)?.[1] ?? at);
    for (const address of new Set([...listening, ...exit_addresses])) ranges.add(address);
  }
  return isoTime(file.relays_published?.replace(' ', 'T'));
}

const AZURE_REGIONAL_TAG = /^AzureCloud\.(.+)$/;

/** Azure service tags. Only regional tags are read: those of services repeat the same ranges. */
function readAzure(text: string, ranges: RangeList): null {
  for (const { name, properties } of parseAs(azureFile, text).values) {
    const [, region] = AZURE_REGIONAL_TAG.exec(name) ?? [];
    if (region)
      for (const cidr of properties.addressPrefixes) ranges.add(cidr, properties.region || region);
  }
  return null;
}

const AZURE_FILE =
  /https:\/\/download\.microsoft\.com\/download\/[\w/-]{1,200}\/ServiceTags_Public_\d{8}\.json/;

/** Finds the address of the weekly file, which only its download page has. @throws FeedError */
export function findAzureFile(page: string): string {
  const [address] = AZURE_FILE.exec(page) ?? [];
  if (!address) throw new FeedError('the download page has no link to a service tags file');
  return address;
}

/**
 * Refresh interval by kind of list, and the age from which its content is ignored. Tor exits change
 * hourly.
 */
const REFRESH_HOURS: Readonly<
  Record<FeedKind, { refreshEveryHours: number; staleAfterHours: number }>
> = {
  tor: { refreshEveryHours: 2, staleAfterHours: 24 },
  relay: { refreshEveryHours: 24, staleAfterHours: 7 * 24 },
  vpn: { refreshEveryHours: 24, staleAfterHours: 7 * 24 },
  datacenter: { refreshEveryHours: 24, staleAfterHours: 14 * 24 },
  crawler: { refreshEveryHours: 24, staleAfterHours: 14 * 24 },
  cloud: { refreshEveryHours: 24, staleAfterHours: 30 * 24 },
  cdn: { refreshEveryHours: 24, staleAfterHours: 30 * 24 },
};

/** Formats by the name that the table of feeds gives them, one of a page that links to its file. */
const RANGE_FORMATS = {
  lines: { file: prefixLines },
  geofeed: { file: geofeed },
  geofeed_prefixes: { file: geofeedPrefixes },
  prefixes: { file: prefixDocument(null) },
  amazon: { file: { form: 'json', read: readAmazon } },
  azure: { file: { form: 'json', read: readAzure }, findFile: findAzureFile },
  oracle: { file: { form: 'json', read: readOracle } },
  tor_relays: { file: { form: 'json', read: readTorRelays } },
} satisfies { [format: string]: Pick<RangeFeed, 'file' | 'findFile'> };

interface FeedRow extends Pick<RangeFeed, 'name' | 'kind' | 'operator' | 'address'> {
  format: keyof typeof RANGE_FORMATS;
  /** Name of the crawler to which all ranges belong. */
  bot?: string;
  /** If absent, both. */
  versions?: RangeFeed['versions'];
}

/**
 * All lists of ranges that the service reads. Each is published by the operator of the ranges,
 * except X4BNet's lists, which are MIT-licensed observations.
 */
export const RANGE_FEEDS: readonly RangeFeed[] = (feeds as readonly FeedRow[]).map(
  ({ format, bot, versions = [4, 6], ...feed }) => ({
    ...feed,
    ...REFRESH_HOURS[feed.kind],
    ...RANGE_FORMATS[format],
    ...(bot !== undefined && { file: prefixDocument(bot) }),
    versions,
  }),
);
