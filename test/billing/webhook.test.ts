import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BillingPorts } from '../../src/billing/ports.ts';
import { EVENT_TYPES, MAX_EVENT_BYTES, receiveEvent } from '../../src/billing/webhook.ts';
import { newOrganization } from '../accounts/support.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { send } from '../support/deployment.ts';
import { createShop, delivery, WEBHOOK_SECRET } from './support.ts';

beforeEach(() => {
  vi.useRealTimers();
});

/** A pack that was paid, whose event has not arrived. */
async function paidPack() {
  const shop = await createShop();
  shop.fake.pay((await shop.buy('pack_5k')).split('/').at(-1) as string);
  const event = shop.fake.events.find(({ type }) => type === 'payment_intent.succeeded') as object;
  const take = (request: Request, ports: BillingPorts = shop.ports) => receiveEvent(request, ports);
  return { ...shop, event, take };
}

describe('a delivery', () => {
  it('is taken by the secret, by the old one while both are set, and by no other', async () => {
    const { event, take, ports, state } = await paidPack();
    const refused = { code: 'INVALID_REQUEST' };
    await expect(take(await delivery(event, ['whsec_other']))).rejects.toMatchObject(refused);
    const rolled = {
      ...ports,
      webhookSecrets: [
        { version: 2, text: 'whsec_new' },
        { version: 1, text: WEBHOOK_SECRET },
      ] as const,
    };
    expect(await state()).toMatchObject({ purchased: 0 });
    expect(await take(await delivery(event), rolled)).toBe('applied');
    expect(await take(await delivery(event, ['whsec_new']), rolled)).toBe('repeated');
    // Stripe itself signs with both while it rolls: one that holds is enough.
    const both = await delivery(event, ['whsec_elsewhere', WEBHOOK_SECRET]);
    expect(await take(both)).toBe('repeated');
    expect(await state()).toMatchObject({ purchased: 5_000 });
  });

  it('is refused unsigned, altered, old, from the future, and too long', async () => {
    const { event, take, state } = await paidPack();
    const good = await delivery(event);
    const signature = good.headers.get('Stripe-Signature') as string;
    const body = await good.text();
    const again = (header: string | null, text = body) =>
      new Request(good.url, {
        method: 'POST',
        body: text,
        headers: header === null ? {} : { 'Stripe-Signature': header },
      });
    const minutes = (count: number) => Date.now() + count * 60_000;
    const attempts = [
      again(null),
      again(''),
      again('t=now,v1=00'),
      again(signature.replace('v1=', 'v0=')),
      again(signature.replace(/v1=./, 'v1=0').replace(/^t=\d/, 't=2')),
      again(signature, body.replace('payment_intent.succeeded', 'charge.refunded')),
      await delivery(event, [WEBHOOK_SECRET], minutes(-6)),
      await delivery(event, [WEBHOOK_SECRET], minutes(6)),
      await delivery({ ...event, filler: 'x'.repeat(MAX_EVENT_BYTES) }),
      await delivery(['no event']),
    ];
    for (const attempt of attempts)
      await expect(take(attempt)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await state()).toMatchObject({ purchased: 0 });
    expect(await take(await delivery(event, [WEBHOOK_SECRET], minutes(-4)))).toBe('applied');
  });

  it('finds nobody where payments or the secret are not set', async () => {
    const { event, take, ports } = await paidPack();
    for (const missing of [{ webhookSecrets: null }, { stripe: null }])
      await expect(take(await delivery(event), { ...ports, ...missing })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
  });

  it('that cannot be applied now is refused, and applied when it comes again', async () => {
    const { event, take, world, state } = await paidPack();
    world.fault = () => 'down';
    await expect(take(await delivery(event))).rejects.toMatchObject({ status: 503 });
    world.fault = () => null;
    expect(await take(await delivery(event))).toBe('applied');
    expect(await state()).toMatchObject({ purchased: 5_000 });
  });

  it('of a stranger or of another kind is answered and left', async () => {
    const { take, fake, warned, asked } = await paidPack();
    const stranger = fake.put('cus', 'customer', {});
    asked.length = 0;
    const event = (type: string, object: object) => ({ id: `evt_${type}`, type, data: { object } });
    const ofStranger = event('customer.deleted', stranger);
    expect(await take(await delivery(ofStranger))).toBe('unknown_customer');
    expect(warned).toEqual(['an event of an unknown customer']);
    const forgotten = { id: 're_1', object: 'refund', payment_intent: 'pi_of_nobody' };
    expect(await take(await delivery(event('refund.created', forgotten)))).toBe('unknown_customer');
    expect(await take(await delivery(event('tax_rate.created', stranger)))).toBe('ignored');
    expect(asked).toEqual([
      `GET /v1/customers/${stranger.id}`,
      'GET /v1/payment_intents/pi_of_nobody',
    ]);
    expect(EVENT_TYPES).not.toContain('tax_rate.created');
  });

  it('names its own customer only: the payment of another cannot be given to it', async () => {
    const shop = await paidPack();
    const other = await createShop();
    const customer = await other.customer();
    const object = { ...shop.payment(), customer };
    const forged = { id: 'evt_forged', type: 'payment_intent.succeeded', data: { object } };
    expect(await receiveEvent(await delivery(forged), other.ports)).toBe('applied');
    expect(await other.state()).toMatchObject({ purchased: 0 });
  });

  it('about a payment of another customer of the same account moves nothing', async () => {
    const shop = await paidPack();
    const event = { id: 'evt_mixed', type: 'charge.refunded' };
    const customer = shop.fake.put('cus', 'customer', {});
    const other = await newOrganization(shop.accountPorts);
    await env.DB.prepare('INSERT INTO billing_customers VALUES (?, ?, 0, NULL, 0, NULL, NULL)')
      .bind(customer.id, other)
      .run();
    const object = {
      id: 'ch_1',
      object: 'charge',
      customer: customer.id,
      payment_intent: shop.payment().id,
    };
    await shop.take(await delivery({ ...event, data: { object } }));
    const { results } = await env.DB.prepare(
      'SELECT * FROM billing_movements WHERE organization_id = ?',
    )
      .bind(other)
      .all();
    expect(results).toEqual([]);
  });
});

it('is wired: prices by the operator, a page to pay on, signed events, credits', async () => {
  const { prices } = await operate('POST', '/stripe/prices');
  expect(prices).toHaveLength(8);
  const again = await operate('POST', '/stripe/prices');
  expect(again.prices.some(({ made }: { made: boolean }) => made)).toBe(false);
  const organization = await createOrganization({ paid: false });
  expect((await operate('GET', `/organizations/${organization.id}/payments`)).movements).toEqual(
    [],
  );
  const refused = await call('POST', `/admin/organizations/${organization.id}/payments/read`, {
    token: 'admin_test',
  });
  expect(refused.status).toBe(404);
  const unsigned = await send('/stripe/webhook', { method: 'POST', body: '{}' });
  expect(unsigned.status).toBe(400);
});
