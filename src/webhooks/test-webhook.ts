import type { KeyMode, Realm } from '../core/account/caller.ts';
import { ApiError } from '../core/errors.ts';
import type { WebhookDelivery } from '../core/jobs/webhooks.ts';
import { askDelivery } from './ask-delivery.ts';
import { firstAttempt } from './deliver.ts';
import type { WebhookPorts } from './ports.ts';
import { registerWebhook } from './register-webhook.ts';

/**
 * Sends one signed `webhook.test` to an address, so that a receiver can be tried before a job
 * depends on it. The secret is made for this event alone.
 * @throws ApiError as {@link registerWebhook}; RATE_LIMIT_EXCEEDED; INSUFFICIENT_SCOPE for a key
 * whose products run in
 * no job or monitor
 */
export async function testWebhook(
  request: Realm & { mode: KeyMode; url: string },
  ports: WebhookPorts,
): Promise<{ secret: string; delivery: WebhookDelivery }> {
  const { organizationId, mode, scopes, url } = request;
  if (scopes && !scopes.some((type) => ports.tellingProducts.has(type))) {
    const message = 'No product in the scopes of this API key tells a receiver anything.';
    throw new ApiError('INSUFFICIENT_SCOPE', message);
  }
  const { webhook, secret } = await registerWebhook(url, ports);
  const attempt = firstAttempt(
    webhook,
    {
      id: `evt_${ports.newUuid()}`,
      organizationId,
      mode,
      type: 'webhook.test',
      productTypes: [],
      createdAt: ports.clock.now(),
      data: { message: 'If you can read this and its signature is right, your receiver works.' },
    },
    ports,
  );
  return { secret, delivery: await askDelivery(attempt, ports) };
}
