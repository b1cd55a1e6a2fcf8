import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { openDatabase } from '../../src/lib/database.ts';
import { ApiError } from '../../src/lib/errors.ts';
import type { WebhookEvent, WebhookReceiver } from '../../src/lookup/jobs/webhooks.ts';
import { announceEvent } from '../../src/webhooks/announcement.ts';
import { listDeliveries, purgeDeliveries } from '../../src/webhooks/delivery-log.ts';
import { createEndpoint, listWebhookEvents } from '../../src/webhooks/endpoints.ts';
import { registerWebhook } from '../../src/webhooks/registration.ts';
import {
  type AttemptMessage,
  FAILING_DAYS,
  MAX_ATTEMPTS,
  makeAttempt,
  sendAttempts,
  sendDueAttempts,
} from '../../src/webhooks/series.ts';
import { type Chaos, ChaosQueue, isInjected } from '../support/chaos.ts';
import { chaosDatabase } from '../support/chaos-bindings.ts';
import { simulate } from '../support/simulate.ts';
import { webhookWorld } from './support.ts';

// A day of events, told to endpoints that are down, slow, redirecting or gone, and to addresses of
// jobs. Whatever is lost or repeated, each event is listed once, an endpoint has each or refused it
// to the last attempt, unless it failed for three days, and an address was asked at most once.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TICK = 10 * MINUTE;
const START = Date.UTC(2030, 0, 10, 12);
/** When the simulation that runs now has begun. */
let startedAt = START;

/** Events come for a day, in which everything may fail. */
const EVENTS_MS = 24 * HOUR;
const WILD_MS = 60 * HOUR;
/** By then the last attempt of the last event was made. */
const MOST_MS = 120 * HOUR;

/** How a receiver is for an hour. */
const MOODS = ['up', 'up', 'down', 'slow', 'redirecting', 'gone'] as const;
type Mood = (typeof MOODS)[number];

const ANSWERS: Readonly<Record<Exclude<Mood, 'slow' | 'gone'>, () => Response>> = {
  up: () => new Response('thanks', { status: 200 }),
  down: () => new Response('sorry', { status: 503 }),
  redirecting: () => Response.redirect('https://hooks.example/elsewhere', 302),
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const ignoreInjected = (cause: unknown): void => {
  if (!isInjected(cause)) throw cause;
};

/** What each receiver got of each event, by its delivery. */
class Receivers {
  readonly sent = new Map<string, number>();
  readonly accepted = new Map<string, number>();
  /** Deliveries that were accepted, of which the sender does not know. */
  readonly doubtful = new Set<string>();
  /** When each was last known to accept one. */
  readonly acceptedAt: { url: string; at: number }[] = [];
  readonly #chaos: Chaos;
  readonly #moods: ReadonlyMap<string, readonly Mood[]>;

  constructor(chaos: Chaos, moods: ReadonlyMap<string, readonly Mood[]>) {
    this.#chaos = chaos;
    this.#moods = moods;
  }

  answer({ url, headers }: { url: string; headers: Headers }): Response {
    const chaos = this.#chaos;
    const id = headers.get('x-service-delivery') as string;
    this.sent.set(id, (this.sent.get(id) ?? 0) + 1);
    const moods = this.#moods.get(url) ?? ['up'];
    const mood = moods[Math.floor((Date.now() - startedAt) / HOUR) % moods.length] ?? 'up';
    if (mood === 'gone') throw new TypeError('Network connection lost.');
    if (mood === 'slow') {
      vi.setSystemTime(Date.now() + 5_000);
      throw new ApiError('UPSTREAM_TIMEOUT');
    }
    if (mood !== 'up' || chaos.strikes('http_error'))
      return ANSWERS[mood === 'up' ? 'down' : mood]();
    this.accepted.set(id, (this.accepted.get(id) ?? 0) + 1);
    if (!chaos.strikes('http_lost_reply')) {
      this.acceptedAt.push({ url, at: Date.now() });
      return ANSWERS.up();
    }
    this.doubtful.add(id);
    throw new TypeError('Network connection lost.');
  }
}

/** Endpoints, their receivers, and the processes that deliver to them. */
async function createWorld(chaos: Chaos) {
  for (const table of ['webhook_deliveries', 'webhook_events', 'webhook_endpoints'])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
  const { random } = chaos;
  const urls = ['a', 'b', 'c'].map((name) => `https://hooks.example/${name}`);
  const drawMoods = () => Array.from({ length: 40 }, () => MOODS[random.below(MOODS.length)]!);
  const receivers = new Receivers(chaos, new Map(urls.map((url) => [url, drawMoods()])));
  const { ports: usual } = webhookWorld((received) => receivers.answer(received));
  const real = { ...usual, clock: { now: () => Date.now() } };
  const queue = new ChaosQueue<AttemptMessage>(chaos);
  const faulty = {
    ...real,
    db: openDatabase(chaosDatabase(chaos, env.DB)),
    fetcher: chaos.crashing(real.fetcher),
    scheduleAttempts: (attempts: Parameters<typeof sendAttempts>[1]) =>
      sendAttempts(queue.binding as Queue<AttemptMessage>, attempts),
  };
  const realm = {
    organizationId: `org_${crypto.randomUUID()}`,
    mode: 'live',
    scopes: null,
  } as const;
  for (const url of urls)
    await createEndpoint({ ...realm, userId: null, url, description: '', events: null }, real);
  const { webhook } = await registerWebhook('https://jobs.example/once', real);

  /** Announces an event as its owner does: until that is done, and sometimes again. */
  const announce = async (event: WebhookEvent, receiver: WebhookReceiver | null) => {
    for (let isDone = false; !isDone; ) {
      const attempt = announceEvent(event, receiver, faulty);
      isDone = await attempt.then(() => random.chance(0.7), ignoreInjected).then(Boolean);
    }
  };
  const consume = async () => {
    const batch = queue.take(4).map(async ({ body }) =>
      makeAttempt(body, faulty).catch((cause) => {
        ignoreInjected(cause);
        receivers.doubtful.add(body.deliveryId);
      }),
    );
    await Promise.all(batch);
    chaos.pass(random.below(2_000));
  };
  const cron = async (isHourly: boolean) => {
    await chaos.cron(async () => {
      await sendDueAttempts(faulty).catch(ignoreInjected);
      if (isHourly) await purgeDeliveries(faulty).catch(ignoreInjected);
    });
  };
  return { real, realm, urls, webhook, receivers, queue, announce, consume, cron };
}

async function run(chaos: Chaos, seed: number): Promise<void> {
  vi.setSystemTime(START);
  chaos.begin();
  startedAt = Date.now();
  const world = await createWorld(chaos);
  const { realm, queue } = world;
  const events: string[] = [];
  const isOver = async () =>
    (await env.DB.prepare(`SELECT 1 FROM webhook_deliveries WHERE status = 'pending'`).first()) ===
    null;
  for (let tick = 0; ; tick++) {
    const began = startedAt + tick * TICK;
    if (tick * TICK > WILD_MS) {
      chaos.intensity = 0;
      if (await isOver()) break;
    }
    if (tick * TICK > MOST_MS) throw new Error('a delivery never ends');
    vi.setSystemTime(Math.max(Date.now(), began));
    if (tick * TICK < EVENTS_MS && tick % 9 === 0) {
      const id = `job_${seed}_${tick}:end`;
      const type = 'bulk_job.completed' as const;
      const event = { ...realm, id, type, productTypes: [], createdAt: Date.now() };
      events.push(id);
      await world.announce({ ...event, data: { tick } }, tick % 2 === 0 ? world.webhook : null);
    }
    await world.cron(tick % 6 === 0);
    while (queue.nextAt <= began + TICK) {
      if (queue.nextAt > Date.now()) vi.setSystemTime(queue.nextAt);
      await world.consume();
    }
  }
  await check(world, events);
}

async function check(
  { real, realm, urls, webhook, receivers }: Awaited<ReturnType<typeof createWorld>>,
  events: readonly string[],
): Promise<void> {
  const page = { ...realm, limit: 100, cursor: null, type: null, since: null };
  const listed = await listWebhookEvents(page, real);
  const isEnd = ({ type }: { type: string }) => type === 'webhook_endpoint.disabled';
  const ids = listed.events.filter((each) => !isEnd(each)).map(({ eventId }) => eventId);
  expect(ids).toEqual(events.toReversed());
  const ends = listed.events.filter(isEnd).map(({ eventId, createdAt, body }) => {
    const { url, failing_since } = JSON.parse(body).data as { url: string; failing_since: string };
    return { eventId, url, from: Date.parse(failing_since), to: createdAt };
  });
  for (const { url, from, to } of ends) {
    expect(to - from).toBeGreaterThanOrEqual(FAILING_DAYS * 24 * HOUR);
    const between = receivers.acceptedAt.filter(
      (each) => each.url === url && each.at > from && each.at < to,
    );
    expect(between).toEqual([]);
  }
  const off = new Set(ends.map(({ url }) => url));

  const { deliveries } = await listDeliveries({ ...realm, limit: 1_000, cursor: null }, real);
  const told = (url: string) =>
    deliveries.filter((each) => each.url === url).map(({ eventId }) => eventId);
  for (const url of urls) {
    const others = ends.filter((end) => end.url !== url && !off.has(url));
    const all = [...events, ...others.map(({ eventId }) => eventId)];
    expect(told(url).sort()).toEqual(all.sort());
  }
  expect(told(webhook.url).sort()).toEqual(
    events.filter((id) => Number(/_(\d+):/.exec(id)?.[1]) % 2 === 0).sort(),
  );
  for (const { id, url, endpointId, status, attempts } of deliveries) {
    const sent = receivers.sent.get(id) ?? 0;
    const accepted = receivers.accepted.get(id) ?? 0;
    const shown = `${url} ${id}, ${attempts} attempts, ${sent} sent, ${accepted} accepted`;
    expect(sent, shown).toBeLessThanOrEqual(endpointId ? MAX_ATTEMPTS : 1);
    expect(attempts, shown).toBeGreaterThanOrEqual(sent);
    if (status === 'delivered') expect(accepted, shown).toBeGreaterThan(0);
    if (receivers.doubtful.has(id) || !endpointId) continue;
    expect(accepted, shown).toBe(status === 'delivered' ? 1 : 0);
    if (status === 'failed' && !off.has(url))
      expect(attempts, shown).toBeGreaterThanOrEqual(MAX_ATTEMPTS);
  }
}

simulate(
  'a day of events reaches receivers that are down, slow, redirecting or gone',
  { faults: 'webhooks', fixed: 2, fresh: 1, perTest: 1 },
  run,
);
