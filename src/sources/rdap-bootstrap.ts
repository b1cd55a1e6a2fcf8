import type { Registries } from '../core/email/domain-lists.ts';
import { successful } from '../core/lookup/upstream-status.ts';
import type { Network } from '../core/network.ts';
import type { World } from '../core/ports.ts';
import { indexServices, rdapBootstrap } from '../data/rdap-bootstrap.ts';
import { readReplyText } from './reply-text.ts';

/** The registry changes a few times a week; IANA serves it with a day's freshness. */
const FRESH_MS = 24 * 3_600_000;
const MAX_BYTES = 4 * 1_024 * 1_024;

const loaded = new WeakMap<Network, { url: string; at: number; registries: Registries }>();

async function load(url: string, { network }: World, signal: AbortSignal): Promise<Registries> {
  const request = new Request(url, { headers: { Accept: 'application/json' }, signal });
  const body = await readReplyText(await successful(await network.http(request)), MAX_BYTES);
  return indexServices(rdapBootstrap.parse(JSON.parse(body)).services);
}

/**
 * Which RDAP service answers for a name: the operator's bootstrap when one is set, read once a day
 * per isolate and kept when a later reading fails; else the one cron stored, or the compiled one.
 */
export async function currentRegistries(world: World, signal: AbortSignal): Promise<Registries> {
  const url = world.network.settings.rdapBootstrapUrl;
  if (url === undefined) return world.registries.current();
  const kept = loaded.get(world.network);
  const now = world.clock.now();
  if (kept?.url === url && now - kept.at < FRESH_MS) return kept.registries;
  try {
    const registries = await load(url, world, signal);
    loaded.set(world.network, { url, at: now, registries });
    return registries;
  } catch (error) {
    if (kept?.url === url) return kept.registries;
    throw error;
  }
}
