import { describe, expect, it } from 'vitest';
import * as fc from '../../support/fast-check.ts';
import { type Command, type Item, MONTHS, runCommands } from './run.ts';
import { DAY, HOUR, hashOf, lookup, paidAccount, SECOND, START, setNow, USERS } from './support.ts';

const pickBuyer = ({ product, userId }: Item) => ({ product, userId });

// Few ids, inputs and users, so that calls meet each other: repeats, receipts, conflicts of ids.
const id = fc.nat({ max: 7 });
const item: fc.Arbitrary<Item> = fc.record({
  product: fc.constantFrom('phone', 'ip'),
  inputHash: fc.nat({ max: 2 }).map(hashOf),
  userId: fc.constantFrom(...USERS),
  price: fc.nat({ max: 30 }),
  bypass: fc.boolean(),
});

/** Lookups of one product and user, as `settleHold` pays them. */
const items = fc
  .array(item, { maxLength: 3 })
  .map((some) => some.map((each) => ({ ...each, ...pickBuyer(some[0] ?? each) })));

const of = <Kind extends Command['do'], Fields extends object>(
  kind: Kind,
  weight: number,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({ weight, arbitrary: fc.record({ do: fc.constant(kind), ...fields }) });

const command = fc.oneof(
  of('grant', 4, {
    id,
    amount: fc.integer({ min: -60, max: 60 }),
    of: fc.option(id, { freq: 4 }),
  }),
  of('lower', 2, { id, keep: fc.nat({ max: 30 }) }),
  of('subscribe', 3, {
    back: fc.integer({ min: -2, max: 2 }),
    days: fc.constantFrom(10, 20, 30, 45),
    credits: fc.nat({ max: 80 }),
    paid: fc.boolean(),
  }),
  of('order', 10, {
    id,
    step: fc.constantFrom('charge', 'hold', 'estimate'),
    item,
    lost: fc.boolean(),
  }),
  of('settleOrder', 5, { id, price: fc.nat({ max: 30 }), lost: fc.boolean() }),
  of('voidOrder', 3, { id, price: fc.nat({ max: 30 }), lost: fc.boolean() }),
  of('hold', 4, {
    id,
    amount: fc.nat({ max: 60 }),
    lifetimeMs: fc.constantFrom(HOUR, DAY, 7 * DAY),
    keyId: fc.constantFrom('key-bob', null),
  }),
  of('settle', 5, { id, hold: id, items, final: fc.boolean() }),
  of('void', 3, { id }),
  of('voidCharge', 2, { id }),
  of('voidSettle', 2, { id }),
  of('wait', 5, {
    ms: fc.constantFrom(SECOND, 20 * SECOND, 400 * SECOND, 5 * HOUR, 3 * DAY, 29 * DAY, 60 * DAY),
  }),
  of('burst', 1, { calls: fc.nat({ max: 40 }) }),
  of('alarm', 2, {}),
  of('evict', 2, {}),
  of('ship', 2, {}),
) as fc.Arbitrary<Command>;

/** Sequences of the fixed seed. */
const SEQUENCES = 20;

it('agrees with the model, and keeps every invariant, after every call of any sequence', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 10, maxLength: 40, size: 'max' }),
      fc.constantFrom(...MONTHS),
      runCommands,
    ),
    { numRuns: SEQUENCES, interruptAfterTimeLimit: 1_500_000 },
  );
});

describe('an estimate that is settled while an equal lookup is in flight', () => {
  const item = (userId: Item['userId'], price: number): Item => ({
    ...{ product: 'ip', inputHash: hashOf(1), userId, price, bypass: false },
  });
  const end = (what: 'settleOrder' | 'voidOrder', price: number): Command => ({
    ...{ do: what, id: 0, price, lost: false },
  });
  const wait = (ms: number): Command => ({ do: 'wait', ms });

  it.each<[what: string, commands: Command[]]>([
    ['is free once that one is paid', [end('settleOrder', 5)]],
    ['pays once that one is given up', [end('voidOrder', 0)]],
    ['pays once that one has expired', [wait(400 * SECOND)]],
    ['is free after a restart', [{ do: 'evict' }, wait(400 * SECOND)]],
  ])('%s', async (_, commands) => {
    await runCommands([
      { do: 'order', id: 0, step: 'estimate', item: item('bob', 5), lost: false },
      // Its reservation ends.
      wait(400 * SECOND),
      { do: 'order', id: 1, step: 'hold', item: item('bob', 5), lost: false },
      end('settleOrder', 7),
      ...commands,
      { do: 'order', id: 2, step: 'charge', item: item('ann', 9), lost: false },
    ]);
  });
});

const heldLife = fc.array(
  fc.record({
    do: fc.constantFrom('hold', 'withdraw', 'settle', 'void', 'settle', 'hold'),
    of: fc.nat({ max: 2 }),
    amount: fc.integer({ min: 1, max: 60 }),
    final: fc.boolean(),
  }),
  { minLength: 5, maxLength: 25, size: 'max' },
);

it('takes back what was asked for, or all that was not spent, once holds have ended', async () => {
  const packs = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(packs, heldLife, async (granted, steps) => {
      setNow(START);
      const account = (await paidAccount(0)).open();
      for (const [n, amount] of granted.entries())
        await account.grant({ id: `pack-${n}`, amount, note: null });
      const holds: string[] = [];
      let [asked, spent] = [0, 0];
      for (const [n, { do: what, of: which, amount, final }] of steps.entries()) {
        const held = holds[which % Math.max(1, holds.length)];
        const id = `step-${n}`;
        if (what === 'withdraw') {
          asked += amount;
          await account.grant({ id, amount: -amount, note: null, of: `pack-${which}` });
        } else if (what === 'hold') {
          const terms = { userId: 'ann', keyId: null, lifetimeMs: DAY, note: null };
          if ((await account.hold({ id, amount, ...terms })).ok) holds.push(id);
        } else if (held !== undefined && what === 'settle') {
          const paid = [lookup({ id, price: amount, inputHash: hashOf(n) })];
          const settled = await account.settle({ id, holdId: held, items: paid, final });
          if (settled.ok) spent += settled.creditsUsed;
        } else if (held !== undefined) await account.void({ id: held });
      }
      for (const held of holds) await account.void({ id: held });
      const bought = granted.reduce((sum, amount) => sum + amount, 0);
      const { totalAvailable } = await account.statement(null);
      expect(totalAvailable).toBe(bought - spent - Math.min(asked, bought - spent));
    }),
    { numRuns: 30 },
  );
});
