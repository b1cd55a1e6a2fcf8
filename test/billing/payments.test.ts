import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readBilling } from '../../src/billing/billing-view.ts';
import { buyCredits, choosePlan, managePayments } from '../../src/billing/checkout.ts';
import {
  endPayments,
  readCreditTransfers,
  syncCustomer,
  syncDueCustomers,
} from '../../src/billing/customer-sync.ts';
import { publishPrices } from '../../src/billing/prices.ts';
import { findCustomer } from '../../src/billing/store.ts';
import { createShop, shopFor } from './support.ts';

const DAY = 86_400_000;
const START = Date.UTC(2030, 0, 10, 12);

beforeEach(() => {
  vi.setSystemTime(START);
});

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe('a plan', () => {
  it('is taken at Stripe, granted when it is paid, and renewed', async () => {
    const shop = await createShop();
    expect(await shop.choose('starter')).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_/);
    expect(await shop.state()).toMatchObject({ plan: null, credits: 0 });
    await shop.take(shop.choose('starter'));
    expect(await shop.state()).toEqual({
      ...{ plan: 'starter', status: 'active', credits: 20_000, rollover: 0, purchased: 0 },
    });
    wait(32 * DAY);
    shop.fake.tick();
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ credits: 20_000, rollover: 20_000 });
    expect(await shop.broken()).toEqual([]);
  });

  it('begins a new period without its credits until that is paid', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    await shop.spend(5_000);
    shop.fake.collectsAtOnce = false;
    wait(32 * DAY);
    shop.fake.tick();
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ status: 'active', credits: 0, rollover: 15_000 });
    shop.fake.breakCard(await shop.customer());
    shop.fake.collect(shop.subscription().latest_invoice);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ status: 'past_due', credits: 0, rollover: 15_000 });
    shop.fake.mendCard(await shop.customer());
    shop.fake.collect(shop.subscription().latest_invoice);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({
      status: 'active',
      credits: 20_000,
      rollover: 15_000,
    });
    expect(await shop.broken()).toEqual([]);
  });

  it('that is bigger begins now with a whole period, once it is paid', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    wait(10 * DAY);
    const customer = await shop.customer();
    shop.fake.breakCard(customer);
    expect(await shop.choose('growth')).toMatch(/^https:\/\/invoice\.stripe\.com\//);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ plan: 'starter', credits: 20_000 });
    shop.fake.mendCard(customer);
    shop.fake.collect(shop.subscription().latest_invoice);
    await shop.deliver();
    expect(await shop.state()).toEqual({
      ...{ plan: 'growth', status: 'active', credits: 85_000, rollover: 20_000, purchased: 0 },
    });
    expect(shop.fake.all('subscription')).toHaveLength(1);
    expect(await shop.broken()).toEqual([]);
  });

  it('that is bigger leaves plan and credits as they were where the card fails, for good', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    wait(10 * DAY);
    const before = await shop.books();
    shop.fake.breakCard(await shop.customer());
    await shop.choose('growth');
    await shop.deliver();
    expect(shop.subscription()).toMatchObject({ status: 'active' });
    expect(await shop.books()).toEqual(before);
    wait(DAY);
    shop.fake.tick();
    await shop.deliver();
    expect(shop.subscription().pending_update).toBeNull();
    expect(await shop.books()).toEqual(before);
    shop.fake.mendCard(await shop.customer());
    wait(30 * DAY);
    shop.fake.tick();
    await shop.deliver();
    expect(await shop.state()).toEqual({
      ...{ plan: 'starter', status: 'active', credits: 20_000, rollover: 20_000, purchased: 0 },
    });
    expect(await shop.broken()).toEqual([]);
  });

  it('that is bigger keeps what was paid for in the same second', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    wait(500);
    await shop.choose('growth');
    await shop.deliver();
    await shop.deliver();
    expect(await shop.state()).toEqual({
      ...{ plan: 'growth', status: 'active', credits: 85_000, rollover: 20_000, purchased: 0 },
    });
    expect(await shop.broken()).toEqual([]);
  });

  it('that is smaller begins with the next period, and can be taken back until then', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('growth'));
    const change = async (plan: string) => {
      expect(await shop.choose(plan)).toBe('https://api.test/app/billing?from=change');
      await shop.deliver();
    };
    for (const plan of ['starter', 'growth', 'starter']) {
      await change(plan);
      const view = await readBilling(shop.organizationId, shop.ports);
      expect(view?.stripe).toMatchObject({
        subscriptionState: { current: { plan: 'growth' }, next: { plan } },
      });
      expect(await shop.state()).toMatchObject({ plan: 'growth', credits: 85_000, rollover: 0 });
    }
    wait(32 * DAY);
    shop.fake.tick();
    await shop.deliver();
    expect(await shop.state()).toMatchObject({
      plan: 'starter',
      credits: 20_000,
      rollover: 85_000,
    });
    expect(shop.fake.all('invoice').map(({ total }) => total)).toEqual([9_900, 29_900]);
  });

  it('changed in Stripe by hand within its period follows the rule of the account', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    shop.fake.changePrice(shop.subscription().id, shop.priceOf('plan_growth'));
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ plan: 'growth', credits: 85_000, rollover: 0 });
    await shop.deliver();
    expect(await shop.broken()).toEqual([]);
  });

  it('ends at the end of its period or at once, and an operator may set another after it', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    shop.fake.cancelAtEnd(shop.subscription().id);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ status: 'active' });
    await shop.choose('starter');
    expect(shop.subscription()).toMatchObject({ cancel_at_period_end: false });
    expect(shop.fake.all('invoice')).toHaveLength(1);
    shop.fake.cancelNow(shop.subscription().id);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ status: 'canceled', credits: 20_000 });
    wait(DAY);
    const { accounts } = shop.ports;
    await accounts.subscribe(shop.organizationId, {
      ...{ operationId: null, plan: 'acme', status: 'active', creditsPerMonth: 7, trialEnd: null },
      ...{ periodStart: Date.now(), periodEnd: Date.now() + 20 * DAY },
    });
    wait(2 * DAY);
    await syncDueCustomers(shop.ports);
    expect(await shop.state()).toMatchObject({ plan: 'acme', status: 'active', credits: 7 });
  });

  it('made in Stripe by hand counts, with a trial too; unpaid and paused it is not paid', async () => {
    const shop = await createShop();
    const customer = await shop.customer();
    const made = shop.fake.subscribe(customer, shop.priceOf('plan_growth'), { trialDays: 7 });
    await shop.deliver();
    expect(await shop.state()).toMatchObject({
      plan: 'growth',
      status: 'trialing',
      credits: 85_000,
    });
    for (const status of ['unpaid', 'paused']) {
      shop.fake.setStatus(made.id, status);
      await shop.deliver();
      expect(await shop.state()).toMatchObject({ status });
    }
    shop.fake.setStatus(made.id, 'trialing');
    // A bigger plan ends the trial and is paid; it gives nothing away.
    await shop.choose('professional');
    await shop.deliver();
    expect(shop.fake.all('invoice')[0]).toMatchObject({ total: 79_900, status: 'paid' });
    expect(await shop.state()).toMatchObject({ plan: 'professional', credits: 250_000 });
  });

  it('counts once where two run: the better one, whichever was there first', async () => {
    for (const [first, second] of [
      ['growth', 'starter'],
      ['starter', 'growth'],
    ] as const) {
      const shop = await createShop();
      const customer = await shop.customer();
      shop.fake.subscribe(customer, shop.priceOf(`plan_${first}`));
      await shop.deliver();
      wait(DAY);
      const other = shop.fake.subscribe(customer, shop.priceOf(`plan_${second}`));
      await shop.deliver();
      const rollover = first === 'starter' ? 20_000 : 0;
      expect(await shop.state()).toMatchObject({ plan: 'growth', credits: 85_000, rollover });
      const view = await readBilling(shop.organizationId, shop.ports);
      expect(view?.stripe).toMatchObject({ subscriptionState: { others: 1 } });
      // Once the better one is gone, the other one counts.
      if (second === 'growth') shop.fake.cancelNow(other.id);
      await shop.deliver();
      const plan = second === 'growth' ? 'starter' : 'growth';
      expect(await shop.state()).toMatchObject({ plan, status: 'active' });
      expect(await shop.broken()).toEqual([]);
    }
  });

  it('heard of late is granted period by period, and what is over as bought credits', async () => {
    const shop = await createShop();
    const made = shop.fake.subscribe(await shop.customer(), shop.priceOf('plan_starter'));
    wait(DAY);
    shop.fake.restart(made.id, shop.priceOf('plan_growth'));
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ credits: 85_000, rollover: 20_000, purchased: 0 });
    wait(70 * DAY);
    shop.fake.tick();
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ credits: 85_000, purchased: 85_000 });
    expect(await shop.broken()).toEqual([]);
    const transfers = await readCreditTransfers(shop.organizationId, shop.ports);
    // Newest first: of the two periods that went by unheard, the earlier one is over.
    expect(transfers.map(({ kind }) => kind)).toEqual([
      'period',
      'late_period',
      'period',
      'period',
    ]);
  });

  it('is granted once if the reply of the account is lost and it is read again once over', async () => {
    const shop = await createShop();
    const { accounts } = shop.ports;
    const subscribe: typeof accounts.subscribe = async (...call) => {
      await accounts.subscribe(...call);
      throw new Error('the reply was lost');
    };
    shop.fake.subscribe(await shop.customer(), shop.priceOf('plan_starter'));
    const lossy = { ...shop.ports, accounts: { ...accounts, subscribe } };
    await expect(syncCustomer(await shop.customer(), lossy)).rejects.toThrow('lost');
    expect(await shop.state()).toMatchObject({ credits: 20_000 });
    wait(32 * DAY);
    shop.fake.tick();
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ credits: 20_000, rollover: 20_000, purchased: 0 });
    const transfers = await readCreditTransfers(shop.organizationId, shop.ports);
    expect(transfers.map(({ kind, moved }) => `${kind} ${moved}`)).toEqual([
      'period 20000',
      'period 20000',
    ]);
    expect(await shop.broken()).toEqual([]);
  });

  it('is on record without credits if the account refuses the late grant', async () => {
    const shop = await createShop();
    const { accounts } = shop.ports;
    shop.fake.subscribe(await shop.customer(), shop.priceOf('plan_starter'));
    wait(32 * DAY);
    const grant: typeof accounts.grant = async () => ({
      kind: 'conflict',
      param: 'id',
      message: 'id: was used for another amount.',
    });
    const refusing = { ...shop.ports, accounts: { ...accounts, grant } };
    await syncCustomer(await shop.customer(), refusing);
    const transfers = await readCreditTransfers(shop.organizationId, shop.ports);
    expect(transfers.map(({ kind, moved }) => `${kind} ${moved}`)).toEqual(['late_period 0']);
  });

  it('is granted once if the database loses what was granted', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    wait(32 * DAY);
    shop.fake.tick();
    await shop.deliver();
    const before = await shop.books();
    await shop.ports.db.run('DELETE FROM billing_movements');
    await syncCustomer(await shop.customer(), shop.ports);
    expect(await shop.books()).toEqual(before);
    const transfers = await readCreditTransfers(shop.organizationId, shop.ports);
    expect(transfers.map(({ kind }) => kind)).toEqual(['period', 'period']);
  });

  it('is read again by whoever read it while it changed', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    let isFirst = true;
    const { accounts } = shop.ports;
    const view: typeof accounts.view = async (id) => {
      if (isFirst) {
        isFirst = false;
        shop.fake.setStatus(shop.subscription().id, 'past_due');
        await shop.deliver();
      }
      return accounts.view(id);
    };
    const slow = { ...shop.ports, accounts: { ...accounts, view } };
    await syncCustomer(await shop.customer(), slow);
    expect(await shop.state()).toMatchObject({ status: 'past_due' });
  });

  it('of an organization that was closed is not renewed', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    await shop.ports.accounts.close(shop.organizationId);
    // Also with a customer that the database has lost.
    await env.DB.prepare('DELETE FROM billing_customers WHERE organization_id = ?')
      .bind(shop.organizationId)
      .run();
    await endPayments(shop.organizationId, shop.ports);
    expect(shop.subscription()).toMatchObject({ cancel_at_period_end: true });
    await endPayments(shop.organizationId, { ...shop.ports, stripe: null });
  });

  it('outlives a deleted customer as long as Stripe says, and another customer can be made', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    const customer = await shop.customer();
    shop.fake.deleteCustomer(customer);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ status: 'canceled' });
    const deletedAt = async () => (await findCustomer(shop.ports.db, customer))?.deletedAt;
    const first = await deletedAt();
    expect(first).toBe(Date.now());
    wait(3_600_000);
    await syncCustomer(customer, shop.ports);
    expect(await deletedAt()).toBe(first);
    await shop.take(shop.choose('growth'));
    expect(await shop.customer()).not.toBe(customer);
    expect(await shop.state()).toMatchObject({ plan: 'growth', status: 'active', credits: 85_000 });
  });

  it('of a customer whose deletion no event reported does not hold up the next payment', async () => {
    const shop = await createShop();
    await shop.take(shop.choose('starter'));
    const customer = await shop.customer();
    shop.fake.deleteCustomer(customer);
    const page = await shop.choose('growth');
    const deleted = await findCustomer(shop.ports.db, customer);
    expect(deleted).toMatchObject({ deletedAt: Date.now(), dueAt: Date.now() });
    await shop.take(Promise.resolve(page));
    expect(await shop.customer()).not.toBe(customer);
    expect(await shop.state()).toMatchObject({ plan: 'growth', status: 'active', credits: 85_000 });
  });

  it('whose payment fails at Checkout never began; what is owed is paid in the portal', async () => {
    const shop = await createShop();
    const price = shop.priceOf('plan_starter');
    const customer = await shop.customer();
    const made = shop.fake.put('sub', 'subscription', {
      ...shop.fake.subscribe(customer, price, { status: 'incomplete_expired' }),
      id: 'sub_failed',
    });
    shop.fake.objects.delete(shop.fake.all('subscription')[1]?.id);
    made.latest_invoice = null;
    for (const invoice of shop.fake.all('invoice')) invoice.status = 'void';
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ plan: null, status: null, credits: 0 });
    await shop.take(shop.choose('starter'));
    shop.fake.setStatus(shop.subscription().id, 'past_due');
    expect(await shop.choose('growth')).toMatch(/^https:\/\/billing\.stripe\.com\//);
  });
});

describe('a pack of credits', () => {
  it('is granted once it is paid, whichever event comes first and however often', async () => {
    const shop = await createShop();
    await shop.take(shop.buy('pack_5k'));
    await shop.take(shop.buy('pack_5k'));
    expect(await shop.state()).toMatchObject({ plan: null, purchased: 10_000 });
    expect(shop.fake.all('checkout.session')).toHaveLength(2);
  });

  it('by bank waits for the money', async () => {
    const shop = await createShop();
    const failed = await shop.take(shop.buy('pack_5k'), 'bank');
    const paid = await shop.take(shop.buy('pack_25k'), 'bank');
    expect(await shop.state()).toMatchObject({ purchased: 0 });
    const documents = async () => {
      const { stripe } = (await readBilling(shop.organizationId, shop.ports))!;
      if (typeof stripe !== 'object') throw new Error('Stripe was not asked');
      return stripe!.documents.map(({ kind, status, total }) => `${kind} ${status} ${total}`);
    };
    const underWay = ['pack processing 14000', 'pack processing 3000'];
    expect((await documents()).sort()).toEqual(underWay);
    shop.fake.settleBank(failed.id, false);
    shop.fake.settleBank(paid.id, true);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ purchased: 25_000 });
    expect((await documents()).sort()).toEqual(['invoice paid 14000', 'pack failed 3000']);
  });

  it('goes back with a refund, by its share, as far as it is unspent', async () => {
    const shop = await createShop();
    await shop.take(shop.buy('pack_5k'));
    const { id } = shop.payment();
    await shop.spend(4_000);
    const part = shop.fake.refund(id, 600);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ purchased: 0 });
    shop.fake.refund(id, 2_400);
    await shop.deliver();
    const view = await readBilling(shop.organizationId, shop.ports);
    const moved = view?.creditTransfers.map(({ kind, credits, moved }) => [kind, credits, moved]);
    expect(moved).toEqual([
      ['refund', -4_000, 0],
      ['refund', -1_000, -1_000],
      ['pack', 5_000, 5_000],
    ]);
    expect(shop.warned).toContain('credits of a payment that went back were spent');
    // A refund that did not get through gives back what it took, and no more.
    shop.fake.failRefund(part.id);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ purchased: 1_000 });
    expect(await shop.broken()).toEqual([]);
  });

  it('that goes back takes its own credits before those of another', async () => {
    const shop = await createShop();
    await shop.take(shop.buy('pack_25k'));
    await shop.take(shop.buy('pack_5k'));
    shop.fake.refund(shop.payment().id, 3_000);
    await shop.deliver();
    expect((await shop.books()).lots).toMatchObject([{ kind: 'purchased', available: 25_000 }]);
  });

  it('is taken back while a dispute is open, and given back when it is won', async () => {
    const shop = await createShop();
    await shop.take(shop.buy('pack_5k'));
    const won = shop.fake.dispute(shop.payment().id, 3_000);
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ purchased: 0 });
    shop.fake.closeDispute(won.id, 'won');
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ purchased: 5_000 });
    const lost = shop.fake.dispute(shop.payment().id, 3_000);
    shop.fake.closeDispute(lost.id, 'lost');
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ purchased: 0 });
  });

  it('goes back once where it is refunded and disputed, until neither stands', async () => {
    const shop = await createShop();
    await shop.take(shop.buy('pack_25k'));
    await shop.take(shop.buy('pack_5k'));
    const { id } = shop.payment();
    const purchased = async () => {
      await shop.deliver();
      return (await shop.state()).purchased;
    };
    const refund = shop.fake.refund(id, 1_500);
    expect(await purchased()).toBe(27_500);
    const dispute = shop.fake.dispute(id, 3_000);
    expect(await purchased()).toBe(25_000);
    // What the refund gives up the dispute still claims, and the other way round.
    shop.fake.failRefund(refund.id);
    expect(await purchased()).toBe(25_000);
    shop.fake.refund(id, 3_000);
    expect(await purchased()).toBe(25_000);
    shop.fake.closeDispute(dispute.id, 'won');
    expect(await purchased()).toBe(25_000);
    shop.fake.failRefund(shop.fake.all('refund').find(({ status }) => status !== 'failed')!.id);
    expect(await purchased()).toBe(30_000);
    expect(await shop.broken()).toEqual([]);
  });

  it('has a receipt that says what holds of its payment', async () => {
    const shop = await createShop();
    await shop.take(shop.buy('pack_5k'));
    const { id } = shop.payment();
    const receipt = async () => {
      const { stripe } = (await readBilling(shop.organizationId, shop.ports))!;
      return (stripe as { documents: object[] }).documents;
    };
    expect(await receipt()).toMatchObject([{ kind: 'invoice', status: 'paid' }]);
    const dispute = shop.fake.dispute(id, 3_000);
    expect(await receipt()).toMatchObject([{ kind: 'invoice', status: 'disputed' }]);
    shop.fake.closeDispute(dispute.id, 'won');
    expect(await receipt()).toMatchObject([{ kind: 'invoice', status: 'paid' }]);
    shop.fake.closeDispute(shop.fake.dispute(id, 3_000).id, 'lost');
    expect(await receipt()).toMatchObject([{ kind: 'invoice', status: 'dispute_lost' }]);
    await shop.take(shop.buy('pack_25k'));
    const part = shop.fake.refund(shop.payment().id, 1_000);
    const refunded = async () =>
      (await receipt()).find((each) => 'total' in each && each.total === 14_000);
    expect(await refunded()).toMatchObject({ kind: 'invoice', status: 'partly_refunded' });
    shop.fake.failRefund(part.id);
    expect(await refunded()).toMatchObject({ status: 'paid' });
  });

  describe('that goes back while it is held', () => {
    /** A plan of 20,000, a pack of 5,000, all but 1,000 held by a job. */
    async function createHolder() {
      const shop = await createShop();
      await shop.take(shop.choose('starter'));
      await shop.take(shop.buy('pack_5k'));
      const { id } = shop.payment();
      const holdId = await shop.hold(24_000);
      const transfers = async () => {
        const rows = await readCreditTransfers(shop.organizationId, shop.ports);
        return rows
          .filter(({ payment, kind }) => payment === id && kind !== 'pack')
          .map(({ kind, credits, moved }) => [kind, credits, moved]);
      };
      const credits = async () => {
        await shop.deliver();
        const { credits, purchased } = await shop.state();
        return [credits, purchased];
      };
      return { ...shop, id, holdId, transfers, credits };
    }

    it('is taken when the job ends, and on record within the hour', async () => {
      for (const how of ['refund', 'dispute'] as const) {
        const shop = await createHolder();
        shop.fake[how](shop.id, 3_000);
        expect(await shop.credits()).toEqual([0, 0]);
        expect(await shop.transfers()).toEqual([[how, -5_000, -1_000]]);
        expect(shop.warned).toEqual([]);
        // The plan's credits are spent before the pack's.
        await shop.endHold(shop.holdId, 800);
        expect(await shop.credits()).toEqual([19_200, 0]);
        wait(3_600_000);
        await syncDueCustomers(shop.ports);
        expect(await shop.transfers()).toEqual([[how, -5_000, -5_000]]);
        expect(await shop.broken()).toEqual([]);
      }
    });

    it('is asked for once, though the account has lost its id', async () => {
      const shop = await createHolder();
      const refund = shop.fake.refund(shop.id, 3_000);
      await shop.deliver();
      await shop.endHold(shop.holdId, 0);
      await shop.take(shop.buy('pack_5k'));
      await runInDurableObject(env.ACCOUNT.getByName(shop.organizationId), (_, { storage }) => {
        storage.sql.exec('DELETE FROM calls WHERE id = ?', `grant:stripe:${refund.id}`);
      });
      await env.DB.prepare('UPDATE billing_movements SET moved = -1000 WHERE moved = -5000').run();
      await syncCustomer(await shop.customer(), shop.ports);
      expect(await shop.credits()).toEqual([20_000, 5_000]);
    });

    it('is taken when the hold ends by itself', async () => {
      const shop = await createHolder();
      shop.fake.refund(shop.id, 3_000);
      await shop.deliver();
      wait(120_000);
      expect(await shop.credits()).toEqual([20_000, 0]);
      expect(await shop.broken()).toEqual([]);
    });

    it('is spent all the same by the job that holds it', async () => {
      const shop = await createHolder();
      shop.fake.refund(shop.id, 3_000);
      await shop.deliver();
      await shop.endHold(shop.holdId, 23_000);
      expect(await shop.credits()).toEqual([0, 0]);
      await syncCustomer(await shop.customer(), shop.ports);
      expect(await shop.transfers()).toEqual([['refund', -5_000, -2_000]]);
      expect(await shop.broken()).toEqual([]);
    });

    it('is taken by the share of each refund, and stays where one fails or a dispute is won', async () => {
      const shop = await createHolder();
      const part = shop.fake.refund(shop.id, 1_200);
      await shop.deliver();
      const dispute = shop.fake.dispute(shop.id, 1_200);
      await shop.deliver();
      expect((await shop.transfers()).sort()).toEqual([
        ['dispute', -2_000, 0],
        ['refund', -2_000, -1_000],
      ]);
      shop.fake.closeDispute(dispute.id, 'won');
      expect(await shop.credits()).toEqual([0, 0]);
      await shop.endHold(shop.holdId, 0);
      expect(await shop.credits()).toEqual([20_000, 3_000]);
      shop.fake.failRefund(part.id);
      expect(await shop.credits()).toEqual([20_000, 5_000]);
      const again = shop.fake.dispute(shop.id, 3_000);
      expect(await shop.credits()).toEqual([20_000, 0]);
      shop.fake.closeDispute(again.id, 'won');
      expect(await shop.credits()).toEqual([20_000, 5_000]);
      expect(await shop.broken()).toEqual([]);
    });

    it('is on the page as spent or held until a dispute is won', async () => {
      const shop = await createHolder();
      const missing = async () =>
        (await readBilling(shop.organizationId, shop.ports))?.missingCredits;
      const dispute = shop.fake.dispute(shop.id, 3_000);
      await shop.deliver();
      expect(await missing()).toBe(4_000);
      // Nor do as many later transfers as the page shows hide it.
      for (let n = 0; n < 12; n += 1)
        await env.DB.prepare(
          `INSERT INTO billing_movements SELECT 'stripe:in_' || ?1, organization_id, customer_id,
           'period', 'in_' || ?1, 1, 1, at + ?1 + 1 FROM billing_movements
           WHERE kind = 'dispute' AND organization_id = ?2`,
        )
          .bind(n, shop.organizationId)
          .run();
      expect(await missing()).toBe(4_000);
      shop.fake.closeDispute(dispute.id, 'won');
      await shop.deliver();
      expect(await missing()).toBe(0);
      await shop.endHold(shop.holdId, 0);
      // Nothing is asked of a claim that is given up, whatever the account has lost.
      const { grant } = shop.ports.accounts;
      const asked: number[] = [];
      shop.ports.accounts.grant = (organizationId, request) => {
        asked.push(request.amount);
        return grant.call(shop.ports.accounts, organizationId, request);
      };
      await syncCustomer(await shop.customer(), shop.ports);
      expect(asked).toEqual([]);
    });

    it('is lowered by the credits that were recorded first', async () => {
      const shop = await createHolder();
      const part = shop.fake.refund(shop.id, 1_800);
      await shop.deliver();
      shop.fake.failRefund(part.id);
      // Another reading begins it between what this one knows and what it begins.
      const columns = 'kind, payment, organization_id, customer_id, at';
      const others = columns.replaceAll(/\w+/g, 'NEW.$&');
      await env.DB.prepare(
        `CREATE TRIGGER other_reading BEFORE INSERT ON billing_movements WHEN NEW.credits = 3000
         BEGIN INSERT INTO billing_movements (id, credits, ${columns})
         VALUES (NEW.id, 1000, ${others}); END`,
      ).run();
      const { grant } = shop.ports.accounts;
      const lowered: unknown[] = [];
      shop.ports.accounts.grant = (organizationId, request) => {
        lowered.push([request.amount, request.undoes?.keep]);
        return grant.call(shop.ports.accounts, organizationId, request);
      };
      await shop.deliver();
      await env.DB.prepare('DROP TRIGGER other_reading').run();
      expect(lowered).toEqual([
        [1_000, 2_000],
        [2_000, 0],
      ]);
      await shop.endHold(shop.holdId, 0);
      expect(await shop.credits()).toEqual([20_000, 5_000]);
    });

    it('comes back as far as it was taken where the job ended before the dispute was won', async () => {
      const shop = await createHolder();
      const dispute = shop.fake.dispute(shop.id, 3_000);
      await shop.deliver();
      await shop.endHold(shop.holdId, 21_000);
      shop.fake.closeDispute(dispute.id, 'won');
      expect(await shop.credits()).toEqual([0, 4_000]);
      const [returned] = await shop.transfers();
      expect(returned).toEqual(['returned', 5_000, 4_000]);
      expect(await shop.broken()).toEqual([]);
    });
  });

  it('is not granted for another amount or currency than its order says', async () => {
    const shop = await createShop();
    const wrong = [
      { amount: 2_999 },
      { currency: 'jpy' },
      { metadata: { pack: 'pack_5k', credits: '1e9' } },
    ];
    for (const fields of wrong) {
      const page = await shop.buy('pack_5k');
      const session = shop.fake.pay(page.split('/').at(-1) as string);
      const payment = shop.fake.get(session.payment_intent);
      Object.assign(payment, fields, { amount_received: fields.amount ?? 3_000 });
    }
    await shop.deliver();
    expect(await shop.state()).toMatchObject({ purchased: 0 });
    const view = await readBilling(shop.organizationId, shop.ports);
    expect(view?.creditTransfers.map(({ kind }) => kind)).toEqual([
      'mismatch',
      'mismatch',
      'mismatch',
    ]);
  });

  it('is not sold at a price that is not the one of the table', async () => {
    const shop = await createShop();
    const price = shop.fake.get(shop.priceOf('pack_5k'));
    price.unit_amount = 100;
    await expect(shop.buy('pack_5k')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await publishPrices(shop.ports)).toContainEqual(
      expect.objectContaining({ lookupKey: 'lookup_api_pack_5k', made: true }),
    );
    await shop.take(shop.buy('pack_5k'));
    expect(await shop.state()).toMatchObject({ purchased: 5_000 });
  });
});

describe('what is begun twice or answered by nobody', () => {
  it('makes one customer and one page for a double click, and one after a lost reply', async () => {
    const shop = await createShop();
    const clicks = await Promise.all([shop.choose('starter'), shop.choose('starter')]);
    expect(new Set(clicks).size).toBe(1);
    expect(shop.fake.all('customer')).toHaveLength(1);
    const others = shopFor(shop.organizationId, shop);
    expect(await others.choose('starter')).toBe(clicks[0]);
    expect(shop.fake.all('checkout.session')).toHaveLength(1);
    // Another plan closes the page of the first.
    await shop.choose('growth');
    expect(shop.fake.all('checkout.session').map(({ status }) => status)).toEqual([
      'open',
      'expired',
    ]);
  });

  it('asks again with the same key where a reply is lost, and gives up where Stripe is down', async () => {
    const shop = await createShop();
    let lost = 0;
    shop.world.fault = ({ method }) => (method === 'POST' && ++lost % 2 === 1 ? 'lost' : null);
    await shop.choose('starter');
    expect(lost).toBeGreaterThan(3);
    expect(shop.fake.all('customer')).toHaveLength(1);
    expect(shop.fake.all('checkout.session')).toHaveLength(1);
    shop.world.fault = () => 'down';
    await expect(shop.buy('pack_5k')).rejects.toMatchObject({ status: 503 });
    const page = await readBilling(shop.organizationId, shop.ports);
    expect(page).toMatchObject({ isOpen: true, stripe: 'unreachable' });
    shop.world.fault = () => null;
  });

  it('finds the customer whose making was answered by nobody, days later too', async () => {
    const shop = await createShop();
    const isMaking = ({ url }: Request) => new URL(url).pathname === '/v1/customers';
    shop.world.fault = (request) => (isMaking(request) ? 'lost' : null);
    await expect(shop.customer()).rejects.toThrow('Stripe cannot be reached.');
    shop.world.fault = () => null;
    // Stripe has forgotten the key of the request by now.
    wait(2 * DAY);
    expect([await shop.customer()]).toEqual(shop.fake.all('customer').map(({ id }) => id));
  });

  it('is found by cron when no event comes', async () => {
    const shop = await createShop();
    const url = await shop.buy('pack_5k');
    shop.fake.pay(url.split('/').at(-1) as string);
    await syncDueCustomers(shop.ports);
    expect(await shop.state()).toMatchObject({ purchased: 0 });
    wait(3_600_000);
    shop.world.fault = () => 'down';
    await syncDueCustomers(shop.ports);
    shop.world.fault = () => null;
    wait(3_600_000);
    await syncDueCustomers(shop.ports);
    expect(await shop.state()).toMatchObject({ purchased: 5_000 });
  });

  it('publishes prices once', async () => {
    const shop = await createShop();
    const again = await publishPrices(shop.ports);
    expect(again.map(({ made }) => made)).toEqual(again.map(() => false));
    expect(shop.fake.all('price')).toHaveLength(8);
    expect(shop.fake.all('billing_portal.configuration')).toHaveLength(1);
  });
});

it('lets owners pay and nobody else, and nobody where payments are not set up', async () => {
  const shop = await createShop();
  const member = { ...shop.payer, role: 'member' } as const;
  for (const attempt of [
    choosePlan({ planId: 'starter', isSure: true }, member, shop.ports),
    buyCredits('pack_5k', member, shop.ports),
    managePayments(member, shop.ports),
  ])
    await expect(attempt).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
  expect(shop.fake.all('customer')).toEqual([]);
  const closed = { ...shop.ports, stripe: null };
  await expect(
    choosePlan({ planId: 'starter', isSure: true }, shop.payer, closed),
  ).rejects.toMatchObject({ status: 503 });
  expect(await readBilling(shop.organizationId, closed)).toMatchObject({ isOpen: false });
  await expect(shop.choose('free')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(shop.buy('pack_1m')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

it('changes an active plan for nobody who has not seen what that costs', async () => {
  const shop = await createShop();
  await shop.take(shop.choose('starter'));
  const paid = shop.fake.all('invoice').length;
  await expect(shop.choose('growth', false)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await shop.deliver();
  expect(shop.fake.all('invoice')).toHaveLength(paid);
});

it('writes down what payments changed', async () => {
  const shop = await createShop();
  await shop.take(shop.choose('starter'));
  await shop.take(shop.buy('pack_5k'));
  shop.fake.refund(shop.payment().id, 3_000);
  await shop.deliver();
  const { results } = await env.DB.prepare(
    'SELECT actor, method, target FROM audit_log WHERE organization_id = ? ORDER BY seq',
  )
    .bind(shop.organizationId)
    .all();
  expect(results.map(({ actor, method }) => [actor, method])).toEqual([
    ['stripe', 'PERIOD'],
    ['stripe', 'PACK'],
    ['stripe', 'REFUND'],
  ]);
});
