import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addMember } from '../../src/accounts/organizations.ts';
import { removeMember } from '../../src/accounts/team/members.ts';
import { endPayments, readCreditTransfers } from '../../src/billing/customer-sync.ts';
import { requireCustomer } from '../../src/billing/customers.ts';
import { createShop } from './support.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const DAY = 86_400_000;

it('credits of a period that is over are on record as those of a late period', async () => {
  const shop = await createShop();
  shop.fake.subscribe(await shop.customer(), shop.priceOf('plan_starter'));
  vi.setSystemTime(Date.now() + 40 * DAY);
  await shop.deliver();
  expect((await shop.state()).purchased).toBe(20_000);
  const transfers = await readCreditTransfers(shop.organizationId, shop.ports);
  expect(transfers.map(({ kind }) => kind)).toEqual(['late_period']);
});

