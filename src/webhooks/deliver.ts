import type { Webhook, WebhookDelivery, WebhookEvent } from '../core/jobs/webhooks.ts';
import {
  findFirstAttempt,
  insertDelivery,
  type StoredDelivery,
} from '../store/webhook-deliveries.ts';
import { type AttemptPorts, attemptDelivery } from './attempt-delivery.ts';
import type { WebhookPorts } from './ports.ts';

/** Far above every status object and monitor event; far below D1's 2 MB of one row. */
export const MAX_PAYLOAD_CHARS = 262_144;

/** The body that is signed and sent (contract, "Webhook deliveries"). */
function payload({ id, type, createdAt, data }: WebhookEvent): string {
  const text = JSON.stringify({ id, type, created_at: new Date(createdAt).toISOString(), data });
  if (text.length > MAX_PAYLOAD_CHARS)
    throw new RangeError(`The payload of ${id} has ${text.length} characters.`);
  return text;
}

/**
 * The first attempt to tell of an event, not yet made.
 * @throws RangeError for a payload that is too long
 */
export const firstAttempt = (
  webhook: Webhook,
  event: WebhookEvent,
  { clock, newUuid }: Pick<WebhookPorts, 'clock' | 'newUuid'>,
): StoredDelivery => ({
  id: newUuid(),
  organizationId: event.organizationId,
  mode: event.mode,
  eventId: event.id,
  type: event.type,
  ...webhook,
  body: payload(event),
  status: 'pending',
  httpStatus: null,
  durationMs: null,
  errorCode: null,
  redeliveryOf: null,
  askedHost: null,
  createdAt: clock.now(),
});

/**
 * Makes the one attempt to deliver an event. It is recorded before it is made, so that whoever is
 * stopped in between and starts again sends nothing twice: the second call returns the first one's
 * record.
 * @throws RangeError for a payload over {@link MAX_PAYLOAD_CHARS}; what the database throws
 */
export async function deliver(
  webhook: Webhook,
  event: WebhookEvent,
  ports: AttemptPorts & Pick<WebhookPorts, 'newUuid'>,
): Promise<WebhookDelivery> {
  const { db } = ports;
  const delivery = firstAttempt(webhook, event, ports);
  if (await insertDelivery(db, delivery)) return attemptDelivery(delivery, ports);
  const earlier = await findFirstAttempt(db, event.organizationId, event.id);
  if (!earlier)
    throw new Error(`The first attempt to deliver ${event.id} is neither new nor recorded.`);
  return earlier;
}
