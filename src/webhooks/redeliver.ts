import type { Realm } from '../core/account/caller.ts';
import { requireScopes } from '../core/account/scopes.ts';
import { ApiError } from '../core/errors.ts';
import type { WebhookDelivery } from '../core/jobs/webhooks.ts';
import { findDelivery } from '../store/webhook-deliveries.ts';
import { askDelivery } from './ask-delivery.ts';
import type { AttemptPorts } from './attempt-delivery.ts';
import type { WebhookPorts } from './ports.ts';

/** Of a delivery that was stored without its products: in no key's scopes. */
const UNKNOWN_PRODUCT = '';

/**
 * Sends the same body once more, signed anew, as an attempt of its own that names the first one.
 * @throws ApiError NOT_FOUND when the realm has no such delivery, or it is older than they are
 * kept; INSUFFICIENT_SCOPE; RATE_LIMIT_EXCEEDED
 */
export async function redeliver(
  { deliveryId, ...realm }: Realm & { deliveryId: string },
  ports: AttemptPorts & Pick<WebhookPorts, 'newUuid' | 'rooms'>,
): Promise<WebhookDelivery> {
  const { db, clock, newUuid } = ports;
  const earlier = await findDelivery(db, realm, deliveryId);
  if (!earlier) throw new ApiError('NOT_FOUND', 'There is no such delivery.');
  requireScopes(realm.scopes, earlier.productTypes ?? [UNKNOWN_PRODUCT]);
  const delivery = {
    ...earlier,
    id: newUuid(),
    status: 'pending' as const,
    httpStatus: null,
    durationMs: null,
    errorCode: null,
    redeliveryOf: earlier.redeliveryOf ?? earlier.id,
    createdAt: clock.now(),
  };
  return askDelivery(delivery, ports);
}
