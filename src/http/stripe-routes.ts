import { Hono } from 'hono';
import type { BillingPorts } from '../billing/ports.ts';
import { receiveEvent } from '../billing/receive-event.ts';
import type { AppEnv } from './context.ts';

/**
 * `POST /stripe/webhook`: Stripe tells that something of a customer has changed. Whatever is not
 * answered with 200 is sent again; so is refused what cannot be applied now (503), and what is no
 * event of Stripe's at all (400). Without a secret there is nothing here (404).
 */
export function stripeRoutes(billing: BillingPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/stripe/webhook', async (c) => {
    const outcome = await receiveEvent(c.req.raw, billing);
    c.header('Cache-Control', 'no-store');
    // For whoever looks at the deliveries in Stripe's dashboard.
    return c.json({ success: true, data: { outcome } });
  });
  return routes;
}
