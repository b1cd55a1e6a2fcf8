import { expect, it } from 'vitest';
import { ApiError } from '../../src/lib/errors.ts';
import { announceEvent } from '../../src/webhooks/announcement.ts';
import { listDeliveries } from '../../src/webhooks/delivery-log.ts';
import { createEndpoint, listWebhookEvents } from '../../src/webhooks/endpoints.ts';
import type { ScheduledAttempt } from '../../src/webhooks/ports.ts';
import { MAX_ATTEMPTS, makeAttempt, sendDueAttempts } from '../../src/webhooks/series.ts';
import { randomOf } from '../support/random.ts';
import { FRESH_SEED } from '../support/simulate.ts';
import { webhookWorld } from './support.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How a receiver is for a while. */
const MOODS = ['up', 'up', 'down', 'slow', 'redirecting', 'gone'] as const;
type Mood = (typeof MOODS)[number];

const ANSWERS: Readonly<Record<Exclude<Mood, 'slow' | 'gone'>, () => Response>> = {
  up: () => new Response('thanks', { status: 200 }),
  down: () => new Response('sorry', { status: 503 }),
  redirecting: () => Response.redirect('https://hooks.example/elsewhere', 302),
};

it.each([1, 2, FRESH_SEED])(
  'a day of events reaches receivers that are down, slow, redirecting or gone: seed %i',
  { timeout: 120_000 },
  async (seed) => {
    const random = randomOf(seed);
    const queue: (ScheduledAttempt & { at: number })[] = [];
    const accepted = new Map<string, number>();
    const sent: { key: string; at: number }[] = [];
    const moods = new Map<string, Mood[]>();
    let lost = 0;
    const world = webhookWorld(
      async ({ url, headers }) => {
        const key = `${url} ${headers.get('webhook-id')}`;
        sent.push({ key, at: world.clock.at });
        const hour = Math.floor((world.clock.at - start) / HOUR);
        const mood = moods.get(url)?.[hour % 40] ?? 'up';
        if (mood === 'gone') throw new TypeError('Network connection lost.');
        if (mood === 'slow') {
          world.clock.at += 5_000;
          throw new ApiError('UPSTREAM_TIMEOUT');
        }
        if (mood === 'up') accepted.set(key, (accepted.get(key) ?? 0) + 1);
        return ANSWERS[mood]();
      },
      {
        async scheduleAttempts(attempts) {
          if (random.chance(0.05)) throw new Error('the queue is out');
          for (const attempt of attempts) {
            const at = world.clock.at + attempt.delaySeconds * 1_000;
            if (random.chance(0.05)) lost += 1;
            else queue.push({ ...attempt, at });
            if (random.chance(0.1)) queue.push({ ...attempt, at: at + random.below(30_000) });
          }
        },
      },
    );
    const { clock, ports } = world;
    const start = clock.at;
    const realm = {
      organizationId: `org_${crypto.randomUUID()}`,
      mode: 'live',
      scopes: null,
    } as const;
    const urls = ['a', 'b', 'c'].map((name) => `https://hooks.example/${name}`);
    for (const url of urls) {
      moods.set(
        url,
        Array.from({ length: 40 }, () => MOODS[random.below(MOODS.length)]!),
      );
      await createEndpoint({ ...realm, userId: null, url, description: '', events: null }, ports);
    }
    const stopped = { ...ports.fetcher, fetch: () => Promise.reject(new Error('stopped')) };
    const events: string[] = [];
    for (let tick = 0; tick < 60 * 6; tick++) {
      clock.at = Math.max(clock.at, start + tick * 10 * MINUTE);
      if (tick < 24 * 6 && tick % 9 === 0) {
        const event = {
          ...({
            id: `job_${seed}_${tick}:end`,
            type: 'bulk_job.completed',
            productTypes: [],
          } as const),
          ...{ organizationId: realm.organizationId, mode: realm.mode, createdAt: clock.at },
        };
        events.push(event.id);
        for (let times = 0; times < 2; times++)
          await announceEvent({ ...event, data: { tick } }, null, ports);
      }
      await sendDueAttempts(ports).catch(() => undefined);
      for (;;) {
        const at = queue.findIndex((message) => message.at <= start + (tick + 1) * 10 * MINUTE);
        if (at < 0) break;
        const [message] = queue.splice(at, 1);
        const over = random.chance(0.03) ? { ...ports, fetcher: stopped } : ports;
        await makeAttempt(message!, over).catch(() => undefined);
      }
    }
    const { deliveries } = await listDeliveries({ ...realm, limit: 1_000, cursor: null }, ports);
    expect(deliveries).toHaveLength(events.length * urls.length);
    for (const { url, eventId, status, attempts } of deliveries) {
      const key = `${url} ${eventId}`;
      const times = sent.filter((each) => each.key === key).length;
      expect([key, status]).toEqual([key, accepted.has(key) ? 'delivered' : 'failed']);
      expect(accepted.get(key) ?? 1).toBe(1);
      expect(times).toBeLessThanOrEqual(MAX_ATTEMPTS);
      expect(attempts).toBeGreaterThanOrEqual(times);
      if (status === 'failed') expect(attempts).toBeGreaterThanOrEqual(MAX_ATTEMPTS);
    }
    const listed = await listWebhookEvents(
      { ...realm, limit: 100, cursor: null, type: null, since: null },
      ports,
    );
    expect(listed.events.map(({ eventId }) => eventId)).toEqual(events.toReversed());
    console.info(`${deliveries.length} deliveries, ${sent.length} sent, ${lost} messages lost`);
  },
);
