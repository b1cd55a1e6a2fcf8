import { Hono } from 'hono';
import type { BillingPorts } from '../billing/ports.ts';
import { receiveEvent } from '../billing/receive-event.ts';
import type { AppEnv } from './context.ts';

/** `POST /stripe/webhook`: Stripe tells that something of a customer has changed. */
export function stripeRoutes(billing: BillingPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/stripe/webhook', async (c) => {
    const outcome = await receiveEvent(c.req.raw, billing);
    return c.json({ success: true, data: { outcome } });
  });
  return routes;
}
