import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BillingDocument, readBilling } from '../../src/billing/billing-view.ts';
import { doCreditWork } from '../../src/billing/credit-work.ts';
import { changeCreditWatch } from '../../src/billing/top-up.ts';
import { receiveEvent } from '../../src/billing/webhook.ts';
import { openDatabase } from '../../src/lib/database.ts';
import type { TopUpSettings } from '../../src/lookup/account/credit-watch.ts';
import { type Chaos, type Fault, InjectedFault } from '../support/chaos.ts';
import { strikingDatabase } from '../support/chaos-bindings.ts';
import { simulate } from '../support/simulate.ts';
import { createShop, delivery } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// Alarms of accounts ring by the real clock, so none of them rings here.
const START = Date.UTC(2030, 0, 10, 12);

const TOP_UP: TopUpSettings = { pack: 'pack_5k', threshold: 2_000, monthlyCents: 9_000 };

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** An organization with the plan of 20,000 credits, and what it does about them. */
async function createSubscriber() {
  const shop = await createShop();
  await shop.take(shop.choose('starter'));
  const { ports, payer, organizationId, fake } = shop;
  return {
    ...shop,
    watch: (topUp: TopUpSettings | null, alerts = true) =>
      changeCreditWatch({ topUp, alerts }, payer, ports),
    work: () => doCreditWork(organizationId, ports),
    view: async () => (await ports.accounts.view(organizationId))!.creditWatch,
    paid: () => fake.all('payment_intent').filter(({ status }) => status === 'succeeded'),
    subjects: () => shop.mailed.map(({ subject }) => subject),
  };
}

describe('alerts', () => {
  it('come at 80 and 100 % of a period, once each, by event and by mail to those who pay', async () => {
    const shop = await createSubscriber();
    await shop.spend(15_999);
    await shop.work();
    expect(shop.told).toEqual([]);
    await shop.spend(1);
    await shop.work();
    await shop.spend(100);
    await shop.work();
    expect(shop.told.map(({ type, data }) => [type, data])).toEqual([
      [
        'credits.threshold_reached',
        {
          threshold_percent: 80,
          credits_granted: 20_000,
          credits_available: 4_000,
          current_period_start: '2030-01-10T12:00:00.000Z',
          current_period_end: '2030-02-10T12:00:00.000Z',
        },
      ],
    ]);
    await shop.spend(3_900);
    await shop.work();
    await shop.work();
    expect(shop.subjects()).toEqual([
      "80% of this period's credits are used",
      "100% of this period's credits are used",
    ]);
    expect(shop.mailed[0]).toMatchObject({ to: 'owner@example.com' });
    expect(shop.mailed[0]?.text).toContain('https://api.test/app/billing');
    // The next period begins anew.
    vi.setSystemTime(START + 32 * DAY);
    shop.fake.tick();
    await shop.deliver();
    await shop.spend(16_000);
    await shop.work();
    expect(shop.subjects()).toHaveLength(3);
  });

  it('tell of the highest share alone when both are passed at once', async () => {
    const shop = await createSubscriber();
    await shop.spend(20_000);
    await shop.work();
    expect(shop.told.map(({ data }) => data.threshold_percent)).toEqual([100]);
  });

  it('stay out where they are switched off, and without a sender of mails only events are made', async () => {
    const shop = await createSubscriber();
    await shop.watch(null, false);
    await shop.spend(20_000);
    await shop.work();
    expect(shop.told).toEqual([]);
    await shop.watch(null, true);
    shop.ports.sendsMail = false;
    await shop.work();
    expect([shop.told.length, shop.mailed.length]).toEqual([1, 0]);
  });

  it('are kept until they are sent', async () => {
    const shop = await createSubscriber();
    await shop.spend(16_000);
    const { announce } = shop.ports.webhooks;
    shop.ports.webhooks.announce = () => Promise.reject(new Error('no database'));
    await expect(shop.work()).rejects.toThrow('no database');
    shop.ports.webhooks.announce = announce;
    await shop.work();
    expect(shop.told).toHaveLength(1);
    const left = await shop.ports.accounts.creditWork(shop.organizationId);
    expect(left).toEqual({ topUp: null, halt: null, notices: [] });
  });
});

it('an account has its work done by itself, by a message of its alarm', async () => {
  vi.useRealTimers();
  const shop = await createSubscriber();
  await shop.spend(16_000);
  const announced = () =>
    env.DB.prepare('SELECT type, event_id FROM webhook_events WHERE organization_id = ?')
      .bind(shop.organizationId)
      .all();
  await vi.waitFor(async () => expect((await announced()).results).toHaveLength(1), 10_000);
  const [event] = (await announced()).results;
  expect(event).toMatchObject({ type: 'credits.threshold_reached' });
  await vi.waitFor(async () => {
    const { notices } = await shop.ports.accounts.creditWork(shop.organizationId);
    expect(notices).toEqual([]);
  });
});

describe('automatic top-up', () => {
  it('is off by default', async () => {
    const shop = await createSubscriber();
    await shop.spend(20_000);
    await shop.work();
    expect(await shop.view()).toMatchObject({ topUp: null, open: null });
    expect(shop.paid()).toEqual([]);
  });

  it('buys the pack below the threshold, off session, up to the ceiling of the month', async () => {
    const shop = await createSubscriber();
    await shop.watch(TOP_UP, false);
    await shop.spend(18_000);
    await shop.work();
    expect(shop.paid()).toEqual([]);
    for (const amount of [1, 5_000, 5_000, 5_000]) {
      await shop.spend(amount);
      await shop.work();
    }
    expect(shop.paid()).toMatchObject([{ amount: 3_000 }, { amount: 3_000 }, { amount: 3_000 }]);
    expect((await shop.view()).month).toEqual({ name: '2030-01', begun: 3, cents: 9_000 });
    const billing = await readBilling(shop.organizationId, shop.ports);
    const { documents } = billing!.stripe as { documents: BillingDocument[] };
    const receipts = documents.filter(({ kind }) => kind === 'top_up');
    expect(receipts.map(({ total }) => total)).toEqual([3_000, 3_000, 3_000]);
    expect(new Set(receipts.map(({ url }) => url)).size).toBe(3);
    for (const { url } of receipts) expect(url).toMatch(/^https:\/\/pay\.stripe\.com\/receipts\//);
    expect(documents.some(({ kind, number }) => kind === 'invoice' && number)).toBe(true);
    expect(shop.told.map(({ type }) => type)).toEqual([
      ...['top_up.paid', 'top_up.paid', 'top_up.paid', 'top_up.skipped'],
    ]);
    // What the ceiling forbids is notified once, and the next month has room again.
    await shop.spend(100);
    await shop.work();
    expect(shop.told).toHaveLength(4);
    vi.setSystemTime(Date.UTC(2030, 1, 1, 1));
    await shop.spend(1);
    await shop.work();
    expect(shop.paid()).toHaveLength(4);
    expect(shop.paid()[0]?.metadata).toMatchObject({ top_up: '2030-02:1', pack: 'pack_5k' });
    expect(await shop.broken()).toEqual([]);
  });

  it('goes on with a customer that the database has lost', async () => {
    const shop = await createSubscriber();
    const lose = () =>
      env.DB.prepare('DELETE FROM billing_customers WHERE organization_id = ?')
        .bind(shop.organizationId)
        .run();
    await lose();
    await shop.watch(TOP_UP, false);
    await lose();
    await shop.spend(18_001);
    await shop.work();
    expect(shop.paid()).toMatchObject([{ amount: 3_000 }]);
    expect(await shop.view()).toMatchObject({ topUp: TOP_UP, topUpFailure: null, open: null });
    expect((await shop.state()).purchased).toBe(5_000);
  });

  it('switches itself off when the card is declined, and says so', async () => {
    const shop = await createSubscriber();
    await shop.watch(TOP_UP, false);
    shop.fake.breakCard(await shop.customer());
    await shop.spend(19_000);
    await shop.work();
    expect(await shop.view()).toMatchObject({
      ...{ topUp: null, topUpFailure: 'declined', open: null },
      month: { begun: 1, cents: 0 },
    });
    expect(shop.subjects()).toEqual(['The automatic top-up failed and is switched off']);
    await shop.spend(100);
    await shop.work();
    expect(shop.fake.all('payment_intent')).toHaveLength(1);
    // Switched on again, it is another payment.
    shop.fake.mendCard(await shop.customer());
    await shop.watch(TOP_UP, false);
    await shop.work();
    expect(shop.paid()).toHaveLength(1);
    expect((await shop.state()).purchased).toBe(5_000);
  });

  it.each([
    ['refund', 'refunded'],
    ['dispute', 'disputed'],
  ] as const)(
    'is switched off by a %s of what it bought, which buys nothing',
    async (how, reason) => {
      const shop = await createSubscriber();
      await shop.watch(TOP_UP, false);
      await shop.spend(19_000);
      await shop.work();
      expect((await shop.state()).purchased).toBe(5_000);
      shop.fake[how](shop.paid()[0]!.id, 3_000);
      await shop.deliver();
      await shop.work();
      expect(await shop.view()).toMatchObject({ topUp: null, topUpFailure: reason, open: null });
      expect(shop.subjects()).toEqual([
        '5,000 credits were bought for $30.00',
        'The automatic top-up is switched off',
      ]);
      expect(shop.mailed[1]?.text).toContain('5,000 credits for $30.00 ');
      expect(shop.mailed[1]?.text).toContain(reason);
      expect(shop.told[1]).toMatchObject({ type: 'top_up.failed', data: { reason } });
      await shop.spend(500);
      await shop.work();
      expect(shop.paid()).toHaveLength(1);
      const billing = await readBilling(shop.organizationId, shop.ports);
      const { documents } = billing!.stripe as { documents: BillingDocument[] };
      expect(documents.find(({ kind }) => kind === 'top_up')).toMatchObject({ status: reason });
      // Switched on again it stays on: the refund has had its say.
      await shop.watch(TOP_UP, false);
      await shop.work();
      await shop.deliver();
      expect(await shop.view()).toMatchObject({ topUp: TOP_UP, topUpFailure: null });
      expect(shop.paid()).toHaveLength(2);
      expect(await shop.broken()).toEqual([]);
    },
  );

  it('is begun by use alone, not by what is taken back or lapses, and where use is refused', async () => {
    const shop = await createSubscriber();
    await shop.take(shop.buy('pack_5k'));
    await shop.watch(TOP_UP, false);
    await shop.spend(20_000);
    shop.fake.refund(shop.payment().id, 3_000);
    await shop.deliver();
    await shop.work();
    expect(shop.subjects()).toEqual([]);
    expect(await shop.view()).toMatchObject({ topUp: TOP_UP, open: null });
    expect(shop.paid()).toHaveLength(1);
    const refused = { id: 'refused', amount: 1, userId: 'somebody', keyId: null };
    const hold = { ...refused, lifetimeMs: 60_000, note: null };
    expect(await shop.ports.accounts.hold(shop.organizationId, hold)).toMatchObject({ ok: false });
    await shop.work();
    expect(shop.paid()).toHaveLength(2);
    expect(await shop.broken()).toEqual([]);
  });

  it('neither begins nor pays while the organization is suspended', async () => {
    const shop = await createSubscriber();
    const account = env.ACCOUNT.getByName(shop.organizationId);
    await shop.watch(TOP_UP, false);
    await account.setSuspended(true);
    await shop.spend(19_000);
    await shop.work();
    expect(await shop.view()).toMatchObject({ topUp: TOP_UP, open: null });
    await account.setSuspended(false);
    await shop.spend(1);
    expect((await shop.view()).open).not.toBeNull();
    await account.setSuspended(true);
    await shop.work();
    expect(shop.paid()).toEqual([]);
    await account.setSuspended(false);
    await shop.work();
    expect(shop.paid()).toHaveLength(1);
  });

  /** A purchase under way whose payment was made, or was not. */
  async function createBuyer(isPaid: boolean) {
    const shop = await createSubscriber();
    await shop.watch({ ...TOP_UP, threshold: 8_000 }, false);
    await shop.spend(19_000);
    await shop.work();
    await shop.spend(1);
    shop.world.fault = ({ method, url }) =>
      method === 'POST' && url.endsWith('/payment_intents') ? (isPaid ? 'lost' : 'down') : null;
    await expect(shop.work()).rejects.toThrow();
    shop.world.fault = () => null;
    expect(await shop.view()).toMatchObject({ open: { pack: 'pack_5k' } });
    return { ...shop, account: env.ACCOUNT.getByName(shop.organizationId) };
  }

  it.each(['suspended', 'closed'])('settles what was paid before it was %s', async (how) => {
    const shop = await createBuyer(true);
    if (how === 'closed') await shop.account.close();
    else await shop.account.setSuspended(true);
    await shop.work();
    expect(shop.paid()).toHaveLength(2);
    expect(await shop.view()).toMatchObject({ open: null });
    expect((await shop.state()).purchased).toBe(10_000);
  });

  it('ends without a payment where the organization is closed', async () => {
    const shop = await createBuyer(false);
    await shop.account.close();
    await shop.work();
    expect(shop.paid()).toHaveLength(1);
    expect(await shop.view()).toMatchObject({ open: null, topUp: null });
  });

  it.each([
    ['refund', 'refunded'],
    ['dispute', 'disputed'],
  ] as const)('ends without a payment by a %s of an earlier one', async (how, reason) => {
    const shop = await createBuyer(false);
    shop.fake[how](shop.paid()[0]!.id, 3_000);
    await shop.deliver();
    await shop.work();
    expect(shop.paid()).toHaveLength(1);
    expect(await shop.view()).toMatchObject({ open: null, topUp: null, topUpFailure: reason });
    expect((await shop.view()).month.cents).toBe(3_000);
    expect(shop.subjects().slice(1)).toEqual(['The automatic top-up is switched off']);
  });

  it('is under way until its credits are there, so that no other begins', async () => {
    const shop = await createSubscriber();
    await shop.watch(TOP_UP, false);
    await shop.spend(19_000);
    const { open } = await shop.view();
    let isPaid = false;
    shop.world.fault = ({ method, url }) => {
      isPaid ||= method === 'POST' && url.endsWith('/payment_intents');
      return isPaid && method === 'GET' ? 'down' : null;
    };
    await expect(shop.work()).rejects.toThrow();
    expect(shop.paid()).toHaveLength(1);
    await shop.spend(500);
    expect((await shop.view()).open).toEqual(open);
    shop.world.fault = () => null;
    await shop.work();
    expect(shop.paid()).toHaveLength(1);
    expect((await shop.state()).purchased).toBe(5_000);
    expect((await shop.view()).open).toBeNull();
  });

  it('is under way as long as its payment is, which a bank may take days for', async () => {
    const shop = await createSubscriber();
    await shop.watch(TOP_UP, false);
    await shop.spend(19_000);
    const { open } = await shop.view();
    shop.world.fault = ({ method, url }) =>
      method === 'POST' && url.endsWith('/payment_intents') ? 'lost' : null;
    await expect(shop.work()).rejects.toThrow();
    shop.world.fault = () => null;
    const payment = shop.fake.all('payment_intent').at(-1)!;
    payment.status = 'processing';
    await shop.work();
    expect(await shop.view()).toMatchObject({ open, topUp: TOP_UP });
    payment.status = 'succeeded';
    await shop.work();
    expect((await shop.state()).purchased).toBe(5_000);
    expect(await shop.view()).toMatchObject({ open: null, topUp: TOP_UP });
  });

  it('is not ended by the late end of an earlier one', async () => {
    const shop = await createSubscriber();
    await shop.watch(TOP_UP, false);
    await shop.spend(19_000);
    const first = (await shop.view()).open!;
    await shop.work();
    await shop.spend(5_000);
    const second = (await shop.view()).open!;
    expect([first.id, second.id]).toEqual(['2030-01:1', '2030-01:2']);
    for (const failure of [null, 'declined', 'dropped'] as const)
      await shop.ports.accounts.endTopUp(shop.organizationId, first.id, failure);
    expect(await shop.view()).toMatchObject({ open: second, topUp: TOP_UP });
    await shop.work();
    expect(shop.paid()).toHaveLength(2);
    expect((await shop.view()).month.cents).toBe(6_000);
  });

  it('grants a pack that is paid while the organization is suspended', async () => {
    const shop = await createSubscriber();
    const page = shop.buy('pack_5k');
    await page;
    await env.ACCOUNT.getByName(shop.organizationId).setSuspended(true);
    await shop.take(page);
    expect((await shop.state()).purchased).toBe(5_000);
  });

  it('finds a payment whose reply was lost, days later too', async () => {
    const shop = await createSubscriber();
    await shop.watch(TOP_UP, false);
    await shop.spend(19_000);
    shop.world.fault = ({ method, url }) =>
      method === 'POST' && url.endsWith('/payment_intents') ? 'lost' : null;
    await expect(shop.work()).rejects.toThrow();
    shop.world.fault = () => null;
    vi.setSystemTime(START + 3 * DAY);
    await shop.work();
    expect(shop.paid()).toHaveLength(1);
    expect((await shop.state()).purchased).toBe(5_000);
    expect(await shop.view()).toMatchObject({ open: null, topUp: TOP_UP });
  });

  it('needs a saved payment method, a pack, and a ceiling that it fits in', async () => {
    const shop = await createShop();
    const set = (topUp: TopUpSettings, role: 'owner' | 'member' = 'owner') =>
      changeCreditWatch({ topUp, alerts: true }, { ...shop.payer, role }, shop.ports);
    await expect(set(TOP_UP)).rejects.toThrow('No payment method is saved');
    await expect(set(TOP_UP, 'member')).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    await shop.take(shop.choose('starter'));
    await expect(set({ ...TOP_UP, pack: 'pack_1' })).rejects.toThrow('no such pack');
    await expect(set({ ...TOP_UP, monthlyCents: 2_999 })).rejects.toThrow('$30');
    await expect(set({ ...TOP_UP, threshold: 0 })).rejects.toThrow('threshold');
    await set(TOP_UP);
  });
});

/** Some faults in a row, then peace, so that what is repeated gets through. */
function inject(shop: Awaited<ReturnType<typeof createSubscriber>>, chaos: Chaos) {
  const left = { faults: 0 };
  const strikes = (fault: Fault): boolean => {
    if (left.faults === 0 || !chaos.strikes(fault)) return false;
    left.faults--;
    return true;
  };
  shop.world.fault = () =>
    strikes('http_error') ? 'down' : strikes('http_lost_reply') ? 'lost' : null;
  const { accounts } = shop.ports;
  const losing =
    <Rest extends unknown[], T>(call: (...rest: Rest) => Promise<T>) =>
    async (...rest: Rest): Promise<T> => {
      const reply = await call(...rest);
      if (strikes('object_lost_reply')) throw new InjectedFault('object_lost_reply');
      return reply;
    };
  shop.ports.accounts = {
    ...accounts,
    grant: losing(accounts.grant),
    endTopUp: losing(accounts.endTopUp),
    endCreditNotice: losing(accounts.endCreditNotice),
  };
  shop.ports.db = openDatabase(strikingDatabase(strikes, env.DB));
  return left;
}

simulate(
  'every credit that was bought was paid once, and none beyond the ceiling, whatever is lost',
  { faults: 'topUps', fixed: 4, fresh: 2, perTest: 4 },
  async (chaos: Chaos) => {
    let now = START;
    vi.setSystemTime(now);
    const shop = await createSubscriber();
    await shop.watch(TOP_UP);
    const left = inject(shop, chaos);
    const { random } = chaos;
    const customer = await shop.customer();
    let [spent, seen] = [0, 0];
    for (let step = 0; step < 20; step++) {
      now += random.below(4) === 0 ? 2 * DAY : HOUR;
      vi.setSystemTime(now);
      shop.fake.tick();
      const { totalAvailable } = (await shop.ports.accounts.view(shop.organizationId))!.statement;
      const amount = Math.min(totalAvailable, 500 + random.below(6_000));
      if (amount > 0) await shop.spend(amount);
      spent += amount;
      if (random.below(8) === 0) shop.fake.breakCard(customer);
      else if (random.below(3) === 0) shop.fake.mendCard(customer);
      left.faults = random.below(10);
      chaos.operations++;
      // Two consumers at once, and the events of the payments beside them.
      const events = shop.fake.events.slice(seen);
      seen = shop.fake.events.length;
      await Promise.allSettled([
        shop.work(),
        ...(random.below(2) === 0 ? [shop.work()] : []),
        ...events.map(async (event) => receiveEvent(await delivery(event), shop.ports)),
      ]);
      left.faults = 0;
      if (random.below(4) === 0) await shop.watch(TOP_UP).catch(() => undefined);
      const { month } = await shop.view();
      expect(month.cents).toBeLessThanOrEqual(TOP_UP.monthlyCents);
    }
    shop.fake.mendCard(customer);
    await shop.deliver();
    for (let round = 0; round < 5; round++) await shop.work();
    const { open } = await shop.view();
    expect(open).toBeNull();
    const topUps = shop.fake.all('payment_intent').filter(({ metadata }) => metadata.top_up);
    expect(new Set(topUps.map(({ metadata }) => metadata.top_up)).size).toBe(topUps.length);
    const paid = shop.paid();
    const months = Map.groupBy(paid, ({ metadata }) => metadata.top_up.slice(0, 7));
    for (const payments of months.values())
      expect(payments.length * 3_000).toBeLessThanOrEqual(TOP_UP.monthlyCents);
    const { statement } = (await shop.ports.accounts.view(shop.organizationId))!;
    const plans = shop.fake.all('invoice').filter(({ status }) => status === 'paid').length;
    expect(statement.totalAvailable + spent).toBe(plans * 20_000 + paid.length * 5_000);
    // Each of them was told, once.
    const told = shop.told.filter(({ type }) => type === 'top_up.paid');
    expect(told).toHaveLength(paid.length);
    expect(new Set(shop.mailed.map(({ eventId }) => eventId)).size).toBe(shop.mailed.length);
    expect(await shop.broken()).toEqual([]);
  },
);
