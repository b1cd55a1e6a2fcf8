import type { Mail } from '../../lib/mail.ts';
import type { KeyMode } from '../account/caller.ts';

/** Event types of webhooks (specification, "Events"). */
export const WEBHOOK_TYPES = [
  'bulk_job.completed',
  'bulk_job.failed',
  'bulk_job.paused',
  'bulk_job.cancelled',
  'number_monitor.changed',
  'number_monitor.skipped',
  'job_change_monitor.changed',
  'job_change_monitor.skipped',
  'webhook_endpoint.disabled',
  'credits.threshold_reached',
  'top_up.paid',
  'top_up.failed',
  'top_up.skipped',
  'webhook.test',
] as const;

export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Types of what happens by itself: an endpoint may choose among them. */
export const ANNOUNCED_TYPES = WEBHOOK_TYPES.filter((type) => type !== 'webhook.test');

/**
 * Why a delivery failed. INTERRUPTED: it began and its end was never recorded. SECRET_UNREADABLE:
 * LINK_SECRET is no longer the one that sealed the secret, so nothing was sent.
 * MAIL_NOT_CONFIGURED, MAIL_REFUSED: of alerts by mail. ORGANIZATION_CLOSED, ENDPOINT_INACTIVE (it
 * was switched off or deleted): nothing was sent.
 */
export const DELIVERY_ERRORS = [
  'TIMEOUT',
  'CONNECTION_FAILED',
  'ADDRESS_FORBIDDEN',
  'NAME_UNRESOLVED',
  'REDIRECTED',
  'HTTP_STATUS',
  'INTERRUPTED',
  'SECRET_UNREADABLE',
  'MAIL_NOT_CONFIGURED',
  'MAIL_REFUSED',
  'ORGANIZATION_CLOSED',
  'ENDPOINT_INACTIVE',
] as const;

export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/**
 * A registered webhook, as its owner (a job, a monitor) stores it. The secret is encrypted, so the
 * owner's storage alone allows neither signing nor showing it.
 */
export interface Webhook {
  url: string;
  sealedSecret: string;
}

/** An endpoint of the organization, which has its own address and secret. */
interface NamedEndpoint {
  endpointId: string;
  url: null;
}

/** Whom a job or monitor tells, as it stores it. */
export type WebhookReceiver = (Webhook & { endpointId?: undefined }) | NamedEndpoint;

/** Whom a job or monitor is asked to tell: an address, or an endpoint by its id; never both. */
export interface ReceiverChoice {
  webhookUrl: string | null;
  webhookEndpointId?: string | null | undefined;
}

export interface WebhookEvent {
  /** `id` of the body, and idempotency key: an event is delivered once. */
  id: string;
  organizationId: string;
  /** Of the key that caused it. */
  mode: KeyMode;
  type: WebhookType;
  /** Products of its results: hidden from keys whose scopes do not include all of them. */
  productTypes: readonly string[];
  createdAt: number;
  /** `data` of the body: the status object, or the monitor's event. */
  data: Record<string, unknown>;
}

/** One delivery: a single attempt, or the series of attempts at an endpoint. */
export interface WebhookDelivery {
  /** A uuid; also the X-Service-Delivery header. */
  id: string;
  /** Of the key that caused the event. */
  mode: KeyMode;
  eventId: string;
  type: WebhookType;
  /** Of a mail, a mailto: URI (RFC 6068). */
  url: string;
  /** The endpoint it goes to; null for a webhook of a job or monitor, and for a mail. */
  endpointId: string | null;
  /** Delivered means that the receiver answered 2xx within the timeout. */
  status: 'pending' | 'delivered' | 'failed';
  /** Made so far, with one under way. */
  attempts: number;
  /** When the next attempt is due; null when there is none. */
  nextAttemptAt: number | null;
  /** These are the last attempt's. */
  httpStatus: number | null;
  durationMs: number | null;
  errorCode: DeliveryError | null;
  /** First delivery, where this one is a manual redelivery. */
  redeliveryOf: string | null;
  createdAt: number;
}

export interface Webhooks {
  /**
   * Checks an address and generates its secret, or finds the endpoint. Stores nothing: the caller
   * stores `webhook` and shows `secret` once; an endpoint's is not shown.
   * @returns null where nothing was chosen
   * @throws ApiError INVALID_REQUEST for both; INVALID_INPUT unless the address is public HTTPS, or
   * the endpoint is there, switched on and told of these products; SERVICE_UNAVAILABLE or
   * UPSTREAM_TIMEOUT when an address cannot be checked now
   */
  register(
    choice: ReceiverChoice,
    of: Pick<WebhookEvent, 'organizationId' | 'mode' | 'productTypes'>,
  ): Promise<{ webhook: WebhookReceiver; secret: string | null } | null>;
  /**
   * Records an event, has the endpoints told that chose it, and delivers it once to its own
   * receiver, whatever that answers; takes up to five seconds. Idempotent on the event's id.
   * @param webhook receiver of the job or monitor; a named endpoint gets the event even if its type
   * is not among those it subscribed to
   * @throws only when it cannot be recorded; then a repeat sends what was not sent
   */
  announce(event: WebhookEvent, webhook: WebhookReceiver | null): Promise<void>;
  /** The same by mail; a failure to send is in the record. */
  mail(mail: Mail, event: Omit<WebhookEvent, 'data'>): Promise<WebhookDelivery>;
}
