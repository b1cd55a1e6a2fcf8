import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endPayments } from '../../src/billing/customer-sync.ts';
import { createShop } from './support.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const _DAY = 86_400_000;

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
