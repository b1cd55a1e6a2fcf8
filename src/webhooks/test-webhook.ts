import type { WebhookDelivery } from '../core/webhooks.ts';
import { deliver } from './deliver.ts';
import type { WebhookPorts } from './ports.ts';
import { registerWebhook } from './register-webhook.ts';

/**
 * Sends one signed `webhook.test` to an address, so that a receiver can be tried before a job depends on it. The
 * secret is made for this event alone.
 * @throws ApiError as {@link registerWebhook}
 */
export async function testWebhook(
  { organizationId, url }: { organizationId: string; url: string },
  ports: WebhookPorts,
): Promise<{ secret: string; delivery: WebhookDelivery }> {
  const { webhook, secret } = await registerWebhook(url, ports);
  const delivery = await deliver(
    webhook,
    {
      id: `evt_${ports.newUuid()}`,
      organizationId,
      type: 'webhook.test',
      createdAt: ports.clock.now(),
      data: { message: 'If you can read this and its signature is right, your receiver works.' },
    },
    ports,
  );
  return { secret, delivery };
}
