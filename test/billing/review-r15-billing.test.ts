import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addMember } from '../../src/accounts/organizations.ts';
import { removeMember } from '../../src/accounts/team/members.ts';
import { endPayments } from '../../src/billing/customer-sync.ts';
import { requireCustomer } from '../../src/billing/customers.ts';
import { createShop } from './support.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const _DAY = 86_400_000;

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

it('a customer whose name and address did not arrive has them with the next order', async () => {
  const { fake, ports, world, organizationId } = await createShop();
  world.fault = ({ url }) => (/\/v1\/customers\/cus_/.test(url) ? 'down' : null);
  await expect(requireCustomer(organizationId, ports)).rejects.toThrow();
  world.fault = () => null;
  await requireCustomer(organizationId, ports);
  const [customer] = fake.all('customer');
  expect([customer?.name, customer?.email]).toEqual(['Example Ltd', 'owner@example.com']);
});
