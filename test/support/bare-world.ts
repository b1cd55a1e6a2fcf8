import { env } from 'cloudflare:workers';
import type { World } from '../../src/core/ports.ts';
import { openAddressTable } from '../../src/data/address-table.ts';
import { FEEDS } from '../../src/sources/feeds/feeds.ts';
import { bucketBlobs } from '../../src/store/blobs.ts';
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
      feeds: FEEDS,
      background: () => undefined,
    }),
  };
}
