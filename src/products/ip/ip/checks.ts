import type { FeedKind } from '../../../core/ip/address.ts';
import type { AddressReputation } from '../../../core/ip/reputation.ts';
import { FEEDS } from '../../../sources/feeds/feeds.ts';

/** Something an address can hide, which only lists can tell. */
export interface Check {
  /** Among the risk factors while it was not made. */
  code: string;
  kinds: readonly FeedKind[];
  /** What the lists hold, as a reader would say it. */
  lists: string;
  /** What a reputation service says instead. */
  seenAs?: 'tor' | 'vpn' | 'hosting';
}

const TOR: Check = { code: 'TOR_NOT_CHECKED', kinds: ['tor'], lists: 'Tor exits', seenAs: 'tor' };
const VPN: Check = {
  code: 'VPN_NOT_CHECKED',
  kinds: ['vpn'],
  lists: 'VPN addresses',
  seenAs: 'vpn',
};
const RELAY: Check = { code: 'RELAY_NOT_CHECKED', kinds: ['relay'], lists: 'private relays' };
const SERVER: Check = {
  code: 'SERVER_NOT_CHECKED',
  kinds: ['datacenter', 'cloud'],
  lists: 'rented servers',
  seenAs: 'hosting',
};

export const CHECKS: readonly Check[] = [TOR, VPN, RELAY, SERVER];

export const TOR_CHECK: readonly Check[] = [TOR];

/**
 * The checks that were not made of an address: a list of them is missing, or there is none that
 * speaks of its IP version; and no reputation service says it.
 */
export function uncheckedOf(
  version: 4 | 6,
  missingFeeds: readonly string[],
  reputation: AddressReputation | null,
): readonly Check[] {
  const missing = new Set(missingFeeds);
  return CHECKS.filter(({ kinds, seenAs }) => {
    if (seenAs && typeof reputation?.[seenAs] === 'boolean') return false;
    const lists = FEEDS.filter(
      ({ kind, versions }) => kinds.includes(kind) && versions.includes(version),
    );
    return lists.length === 0 || lists.some(({ name }) => missing.has(name));
  });
}
