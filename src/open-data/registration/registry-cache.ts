import { ApiError } from '../../lib/errors.ts';
import { Lru } from '../../lib/lru.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import type { Outbound } from '../../lookup/outbound.ts';
import type { World } from '../../lookup/world.ts';
import type { Registration, RegistrationQuery } from './registration-fact.ts';

/** Limit of cached answers, and of refusals, per isolate. */
const MAX_ENTRIES = 1_000;

interface CachedRegistration {
  registration: Registration | null;
  at: number;
}

interface RegistryState {
  cached: Lru<string, CachedRegistration>;
  /** Registry host → when it may be queried again. */
  blockedUntil: Lru<string, number>;
  /** WHOIS host → queries of the current minute. */
  queries: Lru<string, { since: number; questions: number }>;
}

// Values only: a promise of one request must not be awaited by another.
const registryStates = new WeakMap<Outbound, RegistryState>();

function registryStateOf({ outbound }: World): RegistryState {
  const memory = registryStates.get(outbound) ?? {
    cached: new Lru(MAX_ENTRIES),
    blockedUntil: new Lru(MAX_ENTRIES),
    queries: new Lru(MAX_ENTRIES),
  };
  registryStates.set(outbound, memory);
  return memory;
}

/**
 * Answer that this isolate cached within `maxAgeMs`, otherwise a fresh one, which is cached. All
 * addresses at a large provider have one domain; the registry is not queried each time.
 */
export async function getCached(
  source: string,
  { domain, maxAgeMs }: RegistrationQuery,
  world: World,
  ask: () => Promise<Registration | null>,
): Promise<Registration | null> {
  const { cached: answers } = registryStateOf(world);
  const key = `${source} ${domain.name}`;
  const kept = answers.get(key);
  if (kept && world.clock.now() - kept.at < maxAgeMs) return kept.registration;
  const registration = await ask();
  answers.set(key, { registration, at: world.clock.now() });
  return registration;
}

/** Failure of one registry, or a reply that cannot be read; `aboutInput` as for its limit. */
export const registryUnavailable = (reason: string, cause?: unknown, waitSeconds?: number | null) =>
  new ApiError('SERVICE_UNAVAILABLE', `The registry ${reason}.`, {
    aboutInput: true,
    cause,
    ...(waitSeconds && { retryAfterSeconds: waitSeconds }),
  });

/** Limit of one registry; `aboutInput`, because it does not concern other registries. */
const quotaExhausted = (seconds: number): ApiError =>
  new ApiError('UPSTREAM_QUOTA_EXHAUSTED', 'The query limit of the registry has been reached.', {
    retryAfterSeconds: seconds,
    aboutInput: true,
  });

/** Blocks queries to a registry for a time. @throws ApiError UPSTREAM_QUOTA_EXHAUSTED, always */
export function backOff(host: string, seconds: number, world: World): never {
  registryStateOf(world).blockedUntil.set(host, world.clock.now() + seconds * 1_000);
  throw quotaExhausted(seconds);
}

/** @throws ApiError UPSTREAM_QUOTA_EXHAUSTED during a back-off */
export function refuseWhileBlocked(host: string, world: World): void {
  const waitMs = (registryStateOf(world).blockedUntil.get(host) ?? 0) - world.clock.now();
  if (waitMs > 0) throw quotaExhausted(Math.ceil(waitMs / 1_000));
}

/** A WHOIS server blocks a client above its limit for hours; this limit applies per minute. */
const MAX_QUERIES_PER_MINUTE = 60;

/**
 * Rate limit of a WHOIS host: counts a query, so that one caller's list of names does not exhaust
 * the registry's limit for the service. @throws ApiError UPSTREAM_QUOTA_EXHAUSTED if this minute's
 * queries are used up
 */
export function countQuery(host: string, world: World): void {
  const { queries: asked } = registryStateOf(world);
  const now = world.clock.now();
  const running = asked.get(host);
  const minute =
    running && now - running.since < MINUTE_MS ? running : { since: now, questions: 0 };
  if (minute.questions >= MAX_QUERIES_PER_MINUTE)
    throw quotaExhausted(Math.ceil((minute.since + MINUTE_MS - now) / 1_000));
  minute.questions += 1;
  asked.set(host, minute);
}
