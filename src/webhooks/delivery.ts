import { isOrganizationClosed } from '../accounts/store-organizations.ts';
import { ApiError } from '../lib/errors.ts';
import type { Mail } from '../lib/mail.ts';
import type {
  DeliveryError,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
} from '../lookup/jobs/webhooks.ts';
import type { WebhookPorts } from './ports.ts';
import { requireHttps } from './registration.ts';
import { openSecret, signatureHeaders } from './secrets.ts';
import {
  type DeliveryOutcome,
  findFirstAttempt,
  insertDelivery,
  recordDeliveryOutcome,
  type StoredDelivery,
} from './store.ts';

/** The address as a URI: what a delivery by mail has for a receiver (RFC 6068). */
const mailtoUri = ({ to }: Pick<Mail, 'to'>): string =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}`;

const isMailDelivery = ({ url }: Pick<StoredDelivery, 'url'>): boolean => url.startsWith('mailto:');

/** Sends a recorded mail, once. */
async function attemptMail(
  { body }: Pick<StoredDelivery, 'body'>,
  { mails, clock, warn }: Pick<WebhookPorts, 'mails' | 'clock' | 'warn'>,
): Promise<DeliveryOutcome> {
  if (!mails) return unsentOutcome('MAIL_NOT_CONFIGURED');
  const startedAt = clock.now();
  const took = () => clock.now() - startedAt;
  try {
    await mails.send(JSON.parse(body) as Mail);
    return { status: 'delivered', httpStatus: null, durationMs: took(), errorCode: null };
  } catch (cause) {
    warn('a mail was refused', cause);
    return { ...unsentOutcome('MAIL_REFUSED'), durationMs: took() };
  }
}

/** From resolving the name to the first byte of the reply (specification, "Events"). */
export const DELIVERY_TIMEOUT_MS = 5_000;

export type AttemptPorts = Pick<
  WebhookPorts,
  'db' | 'clock' | 'fetcher' | 'allowHosts' | 'linkSecrets' | 'mails' | 'warn'
>;

type Reply = Pick<DeliveryOutcome, 'httpStatus' | 'errorCode'>;

/** What the guarded fetcher's refusals mean for a delivery. */
function deliveryErrorOf(error: unknown): DeliveryError {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'UPSTREAM_TIMEOUT') return 'TIMEOUT';
  if (error.code === 'UPSTREAM_ERROR') return 'CONNECTION_FAILED';
  // A reply is never refused for its size or type here, so VALIDATION_FAILED is a name without
  // addresses.
  return error.code === 'INVALID_INPUT' ? 'ADDRESS_FORBIDDEN' : 'NAME_UNRESOLVED';
}

function replyOfStatus(httpStatus: number): Reply {
  if (httpStatus >= 200 && httpStatus < 300) return { httpStatus, errorCode: null };
  return {
    httpStatus,
    errorCode: httpStatus >= 300 && httpStatus < 400 ? 'REDIRECTED' : 'HTTP_STATUS',
  };
}

/** Only the status counts: the receiver's body is never read. */
async function postPayload(
  delivery: StoredDelivery,
  secret: string,
  { fetcher, allowHosts, clock }: AttemptPorts,
): Promise<Reply> {
  const body = new TextEncoder().encode(delivery.body);
  try {
    const response = await fetcher.fetch(requireHttps(delivery.url, allowHosts), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(await signatureHeaders(secret, { eventId: delivery.eventId, body, now: clock.now() })),
        'X-Service-Event': delivery.type,
        'X-Service-Delivery': delivery.id,
      },
      body,
      timeoutMs: DELIVERY_TIMEOUT_MS,
      maxBytes: Number.POSITIVE_INFINITY,
      maxRedirects: 0,
    });
    await response.body.cancel().catch(() => undefined);
    return replyOfStatus(response.status);
  } catch (error) {
    return { httpStatus: null, errorCode: deliveryErrorOf(error) };
  }
}

const unsentOutcome = (errorCode: DeliveryError): DeliveryOutcome => ({
  status: 'failed',
  httpStatus: null,
  durationMs: null,
  errorCode,
});

async function sendDelivery(
  delivery: StoredDelivery,
  ports: AttemptPorts,
): Promise<DeliveryOutcome> {
  if (await isOrganizationClosed(ports.db, delivery.organizationId))
    return unsentOutcome('ORGANIZATION_CLOSED');
  if (isMailDelivery(delivery)) return attemptMail(delivery, ports);
  const secret = ports.linkSecrets && (await openSecret(delivery, ports.linkSecrets));
  if (!secret) return unsentOutcome('SECRET_UNREADABLE');
  const startedAt = ports.clock.now();
  const reply = await postPayload(delivery, secret, ports);
  return {
    status: reply.errorCode ? 'failed' : 'delivered',
    durationMs: ports.clock.now() - startedAt,
    ...reply,
  };
}

/**
 * Sends a recorded delivery, exactly once, and records how that ended.
 * @throws what the database throws
 */
export async function attemptDelivery(
  delivery: StoredDelivery,
  ports: AttemptPorts,
): Promise<WebhookDelivery> {
  const outcome = await sendDelivery(delivery, ports);
  await recordDeliveryOutcome(ports.db, delivery.id, outcome);
  const { organizationId, askedHost, sealedSecret, body, productTypes, ...shown } = delivery;
  return { ...shown, ...outcome };
}

/** Far above every status object and monitor event; far below D1's 2 MB of one row. */
export const MAX_PAYLOAD_CHARS = 262_144;

/** The body that is signed and sent (contract, "Webhook deliveries"). */
function deliveryPayload({ id, type, createdAt, data }: WebhookEvent): string {
  const text = JSON.stringify({ id, type, created_at: new Date(createdAt).toISOString(), data });
  if (text.length > MAX_PAYLOAD_CHARS)
    throw new RangeError(`The payload of ${id} has ${text.length} characters.`);
  return text;
}

type AttemptContext = Pick<WebhookPorts, 'clock' | 'newUuid'>;

/** What a first attempt has, whatever way it goes. */
const firstAttemptFields = (
  event: Omit<WebhookEvent, 'data'>,
  { clock, newUuid }: AttemptContext,
) => ({
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
 * The first attempt to deliver an event, not yet made. @throws RangeError for a payload that is too
 * long
 */
export const firstAttempt = (
  webhook: Webhook,
  event: WebhookEvent,
  making: AttemptContext,
): StoredDelivery => ({
  ...firstAttemptFields(event, making),
  ...webhook,
  body: deliveryPayload(event),
});

/**
 * Makes a first attempt, at most once: it is recorded before it is made, and a repeat after a crash
 * returns that record and sends nothing.
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
export const deliverEvent = async (
  webhook: Webhook,
  event: WebhookEvent,
  ports: DeliverPorts,
): Promise<WebhookDelivery> => deliverOnce(firstAttempt(webhook, event, ports), ports);

/** The same by mail: the body is the mail. */
export const deliverMail = async (
  mail: Mail,
  event: Omit<WebhookEvent, 'data'>,
  ports: DeliverPorts,
): Promise<WebhookDelivery> => {
  const receiver = { url: mailtoUri(mail), sealedSecret: '', body: JSON.stringify(mail) };
  return deliverOnce({ ...firstAttemptFields(event, ports), ...receiver }, ports);
};
