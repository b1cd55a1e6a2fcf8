import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PricedLookup } from '../../src/core/ledger.ts';
import { type Expected, Model } from './model.ts';
import { broken, DAY, HOUR, hashOf, lookup, newAccount, SECOND, START, setNow } from './support.ts';

type Command =
  | { do: 'grant'; id: number; amount: number }
  | { do: 'renew'; back: number; tokens: number }
  | { do: 'charge'; id: number; item: Partial<PricedLookup> }
  | { do: 'hold'; id: number; amount: number; lifetimeMs: number }
  | { do: 'settle'; id: number; hold: number; items: Partial<PricedLookup>[]; final: boolean }
  | { do: 'void'; id: number }
  | { do: 'wait'; ms: number }
  | { do: 'alarm' | 'evict' };

// Few ids, inputs and users, so that calls meet each other: repeats, receipts, conflicts of ids.
const id = fc.nat({ max: 7 });
const item = fc.record({
  product: fc.constantFrom('phone', 'ip'),
  inputHash: fc.nat({ max: 2 }).map(hashOf),
  userId: fc.constantFrom('ann', 'bob'),
  keyId: fc.constantFrom('key-1', 'key-2', null),
  price: fc.nat({ max: 30 }),
  bypass: fc.boolean(),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('grant' as const), id, amount: fc.nat({ max: 60 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('renew' as const),
      back: fc.nat({ max: 2 }),
      tokens: fc.nat({ max: 80 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('charge' as const), id, item }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      id,
      amount: fc.nat({ max: 60 }),
      lifetimeMs: fc.constantFrom(HOUR, DAY, 7 * DAY),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      id,
      hold: id,
      items: fc.array(item, { maxLength: 3 }),
      final: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('void' as const), id }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(SECOND, 5 * HOUR, DAY, 3 * DAY, 29 * DAY, 60 * DAY),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('alarm' as const, 'evict' as const) }) },
);

/** One sequence of commands against the object and the model side by side. */
class Run {
  readonly #account = newAccount();
  readonly #model = new Model(START);

  /** Outcomes are remembered for a day, so an id lives for a part of one. Holds are named for as long as they are open. */
  #idOf(n: number): string {
    return `${n}@${Math.floor(this.#model.now / (20 * HOUR))}`;
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
    await this.#compare(command);

    const account = this.#account.open();
    expect(broken(await account.invariants())).toEqual([]);
    const { totalAvailable, held, usage, subscription } = await account.statement({ keyId: null });
    expect({ totalAvailable, held, usage: usage.allTime }).toEqual({
      totalAvailable: model.available,
      held: model.held,
      usage: { lookups: model.lookups, credits: model.spent },
    });
    const current = model.period?.lot.kind === 'subscription' ? model.period.lot.free : 0;
    expect(subscription.available).toBe(current);
  }

  async #compare(command: Command): Promise<void> {
    const model = this.#model;
    const account = this.#account.open();
    switch (command.do) {
      case 'grant':
        expect(
          (await account.grant({ id: `g${command.id}`, amount: command.amount, note: null }))
            .granted,
        ).toBe(model.grant(`g${command.id}`, command.amount));
        break;
      case 'renew': {
        const periodStart = (Math.floor(model.now / (10 * DAY)) - command.back) * 10 * DAY;
        const request = {
          plan: 'starter',
          tokens: command.tokens,
          periodStart,
          periodEnd: periodStart + 30 * DAY + HOUR,
        };
        expect((await account.renew(request)).granted).toBe(
          model.renew(periodStart, command.tokens),
        );
        break;
      }
      case 'charge': {
        const request = lookup({ ...command.item, id: this.#idOf(command.id) });
        await this.#same(model.charge(request), () => account.charge(request));
        break;
      }
      case 'hold': {
        const { amount, lifetimeMs } = command;
        const request = {
          id: this.#idOf(command.id),
          amount,
          lifetimeMs,
          userId: 'ann',
          keyId: null,
          note: null,
        };
        await this.#same(model.hold(request.id, amount, lifetimeMs), async () => {
          const outcome = await account.hold(request);
          return outcome.ok ? { ...outcome, creditsUsed: outcome.held } : outcome;
        });
        break;
      }
      case 'settle': {
        const items = command.items.map((each, n) => lookup({ ...each, id: `row-${n}` }));
        const request = {
          id: this.#idOf(command.id),
          holdId: this.#holdIdOf(command.hold),
          items,
          final: command.final,
        };
        const expected = model.settle(request.id, request.holdId, items, command.final);
        if ('remaining' in expected && expected.remaining >= 0)
          model.lookupsOf.set(`s/${request.id}`, items.length);
        await this.#same(expected, () => account.settle(request));
        break;
      }
      case 'void':
        model.void(this.#idOf(command.id));
        await account.void({ id: this.#idOf(command.id) });
        break;
      case 'wait':
        model.now += command.ms;
        setNow(model.now);
        model.settleTime();
        break;
      case 'alarm':
        await runDurableObjectAlarm(account);
        break;
      case 'evict':
        await account.balance();
        await evictDurableObject(account);
    }
  }

  async #same(
    expected: Expected,
    call: () => Promise<{
      ok: boolean;
      creditsUsed?: number;
      creditsRemaining?: number;
      windowEndsAt?: number;
      reason?: string;
    }>,
  ): Promise<void> {
    const outcome = await call().catch((error: Error) => error);
    if ('throws' in expected) {
      expect(outcome).toBeInstanceOf(RangeError);
      return;
    }
    if (outcome instanceof Error) throw outcome;
    const seen = outcome.ok
      ? {
          ok: true,
          used: outcome.creditsUsed,
          remaining: outcome.creditsRemaining,
          endsAt: outcome.windowEndsAt,
        }
      : outcome;
    // A repeat answers with the balance of its first time, which the model does not keep.
    const repeat = 'remaining' in expected && expected.remaining < 0;
    expect(seen).toMatchObject(repeat ? { ok: true, used: expected.used } : expected);
  }
}

// A failure prints its seed and path.
it('agrees with the model, and keeps every invariant, after every call of any sequence', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 10, maxLength: 40, size: 'max' }),
      async (commands) => {
        const run = new Run();
        await run.step({ do: 'renew', back: 0, tokens: 100 });
        await run.step({ do: 'grant', id: 0, amount: 50 });
        for (const each of commands) await run.step(each);
      },
    ),
    { numRuns: 80, verbose: 1, interruptAfterTimeLimit: 240_000, markInterruptAsFailure: false },
  );
});
