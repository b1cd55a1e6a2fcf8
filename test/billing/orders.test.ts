import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import { planOfPrice } from '../../src/billing/prices.ts';
import { receiveEvent } from '../../src/billing/webhook.ts';
import { findPlan } from '../../src/domain/plans.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { type Chaos, ChaosQueue, type Fault, InjectedFault } from '../support/chaos.ts';
import { strikingDatabase } from '../support/chaos-bindings.ts';
import * as fc from '../support/fast-check.ts';
import { simulate } from '../support/simulate.ts';
import type { FakeEvent, StripeObject } from '../support/world/stripe/fake-stripe.ts';
import { createShop, delivery } from './support.ts';

// The same things happen at two organizations at the same times. Of one, every event arrives at
// once and in order; of the other late, in any order, doubled, at the same time, while replies of
// Stripe, of the account and of the database are lost. Both must have the same books.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2030, 0, 10, 12);

/** Of an event: it may be delivered at once. */
const NOW = { at: 0, delaySeconds: 0, dead: false };

const PLAN = ['starter', 'growth', 'professional'] as const;
const PACK = ['pack_5k', 'pack_25k'] as const;

type Action =
  | { do: 'choose'; plan: (typeof PLAN)[number] }
  | { do: 'hand'; plan: (typeof PLAN)[number] }
  | { do: 'buy'; pack: (typeof PACK)[number]; by: 'card' | 'bank' }
  | { do: 'bank'; succeeds: boolean }
  | { do: 'refund'; share: number }
  | { do: 'failRefund' | 'dispute' | 'cancelAtEnd' | 'cancelNow' | 'breakCard' | 'mendCard' }
  | { do: 'close'; status: 'won' | 'lost' }
  | { do: 'wait'; days: number };

const of = <Fields extends object>(
  weight: number,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({ weight, arbitrary: fc.record(fields) as fc.Arbitrary<unknown> });
const plan = fc.constantFrom(...PLAN);
const action = fc.oneof(
  of(5, { do: fc.constant('choose'), plan }),
  of(1, { do: fc.constant('hand'), plan }),
  of(4, {
    do: fc.constant('buy'),
    pack: fc.constantFrom(...PACK),
    by: fc.constantFrom('card', 'bank'),
  }),
  of(2, { do: fc.constant('bank'), succeeds: fc.boolean() }),
  of(3, { do: fc.constant('refund'), share: fc.constantFrom(0.25, 1 / 3, 1) }),
  of(3, {
    do: fc.constantFrom(
      'failRefund',
      'dispute',
      'cancelAtEnd',
      'cancelNow',
      'breakCard',
      'mendCard',
    ),
  }),
  of(2, { do: fc.constant('close'), status: fc.constantFrom('won', 'lost') }),
  of(4, { do: fc.constant('wait'), days: fc.constantFrom(1, 3, 20, 31) }),
) as fc.Arbitrary<Action>;

type Shop = Awaited<ReturnType<typeof createShop>>;

/** What people, banks and operators do. What makes no sense now is not done. */
class Doings {
  readonly #shop: Shop;
  constructor(shop: Shop) {
    this.#shop = shop;
  }

  async do(each: Action): Promise<void> {
    const { fake, ...shop } = this.#shop;
    const live = fake.all('subscription').find(({ ended_at }) => ended_at === null);
    switch (each.do) {
      case 'choose':
        return this.#payAt(await shop.choose(each.plan));
      case 'hand':
        if (!live) fake.subscribe(await shop.customer(), shop.priceOf(`plan_${each.plan}`));
        return;
      case 'buy':
        return this.#payAt(await shop.buy(each.pack), each.by);
      case 'breakCard':
        return fake.breakCard(await shop.customer());
      case 'mendCard':
        return this.#mend(await shop.customer());
      case 'cancelAtEnd':
        return live && fake.cancelAtEnd(live.id);
      case 'cancelNow':
        return live && fake.cancelNow(live.id);
      default:
        return this.#money(each);
    }
  }

  #payAt(url: string, by: 'card' | 'bank' = 'card'): void {
    const id = url.split('/').at(-1) as string;
    if (url.includes('checkout.stripe.com')) this.#shop.fake.pay(id, by);
  }

  #mend(customer: string): void {
    const { fake } = this.#shop;
    fake.mendCard(customer);
    for (const { id, status, parent } of fake.all('invoice')) {
      if (status !== 'open') continue;
      const { subscription } = parent.subscription_details;
      if (fake.get(subscription).ended_at === null) fake.collect(id);
    }
  }

  #money(each: Action): void {
    const { fake } = this.#shop;
    const charge = fake.all('charge').find((one) => one.amount_refunded < one.amount);
    const undisputed = fake.all('charge').find(({ disputed }) => !disputed);
    if (each.do === 'bank') {
      const pending = fake.all('payment_intent').find(({ status }) => status === 'processing');
      const session = fake
        .all('checkout.session')
        .find((one) => one.payment_intent === pending?.id);
      if (pending && session) fake.settleBank(session.id, each.succeeds);
    }
    if (each.do === 'refund' && charge) {
      const amount = Math.ceil((charge.amount - charge.amount_refunded) * each.share);
      fake.refund(charge.payment_intent, amount);
    }
    if (each.do === 'failRefund') {
      const refund = fake.all('refund').find(({ status }) => status === 'succeeded');
      if (refund) fake.failRefund(refund.id);
    }
    if (each.do === 'dispute' && undisputed)
      fake.dispute(undisputed.payment_intent, undisputed.amount);
    if (each.do === 'close') {
      const open = fake.all('dispute').find(({ status }) => status === 'needs_response');
      if (open) fake.closeDispute(open.id, each.status);
    }
  }
}

/** The events of a shop, delivered as badly as a network can. */
class BadPost {
  readonly #shop: Shop;
  readonly #chaos: Chaos;
  readonly #queue: ChaosQueue<FakeEvent>;
  #seen = 0;
  #faults = 0;

  constructor(shop: Shop, chaos: Chaos) {
    this.#shop = shop;
    this.#chaos = chaos;
    this.#queue = new ChaosQueue(chaos);
    shop.world.fault = () => {
      if (this.#strikes('http_error')) return 'down';
      return this.#strikes('http_lost_reply') ? 'lost' : null;
    };
    const { accounts } = shop.ports;
    const losing =
      <Rest extends unknown[], T>(call: (...rest: Rest) => Promise<T>) =>
      async (...rest: Rest): Promise<T> => {
        const reply = await call(...rest);
        if (this.#strikes('object_lost_reply')) throw new InjectedFault('object_lost_reply');
        return reply;
      };
    shop.ports.accounts = {
      ...accounts,
      grant: losing(accounts.grant),
      subscribe: losing(accounts.subscribe),
    };
    shop.ports.db = openDatabase(strikingDatabase((fault) => this.#strikes(fault), env.DB));
  }

  /** Some faults in a row, then peace, so that what is repeated gets through. */
  #strikes(fault: Fault): boolean {
    if (this.#faults === 0 || !this.#chaos.strikes(fault)) return false;
    this.#faults--;
    return true;
  }

  #collect(): void {
    const { events } = this.#shop.fake;
    for (const body of events.slice(this.#seen)) this.#queue.letters.push({ ...NOW, body });
    this.#seen = events.length;
  }

  /** Delivers some of what waits, or all of it. */
  async deliver(all: boolean): Promise<void> {
    this.#collect();
    const { random } = this.#chaos;
    let left = all ? Infinity : random.below(4);
    while (left > 0 && this.#queue.letters.length > 0) {
      this.#faults = random.below(12);
      const batch = this.#queue.take(2);
      left -= batch.length;
      this.#chaos.operations += batch.length;
      await Promise.all(batch.map(({ body }) => this.#untilTaken(body)));
    }
    this.#faults = 0;
  }

  async #untilTaken(event: FakeEvent): Promise<void> {
    const { ports } = this.#shop;
    for (let attempt = 0; attempt < 40; attempt++) {
      const outcome = await receiveEvent(await delivery(event), ports).catch(() => null);
      if (outcome) return;
    }
    throw new Error('an event was never taken');
  }

  /** Everything that ever happened, once more, from the end. */
  async again(): Promise<void> {
    for (const event of this.#shop.fake.events.toReversed().slice(0, 8)) {
      const outcome = await receiveEvent(await delivery(event), this.#shop.ports);
      expect(['repeated', 'ignored']).toContain(outcome);
    }
  }
}

/** What the books must come to by what was paid, whoever told of it. */
function worth({ fake }: Shop): number {
  const paid = fake.all('invoice').filter(({ status }) => status === 'paid');
  const plans = paid.map((invoice) => {
    const { price } = invoice.lines.data[0].pricing.price_details;
    return findPlan(planOfPrice(fake.get(price) as never)?.plan ?? '')?.creditsPerMonth ?? 0;
  });
  const packs = fake.all('payment_intent').map((payment: StripeObject) => {
    if (payment.status !== 'succeeded') return 0;
    const credits = Number(payment.metadata.credits);
    const isBack = (one: StripeObject) =>
      one.payment_intent === payment.id && !['failed', 'won'].includes(one.status);
    const back = [...fake.all('refund'), ...fake.all('dispute')]
      .filter(isBack)
      .reduce((sum, { amount }) => sum + Math.floor((credits * amount) / payment.amount), 0);
    return Math.max(0, credits - back);
  });
  return [...plans, ...packs].reduce((sum, credits) => sum + credits, 0);
}

/** A life, in a few or many steps, drawn by the seed. */
const lifeOf = (seed: number): Action[] =>
  fc.sample(fc.array(action, { minLength: 2, maxLength: 10 }), { seed, numRuns: 1 })[0] as Action[];

async function run(chaos: Chaos, seed: number): Promise<void> {
  let now = START;
  vi.setSystemTime(now);
  const [good, bad] = [await createShop(), await createShop()];
  const doings = [new Doings(good), new Doings(bad)];
  const post = new BadPost(bad, chaos);
  for (const each of lifeOf(seed)) {
    if (each.do === 'wait') {
      // Stripe tries for three days; what is older was read by cron.
      if (each.days > 3) await post.deliver(true);
      now += each.days * DAY;
    }
    now += HOUR;
    vi.setSystemTime(now);
    for (const shop of [good, bad]) shop.fake.tick();
    for (const one of doings) await one.do(each);
    await good.deliver();
    await post.deliver(false);
  }
  now += HOUR;
  vi.setSystemTime(now);
  for (const shop of [good, bad]) shop.fake.tick();
  await good.deliver();
  await post.deliver(true);
  await post.again();
  expect(await bad.books()).toEqual(await good.books());
  expect((await bad.books()).statement.totalAvailable).toBe(worth(bad));
  expect([...(await good.broken()), ...(await bad.broken())]).toEqual([]);
}

simulate(
  'comes to the same books whatever order events arrive in, and grants once',
  { faults: 'billing', fixed: 10, fresh: 3, perTest: 10 },
  run,
);
