import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/lib/database.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { parseSecrets } from '../../src/lib/secrets.ts';
import { QUOTAS } from '../../src/lookup/account/quotas.ts';
import type { WebhookEvent } from '../../src/lookup/jobs/webhooks.ts';
import { announceEvent } from '../../src/webhooks/announcement.ts';
import { listDeliveries, purgeDeliveries } from '../../src/webhooks/delivery-log.ts';
import {
  changeEndpoint,
  createEndpoint,
  endWebhooks,
  listWebhookEvents,
  MAX_SECRETS,
  removeEndpoint,
  requireEndpoint,
  resendFailed,
  rotateSecret,
  testEndpoint,
} from '../../src/webhooks/endpoints.ts';
import type { ScheduledAttempt, WebhookPorts } from '../../src/webhooks/ports.ts';
import {
  HOST_LIMIT,
  redeliverEvent,
  requireEndpointManager,
  resendSince,
  testWebhook,
} from '../../src/webhooks/redelivery.ts';
import {
  registerReceiver,
  registerWebhook,
  restoreEndpoints,
} from '../../src/webhooks/registration.ts';
import { MAX_ATTEMPTS, makeAttempt, sendDueAttempts } from '../../src/webhooks/series.ts';
import { deleteExcess, KEPT_TABLES } from '../../src/webhooks/store.ts';
import { clearFailing, markFailing, updateEndpoint } from '../../src/webhooks/store-endpoints.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { steppedDatabase } from '../support/chaos-bindings.ts';
import { deliverEvent, ok, type Received, webhookWorld } from './support.ts';

afterEach(() => void vi.useRealTimers());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const URL_IN = 'https://hooks.example/in';

/** Opens the account of an organization, with the owner who makes the calls. */
const openAccount = ({ organizationId: id }: { organizationId: string }) =>
  env.ACCOUNT.getByName(id).open(
    { id, region: 'weur', name: 'Example', active: true, createdAt: 0 },
    { id: 'user', email: 'owner@example.com', role: 'owner', createdAt: 0 },
  );

/** A queue that gives each message when its delay is over, and a world with one receiver. */
function world(
  receiver: Parameters<typeof webhookWorld>[0] = ok,
  over: Partial<WebhookPorts> = {},
) {
  const queue: (ScheduledAttempt & { at: number })[] = [];
  const made = webhookWorld(receiver, {
    scheduleAttempts: async (attempts) =>
      void queue.push(
        ...attempts.map((each) => ({ ...each, at: made.clock.at + each.delaySeconds * 1_000 })),
      ),
    ...over,
  });
  /** Lets time pass, and every message come that is due. */
  async function pass(ms: number): Promise<void> {
    const end = made.clock.at + ms;
    for (;;) {
      queue.sort((a, b) => a.at - b.at);
      if (!queue[0] || queue[0].at > end) break;
      const message = queue.shift()!;
      made.clock.at = Math.max(made.clock.at, message.at);
      await makeAttempt(message, made.ports);
    }
    made.clock.at = end;
  }
  return { ...made, queue, pass };
}

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

/** As `pass`, but a message whose attempt fails is lost. */
async function passLosing({ clock, queue, ports }: ReturnType<typeof world>, ms: number) {
  for (const end = clock.at + ms; ; ) {
    queue.sort((a, b) => a.at - b.at);
    if (!queue[0] || queue[0].at > end) {
      clock.at = end;
      return;
    }
    const message = queue.shift()!;
    clock.at = Math.max(clock.at, message.at);
    await makeAttempt(message, ports).catch(() => undefined);
  }
}

type Realm = { organizationId: string; mode: 'live'; scopes: readonly string[] | null };
const newRealm = (scopes: readonly string[] | null = null): Realm => ({
  organizationId: `org_${crypto.randomUUID()}`,
  mode: 'live',
  scopes,
});

const endpointOf = (realm: Realm, ports: WebhookPorts, over = {}) =>
  createEndpoint(
    { ...realm, userId: null, url: URL_IN, description: '', events: null, ...over },
    ports,
  );

let events = 0;
const event = (realm: Realm, over: Partial<WebhookEvent> = {}): WebhookEvent => ({
  id: `job_${++events}:end`,
  organizationId: realm.organizationId,
  mode: 'live',
  type: 'bulk_job.completed',
  productTypes: ['phone'],
  createdAt: Date.parse('2026-11-20T11:59:58.500Z'),
  data: { job_id: 'job_1', note: 'Zoë' },
  ...over,
});

const deliveriesOf = async (realm: Realm, ports: WebhookPorts) =>
  (await listDeliveries({ ...realm, limit: 100, cursor: null }, ports)).deliveries;
const eventsOf = async (realm: Realm, ports: WebhookPorts, over = {}) =>
  (
    await listWebhookEvents(
      { ...realm, limit: 100, cursor: null, type: null, since: null, ...over },
      ports,
    )
  ).events;

const text = ({ body }: Received): string => new TextDecoder().decode(body);
const verify = (secret: string, received: Received, at: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  const event = new Webhook(secret).verify(text(received), Object.fromEntries(received.headers));
  vi.useRealTimers();
  return event;
};

describe('an endpoint', () => {
  it('gets an event once, signed by its secret, beside the receiver of the job', async () => {
    const { ports, received, pass, clock } = world();
    const realm = newRealm();
    const { endpoint, secret } = await endpointOf(realm, ports);
    const { webhook, secret: own } = await registerWebhook('https://hooks.example/job', ports);
    const told = event(realm);
    for (let times = 0; times < 3; times++) await announceEvent(told, webhook, ports);
    expect(received.map(({ url }) => url)).toEqual(['https://hooks.example/job']);
    await pass(DAY);
    expect(received.map(({ url }) => url)).toEqual(['https://hooks.example/job', URL_IN]);
    const [first, second] = received as [Received, Received];
    expect(text(second)).toBe(text(first));
    expect(verify(own, first, clock.at - DAY)).toMatchObject({ id: told.id });
    expect(verify(secret, second, clock.at - DAY)).toEqual({
      id: told.id,
      type: told.type,
      created_at: '2026-11-20T11:59:58.500Z',
      data: told.data,
    });
    const delivery = (await deliveriesOf(realm, ports)).find(({ endpointId }) => endpointId);
    expect(delivery).toMatchObject({
      endpointId: endpoint.id,
      status: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
    });
  });

  it('gets the types it chose, in its mode and scopes, and none while it is off', async () => {
    const { ports, received, pass } = world();
    const realm = newRealm();
    await endpointOf(realm, ports, { url: 'https://hooks.example/all' });
    await endpointOf(realm, ports, {
      url: 'https://hooks.example/failed',
      events: ['bulk_job.failed'],
    });
    await endpointOf(realm, ports, { url: 'https://hooks.example/test', mode: 'test' });
    await endpointOf({ ...realm, scopes: ['phone'] }, ports, {
      url: 'https://hooks.example/phone',
    });
    const off = await endpointOf(realm, ports, { url: 'https://hooks.example/off' });
    await changeEndpoint({ ...realm, endpointId: off.endpoint.id }, { active: false }, ports);
    const paths = async (over: Partial<WebhookEvent>) => {
      received.length = 0;
      await announceEvent(event(realm, over), null, ports);
      await pass(0);
      return received.map(({ url }) => new URL(url).pathname).sort();
    };
    expect(await paths({})).toEqual(['/all', '/phone']);
    expect(await paths({ type: 'bulk_job.failed' })).toEqual(['/all', '/failed', '/phone']);
    expect(await paths({ productTypes: ['phone', 'email'] })).toEqual(['/all']);
    expect(await paths({ mode: 'test' })).toEqual(['/test']);
  });

  it('named by a job gets its event once, whatever types it chose, and is tried again', async () => {
    let status = 500;
    const { ports, received, pass, clock } = world(() => new Response(null, { status }));
    const realm = newRealm();
    const events: WebhookEvent['type'][] = ['bulk_job.failed'];
    const { endpoint, secret } = await endpointOf(realm, ports, { events });
    await endpointOf(realm, ports, { url: 'https://hooks.example/other', events });
    const choice = { webhookUrl: null, webhookEndpointId: endpoint.id };
    const registered = await registerReceiver(choice, { ...realm, productTypes: ['phone'] }, ports);
    expect(registered).toEqual({ webhook: { endpointId: endpoint.id, url: null }, secret: null });
    const told = event(realm);
    for (let times = 0; times < 2; times++) await announceEvent(told, registered!.webhook, ports);
    await pass(0);
    expect(received.map(({ url }) => url)).toEqual([URL_IN]);
    expect(verify(secret, received[0]!, clock.at)).toMatchObject({ id: told.id });
    status = 200;
    await pass(HOUR);
    expect(received).toHaveLength(2);
    expect(await deliveriesOf(realm, ports)).toMatchObject([
      { endpointId: endpoint.id, status: 'delivered', attempts: 2 },
    ]);
  });

  it.each([
    ['both', (id: string) => ({ webhookUrl: URL_IN, webhookEndpointId: id }), 'INVALID_REQUEST'],
    ['an unknown one', () => ({ webhookEndpointId: 'we_none' }), 'INVALID_INPUT'],
    ['one that is off', (id: string) => ({ webhookEndpointId: id, off: true }), 'INVALID_INPUT'],
    [
      "one of the other mode's",
      (id: string) => ({ webhookEndpointId: id, mode: 'test' }),
      'INVALID_INPUT',
    ],
    [
      'one of other products',
      (id: string) => ({ webhookEndpointId: id, type: 'email' }),
      'INVALID_INPUT',
    ],
  ])('is not named where it is %s', async (_, choose, code) => {
    const { ports } = world();
    const realm = newRealm();
    const { endpoint } = await endpointOf({ ...realm, scopes: ['phone'] }, ports);
    const asked = { webhookUrl: null, mode: 'live', type: 'phone', ...choose(endpoint.id) };
    if ('off' in asked)
      await changeEndpoint({ ...realm, endpointId: endpoint.id }, { active: false }, ports);
    const of = { ...realm, mode: asked.mode as 'live', productTypes: [asked.type] };
    const param = 'webhook_endpoint_id';
    await expect(registerReceiver(asked, of, ports)).rejects.toMatchObject({ code, param });
  });

  it('is tried eight times in 28 hours, with growing waits, then it has failed', async () => {
    const { ports, received, pass, clock } = world(() => new Response('sorry', { status: 503 }));
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    const started = clock.at;
    const times: number[] = [];
    const fetch = ports.fetcher.fetch;
    ports.fetcher = {
      ...ports.fetcher,
      fetch: (...args) => {
        times.push(clock.at - started);
        return fetch(...args);
      },
    };
    await announceEvent(event(realm), null, ports);
    await pass(HOUR);
    expect(await deliveriesOf(realm, ports)).toMatchObject([
      { status: 'pending', attempts: 4, httpStatus: 503, nextAttemptAt: started + 9_305_000 },
    ]);
    await pass(2 * DAY);
    expect(times.map((ms) => ms / 1_000)).toEqual([0, 5, 305, 2105, 9305, 27305, 63305, 99305]);
    expect(received).toHaveLength(MAX_ATTEMPTS);
    expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
    expect(await deliveriesOf(realm, ports)).toMatchObject([
      { status: 'failed', attempts: 8, nextAttemptAt: null, errorCode: 'HTTP_STATUS' },
    ]);
    expect(await requireEndpoint({ ...realm, endpointId: endpoint.id }, ports)).toMatchObject({
      active: true,
      failingSince: started,
    });
  });

  it('that failed, saw no event for days, and fails but once more, stays on', async () => {
    let status = 500;
    const { ports, pass } = world(() => new Response(null, { status }));
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    await announceEvent(event(realm), null, ports);
    await pass(7 * DAY);
    await announceEvent(event(realm), null, ports);
    await pass(1);
    status = 200;
    await pass(DAY);
    expect(await requireEndpoint({ ...realm, endpointId: endpoint.id }, ports)).toMatchObject({
      active: true,
      failingSince: null,
    });
  });

  it('has no manager while its account is lost, and the roles with it', async () => {
    const { ports } = world();
    const caller = { ...newRealm(), userId: 'user' };
    await expect(requireEndpointManager(caller, ports)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await openAccount(caller);
    expect(await requireEndpointManager(caller, ports)).toBe('user');
    const gone = { ...caller, userId: 'gone', keyId: 'key' };
    await expect(requireEndpointManager(gone, ports)).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
  });

  it.each(['a test', 'a redelivery'])('fails no longer once %s succeeded', async (by) => {
    let status = 500;
    const { ports, pass } = world(() => new Response(null, { status }));
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    await announceEvent(event(realm), null, ports);
    await pass(0);
    const [failed] = await deliveriesOf(realm, ports);
    await openAccount(realm);
    const ask = () =>
      by === 'a test'
        ? testEndpoint(reference, ports)
        : redeliverEvent({ ...realm, userId: 'user', deliveryId: failed!.id }, ports);
    await ask();
    expect((await requireEndpoint(reference, ports)).failingSince).not.toBeNull();
    status = 200;
    await ask();
    expect((await requireEndpoint(reference, ports)).failingSince).toBeNull();
    await pass(HOUR);
  });

  it('that only failed for three days is switched off, and its owners get a mail', async () => {
    const { organization } = await operate('POST', '/organizations', {
      name: 'Example Ltd',
      owner_email: 'owner@example.com',
    });
    const mails: string[] = [];
    const send = async (mail: { to: string; text: string }) =>
      void mails.push(`${mail.to} ${mail.text}`);
    let status = 500;
    const { ports, received, pass } = world(() => new Response(null, { status }), {
      mails: { send },
    });
    const realm: Realm = { organizationId: organization.id, mode: 'live', scopes: null };
    const { endpoint } = await endpointOf(realm, ports);
    const stays = await endpointOf(realm, ports, { events: ['webhook_endpoint.disabled'] });
    const reference = { ...realm, endpointId: endpoint.id };
    const day = async () => {
      await announceEvent(event(realm), null, ports);
      await pass(DAY);
    };
    await day();
    await day();
    status = 200;
    await day();
    status = 500;
    for (let days = 0; days < 3; days++) await day();
    expect(mails).toEqual([]);
    await pass(12 * HOUR);
    await day();
    expect(mails).toEqual([
      expect.stringMatching(/^owner@example\.com Every delivery to .*\/in has failed/),
    ]);
    expect(await requireEndpoint(reference, ports)).toMatchObject({
      active: false,
      disabledReason: 'failing',
    });
    const seen = received.length;
    await announceEvent(event(realm), null, ports);
    await pass(DAY);
    expect(
      received
        .slice(seen)
        .every(({ headers }) => headers.get('x-service-event') === 'webhook_endpoint.disabled'),
    ).toBe(true);
    expect(await eventsOf(realm, ports, { type: 'webhook_endpoint.disabled' })).toHaveLength(1);
    const ended = (await deliveriesOf(realm, ports)).filter(
      ({ endpointId }) => endpointId === endpoint.id,
    );
    expect(ended.every(({ status }) => status !== 'pending')).toBe(true);
    await changeEndpoint(reference, { active: true }, ports);
    expect(await requireEndpoint(reference, ports)).toMatchObject({
      active: true,
      failingSince: null,
    });
    expect(stays.endpoint.active).toBe(true);
  });

  it('comes back from its copy as it was lost: switched off, or on with its failures to come', async () => {
    let status = 500;
    const { ports, pass } = world(() => new Response(null, { status }));
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    const restored = async () => {
      await env.DB.prepare('DELETE FROM webhook_endpoints WHERE id = ?').bind(endpoint.id).run();
      expect(await restoreEndpoints(realm.organizationId, [endpoint.id], ports)).toBe(1);
      return requireEndpoint(reference, ports);
    };
    await announceEvent(event(realm), null, ports);
    await pass(HOUR);
    // The copy is made while the endpoint fails, and the endpoint answers later.
    await changeEndpoint(reference, { description: 'failing' }, ports);
    status = 204;
    await pass(DAY);
    expect(await restored()).toMatchObject({ active: true, failingSince: null });
    status = 500;
    for (let days = 0; days < 5; days++) {
      await announceEvent(event(realm), null, ports);
      await pass(DAY);
    }
    const off = { active: false, disabledReason: 'failing' };
    expect(await requireEndpoint(reference, ports)).toMatchObject(off);
    expect(await restored()).toMatchObject(off);
  });

  it('is told and copied as it is, where it is switched off while it is changed', async () => {
    const { ports } = world();
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    const off = { active: false, disabledReason: 'failing' } as const;
    const { quotas } = ports;
    const claimQuota: typeof quotas.claimQuota = async (...claim) => {
      await updateEndpoint(ports.db, endpoint, off);
      return quotas.claimQuota(...claim);
    };
    const meanwhile = { ...ports, quotas: { ...quotas, claimQuota } };
    const changed = await changeEndpoint(reference, { description: 'new' }, meanwhile);
    expect(changed.endpoint).toMatchObject({ ...off, description: 'new' });
    expect(await ports.copies.read(endpoint)).toMatchObject({ ...off, description: 'new' });
  });

  it('fails from when it got its address: failures of the one before are not its own', async () => {
    const { ports, pass } = world(() => new Response(null, { status: 500 }));
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    await announceEvent(event(realm), null, ports);
    await pass(3 * DAY + HOUR);
    await changeEndpoint(reference, { url: 'https://hooks.example/new' }, ports);
    await announceEvent(event(realm), null, ports);
    await pass(0.75 * HOUR);
    expect((await requireEndpoint(reference, ports)).active).toBe(true);
    for (let days = 0; days < 4; days++) {
      await announceEvent(event(realm), null, ports);
      await pass(1.1 * DAY);
    }
    expect((await requireEndpoint(reference, ports)).active).toBe(false);
  });

  it('is off once it is said so, also where its secret was replaced meanwhile', async () => {
    let replace: (() => Promise<unknown>) | null = null;
    const { ports, pass } = world(() => new Response(null, { status: 500 }));
    const { accounts } = ports;
    const view = async (id: string) => {
      const replacing = replace;
      replace = null;
      await replacing?.();
      return accounts.view(id);
    };
    Object.assign(ports, { accounts: { view } });
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    await announceEvent(event(realm), null, ports);
    await pass(3 * DAY - HOUR);
    await announceEvent(event(realm), null, ports);
    replace = () => rotateSecret(reference, ports);
    await pass(5 * HOUR);
    expect(replace).toBeNull();
    expect((await requireEndpoint(reference, ports)).active).toBe(false);
    expect(await eventsOf(realm, ports, { type: 'webhook_endpoint.disabled' })).toHaveLength(1);
  });

  it('is changed by one of two changes at a time: no secret is sealed for another address', async () => {
    const { ports, received, pass, clock } = world();
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    const { quotas } = ports;
    let replaced = '';
    const claimQuota: typeof quotas.claimQuota = async (organization, claim) => {
      if (claim.kind === 'endpointChanges') {
        const { secret } = await rotateSecret(reference, ports);
        replaced = secret;
      }
      return quotas.claimQuota(organization, claim);
    };
    const racing = { ...ports, quotas: { ...quotas, claimQuota } };
    await expect(
      changeEndpoint(reference, { url: 'https://hooks.example/new' }, racing),
    ).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    await announceEvent(event(realm), null, ports);
    await pass(0);
    expect(received.map(({ url }) => url)).toEqual([URL_IN]);
    expect(verify(replaced, received[0]!, clock.at)).toMatchObject({ data: { job_id: 'job_1' } });
  });

  it('is changed two hundred times a day', async () => {
    const { ports } = world();
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    const { perDay } = QUOTAS.endpointChanges.ceiling;
    const claim = { kind: 'endpointChanges', mode: 'live' } as const;
    for (let n = 1; n < perDay; n += 1)
      await ports.quotas.claimQuota(realm.organizationId, { ...claim, id: `${n}` });
    await changeEndpoint(reference, { description: 'the last' }, ports);
    await expect(
      changeEndpoint(reference, { description: 'one more' }, ports),
    ).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect((await requireEndpoint(reference, ports)).description).toBe('the last');
    await removeEndpoint(reference, ports);
  });

  it('is shown to no key whose scopes do not reach it, by its deliveries and events either', async () => {
    const { ports, pass } = world(() => new Response('secret page', { status: 500 }));
    const { id: organizationId } = await createOrganization();
    const realm: Realm = { organizationId, mode: 'live', scopes: null };
    const scoped: Realm = { ...realm, scopes: ['phone'] };
    const { endpoint } = await endpointOf(realm, ports);
    const own = await endpointOf(scoped, ports);
    const test = await testEndpoint({ ...realm, endpointId: endpoint.id }, ports);
    const tried = await testEndpoint({ ...scoped, endpointId: own.endpoint.id }, ports);
    for (let day = 0; day < 5; day++) {
      await announceEvent(event(realm, { productTypes: ['ip'] }), null, ports);
      await pass(DAY);
    }
    const mail = (await deliveriesOf(realm, ports)).find(({ url }) => url.startsWith('mailto:'));
    expect(mail?.url).toBe('mailto:owner@example.com');
    const resent = { ...realm, userId: 'user', deliveryId: mail?.id ?? '' };
    await expect(redeliverEvent(resent, ports)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await eventsOf(realm, ports, { type: 'webhook_endpoint.disabled' })).toHaveLength(1);
    expect((await deliveriesOf(scoped, ports)).map(({ id }) => id)).toEqual([tried.id]);
    expect(await eventsOf(scoped, ports)).toEqual([]);
    const again = { ...scoped, userId: 'user', deliveryId: test.id };
    await expect(redeliverEvent(again, ports)).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
  });

  it('signs with the old secret beside the new one for a day after it was replaced', async () => {
    const { ports, received, pass, clock } = world();
    const realm = newRealm();
    const { endpoint, secret: old } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    const { secret } = await rotateSecret(reference, ports);
    expect(secret).not.toBe(old);
    await changeEndpoint(reference, { url: 'https://hooks.example/moved' }, ports);
    await announceEvent(event(realm), null, ports);
    await pass(0);
    const [both] = received as [Received];
    expect(both.url).toBe('https://hooks.example/moved');
    for (const each of [secret, old]) expect(verify(each, both, clock.at)).toBeTruthy();
    await pass(DAY);
    await announceEvent(event(realm), null, ports);
    await pass(0);
    const [, late] = received as [Received, Received];
    expect(verify(secret, late, clock.at)).toBeTruthy();
    expect(() => verify(old, late, clock.at)).toThrow();
  });

  it('has its secret replaced while the name of its receiver is not resolved', async () => {
    const { ports } = world();
    const realm = newRealm();
    const { endpoint, secret: old } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    for (const code of ['SERVICE_UNAVAILABLE', 'INVALID_INPUT'] as const) {
      const check = () => Promise.reject(new ApiError(code));
      const fetcher = { ...ports.fetcher, check };
      await expect(endpointOf(realm, { ...ports, fetcher })).rejects.toMatchObject({ code });
      const { secret } = await rotateSecret(reference, { ...ports, fetcher });
      expect(secret).not.toBe(old);
    }
  });

  it('signs with every secret for a day after it was replaced, five in all', async () => {
    const { ports, received, pass, clock } = world();
    const realm = newRealm();
    const made = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: made.endpoint.id };
    const secrets = [made.secret];
    for (let count = 1; count < MAX_SECRETS; count++) {
      clock.at += HOUR;
      secrets.push((await rotateSecret(reference, ports)).secret);
    }
    await changeEndpoint(reference, { url: 'https://hooks.example/moved' }, ports);
    clock.at += HOUR;
    await expect(rotateSecret(reference, ports)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      headers: { 'Retry-After': '72000' },
    });
    const signing = async () => {
      await announceEvent(event(realm), null, ports);
      await pass(0);
      const [last] = received.slice(-1) as [Received];
      return secrets.filter((secret) => {
        try {
          return verify(secret, last, clock.at);
        } catch {
          return false;
        }
      });
    };
    expect(await signing()).toEqual(secrets);
    clock.at += 20 * HOUR;
    expect(await signing()).toEqual(secrets.slice(1));
    secrets.push((await rotateSecret(reference, ports)).secret);
    expect(await signing()).toEqual(secrets.slice(1));
    clock.at += 3 * HOUR;
    expect(await signing()).toEqual(secrets.slice(4));
    clock.at += 21 * HOUR;
    expect(await signing()).toEqual(secrets.slice(5));
  });

  it('has no attempt lost: cron sends what the queue or a consumer lost', async () => {
    const { ports, received, queue, pass, clock } = world();
    const realm = newRealm();
    await endpointOf(realm, ports);
    const warn = vi.fn();
    const down = { ...ports, warn, scheduleAttempts: () => Promise.reject(new Error('down')) };
    await announceEvent(event(realm), null, down);
    expect(warn).toHaveBeenCalledOnce();
    await pass(60_001);
    await sendDueAttempts(ports);
    expect(queue).toHaveLength(1);
    const stopped = {
      ...ports,
      fetcher: { ...ports.fetcher, fetch: () => Promise.reject(new Error('stopped')) },
    };
    await expect(makeAttempt(queue.shift()!, stopped)).rejects.toThrow('stopped');
    clock.at += 120_001;
    await purgeDeliveries(ports);
    await sendDueAttempts(ports);
    await pass(0);
    expect(received).toHaveLength(1);
    expect(await deliveriesOf(realm, ports)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    await sendDueAttempts(ports);
    expect(queue).toHaveLength(0);
  });

  it('is sent nothing more by cron once an attempt that was given up for lost has succeeded', async () => {
    let sending: (() => Promise<void>) | null = null;
    const { ports, received, queue, pass, clock } = world(async () => {
      await sending?.();
      return new Response(null, { status: 204 });
    });
    const realm = newRealm();
    await endpointOf(realm, ports);
    await announceEvent(event(realm), null, ports);
    sending = async () => {
      sending = null;
      clock.at += 120_001;
      await sendDueAttempts(ports);
      expect(queue).toMatchObject([{ attempt: 2 }]);
    };
    await pass(HOUR);
    expect(received).toHaveLength(1);
    expect(await deliveriesOf(realm, ports)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('is sent again what failed since a moment, or one delivery alone', async () => {
    let status = 500;
    const { ports, received, pass, clock } = world(() => new Response(null, { status }));
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    const reference = { ...realm, endpointId: endpoint.id };
    await announceEvent(event(realm), null, ports);
    await pass(2 * DAY);
    const since = clock.at;
    for (let count = 0; count < 2; count++) await announceEvent(event(realm), null, ports);
    await pass(2 * DAY);
    await changeEndpoint(reference, { active: true }, ports);
    await testEndpoint(reference, ports);
    await announceEvent(event(realm), null, ports);
    await pass(HOUR);
    status = 200;
    received.length = 0;
    // Those that failed, and the one that is to be tried again in two hours.
    expect(await resendFailed(reference, since, ports)).toBe(3);
    await pass(0);
    expect(received).toHaveLength(3);
    expect(received.map((each) => JSON.parse(text(each)).type)).not.toContain('webhook.test');
    await pass(DAY);
    expect(received).toHaveLength(3);
    expect(await resendFailed(reference, since, ports)).toBe(0);
    await openAccount(realm);
    const left = (await deliveriesOf(realm, ports)).findLast((each) => each.status === 'failed');
    const again = await redeliverEvent({ ...realm, userId: 'user', deliveryId: left!.id }, ports);
    expect(again).toMatchObject({
      status: 'delivered',
      redeliveryOf: left!.id,
      endpointId: endpoint.id,
    });
    expect(JSON.parse(text(received.at(-1)!))).toMatchObject({ id: left!.eventId });
  });

  it('is apart from the addresses of jobs, which are sent again what failed there, once each', async () => {
    let status = 500;
    const { ports, received, pass, clock } = world(() => new Response(null, { status }));
    const realm = newRealm();
    const { webhook } = await registerWebhook('https://jobs.example/in', ports);
    const since = clock.at;
    for (let count = 0; count < 2; count++) await announceEvent(event(realm), webhook, ports);
    clock.at += 1;
    await testWebhook({ ...realm, url: URL_IN }, ports);
    await announceEvent(event(newRealm()), webhook, ports);
    const receiver = { ...realm, endpointId: null };
    const at = received.length;
    expect(await resendSince({ ...receiver, mode: 'test' }, since, ports)).toBe(0);
    expect(await resendSince({ ...receiver, scopes: ['ip'] }, since, ports)).toBe(0);
    expect(await resendSince(receiver, since, ports)).toBe(2);
    await pass(2 * DAY);
    expect(received.length - at).toBe(2);
    expect(await deliveriesOf(realm, ports)).toMatchObject([
      { type: 'webhook.test' },
      { status: 'failed', attempts: 1, nextAttemptAt: null },
      { status: 'failed', attempts: 1, nextAttemptAt: null },
    ]);
    status = 204;
    // Sent again by itself, and delivered: no longer one that failed.
    const failed = (await deliveriesOf(realm, ports)).at(-1);
    const again = { ...realm, userId: 'user', deliveryId: failed!.id };
    expect(await redeliverEvent(again, ports)).toMatchObject({ status: 'delivered' });
    expect(await resendSince(receiver, since, ports)).toBe(1);
    await pass(0);
    expect(await resendSince(receiver, since, ports)).toBe(0);
    expect(JSON.parse(text(received.at(-1)!))).toMatchObject({ type: 'bulk_job.completed' });
  });

  it('that was switched off while a delivery waited is sent nothing', async () => {
    const { ports, received, pass } = world(() => new Response(null, { status: 204 }));
    const realm = newRealm();
    const { endpoint } = await endpointOf(realm, ports);
    await announceEvent(event(realm), null, ports);
    await env.DB.prepare('UPDATE webhook_endpoints SET active = 0 WHERE id = ?')
      .bind(endpoint.id)
      .run();
    await pass(0);
    expect(received).toHaveLength(0);
    expect(await deliveriesOf(realm, ports)).toMatchObject([{ errorCode: 'ENDPOINT_INACTIVE' }]);
  });

  it('of a closed organization is sent nothing: neither what waits nor what happens then', async () => {
    const { ports, received, pass } = world();
    const realm = { ...newRealm(), organizationId: (await createOrganization()).id };
    await endpointOf(realm, ports);
    const { webhook } = await registerWebhook('https://hooks.example/job', ports);
    const waiting = event(realm);
    await announceEvent(waiting, null, ports);
    await env.DB.prepare('UPDATE organizations SET active = 0 WHERE id = ?')
      .bind(realm.organizationId)
      .run();
    await announceEvent(event(realm), webhook, ports);
    expect((await eventsOf(realm, ports)).map(({ eventId }) => eventId)).toEqual([waiting.id]);
    await pass(0);
    const { id } = event(realm);
    await deliverEvent(webhook, event(realm, { id }), ports);
    expect(received).toHaveLength(0);
    const ended = (await deliveriesOf(realm, ports)).map((each) => [each.eventId, each.errorCode]);
    expect(new Map(ended as [string, string][])).toEqual(
      new Map([waiting.id, id].map((each) => [each, 'ORGANIZATION_CLOSED'])),
    );
  });

  it('that is deleted, or whose organization ends, is sent nothing more', async () => {
    const { ports, received, pass } = world(() => new Response(null, { status: 500 }));
    const realm = newRealm();
    const [gone, other] = [await endpointOf(realm, ports), await endpointOf(realm, ports)];
    await announceEvent(event(realm), null, ports);
    await pass(0);
    await removeEndpoint({ ...realm, endpointId: gone.endpoint.id }, ports);
    const statuses = async () =>
      new Map((await deliveriesOf(realm, ports)).map((each) => [each.endpointId, each.errorCode]));
    expect((await statuses()).get(gone.endpoint.id)).toBe('ENDPOINT_INACTIVE');
    await endWebhooks(realm.organizationId, ports);
    expect((await statuses()).get(other.endpoint.id)).toBe('ENDPOINT_INACTIVE');
    received.length = 0;
    await pass(2 * DAY);
    expect(received).toHaveLength(0);
    expect(await eventsOf(realm, ports)).toEqual([]);
  });

  it('can be tried: one attempt, signed with its secret', async () => {
    const { ports, received, clock } = world();
    const realm = newRealm();
    const { endpoint, secret } = await endpointOf(realm, ports);
    const delivery = await testEndpoint({ ...realm, endpointId: endpoint.id }, ports);
    expect(delivery).toMatchObject({ status: 'delivered', type: 'webhook.test' });
    expect(verify(secret, received[0]!, clock.at)).toMatchObject({ type: 'webhook.test' });
    expect(await eventsOf(realm, ports)).toEqual([]);
  });

  it.each([
    'http://hooks.example/',
    'https://private.example/',
    'https://metadata.example/',
    'nonsense',
  ])('is not made or moved to %s', async (url) => {
    const { ports } = world();
    const realm = newRealm();
    await expect(endpointOf(realm, ports, { url })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const { endpoint } = await endpointOf(realm, ports);
    const moved = changeEndpoint({ ...realm, endpointId: endpoint.id }, { url }, ports);
    await expect(moved).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('is one of twenty', async () => {
    const { ports } = world();
    const realm = newRealm();
    const made = [];
    for (let count = 0; count < 20; count++) made.push(await endpointOf(realm, ports));
    await expect(endpointOf(realm, ports)).rejects.toMatchObject({ code: 'INPUT_LIMIT_EXCEEDED' });
    await removeEndpoint({ ...realm, endpointId: made[0]!.endpoint.id }, ports);
    await endpointOf(realm, ports);
  });

  it('that is switched off is announced though the process ends meanwhile', async () => {
    const realm = newRealm();
    let isOff = false;
    const made: ReturnType<typeof world> = world(() => new Response(null, { status: 500 }), {
      db: crashingDatabase(() => isOff),
    });
    const { endpoint } = await endpointOf(realm, made.ports);
    const reference = { ...realm, endpointId: endpoint.id };
    for (let day = 0; day < 3; day++) {
      await announceEvent(event(realm), null, made.ports);
      await passLosing(made, DAY);
    }
    isOff = true;
    await passLosing(made, 12 * HOUR);
    expect(await requireEndpoint(reference, made.ports)).toMatchObject({ active: true });
    await announceEvent(event(realm), null, made.ports);
    for (let hour = 0; hour < 30; hour++) {
      await passLosing(made, HOUR);
      await sendDueAttempts(made.ports);
    }
    expect(await requireEndpoint(reference, made.ports)).toMatchObject({ active: false });
    expect(await eventsOf(realm, made.ports, { type: 'webhook_endpoint.disabled' })).toHaveLength(
      1,
    );
  });

  it('that answers while it is to be switched off stays on, and nobody gets a mail', async () => {
    const { organization } = await operate('POST', '/organizations', {
      name: 'Example Ltd',
      owner_email: 'owner@example.com',
    });
    const mails: object[] = [];
    let [status, isMended] = [500, false];
    const made = world(() => new Response(null, { status }), {
      mails: { send: async (mail) => void mails.push(mail) },
    });
    const realm: Realm = { organizationId: organization.id, mode: 'live', scopes: null };
    const { endpoint } = await endpointOf(realm, made.ports);
    const reference = { ...realm, endpointId: endpoint.id };
    const { accounts } = made.ports;
    // The owners are looked up once it is known to have failed for too long.
    const view = async (id: string) => {
      isMended = true;
      status = 204;
      await testEndpoint(reference, made.ports);
      return accounts.view(id);
    };
    Object.assign(made.ports, { accounts: { view } });
    for (let day = 0; day < 4; day++) {
      await announceEvent(event(realm), null, made.ports);
      await made.pass(DAY);
    }
    expect(isMended).toBe(true);
    expect(await requireEndpoint(reference, made.ports)).toMatchObject({ active: true });
    expect(await eventsOf(realm, made.ports, { type: 'webhook_endpoint.disabled' })).toEqual([]);
    expect(mails).toEqual([]);
  });

  it('is sent again at its address, which counts for the limit of its host', async () => {
    const realm = newRealm();
    const made = world(() => new Response(null, { status: 500 }));
    made.zone['moved.example'] = { A: ['93.184.215.14'] };
    const { endpoint } = await endpointOf(realm, made.ports);
    await announceEvent(event(realm), null, made.ports);
    await made.pass(1);
    const [failed] = await deliveriesOf(realm, made.ports);
    const url = 'https://moved.example/in';
    const reference = { ...realm, endpointId: endpoint.id };
    await changeEndpoint(reference, { url }, made.ports);
    await openAccount(realm);
    const again = { ...realm, userId: 'user', deliveryId: failed!.id };
    for (let count = 0; count < HOST_LIMIT.attempts; count++)
      expect(await redeliverEvent(again, made.ports)).toMatchObject({ url });
    await expect(testEndpoint(reference, made.ports)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: expect.stringContaining('one host'),
    });
  });

  it.each([
    ['began at the address before', { url: 'https://hooks.example/after' }],
    ['ends after it was switched off', { active: false }],
  ])('does not fail by an attempt that %s', async (_, changes) => {
    const realm = newRealm();
    let reference = { ...realm, endpointId: '' };
    const made: ReturnType<typeof world> = world(async () => {
      // Changed while the attempt takes its time to fail.
      await changeEndpoint(reference, changes, made.ports);
      return new Response(null, { status: 500 });
    });
    const { endpoint } = await endpointOf(realm, made.ports);
    reference = { ...realm, endpointId: endpoint.id };
    await announceEvent(event(realm), null, made.ports);
    await made.pass(1);
    const after = await requireEndpoint(reference, made.ports);
    expect(after).toMatchObject({ ...changes, failingSince: null });
  });

  it('fails on where only an attempt at the address before has succeeded', async () => {
    const realm = newRealm();
    const { ports } = world();
    const { endpoint } = await endpointOf(realm, ports);
    const { id, url } = endpoint;
    const after = { id, url: 'https://hooks.example/after' };
    await changeEndpoint({ ...realm, endpointId: id }, { url: after.url }, ports);
    const failingSince = async () =>
      (await requireEndpoint({ ...realm, endpointId: id }, ports)).failingSince;
    await markFailing(ports.db, after, 7);
    await clearFailing(ports.db, { id, url });
    expect(await failingSince()).toBe(7);
    await clearFailing(ports.db, after);
    expect(await failingSince()).toBeNull();
  });

  it('loses nothing that waits for it, however much its organization keeps', async () => {
    const realm = newRealm();
    const { ports, pass } = world(
      (request) => new Response(null, { status: text(request).includes('wait') ? 500 : 204 }),
    );
    await endpointOf(realm, ports);
    const told = ['wait', 'done'].map((text) => event(realm, { data: { text } }));
    for (const each of told) await announceEvent(each, null, ports);
    await pass(1);
    for (const kept of KEPT_TABLES)
      await deleteExcess(ports.db, kept, realm.organizationId, { attempts: 0, bytes: 0 });
    const [waiting] = told;
    expect(await deliveriesOf(realm, ports)).toMatchObject([{ eventId: waiting?.id }]);
    expect(await eventsOf(realm, ports)).toMatchObject([{ eventId: waiting?.id }]);
  });

  it('that is made after an event is not told of it by a repeat', async () => {
    const realm = newRealm();
    const made = world(() => new Response(null, { status: 204 }));
    const told = event(realm);
    await announceEvent(told, null, made.ports);
    await endpointOf(realm, made.ports);
    await announceEvent(told, null, made.ports);
    await made.pass(HOUR);
    expect(await deliveriesOf(realm, made.ports)).toEqual([]);
    expect(made.received).toEqual([]);
  });

  it('is sent no empty body again where the event is past its retention', async () => {
    const realm = newRealm();
    const made = world(() => new Response(null, { status: 204 }));
    await endpointOf(realm, made.ports);
    await announceEvent(event(realm), null, made.ports);
    await made.pass(1);
    const { deliveries } = await listDeliveries({ ...realm, limit: 1, cursor: null }, made.ports);
    // The bodies of an organization's events have a limit of their own.
    await env.DB.prepare('DELETE FROM webhook_events').run();
    const again = { ...realm, deliveryId: deliveries[0]!.id, userId: 'user_1' };
    await expect(redeliverEvent(again, made.ports)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(made.received.map(({ body }) => body.length)).not.toContain(0);
  });

  it('does not fail by an event that is past its retention', async () => {
    const realm = newRealm();
    let status = 500;
    const made = world(() => new Response(null, { status }));
    const { endpoint } = await endpointOf(realm, made.ports);
    const reference = { ...realm, endpointId: endpoint.id };
    const since = made.clock.at;
    await announceEvent(event(realm), null, made.ports);
    await made.pass(2 * DAY);
    status = 204;
    await testEndpoint(reference, made.ports);
    expect(await requireEndpoint(reference, made.ports)).toMatchObject({ failingSince: null });
    await env.DB.prepare('DELETE FROM webhook_events').run();
    await resendFailed(reference, since, made.ports);
    await made.pass(HOUR);
    expect(await requireEndpoint(reference, made.ports)).toMatchObject({ failingSince: null });
    expect(await deliveriesOf(realm, made.ports)).toContainEqual(
      expect.objectContaining({ errorCode: 'EVENT_GONE', status: 'failed', nextAttemptAt: null }),
    );
  });

  it('does not fail by a secret that the service cannot open, though it is tried again', async () => {
    const realm = newRealm();
    const made = world(() => new Response(null, { status: 500 }));
    const { endpoint } = await endpointOf(realm, made.ports);
    const reference = { ...realm, endpointId: endpoint.id };
    made.ports.linkSecrets = parseSecrets('the version that sealed it is gone');
    for (let days = 0; days < 5; days++) {
      await announceEvent(event(realm), null, made.ports);
      await made.pass(DAY);
    }
    expect(made.received).toEqual([]);
    expect(await deliveriesOf(realm, made.ports)).toContainEqual(
      expect.objectContaining({ errorCode: 'SECRET_UNREADABLE', attempts: MAX_ATTEMPTS }),
    );
    expect(await requireEndpoint(reference, made.ports)).toMatchObject({
      active: true,
      failingSince: null,
    });
  });

  it('does not fail by a last attempt that its consumer lost', async () => {
    const realm = newRealm();
    const made = world(() => new Response(null, { status: 500 }));
    const { endpoint } = await endpointOf(realm, made.ports);
    await announceEvent(event(realm), null, made.ports);
    const [{ id }] = (await deliveriesOf(realm, made.ports)) as unknown as [{ id: string }];
    await env.DB.prepare('UPDATE webhook_deliveries SET attempts = ? WHERE id = ?')
      .bind(MAX_ATTEMPTS, id)
      .run();
    await makeAttempt({ deliveryId: id, attempt: MAX_ATTEMPTS + 1 }, made.ports);
    expect(await deliveriesOf(realm, made.ports)).toContainEqual(
      expect.objectContaining({ errorCode: 'INTERRUPTED', status: 'failed' }),
    );
    expect(await requireEndpoint({ ...realm, endpointId: endpoint.id }, made.ports)).toMatchObject({
      failingSince: null,
    });
  });
});

describe('/v1/webhook-endpoints', () => {
  it('makes, lists, reads, changes, rotates and deletes, each realm its own', async () => {
    const { owner, sandbox } = await createOrganization();
    const other = await createOrganization();
    const asOwner = (method: string, path = '', body?: unknown) =>
      call(method, `/v1/webhook-endpoints${path}`, {
        token: owner,
        ...(body !== undefined && { body }),
      });
    const made = await asOwner('POST', '', {
      url: 'https://example.com/hook',
      events: ['bulk_job.completed'],
      description: ' Production ',
    });
    expect(made.status).toBe(201);
    const { secret, ...endpoint } = made.body.data;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^we_[0-9a-f-]{36}$/),
      url: 'https://example.com/hook',
      description: 'Production',
      events: ['bulk_job.completed'],
      active: true,
      disabled_reason: null,
      failing_since: null,
      previous_secret_ends_at: null,
      created_at: expect.any(String),
    });
    const path = `/${endpoint.id}`;
    expect((await asOwner('GET', path)).body.data).toEqual(endpoint);
    expect((await asOwner('GET')).body.data).toEqual({
      endpoints: [endpoint],
      pagination: { limit: 20, next_cursor: null, has_more: false },
    });
    for (const token of [sandbox, other.owner]) {
      const listed = await call('GET', '/v1/webhook-endpoints', { token });
      expect(listed.body.data.endpoints).toEqual([]);
      for (const [method, at] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/rotate-secret'],
        ['POST', '/test'],
      ] as const) {
        const reply = await call(method, `/v1/webhook-endpoints${path}${at}`, {
          token,
          ...(method === 'PATCH' && { body: { active: false } }),
        });
        expect([method, reply.status]).toEqual([method, 404]);
      }
    }
    expect((await asOwner('PATCH', path, { active: false, events: null })).body.data).toEqual({
      ...endpoint,
      active: false,
      disabled_reason: 'requested',
    });
    const off = await asOwner('POST', `${path}/redeliver`, { since: '2026-01-01' });
    expect(off.body.error.code).toBe('INVALID_INPUT');
    expect((await asOwner('PATCH', path, { active: true })).body.data).toEqual(endpoint);
    const resent = await asOwner('POST', `${path}/redeliver`, { since: '2026-01-01' });
    expect([resent.status, resent.body.data]).toEqual([202, { deliveries: 0 }]);
    const rotated = await asOwner('POST', `${path}/rotate-secret`);
    expect(rotated.body.data.secret).not.toBe(secret);
    expect(rotated.body.data.previous_secret_ends_at).toEqual(expect.any(String));
    const stored = await env.DB.prepare('SELECT * FROM webhook_endpoints WHERE id = ?')
      .bind(endpoint.id)
      .first();
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
    const unused = await asOwner('POST', '', { url: 'https://example.com/off', active: false });
    expect(unused.body.data).toMatchObject({ active: false, disabled_reason: 'requested' });
    expect((await asOwner('DELETE', path)).body.data).toEqual({ id: endpoint.id, deleted: true });
    expect((await asOwner('GET', path)).status).toBe(404);
  });

  it.each([
    [{}, 'MISSING_FIELD'],
    [{ url: 'https://127.0.0.1/' }, 'INVALID_INPUT'],
    [{ url: 'https://example.com/', events: [] }, 'INVALID_INPUT'],
    [{ url: 'https://example.com/', events: 'bulk_job.completed' }, 'INVALID_REQUEST'],
    [{ url: 'https://example.com/', events: ['webhook.test'] }, 'INVALID_INPUT'],
    [{ url: 'https://example.com/', description: 'x'.repeat(201) }, 'INVALID_INPUT'],
  ])('refuses %j', async (body, code) => {
    const { owner } = await createOrganization();
    const reply = await call('POST', '/v1/webhook-endpoints', { token: owner, body });
    expect([reply.status, reply.body.error.code]).toEqual([400, code]);
  });
});

describe('webhook_endpoint_id', () => {
  it("of a job or monitor is shown instead of an address, and its deliveries are the endpoint's", async () => {
    const { sandbox, owner } = await createOrganization();
    const ask = async (method: string, path: string, body?: unknown, token = sandbox) => {
      const reply = await call(method, `/v1${path}`, {
        token,
        ...(body !== undefined && { body }),
      });
      return { ...(reply.body.data ?? reply.body.error), http: reply.status };
    };
    const url = 'https://example.com/hook';
    const { id: webhook_endpoint_id } = await ask('POST', '/webhook-endpoints', { url });
    const list = { type: 'phone_validation', inputs: ['+14155550100'] };
    const job = await ask('POST', '/bulk/jobs', { ...list, webhook_endpoint_id });
    expect(job).toMatchObject({ http: 201, webhook_endpoint_id });
    expect(job).not.toHaveProperty('webhook_url');
    expect(job).not.toHaveProperty('webhook_secret');
    await vi.waitFor(
      async () =>
        expect((await ask('GET', '/webhook-deliveries')).deliveries).toMatchObject([
          { type: 'bulk_job.completed', event_id: `${job.job_id}:end`, webhook_endpoint_id },
        ]),
      { timeout: 20_000, interval: 50 },
    );
    expect(await ask('GET', `/bulk/jobs/${job.job_id}`)).toMatchObject({ webhook_endpoint_id });

    const watched = {
      name: 'Ours',
      frequency: 'daily',
      numbers: [{ phone_number: '+14155550100' }],
    };
    const made = await ask('POST', '/number-monitors', { ...watched, webhook_endpoint_id });
    expect(made).toMatchObject({ http: 201, webhook_url: null, webhook_endpoint_id });
    expect(made).not.toHaveProperty('webhook_secret');
    const change = (body: unknown) => ask('PATCH', `/number-monitors/${made.id}`, body);
    const moved = await change({ webhook_url: url, webhook_endpoint_id: null });
    expect(moved).toMatchObject({ webhook_url: url, webhook_endpoint_id: null });
    expect(moved.webhook_secret).toMatch(/^whsec_/);
    const back = await change({ webhook_endpoint_id });
    expect(back).toMatchObject({ webhook_url: null, webhook_endpoint_id });
    expect(await change({ name: 'Others' })).toMatchObject({ webhook_endpoint_id });
    expect(await change({ webhook_endpoint_id: null })).toMatchObject({
      ...{ webhook_url: null, webhook_endpoint_id: null },
    });

    for (const [path, body] of [
      ['/bulk/jobs', list],
      ['/number-monitors', watched],
    ] as const) {
      const both = await ask('POST', path, { ...body, webhook_url: url, webhook_endpoint_id });
      expect(both).toMatchObject({ http: 400, code: 'INVALID_REQUEST' });
      const unknown = await ask('POST', path, { ...body, webhook_endpoint_id }, owner);
      expect(unknown).toMatchObject({ http: 400, code: 'INVALID_INPUT' });
    }
  });
});

describe('GET /v1/events', () => {
  it('lists what happened page by page, whether or not a receiver was told', async () => {
    const { ports, clock } = world();
    clock.at = Date.now();
    const { id, owner, sandbox } = await createOrganization();
    const realm: Realm = { organizationId: id, mode: 'live', scopes: null };
    const told = [];
    for (let count = 0; count < 5; count++) {
      const type = count === 3 ? 'bulk_job.failed' : 'bulk_job.completed';
      told.push(event(realm, { type }));
      await announceEvent(told[count]!, null, ports);
      clock.at += 1_000;
    }
    const list = async (query: string, token = owner) =>
      (await call('GET', `/v1/events?${query}`, { token })).body;
    const ids = (body: { data: { events: { id: string }[] } }) =>
      body.data.events.map((each) => each.id);
    const newest = told.map((each) => each.id).reverse();
    const first = await list('limit=2');
    expect(first.data.events[0]).toEqual({
      id: told[4]!.id,
      type: 'bulk_job.completed',
      created_at: '2026-11-20T11:59:58.500Z',
      data: told[4]!.data,
    });
    const second = await list(`limit=2&cursor=${first.data.pagination.next_cursor}`);
    const third = await list(`limit=2&cursor=${second.data.pagination.next_cursor}`);
    expect([first, second, third].flatMap(ids)).toEqual(newest);
    expect(third.data.pagination).toEqual({ limit: 2, next_cursor: null, has_more: false });
    expect(ids(await list('type=bulk_job.failed'))).toEqual([told[3]!.id]);
    const since = new Date(clock.at - 2_000).toISOString();
    expect(ids(await list(`since=${since}`))).toEqual(newest.slice(0, 2));
    expect(ids(await list('', sandbox))).toEqual([]);
    expect((await list('cursor=x')).error.code).toBe('INVALID_INPUT');
    expect((await list('type=webhook.test')).error.code).toBe('INVALID_INPUT');
    expect(await eventsOf({ ...realm, scopes: ['email'] }, ports)).toEqual([]);
  });

  it('forgets an event after thirty days', async () => {
    const { ports, clock } = world();
    const realm = newRealm();
    await announceEvent(event(realm), null, ports);
    clock.at += 29 * DAY;
    await purgeDeliveries(ports);
    expect(await eventsOf(realm, ports)).toHaveLength(1);
    clock.at += DAY + 1;
    await purgeDeliveries(ports);
    expect(await eventsOf(realm, ports)).toEqual([]);
  });
});
