import type { FeedKind } from '../../domain/ip/address.ts';
import {
  findAzureFile,
  geofeed,
  geofeedPrefixes,
  prefixDocument,
  prefixLines,
  readAmazon,
  readAzure,
  readOracle,
} from './range-formats.ts';
import type { RangeFeed } from './range-list.ts';

/**
 * How often a list of each kind is fetched, and from what age on it says nothing any more. Tor
 * exits change by the hour.
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

type RangeFeedOptions = Pick<RangeFeed, 'file'> & Partial<Pick<RangeFeed, 'versions' | 'findFile'>>;

const declareFeed = (
  name: string,
  kind: FeedKind,
  operator: string,
  address: string,
  declared: RangeFeedOptions,
): RangeFeed => ({
  name,
  kind,
  operator,
  address,
  ...REFRESH_HOURS[kind],
  versions: [4, 6],
  ...declared,
});

const crawler = (name: string, operator: string, bot: string, address: string): RangeFeed =>
  declareFeed(name, 'crawler', operator, address, { file: prefixDocument(bot) });

const X4BNET = 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output';

/**
 * Every list of ranges the service knows of, published first hand except X4BNet's, which are MIT-
 * licensed observations.
 */
export const RANGE_FEEDS: readonly RangeFeed[] = [
  declareFeed(
    'aws',
    'cloud',
    'Amazon Web Services',
    'https://ip-ranges.amazonaws.com/ip-ranges.json',
    {
      file: { form: 'json', read: readAmazon },
    },
  ),
  declareFeed(
    'google_cloud',
    'cloud',
    'Google Cloud',
    'https://www.gstatic.com/ipranges/cloud.json',
    {
      file: prefixDocument(null),
    },
  ),
  declareFeed(
    'azure',
    'cloud',
    'Microsoft Azure',
    'https://www.microsoft.com/en-us/download/details.aspx?id=56519',
    {
      file: { form: 'json', read: readAzure },
      findFile: findAzureFile,
    },
  ),
  declareFeed(
    'oracle_cloud',
    'cloud',
    'Oracle Cloud',
    'https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json',
    {
      file: { form: 'json', read: readOracle },
      versions: [4],
    },
  ),
  declareFeed('digitalocean', 'cloud', 'DigitalOcean', 'https://digitalocean.com/geo/google.csv', {
    file: geofeed,
  }),
  declareFeed('linode', 'cloud', 'Linode', 'https://geoip.linode.com/', { file: geofeed }),
  declareFeed('vultr', 'cloud', 'Vultr', 'https://geofeed.constant.com/', { file: geofeed }),
  declareFeed('cloudflare_v4', 'cdn', 'Cloudflare', 'https://www.cloudflare.com/ips-v4', {
    file: prefixLines,
    versions: [4],
  }),
  declareFeed('cloudflare_v6', 'cdn', 'Cloudflare', 'https://www.cloudflare.com/ips-v6', {
    file: prefixLines,
    versions: [6],
  }),
  declareFeed('tor_exits', 'tor', 'Tor', 'https://check.torproject.org/torbulkexitlist', {
    file: prefixLines,
    versions: [4],
  }),
  declareFeed('x4bnet_vpn', 'vpn', 'VPN', `${X4BNET}/vpn/ipv4.txt`, {
    file: prefixLines,
    versions: [4],
  }),
  declareFeed('x4bnet_datacenter', 'datacenter', 'Data centre', `${X4BNET}/datacenter/ipv4.txt`, {
    file: prefixLines,
    versions: [4],
  }),
  declareFeed(
    'icloud_private_relay',
    'relay',
    'iCloud Private Relay',
    'https://mask-api.icloud.com/egress-ip-ranges.csv',
    {
      file: geofeedPrefixes,
    },
  ),
  crawler(
    'googlebot',
    'Google',
    'Googlebot',
    'https://developers.google.com/static/crawling/ipranges/common-crawlers.json',
  ),
  crawler('bingbot', 'Microsoft', 'Bingbot', 'https://www.bing.com/toolbox/bingbot.json'),
  crawler('gptbot', 'OpenAI', 'GPTBot', 'https://openai.com/gptbot.json'),
  crawler('oai_searchbot', 'OpenAI', 'OAI-SearchBot', 'https://openai.com/searchbot.json'),
  crawler('chatgpt_user', 'OpenAI', 'ChatGPT-User', 'https://openai.com/chatgpt-user.json'),
  crawler(
    'perplexitybot',
    'Perplexity',
    'PerplexityBot',
    'https://www.perplexity.ai/perplexitybot.json',
  ),
  crawler('duckduckbot', 'DuckDuckGo', 'DuckDuckBot', 'https://duckduckgo.com/duckduckbot.json'),
];
