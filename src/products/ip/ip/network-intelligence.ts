import * as z from 'zod';
import { EMBEDDINGS } from '../../../domain/ip/address.ts';
import { textField } from '../../../lookup/answer-fields.ts';
import type { IpConclusion } from './conclusion.ts';
import { isDatacenter, isTorExit } from './connection.ts';

export const networkIntelligence = z.object({
  is_datacenter: z.boolean(),
  is_tor_exit: z.boolean(),
  is_bogon: z.boolean().describe('Reserved or unroutable.'),
  reserved_for: z
    .object({ prefix: z.string(), name: z.string(), rfc: z.string() })
    .optional()
    .describe('Why an address is a bogon: the entry of the IANA registries.'),
  embedded_ipv4: z
    .object({ address: z.ipv4(), embedding: z.enum(EMBEDDINGS) })
    .optional()
    .describe('The IPv4 address that an IPv6 one carries, and how: the answer is about it.'),
  cloud_provider: z.string().nullable(),
  cloud_region: textField("Only from the provider's own feed."),
  cloud_service: textField("Only from the provider's own feed."),
  verified_crawler: z
    .object({ operator: z.string(), bot: z.string() })
    .nullable()
    .describe(
      "Set when the address lies in the ranges a crawler's operator publishes. There is no user agent to compare with.",
    ),
  coverage: z
    .enum(['complete', 'partial', 'unavailable'])
    .describe(
      'How far feeds that can know such an address were checked: risk_factors names a check ' +
        'that was not made.',
    ),
  listed_in: z
    .array(
      z.object({
        feed: z.string().describe('Name of the list, as in checked_feeds.'),
        kind: z.string().describe('What it lists: tor, vpn, datacenter, cloud, cdn, relay, …'),
        operator: z.string().describe('Whose the address is by the list.'),
      }),
    )
    .describe('The lists that name the address; of each kind the one that tells most.'),
  checked_feeds: z.array(z.string()),
  missing_feeds: z.array(z.string()).describe('Never loaded, or too old to count.'),
  data_as_of: textField('Date or time of the oldest feed checked.'),
  feeds_as_of: z.record(z.string(), z.string()).describe('Date or time of each feed checked.'),
});

/** A check for which no feed can know the address counts as one whose feed is missing. */
function coverage({ checkedFeeds, missingFeeds, uncheckedFactors }: IpConclusion) {
  if (missingFeeds.length + uncheckedFactors.length === 0) return 'complete' as const;
  return checkedFeeds.length === 0 ? ('unavailable' as const) : ('partial' as const);
}

/**
 * The provider's own list is exact; without it, a network that only rents servers is itself the
 * provider.
 */
function cloud({ tags, asnClass, operator }: IpConclusion) {
  if (tags.cloud)
    return {
      cloud_provider: tags.cloud.operator,
      cloud_region: tags.cloud.region,
      cloud_service: tags.cloud.service,
    };
  return {
    cloud_provider: asnClass === 'hosting' ? operator : null,
    cloud_region: null,
    cloud_service: null,
  };
}

export function describeNetworkIntelligence(
  profile: IpConclusion,
): z.infer<typeof networkIntelligence> {
  const { bogon, embedded, tags, checkedFeeds, missingFeeds, feedsAsOf } = profile;
  const crawler = tags.crawler;
  return {
    is_datacenter: isDatacenter(profile),
    is_tor_exit: isTorExit(profile),
    is_bogon: bogon !== null,
    ...(bogon && { reserved_for: { prefix: bogon.prefix, name: bogon.name, rfc: bogon.rfc } }),
    ...(embedded && {
      embedded_ipv4: { address: embedded.address.text, embedding: embedded.embedding },
    }),
    ...cloud(profile),
    verified_crawler: crawler
      ? { operator: crawler.operator, bot: crawler.service ?? crawler.operator }
      : null,
    coverage: coverage(profile),
    listed_in: Object.values(tags).map(({ feed, kind, operator }) => ({ feed, kind, operator })),
    checked_feeds: [...checkedFeeds],
    missing_feeds: [...missingFeeds],
    data_as_of: Object.values(feedsAsOf).sort()[0] ?? null,
    feeds_as_of: { ...feedsAsOf },
  };
}
