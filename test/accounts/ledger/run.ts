import { runDurableObjectAlarm } from 'cloudflare:test';
import { expect } from 'vitest';
import type { Admission } from '../../../src/lookup/account/account.ts';
import type { PricedLookup } from '../../../src/lookup/account/ledger.ts';
import type { AcceptedOrder, LookupOrder } from '../../../src/lookup/account/order.ts';
import type { Fault } from '../../support/chaos.ts';
import { addToTally } from '../../support/simulate.ts';
import { type Expected, Model } from './model.ts';
import {
  broken,
  DAY,
  HOUR,
  keyOf,
  lookup,
  order,
  paidAccount,
  restart,
  SECOND,
  START,
  setNow,
  subscribe,
  type TestAccount,
  type USERS,
} from './support.ts';

export interface Item {
  product: string;
  inputHash: string;
  userId: (typeof USERS)[number];
  price: number;
  bypass: boolean;
}

export type Command =
  | { do: 'grant'; id: number; amount: number; of: number | null }
  | { do: 'lower'; id: number; keep: number }
  | { do: 'subscribe'; back: number; days: number; credits: number; paid: boolean }
  | { do: 'order'; id: number; step: LookupOrder['step']; item: Item; lost: boolean }
  | { do: 'settleOrder' | 'voidOrder'; id: number; price: number; lost: boolean }
  | { do: 'hold'; id: number; amount: number; lifetimeMs: number; keyId: string | null }
  | { do: 'settle'; id: number; hold: number; items: Item[]; final: boolean }
  | { do: 'void'; id: number }
  | { do: 'voidCharge' | 'voidSettle'; id: number }
  | { do: 'wait'; ms: number }
  | { do: 'revoke'; user: (typeof USERS)[number] }
  | { do: 'burst'; calls: number }
  | { do: 'alarm' | 'evict' | 'ship' };

/** Faults that a command is, by their names in the table of faults. */
function faultsOf(command: Command): Partial<Record<Fault, number>> {
  if (command.do === 'evict') return { object_eviction: 1 };
  if (command.do === 'alarm') return { alarm_replay: 1 };
  return 'lost' in command && command.lost ? { object_lost_reply: 1 } : {};
}

/** One sequence of commands against the object and the model side by side. */
export class Run {
  readonly #account: TestAccount;
  readonly #model: Model;
  /** Account reads counted in the current minute. */
  #reads = { minute: 0, calls: 0 };
  readonly #held = new Map<string, { order: LookupOrder; item: Item; ordered: AcceptedOrder }>();
  /** Lookups that were charged, and chunks that were settled: when, and in which life. */
  readonly #charged: { id: string; at: number; life: number }[] = [];
  readonly #settled: { id: string; at: number }[] = [];
  readonly #grantedAt = new Map<string, number>();
  /** Withdrawals of a grant's credits, with what lowered them, and what they claim still. */
  readonly #withdrawn: { ids: string[]; of: string; claimed: number }[] = [];
  #lives = 0;

  constructor(account: TestAccount, model: Model) {
    this.#account = account;
    this.#model = model;
  }

  /** Outcomes of bulk steps are remembered for a day, so an id lives for a part of one. */
  #idOf(n: number): string {
    return `${n}@${Math.floor(this.#model.now / (20 * HOUR))}`;
  }

  /**
   * Lookups are remembered for two minutes, and those that cost nothing for the life of the object.
   */
  #orderIdOf(n: number): string {
    return `${n}@${this.#lives}@${Math.floor(this.#model.now / (60 * SECOND))}`;
  }

  #holdIdOf(n: number): string {
    const open = [...this.#model.holds]
      .filter(([, hold]) => hold.state === 'open')
      .map(([name]) => name);
    return n % 2 === 0 && open.length > 0 ? open[n % open.length]! : this.#idOf(n);
  }

  async step(command: Command): Promise<void> {
    const model = this.#model;
    setNow(model.now);
    model.settleTime();
    addToTally({ seeds: 0, operations: 0, faults: faultsOf(command), failedSeeds: [] });
    await this.#compare(command);

    const account = this.#account.open();
    expect(broken(await account.invariants())).toEqual([]);
    const { totalAvailable, held, usage } = await account.statement(null);
    const { allTime, currentPeriod } = usage;
    expect({
      ...{ totalAvailable, held, spent: allTime.credits, spentInPeriod: currentPeriod.credits },
    }).toEqual({
      totalAvailable: model.available,
      held: model.held + Math.min(model.free, model.reserved),
      spent: model.spent,
      spentInPeriod: model.period === 0 ? 0 : model.spentInPeriod,
    });
  }

  async #compare(command: Command): Promise<void> {
    const model = this.#model;
    const account = this.#account.open();
    switch (command.do) {
      case 'grant': {
        const { amount } = command;
        const id = `g${command.id}`;
        const of = command.of === null || amount > 0 ? null : `g${command.of}`;
        const isNew = !model.grants.has(id);
        const moved = model.grant(id, amount, of);
        const outcome = await account.grant({ id, amount, note: null, ...(of && { of }) });
        if (moved === null) expect(outcome.kind).toBe('conflict');
        else expect(outcome).toMatchObject({ kind: 'applied', value: { granted: moved } });
        if (isNew) this.#grantedAt.set(id, model.now);
        if (isNew && of) this.#withdrawn.push({ ids: [id], of, claimed: -amount });
        return;
      }
      case 'lower':
        return this.#lower(command);
      case 'subscribe': {
        const start = (Math.floor(model.now / (10 * DAY)) - command.back) * 10 * DAY;
        const plan = {
          start,
          end: start + command.days * DAY + HOUR,
          credits: command.credits,
          paid: command.paid,
        };
        const outcome = await subscribe(this.#account, {
          creditsPerMonth: plan.credits,
          periodStart: plan.start,
          periodEnd: plan.end,
          status: plan.paid ? 'active' : 'past_due',
        });
        expect(outcome.kind).toBe(model.subscribe(plan) ? 'applied' : 'refused');
        return;
      }
      case 'order':
        return this.#order(command);
      case 'settleOrder':
      case 'voidOrder':
        return this.#end(command);
      case 'hold': {
        const { amount, lifetimeMs, keyId } = command;
        const bulk = { id: this.#idOf(command.id), amount, lifetimeMs, keyId };
        const request = { ...bulk, userId: 'ann', note: null };
        await this.#same(model.hold(request.id, amount, lifetimeMs, keyId), async () => {
          const outcome = await account.hold(request);
          return outcome.ok ? { ...outcome, creditsUsed: outcome.held } : outcome;
        });
        return;
      }
      case 'settle': {
        const items = command.items.map((each, n) => this.#priced(`row-${n}`, each));
        const holdId = this.#holdIdOf(command.hold);
        const request = { id: `${holdId}/${command.id}`, holdId, items, final: command.final };
        const expected = model.settle(request.id, holdId, items, command.final);
        this.#settled.push({ id: request.id, at: model.now });
        return this.#same(expected, () => account.settle(request));
      }
      case 'void':
        model.void(this.#idOf(command.id));
        await account.void({ id: this.#idOf(command.id) });
        return;
      case 'voidCharge':
      case 'voidSettle':
        return this.#undo(command);
      case 'wait':
        model.now += command.ms;
        setNow(model.now);
        model.settleTime();
        return;
      case 'burst':
        return this.#burst(command.calls);
      case 'alarm':
        await runDurableObjectAlarm(account);
        return;
      case 'ship':
        await account.archiveEntries();
        return;
      case 'evict':
        await account.balance();
        await restart(this.#account);
        this.#lives += 1;
        model.evict();
        return;
      case 'revoke':
        await account.changeKey(`key-${command.user}`, { revoked: true }, null);
    }
  }

  /** Lowers a withdrawal while the lot that gets its credits back is sure to be listed. */
  async #lower({ id: n, keep }: { id: number; keep: number }): Promise<void> {
    const { now } = this.#model;
    const recent = this.#withdrawn.filter(
      ({ of }) =>
        now - (this.#grantedAt.get(of) ?? 0) < 20 * DAY && this.#model.grants.get(of)! > 0,
    );
    const chosen = recent[n % Math.max(1, recent.length)];
    if (!chosen || keep >= chosen.claimed) return;
    const { ids, of, claimed } = chosen;
    const id = `${ids[0]}:${ids.length}`;
    const undoes = { ids: [...ids], keep };
    const request = { id, amount: claimed - keep, note: null, of, undoes };
    const moved = this.#model.lower(ids[0]!, of, keep);
    chosen.ids.push(id);
    chosen.claimed = keep;
    for (const granted of [moved, 0])
      expect(await this.#account.open().grant(request)).toMatchObject({
        value: { granted, moved },
      });
  }

  /** Gives back what was paid, while the account still remembers it. */
  async #undo({ do: what, id: n }: { do: 'voidCharge' | 'voidSettle'; id: number }): Promise<void> {
    const { now } = this.#model;
    const known =
      what === 'voidCharge'
        ? this.#charged.filter(({ at, life }) => now - at < 100 * SECOND && life === this.#lives)
        : this.#settled.filter(({ at }) => now - at < 20 * HOUR);
    const id = known[n % Math.max(1, known.length)]?.id;
    if (id === undefined) return;
    if (what === 'voidCharge') {
      this.#model.voidOrder(id);
      await this.#account.open().voidLookup(id);
    } else {
      this.#model.void(id);
      await this.#account.open().void({ id });
    }
  }

  #priced(id: string, { userId, ...item }: Item): PricedLookup {
    return lookup({ id, ...item, userId, keyId: `key-${userId}`, askedAt: this.#model.now });
  }

  async #order({ id: n, step, item, lost }: Extract<Command, { do: 'order' }>): Promise<void> {
    const model = this.#model;
    const { userId, price, ...rest } = item;
    const asked = order({
      ...rest,
      ...{ id: `${this.#orderIdOf(n)}/${JSON.stringify(item)}/${step}`, step, amount: price },
      askedAt: model.now,
    });
    const call = async () => this.#account.admit(userId, asked);
    const repeats = lost ? 2 : 1;
    for (let time = 0; time < repeats; time++) {
      const isKnown = this.#held.has(asked.id) && model.orders.has(asked.id);
      const expected = this.#expected(asked, item, isKnown);
      const admission = await call();
      this.#check(expected, admission);
      if (admission.code === 'ADMITTED' && step === 'charge')
        this.#charged.push({ id: asked.id, at: model.now, life: this.#lives });
      if (admission.code === 'ADMITTED' && admission.order && step !== 'charge' && !isKnown)
        this.#held.set(asked.id, { order: asked, item, ordered: admission.order });
    }
  }

  #expected(asked: LookupOrder, item: Item, isKnown: boolean): Expected {
    const model = this.#model;
    if (!model.isPaid) return { ok: false, reason: 'UPGRADE_REQUIRED' };
    const priced = this.#priced(asked.id, item);
    if (asked.step === 'charge') return model.charge(asked.id, priced);
    if (isKnown) {
      const { state, used } = model.orders.get(asked.id)!;
      if (state === 'reserved') return { ok: true, used, remaining: -1 };
    }
    return model.reserve(asked.id, priced, asked.step === 'hold');
  }

  #check(expected: Expected, admission: Admission): void {
    if ('throws' in expected) throw new Error('no order throws');
    if (!expected.ok) return void expect(admission.code).toBe(expected.reason);
    if (admission.code !== 'ADMITTED' || !admission.order)
      return void expect(admission).toMatchObject({ code: 'ADMITTED' });
    expect(admission.order.credits).toBe(expected.used);
    if (expected.remaining >= 0) expect(admission.order.available).toBe(expected.remaining);
    if (expected.endsAt !== undefined)
      expect(admission.order.quote.windowEndsAt).toBe(expected.endsAt);
  }

  /** Settles or voids a held lookup; when the first reply is lost it is sent twice. */
  async #end({
    do: step,
    id: n,
    price,
    lost,
  }: Extract<Command, { do: 'settleOrder' | 'voidOrder' }>) {
    const open = [...this.#held.values()];
    const chosen = open[n % Math.max(1, open.length)];
    if (!chosen) return;
    const { order: asked, item, ordered } = chosen;
    this.#held.delete(asked.id);
    if (asked.step === 'estimate') return this.#endEstimate(step, chosen, price, lost);
    // A free one is neither settled nor voided: nothing was set aside for it.
    if (ordered.quote.free) return;
    const account = this.#account.open();
    const model = this.#model;
    const { step: _, amount, ...rest } = asked;
    const paid = Math.min(price, amount);
    const { userId } = item;
    const caller = { userId, keyId: `key-${userId}` };
    const settlement = { ...rest, caller, quote: ordered.quote, price: paid, tables: null };
    for (let time = 0; time < (lost ? 2 : 1); time++) {
      if (step === 'voidOrder') await account.voidLookup(asked.id);
      else await account.settleLookup(settlement);
    }
    if (step === 'voidOrder') model.voidOrder(asked.id);
    else
      model.settleOrder(asked.id, this.#priced(asked.id, { ...item, price: paid }), ordered.quote);
    if (step === 'settleOrder')
      this.#charged.push({ id: asked.id, at: model.now, life: this.#lives });
  }

  /** An estimate may cost more than was set aside; a repeat gets the same answer. */
  async #endEstimate(
    step: 'settleOrder' | 'voidOrder',
    { order: asked, item }: { order: LookupOrder; item: Item },
    price: number,
    lost: boolean,
  ) {
    const { step: _, amount: __, ...rest } = asked;
    const caller = { userId: item.userId, keyId: `key-${item.userId}` };
    const settlement = { ...rest, caller, quote: null, price, tables: null };
    for (let time = 0; time < (lost ? 2 : 1); time++) {
      if (step === 'voidOrder') {
        await this.#account.open().voidLookup(asked.id);
        this.#model.voidOrder(asked.id);
        continue;
      }
      const priced = this.#priced(asked.id, { ...item, price });
      const { paid, used } = this.#model.settleEstimate(asked.id, priced);
      const outcome = await this.#account.open().settleLookup(settlement);
      expect(outcome.paid ? [true, outcome.credits] : [false, outcome.required]).toEqual([
        paid,
        used,
      ]);
    }
  }

  /** Account reads count for the organization, over restarts too. */
  async #burst(calls: number): Promise<void> {
    const model = this.#model;
    const minute = Math.floor(model.now / 60_000);
    if (this.#reads.minute !== minute) this.#reads = { minute, calls: 0 };
    for (let n = 0; n < calls; n++) {
      const key = keyOf(this.#account.id, 'ann');
      const { admission } = await this.#account.open().readOwn(key);
      if (!model.isPaid) return void expect(admission.code).toBe('UPGRADE_REQUIRED');
      this.#reads.calls += 1;
      if (admission.code !== 'ADMITTED') throw new Error(admission.code);
      // A restart may have rounded the count up to its next step.
      const counted = 1_000 - (admission.window?.remaining ?? 0);
      expect(counted).toBeGreaterThanOrEqual(this.#reads.calls);
      expect(counted).toBeLessThan(this.#reads.calls + 25 * (this.#lives + 1));
    }
  }

  async #same(
    expected: Expected,
    call: () => Promise<{
      ok: boolean;
      creditsUsed?: number;
      creditsRemaining?: number;
      reason?: string;
    }>,
  ): Promise<void> {
    const outcome = await call().catch((error: Error) => error);
    if ('throws' in expected) return void expect(outcome).toBeInstanceOf(RangeError);
    if (outcome instanceof Error) throw outcome;
    const seen = outcome.ok
      ? { ok: true, used: outcome.creditsUsed, remaining: outcome.creditsRemaining }
      : outcome;
    // A repeat answers with the balance of its first time, which the model does not keep.
    const repeat = 'remaining' in expected && expected.remaining < 0;
    expect(seen).toMatchObject(repeat ? { ok: true, used: expected.used } : expected);
  }
}

/** Bob's key may spend so much a day. */
const DAILY_LIMIT = 40;

/** Months that begin at an edge of the calendar, and one that does not, with their ends. */
export const MONTHS = [
  [START, Date.UTC(2030, 1, 10, 12)],
  // A day that the next month lacks becomes its last, which a leap year has one later.
  [Date.UTC(2031, 0, 31, 23, 59, 59), Date.UTC(2031, 1, 28, 23, 59, 59)],
  [Date.UTC(2032, 0, 31), Date.UTC(2032, 1, 29)],
  [Date.UTC(2032, 1, 29, 12), Date.UTC(2032, 2, 29, 12)],
  // Summer time begins in Europe at one o'clock.
  [Date.UTC(2031, 2, 30, 0, 59), Date.UTC(2031, 3, 30, 0, 59)],
  [Date.UTC(2032, 0, 1) - 1, Date.UTC(2032, 1, 1) - 1],
] as const;

/** Plays commands on a new account with 100 credits for a month, and on the model. */
export async function runCommands(
  commands: readonly Command[],
  [start, end]: (typeof MONTHS)[number] = MONTHS[0],
): Promise<void> {
  setNow(start);
  const model = new Model(start, { 'key-bob': DAILY_LIMIT });
  const account = await paidAccount(100, { bob: DAILY_LIMIT });
  model.subscribe({ start, end, credits: 100, paid: true });
  const run = new Run(account, model);
  for (const each of commands) await run.step(each);
}
