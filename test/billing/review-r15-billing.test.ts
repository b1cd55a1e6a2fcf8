import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addMember } from '../../src/accounts/organizations.ts';
import { removeMember } from '../../src/accounts/team/members.ts';
import { endPayments } from '../../src/billing/customer-sync.ts';
import { requireCustomer } from '../../src/billing/customers.ts';
import { createShop } from './support.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('a customer that is made has the address of the present owner', async () => {
  const { fake, ports, accountPorts, organizationId } = await createShop();
  const [former] = (await ports.accounts.view(organizationId))!.members;
  const email = `${organizationId}@example.com`;
  await addMember({ organizationId, email, role: 'owner' }, accountPorts);
  await removeMember({ organizationId, userId: former!.id }, accountPorts);
  await requireCustomer(organizationId, ports);
  expect(fake.all('customer').map((customer) => customer.email)).toEqual([email]);
});

it.each(['choose', 'buy'] as const)(
  'a page to pay on that was opened by %s takes no payment once the organization is closed',
  async (by) => {
    const shop = await createShop();
    const page = await (by === 'buy' ? shop.buy('pack_5k') : shop.choose('starter'));
    await shop.ports.accounts.close(shop.organizationId);
    await endPayments(shop.organizationId, shop.ports);
    expect(shop.fake.get(page.split('/').at(-1)!).status).toBe('expired');
  },
);
