import { describe, it } from 'vitest';
import { type Command, type Item, runCommands } from './run.ts';
import { DAY, HOUR, hashOf, SECOND } from './support.ts';

/** A lookup of ann's, number 0 unless told otherwise. */
const of = (price: number, fields: Partial<Item> & { n?: number } = {}): Item => {
  const { n = 0, ...rest } = fields;
  return {
    ...{ product: 'phone', inputHash: hashOf(n), userId: 'ann', price, bypass: false },
    ...rest,
  };
};
const afresh = { bypass: true };

const order = (
  step: 'charge' | 'hold' | 'estimate',
  item: Item,
  { id = 0, lost = false } = {},
): Command => ({ do: 'order', id, step, item, lost });
const settle = (id: number, items: Item[], { hold = 0, final = false } = {}): Command => ({
  ...{ do: 'settle', id, hold, items, final },
});
const hold = (
  id: number,
  amount: number,
  lifetimeMs = 7 * DAY,
  keyId: string | null = null,
): Command => ({ ...{ do: 'hold', id, amount, lifetimeMs, keyId } });
/** Of Bob, whose key has a daily limit. */
const limited = (price: number, n = 0): Item => of(price, { userId: 'bob', n });
const limitedHold = (id: number, amount: number): Command => hold(id, amount, 7 * DAY, 'key-bob');
const grant = (id: number, amount: number, source: number | null = null): Command => ({
  ...{ do: 'grant', id, amount, of: source },
});
const lower = (id: number, keep: number): Command => ({ do: 'lower', id, keep });
const wait = (ms: number): Command => ({ do: 'wait', ms });
const plan = (back: number, days: number, credits: number, paid = true): Command => ({
  ...{ do: 'subscribe', back, days, credits, paid },
});
const end = (what: 'settleOrder' | 'voidOrder', price: number, lost = false): Command => ({
  ...{ do: what, id: 0, price, lost },
});
const alarm: Command = { do: 'alarm' };

/**
 * The month that every account begins with ends after this long, and what rolls over ends later.
 */
const MONTH = 31 * DAY;
const ROLLOVER = MONTH + 89 * DAY;

/**
 * Each rule as the shortest sequence in which breaking it is seen; the model says what is right.
 */
const CASES: Record<string, readonly (readonly [rule: string, commands: readonly Command[]])[]> = {
  'credits set aside for lookups under way': [
    ['are not held for a job', [order('hold', of(70)), hold(0, 40), hold(1, 30)]],
    ['are withdrawn with the others', [grant(0, 50), order('hold', of(120)), grant(1, -60)]],
    [
      'do not return from a withdrawal when the lookup ends without a charge',
      [grant(0, 50), order('hold', of(120)), grant(1, -60), end('voidOrder', 0, true)],
    ],
    [
      'are a free answer when they were withdrawn before it',
      [grant(0, 50), order('hold', of(120)), grant(1, -60), end('settleOrder', 120, true)],
    ],
    [
      'are not settled by a job',
      [
        hold(0, 10),
        order('hold', of(80)),
        settle(0, [of(21, { n: 1 })]),
        settle(1, [of(20, { n: 1 })]),
      ],
    ],
    ['come back after five minutes', [order('hold', of(70)), wait(301 * SECOND), hold(0, 100)]],
    [
      'come back with a void, once',
      [order('hold', of(70)), end('voidOrder', 0, true), hold(0, 100)],
    ],
    [
      'are not those of a settlement that is sent twice',
      [order('hold', of(70)), end('settleOrder', 30, true), hold(0, 70)],
    ],
    ['are forgotten by a restart', [order('hold', of(70)), { do: 'evict' }, hold(0, 100)]],
  ],
  'credits withdrawn while they are held': [
    [
      'go on to the withdrawal when the hold ends',
      [grant(0, 50), hold(0, 140), grant(1, -50, 0), settle(0, [of(20)], { final: true })],
    ],
    [
      'go on to it when the hold is voided, and once',
      [grant(0, 50), hold(0, 140), grant(1, -50, 0), { do: 'void', id: 0 }, hold(1, 100)],
    ],
    [
      'go on to it when the hold expires, with no call and after a restart',
      [grant(0, 50), hold(0, 140, HOUR), grant(1, -50, 0), { do: 'evict' }, wait(2 * HOUR), alarm],
    ],
    [
      'are spent all the same by who holds them',
      [grant(0, 50), hold(0, 140), grant(1, -50, 0), settle(0, [of(130)], { final: true })],
    ],
    [
      'are owed as far as others come back once they are spent',
      [
        ...[grant(0, 50), hold(0, 150), grant(1, -10, 0), lower(0, 10), grant(2, -40, 0)],
        ...[settle(0, [of(120)]), hold(1, 0), settle(1, [], { final: true })],
      ],
    ],
    [
      "are the grant's own, then those of another that is held",
      [grant(0, 50), grant(1, 50), hold(0, 200), grant(2, -60, 0), { do: 'void', id: 0 }],
    ],
    [
      'are those of another pack where that one was taken for this',
      [
        ...[grant(0, 50), grant(1, 50), hold(0, 150), grant(2, -50, 0), grant(3, -50, 1)],
        ...[{ do: 'void', id: 0 } as const, hold(1, 100)],
      ],
    ],
    [
      'are those that another hold gives back where one spends them',
      [
        ...[grant(0, 100), hold(0, 150), hold(2, 50), grant(1, -50, 0)],
        ...[settle(0, [of(150)], { final: true }), { do: 'void', id: 2 } as const],
      ],
    ],
    [
      'are owed by one hold, not by each',
      [
        ...[grant(0, 60), hold(0, 120), hold(2, 30), grant(1, -20, 0)],
        ...[{ do: 'void', id: 0 } as const, { do: 'void', id: 2 } as const],
      ],
    ],
    [
      'are promised once, however many withdrawals there are and holds',
      [
        ...[grant(0, 60), hold(0, 120), hold(2, 30), grant(1, -40, 0), grant(2, -40, 0)],
        ...[{ do: 'void', id: 0 } as const, { do: 'void', id: 2 } as const],
      ],
    ],
    [
      'stay where they are when the withdrawal is lowered before the hold ends',
      [grant(0, 50), hold(0, 140), grant(1, -50, 0), lower(0, 15), { do: 'void', id: 0 }],
    ],
    [
      'come back when it is lowered after',
      [grant(0, 50), hold(0, 140), grant(1, -50, 0), { do: 'void', id: 0 }, lower(0, 15)],
    ],
    [
      'come back as far as they were taken when some were spent',
      [
        grant(0, 50),
        hold(0, 140),
        grant(1, -50, 0),
        settle(0, [of(130)], { final: true }),
        lower(0, 0),
      ],
    ],
  ],
  'a lookup afresh': [
    ['is paid beside another', [order('hold', of(20)), order('hold', of(20, afresh))]],
    [
      'is paid whatever was paid before',
      [order('charge', of(20)), order('charge', of(30, afresh))],
    ],
    [
      'is paid whole where a teammate paid less',
      [order('charge', of(5, { userId: 'bob' })), order('charge', of(30, afresh))],
    ],
    [
      'does not extend the seven days',
      [
        order('charge', of(20)),
        wait(DAY),
        order('charge', of(20, afresh)),
        wait(6 * DAY),
        order('charge', of(20)),
      ],
    ],
    [
      'of a job does not extend the seven days',
      [
        order('charge', of(20)),
        wait(DAY),
        hold(0, 40),
        settle(0, [of(20, afresh)]),
        wait(6 * DAY),
        order('charge', of(20)),
      ],
    ],
    [
      'that is given back leaves what was paid before',
      [
        order('charge', of(20)),
        order('charge', of(20, afresh)),
        { do: 'voidCharge', id: 1 },
        wait(61 * SECOND),
        order('charge', of(20)),
      ],
    ],
    [
      'of a job that is given back leaves what was paid before',
      [
        order('charge', of(20)),
        hold(0, 40),
        settle(0, [of(20, afresh), of(20, afresh)]),
        { do: 'voidSettle', id: 0 },
        wait(61 * SECOND),
        order('charge', of(20)),
      ],
    ],
  ],
  'a receipt': [
    [
      'covers seven days to the moment, read before or not',
      [
        order('charge', of(10)),
        order('charge', of(10)),
        wait(7 * DAY - 1),
        order('charge', of(10)),
        wait(1),
        order('charge', of(10)),
      ],
    ],
    [
      'caps what a teammate pays, who has one from then on',
      [
        order('charge', of(5)),
        order('charge', of(30, { userId: 'bob' })),
        order('charge', of(30, { userId: 'bob' })),
      ],
    ],
    [
      'that is given back is none, and a repeat of what it was of pays',
      [
        order('charge', of(10)),
        { do: 'voidCharge', id: 0 },
        wait(61 * SECOND),
        order('charge', of(10)),
      ],
    ],
    [
      'of a row frees the same row after it',
      [hold(0, 50), settle(0, [of(10), of(10), of(10, { userId: 'bob' })])],
    ],
  ],
  'a hold': [
    [
      'is settled once under one id',
      [hold(0, 50), settle(0, [of(10, afresh)]), settle(0, [of(10, afresh)])],
    ],
    [
      'remembers its settles for as long as it lives',
      [hold(0, 50), settle(0, [of(10, afresh)]), wait(3 * DAY), alarm, settle(0, [of(10, afresh)])],
    ],
    [
      'is remembered for as long as it lives',
      [hold(0, 50), wait(3 * DAY), alarm, settle(0, [of(10)])],
    ],
    [
      'that is closed pays nothing more',
      [
        hold(1, 50),
        settle(0, [of(10)], { hold: 1, final: true }),
        settle(1, [of(10, { n: 1 })], { hold: 1 }),
      ],
    ],
    [
      'whose life is over still names a debt',
      [hold(1, 50, HOUR), wait(2 * HOUR), settle(0, [of(10)], { hold: 1 })],
    ],
    [
      'pays before the free balance does',
      [hold(0, 50), settle(0, [of(10)]), hold(1, 51), hold(2, 50)],
    ],
    [
      'is short only with what is free beside it',
      [
        hold(0, 20),
        settle(0, [of(100)]),
        settle(1, [of(101, { n: 1 })]),
        settle(2, [of(80, { n: 2 })]),
      ],
    ],
    [
      'gives back what its last settle leaves',
      [hold(0, 50), settle(0, [of(10)], { final: true }), hold(1, 90)],
    ],
    [
      'that was voided before it came is refused',
      [{ do: 'void', id: 0 }, hold(0, 50), hold(1, 100)],
    ],
    ['for another amount is an error', [hold(0, 50), hold(0, 51)]],
  ],
  'credits that end': [
    [
      'are gone when a hold gives them back',
      [wait(ROLLOVER - DAY), hold(0, 60), wait(2 * DAY), settle(0, [], { final: true })],
    ],
    [
      'are gone when a hold ends by itself after them, for whoever calls first',
      [wait(ROLLOVER - DAY), hold(0, 60, 2 * DAY), grant(0, 10), wait(4 * DAY), hold(1, 11)],
    ],
    [
      'are gone when a job is given back after them',
      [
        wait(ROLLOVER - HOUR),
        hold(0, 60),
        settle(0, [of(60)], { final: true }),
        wait(3 * HOUR),
        { do: 'voidSettle', id: 0 },
      ],
    ],
    [
      'are spent before those that end later',
      [grant(0, 50), plan(-1, 10, 40), order('charge', of(60)), wait(MONTH)],
    ],
    [
      'come back to a lot that was emptied and is over',
      [
        ...[
          wait(MONTH - 2 * HOUR),
          hold(0, 100),
          settle(0, [of(100)], { final: true }),
          wait(3 * HOUR),
        ],
        ...[
          plan(0, 10, 50),
          hold(2, 5, HOUR),
          wait(2 * HOUR),
          { do: 'voidSettle' as const, id: 0 },
        ],
      ],
    ],
    ['of a pack are granted once, for ever', [grant(0, 50), wait(3 * DAY), alarm, grant(0, 50)]],
    ['of a pack are not withdrawn from a plan', [grant(0, 30), grant(1, -50), hold(0, 100)]],
  ],
  'a daily limit': [
    [
      'ends charges, and not what is free',
      [
        order('charge', limited(30)),
        order('charge', limited(11, 1)),
        order('charge', limited(30), { id: 1 }),
        order('charge', limited(10, 1)),
        order('charge', limited(1, 2)),
        order('charge', limited(0, 3)),
      ],
    ],
    [
      'is nothing to another key',
      [order('charge', limited(40)), order('charge', of(60, { n: 1 }))],
    ],
    [
      'counts what a lookup may cost, and then what it did',
      [
        order('hold', limited(30)),
        order('charge', limited(11, 1)),
        end('settleOrder', 5),
        order('charge', limited(35, 2)),
        order('charge', limited(1, 3)),
      ],
    ],
    [
      'counts nothing of a lookup that failed',
      [order('hold', limited(40)), end('voidOrder', 0), order('charge', limited(40, 1))],
    ],
    [
      'counts what a job may cost, and then what it did',
      [
        limitedHold(0, 30),
        limitedHold(1, 11),
        settle(0, [limited(5)], { final: true }),
        limitedHold(2, 36),
        limitedHold(3, 35),
      ],
    ],
    [
      'begins anew at midnight',
      [order('charge', limited(40)), wait(13 * HOUR), order('charge', limited(40, 1))],
    ],
    [
      'counts a hold in every day it lasts',
      [limitedHold(0, 40), wait(13 * HOUR), order('charge', limited(1))],
    ],
    [
      'counts over a restart',
      [order('charge', limited(40)), { do: 'evict' }, order('charge', limited(1, 1))],
    ],
    [
      'counts what was archived, over a restart',
      [
        ...[order('charge', limited(30)), { do: 'ship' as const }, order('charge', limited(9, 1))],
        ...[
          { do: 'evict' as const },
          order('charge', limited(2, 2)),
          order('charge', limited(1, 3)),
        ],
      ],
    ],
    [
      'refuses an estimate that turns out dearer, and the next that could',
      [
        order('estimate', limited(10)),
        end('settleOrder', 41),
        order('estimate', limited(10, 1)),
        order('charge', limited(40, 2)),
      ],
    ],
    [
      'gets back what was undone',
      [order('charge', limited(40)), { do: 'voidCharge', id: 0 }, order('charge', limited(40, 1))],
    ],
  ],
  'a period': [
    [
      'that ends early rolls over from its real end',
      [wait(15 * DAY), plan(0, 20, 10), wait(93 * DAY), hold(0, 100), wait(20 * DAY)],
    ],
    [
      'set ahead begins once, and gives way to what is set after it',
      [
        ...[plan(-1, 20, 50), wait(12 * DAY), plan(0, 20, 50, false), hold(0, 1, HOUR)],
        ...[wait(2 * HOUR), order('charge', of(1))],
      ],
    ],
    [
      'set ahead and unpaid begins without credits',
      [plan(-1, 20, 50, false), wait(12 * DAY), hold(0, 101)],
    ],
    ['that is unpaid grants nothing', [wait(12 * DAY), plan(0, 20, 50, false), hold(0, 101)]],
    [
      'that was paid grants nothing more while it is unpaid',
      [wait(12 * DAY), plan(0, 20, 50), plan(0, 20, 90, false), hold(0, 151)],
    ],
    [
      'set ahead carries over once what the one before has left',
      [plan(-1, 45, 50), wait(40 * DAY), hold(0, 150), wait(55 * DAY)],
    ],
    [
      'grants more for more and takes nothing for less',
      [
        wait(12 * DAY),
        plan(0, 20, 50),
        plan(0, 20, 20),
        plan(0, 20, 60),
        plan(0, 20, 60),
        hold(0, 161),
      ],
    ],
    [
      'that is extended takes its credits along',
      [wait(12 * DAY), plan(0, 20, 50), plan(0, 45, 50), wait(25 * DAY)],
    ],
    [
      'does not count what is given back of the one before',
      [
        ...[wait(12 * DAY), plan(0, 10, 50), hold(0, 30), settle(0, [of(30)], { final: true })],
        ...[wait(15 * HOUR), plan(0, 20, 50), order('charge', of(7, { n: 1 }))],
        ...[wait(2 * SECOND), { do: 'voidSettle' as const, id: 0 }],
      ],
    ],
    [
      'is over at its end',
      [wait(MONTH - 1), order('charge', of(1)), wait(1), order('charge', of(1, { n: 1 }))],
    ],
  ],
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('%s', async (__, commands) => runCommands(commands));
});
