import type { Caller } from '../core/account/caller.ts';
import type { WebhookDelivery } from '../core/jobs/webhooks.ts';
import { askDelivery } from './ask-delivery.ts';
import { firstAttempt } from './deliver.ts';
import type { WebhookPorts } from './ports.ts';
import { registerWebhook } from './register-webhook.ts';

/**
 * Sends one signed `webhook.test` to an address, so that a receiver can be tried before a job
 * depends on it. The secret is made for this event alone.
 * @throws ApiError as {@link registerWebhook}; RATE_LIMIT_EXCEEDED
 */
export async function testWebhook(
  { organizationId, mode, url }: Pick<Caller, 'organizationId' | 'mode'> & { url: string },
  ports: WebhookPorts,
): Promise<{ secret: string; delivery: WebhookDelivery }> {
  const { webhook, secret } = await registerWebhook(url, ports);
  const attempt = firstAttempt(
    webhook,
    {
      id: `evt_${ports.newUuid()}`,
      organizationId,
      mode,
      type: 'webhook.test',
      createdAt: ports.clock.now(),
      data: { message: 'If you can read this and its signature is right, your receiver works.' },
    },
    ports,
  );
  return { secret, delivery: await askDelivery(attempt, ports) };
}
