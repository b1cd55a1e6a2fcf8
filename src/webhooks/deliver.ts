import type { Mail } from '../core/jobs/mail.ts';
import type { Webhook, WebhookDelivery, WebhookEvent } from '../core/jobs/webhooks.ts';
import {
  findFirstAttempt,
  insertDelivery,
  type StoredDelivery,
} from '../store/webhook-deliveries.ts';
import { type AttemptPorts, attemptDelivery } from './attempt-delivery.ts';
import { mailtoOf } from './attempt-mail.ts';
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

type Making = Pick<WebhookPorts, 'clock' | 'newUuid'>;

/** What a first attempt has, whatever way it goes. */
const firstOf = (event: Omit<WebhookEvent, 'data'>, { clock, newUuid }: Making) => ({
  id: newUuid(),
  organizationId: event.organizationId,
  mode: event.mode,
  eventId: event.id,
  type: event.type,
  productTypes: event.productTypes,
  status: 'pending' as const,
  httpStatus: null,
  durationMs: null,
  errorCode: null,
  redeliveryOf: null,
  askedHost: null,
  createdAt: clock.now(),
});

/**
 * The first attempt to tell of an event, not yet made. @throws RangeError for a payload that is too
 * long
 */
export const firstAttempt = (
  webhook: Webhook,
  event: WebhookEvent,
  making: Making,
): StoredDelivery => ({ ...firstOf(event, making), ...webhook, body: payload(event) });

/** The first attempt to send a mail, not yet made. Its body is the mail. */
const firstMail = (
  mail: Mail,
  event: Omit<WebhookEvent, 'data'>,
  making: Making,
): StoredDelivery => ({
  ...firstOf(event, making),
  url: mailtoOf(mail),
  sealedSecret: '',
  body: JSON.stringify(mail),
});

/**
 * Makes a first attempt. It is recorded before it is made, so that whoever is stopped in between
 * and starts again sends nothing twice: the second call returns the first one's record.
 * @throws what the database throws
 */
async function deliverOnce(
  delivery: StoredDelivery,
  ports: AttemptPorts,
): Promise<WebhookDelivery> {
  const { db } = ports;
  const { organizationId, eventId } = delivery;
  if (await insertDelivery(db, delivery)) return attemptDelivery(delivery, ports);
  const earlier = await findFirstAttempt(db, organizationId, eventId);
  if (!earlier)
    throw new Error(`The first attempt to deliver ${eventId} is neither new nor recorded.`);
  return earlier;
}

type DeliverPorts = AttemptPorts & Pick<WebhookPorts, 'newUuid'>;

/**
 * Makes the one attempt to deliver an event.
 * @throws RangeError for a payload over {@link MAX_PAYLOAD_CHARS}; what the database throws
 */
export const deliver = async (
  webhook: Webhook,
  event: WebhookEvent,
  ports: DeliverPorts,
): Promise<WebhookDelivery> => deliverOnce(firstAttempt(webhook, event, ports), ports);

/** The same by mail. */
export const deliverMail = async (
  mail: Mail,
  event: Omit<WebhookEvent, 'data'>,
  ports: DeliverPorts,
): Promise<WebhookDelivery> => deliverOnce(firstMail(mail, event, ports), ports);
