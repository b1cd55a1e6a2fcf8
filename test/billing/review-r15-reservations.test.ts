import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { order, orderedOf, paidAccount, START } from '../accounts/ledger/support.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => void vi.useRealTimers());

it('a refund takes what lookups under way had set aside once they end without a charge', async () => {
  const account = await paidAccount(1);
  await account.open().grant({ id: 'pack', amount: 100, note: null });
  orderedOf(await account.admit('ann', order({ id: 'a', step: 'hold', amount: 60, bypass: true })));
  await account.open().grant({ id: 'refund', amount: -100, note: null, of: 'pack' });
  await account.open().voidLookup('a');
  const { purchased } = await account.open().statement(null);
  expect(purchased).toBe(0);
});
