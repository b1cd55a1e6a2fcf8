import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { ANY_AUDIT_ENTRY, readAuditLog } from '../../src/accounts/audit-log.ts';
import { grantCredits, setSubscription } from '../../src/accounts/credits.ts';
import { Account } from '../../src/accounts/object/account.ts';
import { addMember } from '../../src/accounts/organizations.ts';
import { removeMember } from '../../src/accounts/team/members.ts';
import {
  endPayments,
  readCreditTransfers,
  syncCustomer,
  syncDueCustomers,
  syncPaymentsNow,
} from '../../src/billing/customer-sync.ts';
import { requireCustomer } from '../../src/billing/customers.ts';
import { billingCustomers } from '../../src/billing/schema.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { loseObject } from '../recovery/support.ts';
import { steppedDatabase } from '../support/chaos-bindings.ts';
import { createShop } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const db = openDatabase(env.DB);

beforeEach(() => void vi.setSystemTime(Date.UTC(2030, 0, 10, 12)));

const wait = (ms: number) => void vi.setSystemTime(Date.now() + ms);

it('a movement in doubt is on record before the account is asked, and ends with the repeat', async () => {
  const shop = await createShop();
  const { accounts } = shop.ports;
  shop.ports.accounts = {
    ...accounts,
    async grant(...args) {
      await accounts.grant(...args);
      throw new Error('the reply was lost');
    },
  };
  const movement = { kind: 'pack', credits: 5_000 };
  await expect(shop.take(shop.buy('pack_5k'))).rejects.toThrow();
  expect(await readCreditTransfers(shop.organizationId, shop.ports)).toMatchObject([
    { ...movement, moved: null },
  ]);
  shop.ports.accounts = accounts;
  await shop.deliver();
  expect(await readCreditTransfers(shop.organizationId, shop.ports)).toMatchObject([
    { ...movement, moved: 5_000 },
  ]);
  expect(await shop.state()).toMatchObject({ purchased: 5_000 });
});

it('an account that is lost takes no credits: they come once it is rebuilt', async () => {
  const shop = await createShop();
  const { organizationId } = shop;
  const account = () => env.ACCOUNT.getByName(organizationId);
  await shop.take(shop.choose('starter'));
  await account().archiveEntries();
  await account().backUp();
  await loseObject(account());
  await expect(shop.take(shop.buy('pack_5k'))).rejects.toThrow('has no account');
  const grant = { organizationId, id: 'by hand', amount: 70, note: null };
  await expect(grantCredits(grant, shop.accountPorts)).rejects.toThrow('has no account');
  const plan = {
    plan: 'growth',
    status: 'active',
    creditsPerMonth: null,
    operationId: null,
  } as const;
  const dates = { periodStart: null, periodEnd: null, trialEnd: null };
  const change = { organizationId, ...plan, ...dates };
  await expect(setSubscription(change, shop.accountPorts)).rejects.toThrow('has no account');
  await objectStubs(env.ACCOUNT, Account).rebuild(organizationId, null, []);
  await shop.deliver();
  expect((await grantCredits(grant, shop.accountPorts)).granted).toBe(70);
  expect(await shop.state()).toMatchObject({ plan: 'starter', credits: 20_000, purchased: 5_070 });
  expect(await shop.broken()).toEqual([]);
});

/** Entries of the audit log that payments of an organization have made. */
const auditedPayments = async (organizationId: string) => {
  const filter = { ...ANY_AUDIT_ENTRY, organizationId, actor: 'stripe' };
  const { entries } = await readAuditLog(filter, { limit: 100, cursor: null }, { db });
  return entries.map(({ method, target }) => [method, target]);
};

it('a movement whose end is on record, though nobody was told, is in the audit log once', async () => {
  const shop = await createShop();
  const { accounts } = shop.ports;
  let isMoved = false;
  shop.ports.accounts = {
    ...accounts,
    async grant(...args) {
      const granted = await accounts.grant(...args);
      isMoved = true;
      return granted;
    },
  };
  shop.ports.db = openDatabase(
    steppedDatabase(env.DB, async (_, work) => {
      const answer = await work();
      if (!isMoved) return answer;
      isMoved = false;
      throw new Error('the reply was lost');
    }),
  );
  await expect(shop.take(shop.buy('pack_5k'))).rejects.toThrow();
  await shop.deliver();
  const entry = ['PACK', `stripe:${shop.payment().id}`];
  expect(await auditedPayments(shop.organizationId)).toEqual([entry]);
});

it('a plan that has ended, though nobody was told, is in the audit log once', async () => {
  const shop = await createShop();
  await shop.take(shop.choose('starter'));
  const { accounts } = shop.ports;
  shop.ports.accounts = {
    ...accounts,
    async subscribe(...args) {
      await accounts.subscribe(...args);
      shop.ports.accounts = accounts;
      throw new Error('the reply was lost');
    },
  };
  shop.fake.cancelNow(shop.subscription().id);
  await expect(shop.deliver()).rejects.toThrow();
  await shop.deliver();
  const target = `stripe:${shop.subscription().id}`;
  const plans = (await auditedPayments(shop.organizationId)).filter(([, of]) => of === target);
  expect(plans).toEqual([['SUBSCRIPTION_CANCELED', target]]);
});

it('a paid proration is no period of its own', async () => {
  const shop = await createShop();
  await shop.take(shop.choose('starter'));
  wait(10 * DAY);
  const { fake } = shop;
  const growth = shop.priceOf('plan_growth');
  const paid = fake.get(shop.subscription().latest_invoice);
  const [line] = paid.lines.data;
  const { subscription_item_details: details } = line.parent;
  const part = {
    ...line,
    period: { start: fake.now, end: line.period.end },
    parent: { ...line.parent, subscription_item_details: { ...details, proration: true } },
    pricing: { ...line.pricing, price_details: { price: growth } },
  };
  const lines = { object: 'list', data: [part] };
  fake.put('in', 'invoice', { ...paid, ...{ id: 'in_part', created: fake.now, lines } });
  fake.changePrice(shop.subscription().id, growth);
  await shop.deliver();
  // The account's rule for upgrades has raised the credits; nothing rolled over.
  expect(await shop.state()).toMatchObject({ plan: 'growth', credits: 85_000, rollover: 0 });
  const movements = await readCreditTransfers(shop.organizationId, shop.ports);
  expect(movements.map(({ credits }) => credits)).toEqual([20_000]);
});

it('a refund that failed gives back what it took, not what it should have taken', async () => {
  const shop = await createShop();
  await shop.take(shop.buy('pack_5k'));
  await shop.spend(4_500);
  const refund = shop.fake.refund(shop.payment().id, 3_000);
  await shop.deliver();
  expect(await shop.state()).toMatchObject({ purchased: 0 });
  shop.fake.failRefund(refund.id);
  await shop.deliver();
  expect(await shop.state()).toMatchObject({ purchased: 500 });
});

it('a subscription that was cancelled does not cover one taken after it', async () => {
  const shop = await createShop();
  await shop.take(shop.choose('growth'));
  wait(DAY);
  shop.fake.cancelNow(shop.subscription().id);
  await shop.deliver();
  await shop.take(shop.choose('starter'));
  expect(await shop.state()).toMatchObject({ plan: 'starter', status: 'active', credits: 20_000 });
});

it('a period that a trial beside it covered gives its credits once the trial is cancelled', async () => {
  const shop = await createShop();
  const customer = await shop.customer();
  const trial = shop.fake.subscribe(customer, shop.priceOf('plan_starter'), { trialDays: 14 });
  await shop.deliver();
  wait(DAY);
  shop.fake.subscribe(customer, shop.priceOf('plan_starter'));
  await shop.deliver();
  expect(await shop.state()).toMatchObject({ credits: 20_000, rollover: 0, purchased: 0 });
  wait(DAY);
  shop.fake.cancelNow(trial.id);
  await shop.deliver();
  expect(await shop.state()).toMatchObject({ status: 'active', credits: 20_000, rollover: 20_000 });
  expect(await shop.broken()).toEqual([]);
});

it('of two that run beside each other one gives credits, month after month', async () => {
  const shop = await createShop();
  const customer = await shop.customer();
  const first = shop.fake.subscribe(customer, shop.priceOf('plan_starter'));
  await shop.deliver();
  wait(10 * DAY);
  shop.fake.subscribe(customer, shop.priceOf('plan_starter'));
  await shop.deliver();
  wait(22 * DAY);
  shop.fake.tick();
  await shop.deliver();
  expect(await shop.state()).toMatchObject({ credits: 20_000, rollover: 20_000, purchased: 0 });
  // The other's month was covered by two months of this one, which ends within it.
  shop.fake.cancelNow(first.id);
  await shop.deliver();
  expect(await shop.state()).toMatchObject({ credits: 20_000, purchased: 20_000 });
  expect(await shop.broken()).toEqual([]);
});

it('a period paid for before the one the account is in is granted as bought credits', async () => {
  const shop = await createShop();
  shop.fake.subscribe(await shop.customer(), shop.priceOf('plan_starter'));
  wait(DAY);
  await shop.ports.accounts.subscribe(shop.organizationId, {
    ...{ operationId: null, plan: 'acme', status: 'active', creditsPerMonth: 7, trialEnd: null },
    ...{ periodStart: Date.now(), periodEnd: Date.now() + 20 * DAY },
  });
  await shop.deliver();
  expect(await shop.state()).toMatchObject({ purchased: 20_000 });
});

it('a payment by bank whose end no event tells of is found within the hour', async () => {
  const shop = await createShop();
  const session = await shop.take(shop.buy('pack_5k'), 'bank');
  shop.fake.settleBank(session.id, true);
  wait(HOUR);
  await syncDueCustomers(shop.ports);
  expect(await shop.state()).toMatchObject({ purchased: 5_000 });
});

it('every open page for another plan is closed, and one about to end is not given out', async () => {
  const shop = await createShop();
  const first = await shop.choose('starter');
  const page = shop.fake.get(first.split('/').at(-1) as string);
  // Opened by a click at the same time.
  const other = shop.fake.put('cs', 'checkout.session', {
    ...page,
    ...{ id: 'cs_other', metadata: { price: shop.priceOf('plan_growth') } },
  });
  expect(await shop.choose('starter')).toBe(first);
  expect([page.status, other.status]).toEqual(['open', 'expired']);
  vi.setSystemTime((page.expires_at - 299) * 1_000);
  expect(await shop.choose('starter')).not.toBe(first);
  expect(page.status).toBe('expired');
});

it('a customer that cannot be read makes room for others for an hour', async () => {
  const shop = await createShop();
  const path = `/v1/customers/${await shop.customer()}`;
  await shop.choose('starter');
  wait(HOUR);
  shop.world.fault = ({ url }) => (new URL(url).pathname === path ? 'down' : null);
  /** Whether a run of cron asked for it. */
  const isRead = async () => {
    shop.asked.length = 0;
    await syncDueCustomers(shop.ports);
    return shop.asked.includes(`GET ${path}`);
  };
  expect(await isRead()).toBe(true);
  expect(await isRead()).toBe(false);
  wait(HOUR);
  expect(await isRead()).toBe(true);
});

it('a customer that D1 has lost is restored by an event, by the operator, and by the next order', async () => {
  for (const restore of ['event', 'operator', 'order'] as const) {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    const { customer } = shop.subscription();
    await shop.ports.db.delete(billingCustomers).where(eq(billingCustomers.customerId, customer));
    wait(32 * DAY);
    shop.fake.tick();
    if (restore === 'event') await shop.deliver();
    if (restore === 'operator') await syncPaymentsNow(shop.organizationId, shop.ports);
    // The page could not know of the subscription: it is not changed without a question.
    if (restore === 'order') {
      await expect(shop.choose('growth', false)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      expect(shop.fake.all('customer')).toHaveLength(1);
      await syncPaymentsNow(shop.organizationId, shop.ports);
    }
    expect(await shop.state()).toMatchObject({
      plan: 'starter',
      status: 'active',
      credits: 20_000,
    });
    expect(
      (await shop.ports.accounts.view(shop.organizationId))!.subscription!.periodEnd,
    ).toBeGreaterThan(Date.now());
  }
});

it('a customer has the address of a present owner, also one who became it later', async () => {
  const { fake, ports, accountPorts, organizationId } = await createShop();
  const contact = () => fake.all('customer').map(({ name, email }) => [name, email]);
  const [former] = (await ports.accounts.view(organizationId))!.members;
  const next = async (role: 'owner' | 'member', name: string) => {
    const email = `${name}-${organizationId}@example.com`;
    await addMember({ organizationId, email, role }, accountPorts);
    wait(1);
    return email;
  };
  const second = await next('owner', 'second');
  await next('member', 'third');
  await removeMember({ organizationId, userId: former!.id }, accountPorts);
  const { customerId } = await requireCustomer(organizationId, ports);
  expect(contact()).toEqual([['Example Ltd', second]]);
  // An owner who was there before does not take over from another who still is one.
  const fourth = await next('owner', 'fourth');
  await syncCustomer(customerId, ports);
  expect(contact()).toEqual([['Example Ltd', second]]);
  const { members } = (await ports.accounts.view(organizationId))!;
  const { id: userId } = members.find(({ email }) => email === second)!;
  await removeMember({ organizationId, userId }, accountPorts);
  await syncCustomer(customerId, ports);
  expect(contact()).toEqual([['Example Ltd', fourth]]);
});

it('a customer whose name and address did not arrive has them with the next order', async () => {
  const { fake, ports, world, organizationId } = await createShop();
  world.fault = ({ method, url }) =>
    method === 'POST' && /\/v1\/customers\/cus_/.test(url) ? 'down' : null;
  await expect(requireCustomer(organizationId, ports)).rejects.toThrow();
  world.fault = () => null;
  await requireCustomer(organizationId, ports);
  const [customer] = fake.all('customer');
  expect([customer?.name, customer?.email]).toEqual(['Example Ltd', 'owner@example.com']);
});

it.each(['choose', 'buy'] as const)(
  'a page to pay on that was opened by %s takes no payment once the organization is closed',
  async (by) => {
    const shop = await createShop();
    const page = await (by === 'buy' ? shop.buy('pack_5k') : shop.choose('starter'));
    const session = shop.fake.get(page.split('/').at(-1)!);
    await shop.ports.accounts.close(shop.organizationId);
    shop.world.fault = ({ url }) => (url.endsWith('/expire') ? 'down' : null);
    await endPayments(shop.organizationId, shop.ports);
    expect(session.status).toBe('open');
    shop.world.fault = () => null;
    await syncDueCustomers(shop.ports);
    expect(session.status).toBe('expired');
  },
);
