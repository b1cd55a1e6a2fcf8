import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/lib/database.ts';
import type { WebhookEvent } from '../../src/lookup/jobs/webhooks.ts';
import { announceEvent } from '../../src/webhooks/announcement.ts';
import { listDeliveries } from '../../src/webhooks/delivery-log.ts';
import {
  changeEndpoint,
  createEndpoint,
  listWebhookEvents,
  requireEndpoint,
  resendFailed,
  testEndpoint,
} from '../../src/webhooks/endpoints.ts';
import type { ScheduledAttempt, WebhookPorts } from '../../src/webhooks/ports.ts';
import { redeliverEvent } from '../../src/webhooks/redelivery.ts';
import { makeAttempt, sendDueAttempts } from '../../src/webhooks/series.ts';
import { operate } from '../support/api.ts';
import { steppedDatabase } from '../support/chaos-bindings.ts';
import { webhookWorld } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type World = ReturnType<typeof world>;

/** A queue that gives each message when its delay is over; a message whose attempt fails is lost. */
function world(receiver: Parameters<typeof webhookWorld>[0], over: Partial<WebhookPorts> = {}) {
  const queue: (ScheduledAttempt & { at: number })[] = [];
  const made = webhookWorld(receiver, {
    scheduleAttempts: async (attempts) =>
      void queue.push(
        ...attempts.map((each) => ({ ...each, at: made.clock.at + each.delaySeconds * 1_000 })),
      ),
    ...over,
  });
  async function pass(ms: number): Promise<void> {
    const end = made.clock.at + ms;
    for (;;) {
      queue.sort((a, b) => a.at - b.at);
      if (!queue[0] || queue[0].at > end) break;
      const message = queue.shift()!;
      made.clock.at = Math.max(made.clock.at, message.at);
      await makeAttempt(message, made.ports).catch(() => undefined);
    }
    made.clock.at = end;
  }
  return { ...made, queue, pass };
}

const newRealm = () => ({
  organizationId: `org_${crypto.randomUUID()}`,
  mode: 'live' as const,
  scopes: null,
});
type Realm = ReturnType<typeof newRealm>;

const endpointOf = (realm: Realm, { ports }: World, over = {}) =>
  createEndpoint(
    {
      ...{ ...realm, userId: null, url: 'https://hooks.example/in', description: '' },
      ...{ events: null, ...over },
    },
    ports,
  );

let events = 0;
const eventOf = ({ organizationId, mode }: Realm): WebhookEvent => ({
  ...{ id: `job_${++events}:end`, organizationId, mode, type: 'bulk_job.completed' },
  ...{ productTypes: ['phone'], createdAt: 0, data: {} },
});

/** Fails the first batch, as an invocation that ends there, once `isOn` says so. */
const crashingDatabase = (isOn: () => boolean) => {
  let isPending = true;
  return openDatabase(
    steppedDatabase(env.DB, async (kind, work) => {
      if (kind === 'batch' && isPending && isOn()) {
        isPending = false;
        throw new Error('stopped');
      }
      return work();
    }),
  );
};

it('an endpoint that is switched off is announced though the process ends in between', async () => {
  const realm = newRealm();
  let isOff = false;
  const made: World = world(() => new Response(null, { status: 500 }), {
    db: crashingDatabase(() => isOff),
  });
  const { endpoint } = await endpointOf(realm, made);
  const reference = { ...realm, endpointId: endpoint.id };
  for (let day = 0; day < 3; day++) {
    await announceEvent(eventOf(realm), null, made.ports);
    await made.pass(DAY);
  }
  isOff = true;
  await made.pass(12 * HOUR);
  expect(await requireEndpoint(reference, made.ports)).toMatchObject({ active: false });
  for (let hour = 0; hour < 30; hour++) {
    await made.pass(HOUR);
    await sendDueAttempts(made.ports);
  }
  const request = { ...realm, limit: 10, cursor: null, since: null };
  const told = { ...request, type: 'webhook_endpoint.disabled' } as const;
  expect((await listWebhookEvents(told, made.ports)).events).toHaveLength(1);
});

it('an endpoint that is made after an event gets none of it by a repeat', async () => {
  const realm = newRealm();
  const made = world(() => new Response(null, { status: 204 }));
  const told = eventOf(realm);
  await announceEvent(told, null, made.ports);
  await endpointOf(realm, made);
  await announceEvent(told, null, made.ports);
  await made.pass(HOUR);
  await sendDueAttempts(made.ports);
  await made.pass(HOUR);
  expect(made.received).toHaveLength(0);
});

it('an attempt that began at the address before does not count against the one after', async () => {
  const realm = newRealm();
  let reference = { ...realm, endpointId: '' };
  const made: World = world(async () => {
    // The address is changed while the one before takes its time to fail.
    await changeEndpoint(reference, { url: 'https://hooks.example/after' }, made.ports);
    return new Response(null, { status: 500 });
  });
  const { endpoint } = await endpointOf(realm, made);
  reference = { ...realm, endpointId: endpoint.id };
  await announceEvent(eventOf(realm), null, made.ports);
  await made.pass(1);
  expect(await requireEndpoint(reference, made.ports)).toMatchObject({
    url: 'https://hooks.example/after',
    failingSince: null,
  });
});

it('an endpoint that answers while its owners get their mail stays on', async () => {
  const { organization } = await operate('POST', '/organizations', {
    name: 'Example Ltd',
    owner_email: 'owner@example.com',
  });
  const realm = { ...newRealm(), organizationId: organization.id };
  let [status, isMended] = [500, false];
  const made: World = world(() => new Response(null, { status }), {
    mails: {
      async send() {
        isMended = true;
        status = 204;
        await testEndpoint(reference, made.ports);
      },
    },
  });
  const { endpoint } = await endpointOf(realm, made);
  const reference = { ...realm, endpointId: endpoint.id };
  for (let day = 0; day < 4; day++) {
    await announceEvent(eventOf(realm), null, made.ports);
    await made.pass(DAY);
  }
  expect(isMended).toBe(true);
  expect(await requireEndpoint(reference, made.ports)).toMatchObject({ active: true });
});

it('a delivery whose event is past its retention is refused, and sends no empty body', async () => {
  const realm = newRealm();
  const made = world(() => new Response(null, { status: 204 }));
  await endpointOf(realm, made);
  await announceEvent(eventOf(realm), null, made.ports);
  await made.pass(1);
  const { deliveries } = await listDeliveries({ ...realm, limit: 1, cursor: null }, made.ports);
  // The bodies of an organization's events have a limit of their own.
  await env.DB.prepare('DELETE FROM webhook_events').run();
  const again = { ...realm, deliveryId: deliveries[0]!.id, userId: 'user_1' };
  await redeliverEvent(again, made.ports).catch(() => undefined);
  expect(made.received.map(({ body }) => body.length)).not.toContain(0);
});

it('an event that is past its retention makes no endpoint fail', async () => {
  const realm = newRealm();
  let status = 500;
  const made = world(() => new Response(null, { status }));
  const { endpoint } = await endpointOf(realm, made);
  const reference = { ...realm, endpointId: endpoint.id };
  const since = made.clock.at;
  await announceEvent(eventOf(realm), null, made.ports);
  await made.pass(2 * DAY);
  status = 204;
  await testEndpoint(reference, made.ports);
  expect(await requireEndpoint(reference, made.ports)).toMatchObject({ failingSince: null });
  await env.DB.prepare('DELETE FROM webhook_events').run();
  await resendFailed(reference, since, made.ports);
  await made.pass(HOUR);
  expect(await requireEndpoint(reference, made.ports)).toMatchObject({ failingSince: null });
});
