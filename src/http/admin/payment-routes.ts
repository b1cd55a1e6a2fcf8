import { Hono } from 'hono';
import type { AccountPorts } from '../../accounts/ports.ts';
import { requireOrganization } from '../../accounts/require-organization.ts';
import { readMovements, readPaymentsNow } from '../../billing/operate-payments.ts';
import type { BillingPorts } from '../../billing/ports.ts';
import { publishPrices } from '../../billing/publish-prices.ts';
import { toIso } from '../../core/iso-time.ts';
import type { AppEnv } from '../context.ts';

/** Prices in Stripe, and what payments have moved. */
export function paymentRoutes({
  accounts,
  billing,
}: {
  accounts: AccountPorts;
  billing: BillingPorts;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post('/stripe/prices', async (c) => {
    const published = await publishPrices(billing);
    const prices = published.map(({ lookupKey, cents, priceId, made }) => ({
      ...{ lookup_key: lookupKey, amount_usd: cents / 100, price_id: priceId, made },
    }));
    return c.json({ success: true, data: { prices } });
  });

  async function movementsOf(organizationId: string) {
    await requireOrganization(accounts.db, organizationId);
    const movements = await readMovements(organizationId, billing);
    return movements.map(({ id, kind, payment, credits, moved, at }) => ({
      ...{ id, kind, payment, credits, moved, at: toIso(at) },
    }));
  }

  routes.get('/organizations/:id/payments', async (c) =>
    c.json({ success: true, data: { movements: await movementsOf(c.req.param('id')) } }),
  );
  routes.post('/organizations/:id/payments/read', async (c) => {
    await readPaymentsNow(c.req.param('id'), billing);
    return c.json({ success: true, data: { movements: await movementsOf(c.req.param('id')) } });
  });
  return routes;
}
