import { isOrganizationClosed } from '../accounts/store-organizations.ts';
import { concatBytes } from '../lib/bytes.ts';
import { ApiError } from '../lib/errors.ts';
import type { Mail } from '../lib/mail.ts';
import {
  type DeliveryError,
  MAX_PAYLOAD_CHARS,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from '../lookup/jobs/webhooks.ts';
import type { WebhookPorts } from './ports.ts';
import { requireHttps } from './registration.ts';
import { openSecret, signatureHeaders } from './secrets.ts';
import {
  type DeliveryOutcome,
  insertDelivery,
  recordDeliveryOutcome,
  type StoredDelivery,
} from './store.ts';
import { findEndpoint, formerSecrets } from './store-endpoints.ts';

/** Receiver of a delivery by mail, as a URI (RFC 6068). */
const mailtoUri = ({ to }: Pick<Mail, 'to'>): string =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}`;

export const isMailDelivery = ({ url }: Pick<StoredDelivery, 'url'>): boolean =>
  url.startsWith('mailto:');

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
    return { ...unsentOutcome(null), status: 'delivered', durationMs: took() };
  } catch (cause) {
    warn('a mail was refused', cause);
    return { ...unsentOutcome('MAIL_REFUSED'), durationMs: took() };
  }
}

/** Timeout from name resolution to the first byte of the reply (specification, "Events"). */
export const DELIVERY_TIMEOUT_MS = 5_000;

export type AttemptPorts = Pick<
  WebhookPorts,
  'db' | 'clock' | 'fetcher' | 'allowHosts' | 'linkSecrets' | 'mails' | 'warn'
>;

/** Maps an error of the guarded fetcher to a delivery error. */
function deliveryErrorOf(error: unknown): DeliveryError {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'UPSTREAM_TIMEOUT') return 'TIMEOUT';
  if (error.code === 'UPSTREAM_ERROR') return 'CONNECTION_FAILED';
  // Deliveries limit neither size nor type of a reply, so VALIDATION_FAILED can only mean a name
  // without addresses.
  return error.code === 'INVALID_INPUT' ? 'ADDRESS_FORBIDDEN' : 'NAME_UNRESOLVED';
}

function errorOfStatus(httpStatus: number): DeliveryError | null {
  if (httpStatus >= 200 && httpStatus < 300) return null;
  return httpStatus >= 300 && httpStatus < 400 ? 'REDIRECTED' : 'HTTP_STATUS';
}

/** Bytes of a body shown with a delivery. */
export const EXCERPT_BYTES = 4_096;

/** Bytes read: a little more, so that a secret at the cut is still found. */
const READ_BYTES = EXCERPT_BYTES + 100;

/** Time to wait for a reply's body; the status alone decides. */
const EXCERPT_MS = 500;

/** The text of the first bytes, without a character that is cut off there. */
export const textWithin = (bytes: Uint8Array, most: number): string =>
  new TextDecoder().decode(bytes.subarray(0, most), { stream: bytes.length > most });

/** The beginning of a body that arrived in time, without the secrets that signed the delivery. */
async function readExcerpt(body: ReadableStream<Uint8Array>, secrets: readonly string[]) {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), EXCERPT_MS);
  try {
    while (bytes < READ_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.length;
    }
  } catch {
    // The bytes read before the error are shown.
  }
  clearTimeout(timer);
  await reader.cancel().catch(() => undefined);
  const text = secrets.reduce(
    (shown, secret) => shown.replaceAll(secret, '[secret]'),
    textWithin(concatBytes(chunks), READ_BYTES),
  );
  return textWithin(new TextEncoder().encode(text), EXCERPT_BYTES);
}

export const deliveryHeaders = ({ id, type }: Pick<WebhookDelivery, 'id' | 'type'>) => ({
  'Content-Type': 'application/json',
  'X-Service-Event': type,
  'X-Service-Delivery': id,
});

/** Posts a payload. Only the status counts; the beginning of the reply is kept to be shown. */
async function postPayload(
  delivery: StoredDelivery,
  { url, secrets }: Receiver,
  { fetcher, allowHosts, clock }: AttemptPorts,
): Promise<Omit<DeliveryOutcome, 'status'>> {
  const startedAt = clock.now();
  const body = new TextEncoder().encode(delivery.body);
  try {
    const response = await fetcher.fetch(requireHttps(url, allowHosts), {
      method: 'POST',
      headers: {
        ...deliveryHeaders(delivery),
        ...(await signatureHeaders(secrets, { eventId: delivery.eventId, body, now: startedAt })),
      },
      body,
      timeoutMs: DELIVERY_TIMEOUT_MS,
      maxBytes: Number.POSITIVE_INFINITY,
      maxRedirects: 0,
    });
    const durationMs = clock.now() - startedAt;
    return {
      httpStatus: response.status,
      durationMs,
      errorCode: errorOfStatus(response.status),
      responseType: response.headers.get('Content-Type')?.slice(0, 200) ?? null,
      responseBody: await readExcerpt(response.body, secrets),
    };
  } catch (error) {
    const errorCode = deliveryErrorOf(error);
    return { ...unsentOutcome(errorCode), durationMs: clock.now() - startedAt };
  }
}

/** Outcome of a delivery without a reply. */
export const unsentOutcome = (errorCode: DeliveryError | null): DeliveryOutcome => ({
  status: 'failed',
  httpStatus: null,
  durationMs: null,
  errorCode,
  responseType: null,
  responseBody: null,
});

/** URL and secrets of a delivery; the first secret alone signs headers with a single signature. */
interface Receiver {
  url: string;
  secrets: readonly [string, ...string[]];
}

/**
 * An endpoint's current URL and secrets; a webhook's as registered.
 * @param delivery gets the URL
 */
async function openReceiver(
  delivery: StoredDelivery,
  { db, clock, linkSecrets }: AttemptPorts,
): Promise<Receiver | DeliveryError> {
  const { endpointId, organizationId, mode } = delivery;
  const realm = { organizationId, mode, scopes: null };
  const endpoint = endpointId === null ? null : await findEndpoint(db, realm, endpointId);
  if (endpointId !== null && !endpoint?.active) return 'ENDPOINT_INACTIVE';
  const { url, sealedSecret } = endpoint ?? delivery;
  delivery.url = url;
  const former = endpoint ? formerSecrets(endpoint, clock.now()) : [];
  const open = (sealed: string) =>
    linkSecrets && openSecret({ sealedSecret: sealed, url }, linkSecrets);
  const secret = await open(sealedSecret);
  const others = await Promise.all(former.map((each) => open(each.sealedSecret)));
  if (!secret) return 'SECRET_UNREADABLE';
  return { url, secrets: [secret, ...others.filter((each) => each !== null)] };
}

/** Makes one attempt. @param delivery gets the URL that was used */
export async function sendDelivery(
  delivery: StoredDelivery,
  ports: AttemptPorts,
): Promise<DeliveryOutcome> {
  if (await isOrganizationClosed(ports.db, delivery.organizationId))
    return unsentOutcome('ORGANIZATION_CLOSED');
  if (isMailDelivery(delivery)) return attemptMail(delivery, ports);
  const receiver = await openReceiver(delivery, ports);
  if (typeof receiver === 'string') return unsentOutcome(receiver);
  const reply = await postPayload(delivery, receiver, ports);
  return { status: reply.errorCode ? 'failed' : 'delivered', ...reply };
}

/** Makes one attempt of a recorded delivery, and records its outcome. @throws database errors */
export async function attemptDelivery(
  delivery: StoredDelivery,
  ports: AttemptPorts,
): Promise<WebhookDelivery> {
  const outcome = await sendDelivery(delivery, ports);
  await recordDeliveryOutcome(ports.db, delivery, outcome);
  const { organizationId, askedHost, sealedSecret, body, productTypes, ...rest } = delivery;
  const { responseType, responseBody, ...shown } = { ...rest, ...outcome };
  return shown;
}

/** The body that is signed and sent (contract, "Webhook deliveries"). */
export function deliveryPayload({ id, type, createdAt, data }: WebhookEvent): string {
  const text = JSON.stringify({ id, type, created_at: new Date(createdAt).toISOString(), data });
  if (text.length > MAX_PAYLOAD_CHARS)
    throw new RangeError(`The payload of ${id} has ${text.length} characters.`);
  return text;
}

export const freshAttempt = {
  ...unsentOutcome(null),
  status: 'pending' as const,
  attempts: 1,
  nextAttemptAt: null,
};

type AttemptContext = Pick<WebhookPorts, 'clock' | 'newUuid'>;

/** Fields of a first attempt, by webhook, endpoint or mail alike. */
export const firstAttemptFields = (
  event: Omit<WebhookEvent, 'data'>,
  { clock, newUuid }: AttemptContext,
) => ({
  id: newUuid(),
  organizationId: event.organizationId,
  mode: event.mode,
  eventId: event.id,
  type: event.type,
  productTypes: event.productTypes,
  endpointId: null,
  ...freshAttempt,
  redeliveryOf: null,
  askedHost: null,
  createdAt: clock.now(),
});

/** Builds the first attempt to deliver an event. @throws RangeError for too long a payload */
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
 * Makes the one attempt to deliver an event or a mail: it is recorded before it is made, so that a
 * repeated call, also after a crash, sends nothing.
 * @throws database errors
 */
export async function deliverOnce(delivery: StoredDelivery, ports: AttemptPorts): Promise<void> {
  if (await insertDelivery(ports.db, delivery)) await attemptDelivery(delivery, ports);
}

/** The one attempt to deliver a mail, which is the delivery's body. */
export const mailDelivery = (
  mail: Mail,
  event: Omit<WebhookEvent, 'data'>,
  making: AttemptContext,
): StoredDelivery => ({
  ...firstAttemptFields(event, making),
  url: mailtoUri(mail),
  sealedSecret: '',
  body: JSON.stringify(mail),
});
