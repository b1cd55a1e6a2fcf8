import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createLedger } from '../../src/ledger/ledger-of-accounts.ts';
import { lookup, newAccount, START, setNow } from './support.ts';

it('asks the account of the organization it is given', async () => {
  setNow(START);
  const ledger = createLedger(env.CREDIT_ACCOUNT);
  const [one, other] = [newAccount().id, newAccount().id];
  await ledger.grant(one, { id: 'g', amount: 30, note: null });
  expect(await ledger.charge(one, lookup())).toMatchObject({
    ok: true,
    creditsUsed: 10,
    creditsRemaining: 20,
  });
  expect(await ledger.charge(other, lookup())).toMatchObject({
    ok: false,
    required: 10,
    available: 0,
  });
  expect(await ledger.balance(one)).toEqual({ available: 20, held: 0 });
});

it('says SERVICE_BUSY of a call the runtime did not deliver, and passes every other failure on', async () => {
  const failing = (error: Error) =>
    ({ getByName: () => ({ balance: () => Promise.reject(error) }) }) as never;
  const overloaded = Object.assign(new Error('too many requests queued'), { overloaded: true });
  await expect(createLedger(failing(overloaded)).balance('org')).rejects.toMatchObject({
    code: 'SERVICE_BUSY',
    status: 503,
  });
  await expect(createLedger(failing(new Error('reset'))).balance('org')).rejects.toThrow('reset');
});
