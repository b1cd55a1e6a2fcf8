import { ApiError } from '../core/errors.ts';
import type { WebhookDelivery } from '../core/webhooks.ts';
import { findDelivery, insertDelivery, type StoredDelivery } from '../store/webhook-deliveries.ts';
import { type AttemptPorts, attemptDelivery } from './attempt-delivery.ts';
import type { WebhookPorts } from './ports.ts';

/**
 * Sends the same body once more, signed anew, as an attempt of its own that names the first one.
 * @throws ApiError NOT_FOUND when the organization has no such delivery, or it is older than they are kept
 */
export async function redeliver(
  { organizationId, deliveryId }: { organizationId: string; deliveryId: string },
  ports: AttemptPorts & Pick<WebhookPorts, 'newUuid'>,
): Promise<WebhookDelivery> {
  const { db, clock, newUuid } = ports;
  const earlier = await findDelivery(db, organizationId, deliveryId);
  if (!earlier) throw new ApiError('NOT_FOUND', 'There is no such delivery.');
  const delivery: StoredDelivery = {
    ...earlier,
    id: newUuid(),
    status: 'pending',
    httpStatus: null,
    durationMs: null,
    errorCode: null,
    redeliveryOf: earlier.redeliveryOf ?? earlier.id,
    createdAt: clock.now(),
  };
  await insertDelivery(db, delivery);
  return attemptDelivery(delivery, ports);
}
