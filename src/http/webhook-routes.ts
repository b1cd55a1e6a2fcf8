import { Hono } from 'hono';
import * as z from 'zod';
import { realmOf } from '../core/account/caller.ts';
import { toIso } from '../core/iso-time.ts';
import type { WebhookDelivery } from '../core/jobs/webhooks.ts';
import { listDeliveries, MAX_DELIVERIES } from '../webhooks/list-deliveries.ts';
import type { WebhookPorts } from '../webhooks/ports.ts';
import { redeliver } from '../webhooks/redeliver.ts';
import { testWebhook } from '../webhooks/test-webhook.ts';
import { optional, required } from './admin/fields.ts';
import { type Access, authorize } from './authorize.ts';
import type { AppEnv } from './context.ts';
import { jsonOnly, MAX_BODY_BYTES, parsed } from './json-body.ts';

const DEFAULT_DELIVERIES = 100;

const pageQuery = z.object({
  cursor: optional(z.string()),
  limit: optional(z.coerce.number().int().min(1).max(MAX_DELIVERIES)),
});

const testBody = z.object({ url: required(z.string()) });

export const describeDelivery = (delivery: WebhookDelivery) => ({
  id: delivery.id,
  event_id: delivery.eventId,
  type: delivery.type,
  url: delivery.url,
  status: delivery.status,
  http_status: delivery.httpStatus,
  duration_ms: delivery.durationMs,
  error_code: delivery.errorCode,
  redelivery_of: delivery.redeliveryOf,
  created_at: toIso(delivery.createdAt),
});

/**
 * What was told to receivers, telling it again, and trying a receiver. Free; counted in the account
 * window.
 */
export function webhookRoutes({
  access,
  webhooks,
}: {
  access: Access;
  webhooks: WebhookPorts;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const counted = authorize(access, 'account');

  routes.get('/webhook-deliveries', counted, parsed('query', pageQuery), async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const realm = realmOf(c.get('caller'));
    const { deliveries, nextCursor } = await listDeliveries(
      { ...realm, cursor, limit: limit ?? DEFAULT_DELIVERIES },
      webhooks,
    );
    const pagination = {
      limit: limit ?? DEFAULT_DELIVERIES,
      next_cursor: nextCursor,
      has_more: nextCursor !== null,
    };
    return c.json({
      success: true,
      data: { deliveries: deliveries.map(describeDelivery), pagination },
    });
  });

  routes.post('/webhook-deliveries/:id/redeliver', counted, async (c) => {
    const realm = realmOf(c.get('caller'));
    const delivery = await redeliver({ ...realm, deliveryId: c.req.param('id') }, webhooks);
    return c.json({ success: true, data: describeDelivery(delivery) });
  });

  routes.post(
    '/webhook-test',
    counted,
    jsonOnly(MAX_BODY_BYTES),
    parsed('json', testBody),
    async (c) => {
      const caller = c.get('caller');
      const request = { ...realmOf(caller), mode: caller.mode, url: c.req.valid('json').url };
      const { secret, delivery } = await testWebhook(request, webhooks);
      return c.json({
        success: true,
        data: { webhook_secret: secret, delivery: describeDelivery(delivery) },
      });
    },
  );
  return routes;
}
