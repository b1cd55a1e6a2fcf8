import { ApiError } from '../core/errors.ts';
import type { Network } from '../core/network.ts';
import type { World } from '../core/ports.ts';
import type { Registration, RegistrationQuery } from './registration-fact.ts';

/** Answers and refusals an isolate keeps; the oldest go first. */
const MAX_ENTRIES = 1_000;

interface Kept {
  registration: Registration | null;
  at: number;
}

interface Memory {
  answers: Map<string, Kept>;
  /** Registry host → when it may be asked again. */
  quietUntil: Map<string, number>;
  /** WHOIS host → questions of the running minute. */
  asked: Map<string, { since: number; questions: number }>;
}

// Values only: a promise of one request must not be awaited by another.
const memories = new WeakMap<Network, Memory>();

function memoryOf({ network }: World): Memory {
  const memory = memories.get(network) ?? {
    answers: new Map(),
    quietUntil: new Map(),
    asked: new Map(),
  };
  memories.set(network, memory);
  return memory;
}

function keep<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > MAX_ENTRIES && !oldest.done) map.delete(oldest.value);
}

/**
 * An answer this isolate got within `maxAgeMs`, else a fresh one, which is kept. Every address at a
 * big provider has the same domain; registries are not asked for it each time.
 */
export async function recall(
  source: string,
  { domain, maxAgeMs }: RegistrationQuery,
  world: World,
  ask: () => Promise<Registration | null>,
): Promise<Registration | null> {
  const { answers } = memoryOf(world);
  const key = `${source} ${domain.name}`;
  const kept = answers.get(key);
  if (kept && world.clock.now() - kept.at < maxAgeMs) return kept.registration;
  const registration = await ask();
  keep(answers, key, { registration, at: world.clock.now() });
  return registration;
}

/** A registry's own limit was met. It says nothing against other registries, hence `aboutInput`. */
const quotaExhausted = (seconds: number): ApiError =>
  new ApiError('UPSTREAM_QUOTA_EXHAUSTED', 'The registry limits how often it may be asked.', {
    retryAfterSeconds: seconds,
    aboutInput: true,
  });

/**
 * Leaves a registry alone until it said it may be asked again. @throws ApiError always,
 * UPSTREAM_QUOTA_EXHAUSTED
 */
export function leaveAlone(host: string, seconds: number, world: World): never {
  keep(memoryOf(world).quietUntil, host, world.clock.now() + seconds * 1_000);
  throw quotaExhausted(seconds);
}

/** @throws ApiError UPSTREAM_QUOTA_EXHAUSTED while the registry is to be left alone */
export function refuseWhileQuiet(host: string, world: World): void {
  const waitMs = (memoryOf(world).quietUntil.get(host) ?? 0) - world.clock.now();
  if (waitMs > 0) throw quotaExhausted(Math.ceil(waitMs / 1_000));
}

const MINUTE_MS = 60_000;
/**
 * WHOIS servers refuse an address for hours that asks more; a refusal here lasts until the minute
 * is over.
 */
const MAX_QUESTIONS_A_MINUTE = 60;

/**
 * Counts a question to a WHOIS host, so that one caller's list of names does not use up what the
 * registry grants everybody. @throws ApiError UPSTREAM_QUOTA_EXHAUSTED when this minute's questions
 * are asked
 */
export function countQuestion(host: string, world: World): void {
  const { asked } = memoryOf(world);
  const now = world.clock.now();
  const running = asked.get(host);
  const minute =
    running && now - running.since < MINUTE_MS ? running : { since: now, questions: 0 };
  if (minute.questions >= MAX_QUESTIONS_A_MINUTE)
    throw quotaExhausted(Math.ceil((minute.since + MINUTE_MS - now) / 1_000));
  minute.questions += 1;
  keep(asked, host, minute);
}
