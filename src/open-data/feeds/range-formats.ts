import * as z from 'zod';
import { quoted } from '../../lib/text.ts';
import { FeedError } from './feed-error.ts';
import type { RangeFormat, RangeList } from './range-list.ts';

/** One address or prefix a line. */
export const prefixLines: RangeFormat = {
  form: 'lines',
  read: (line, ranges) => ranges.add(line),
};

/**
 * Self-published geofeed (RFC 8805): prefix, country, region, city, postal code. The region names
 * where the provider serves from.
 */
export const geofeed: RangeFormat = {
  form: 'lines',
  read(line, ranges) {
    const [prefix = '', country = '', region = ''] = line.split(',', 3);
    ranges.add(prefix, region.trim() || country.trim() || null);
  },
};

/** A geofeed of which only the prefixes are wanted. */
export const geofeedPrefixes: RangeFormat = {
  form: 'lines',
  read: (line, ranges) => ranges.add(line.split(',', 1)[0] as string),
};

function parseAs<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FeedError('the file is not JSON');
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success)
    throw new FeedError(
      `the file has another form: ${quoted(parsed.error.issues[0]?.path.join('.') || 'top level')}`,
    );
  return parsed.data;
}

/**
 * An ISO 8601 time in seconds and UTC, or null when the text is no time. Times without a zone are
 * read as UTC.
 */
function isoTime(text: string | undefined): string | null {
  if (!text) return null;
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
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
 * AWS ip-ranges.json. Service AMAZON is every range of the company, so it names no service; region
 * GLOBAL is no region.
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

/** The form Google publishes its clouds and crawlers in, which most crawlers' operators follow. */
function readPrefixesFile(text: string, ranges: RangeList, service: string | null): string | null {
  const file = parseAs(prefixesFile, text);
  for (const entry of file.prefixes) {
    const cidr = entry.ipv4Prefix ?? entry.ipv6Prefix;
    if (cidr !== undefined) ranges.add(cidr, entry.scope ?? null, service ?? entry.service ?? null);
  }
  return isoTime(file.creationTime);
}

/** Google's form; the service is the crawler's name, or what each entry says. */
export const prefixDocument = (bot: string | null): RangeFormat => ({
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
export function readOracle(text: string, ranges: RangeList): string | null {
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

const AZURE_REGIONAL_TAG = /^AzureCloud\.(.+)$/;

/**
 * Azure service tags. Only the tags of whole regions are read: the services' tags repeat the same
 * ranges.
 */
export function readAzure(text: string, ranges: RangeList): null {
  for (const { name, properties } of parseAs(azureFile, text).values) {
    const [, region] = AZURE_REGIONAL_TAG.exec(name) ?? [];
    if (region)
      for (const cidr of properties.addressPrefixes) ranges.add(cidr, properties.region || region);
  }
  return null;
}

const AZURE_FILE =
  /https:\/\/download\.microsoft\.com\/download\/[\w/-]{1,200}\/ServiceTags_Public_\d{8}\.json/;

/** The weekly file is only named on its download page. */
export function findAzureFile(page: string): string {
  const [address] = AZURE_FILE.exec(page) ?? [];
  if (!address) throw new FeedError('the download page names no service tags file');
  return address;
}
