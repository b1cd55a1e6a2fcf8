import { env } from 'cloudflare:workers';
import { bucketBlobs } from '../../src/files/store.ts';
import type { World } from '../../src/lookup/world.ts';
import { RANGE_FEEDS } from '../../src/open-data/feeds/range-feeds.ts';
import { openAddressTable } from '../../src/open-data/ip/address-table.ts';
import { domainWorld } from '../products/email/email-world.ts';
import { recordsWorld } from './records-world.ts';
import { seedAddresses } from './seed-addresses.ts';

/**
 * What a newcomer has on the first day: compiled tables, and neither feeds, nor records, nor a
 * network.
 */
export async function bareWorld(): Promise<World> {
  await seedAddresses();
  const clock = { now: () => Date.now() };
  return {
    ...(await domainWorld({ silent: () => true })),
    ...(await recordsWorld({})),
    clock,
    addresses: openAddressTable({
      blobs: bucketBlobs(env.DATA),
      clock,
      feeds: RANGE_FEEDS,
      background: () => undefined,
    }),
  };
}
