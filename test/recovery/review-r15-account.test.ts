import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Account } from '../../src/accounts/object/account.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { rewindAccount } from '../../src/recovery/restoration.ts';
import { HOUR, order, paidAccount, START, setNow } from '../accounts/ledger/support.ts';
import { fakePointInTime } from './support.ts';

const recovery = objectStubs(env.ACCOUNT, Account);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => void vi.useRealTimers());

const topUp = { pack: 'pack_5k', threshold: 500, monthlyCents: 6_000 };

/** An account below whose balance packs are bought, set back by an hour once something was done. */
async function restored(since: (account: ReturnType<typeof env.ACCOUNT.getByName>) => unknown) {
  const account = await paidAccount(600);
  await account.open().setCreditWatch({ alerts: true, topUp });
  const time = await fakePointInTime(account.open);
  setNow(START + HOUR);
  await time.remember(START + HOUR);
  await since(account.open());
  await account.admit('ann', order({ amount: 200 }));
  setNow(START + 2 * HOUR);
  const before = (await account.open().view())!.creditWatch;
  await time.install();
  await rewindAccount(account.id, START + HOUR, { recovery });
  await recovery.catchUp(account.id, []);
  return { before, after: (await account.open().view())!.creditWatch };
}

it('an account that is restored leaves a top-up off that was switched off since', async () => {
  const { before, after } = await restored((account) =>
    account.setCreditWatch({ alerts: true, topUp: null }),
  );
  expect(before.topUp).toBeNull();
  expect(after.topUp).toBeNull();
});

it('an account that is restored has spent of its month what it had spent', async () => {
  const { before, after } = await restored(() => undefined);
  expect(before.month).toMatchObject({ begun: 1, cents: 3_000 });
  expect(after.month).toEqual(before.month);
});
