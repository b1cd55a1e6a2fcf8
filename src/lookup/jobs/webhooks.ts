import type { Mail } from '../../lib/mail.ts';
import type { KeyMode, SentForm } from '../account/caller.ts';

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

/** Longest body of a delivery: far above any status object, far below D1's 2 MB per row. */
export const MAX_PAYLOAD_CHARS = 262_144;

/** Event types that an endpoint can subscribe to: all except tests, which are sent on request. */
export const ANNOUNCED_TYPES = WEBHOOK_TYPES.filter((type) => type !== 'webhook.test');

/**
 * Error codes of failed deliveries. INTERRUPTED: the attempt began and its end was never recorded.
 * SECRET_UNREADABLE: the secret was sealed with an earlier LINK_SECRET; nothing was sent.
 * MAIL_NOT_CONFIGURED, MAIL_REFUSED: for alerts by mail. ORGANIZATION_CLOSED, ENDPOINT_INACTIVE
 * (switched off or deleted), EVENT_GONE (past its retention): nothing was sent.
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
  'EVENT_GONE',
] as const;

export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/**
 * A webhook as stored by its owner (a job or a monitor). The secret is encrypted, so the owner's
 * storage alone does not allow signing with it or showing it.
 */
export interface Webhook {
  url: string;
  sealedSecret: string;
}

/** Reference to an endpoint of the organization, which has its own URL and secret. */
interface NamedEndpoint {
  endpointId: string;
  url: null;
}

/** Receiver of a job's or monitor's events, as stored by it. */
export type WebhookReceiver = (Webhook & { endpointId?: undefined }) | NamedEndpoint;

/** Receiver chosen in a request: a URL, or an endpoint by its id; never both. */
export interface ReceiverChoice {
  webhookUrl: string | null;
  webhookEndpointId?: string | null | undefined;
}

export interface WebhookEvent {
  /** `id` of the body, and idempotency key: an event is delivered once. */
  id: string;
  organizationId: string;
  /** Mode of the key that caused the event. */
  mode: KeyMode;
  type: WebhookType;
  /** Products of the event's results; hidden from keys whose scopes lack any of them. */
  productTypes: readonly string[];
  createdAt: number;
  /** `data` of the body: the status object, or the monitor's event. */
  data: Record<string, unknown>;
}

/** One delivery: a single attempt, or a series of attempts to an endpoint. */
export interface WebhookDelivery {
  /** A UUID; also sent as the X-Service-Delivery header. */
  id: string;
  /** Mode of the key that caused the event. */
  mode: KeyMode;
  eventId: string;
  type: WebhookType;
  /** URL of the receiver; a mailto: URI (RFC 6068) for a mail. */
  url: string;
  /** Id of the endpoint; null for a webhook of a job or monitor, and for a mail. */
  endpointId: string | null;
  /** `delivered`: the receiver answered 2xx within the timeout. */
  status: 'pending' | 'delivered' | 'failed';
  /** Attempts so far, including one in progress. */
  attempts: number;
  /** When the next attempt is due; null if there is none. */
  nextAttemptAt: number | null;
  /** Result of the last attempt. */
  httpStatus: number | null;
  durationMs: number | null;
  errorCode: DeliveryError | null;
  /** Id of the first delivery, if this is a manual redelivery; else null. */
  redeliveryOf: string | null;
  createdAt: number;
}

export interface Webhooks {
  /**
   * Checks a URL and generates its secret, or finds the endpoint. Stores nothing: the caller stores
   * `webhook` and shows `secret` once; it is null for an endpoint.
   * @param form gives a repeat of it the same secret
   * @returns null if no receiver was chosen
   * @throws ApiError INVALID_REQUEST for both; INVALID_INPUT unless the URL is public HTTPS, or the
   * endpoint exists, is switched on and may receive these products; SERVICE_UNAVAILABLE or
   * UPSTREAM_TIMEOUT if a URL cannot be checked now
   */
  register(
    choice: ReceiverChoice,
    of: Pick<WebhookEvent, 'organizationId' | 'mode' | 'productTypes'>,
    form?: SentForm,
  ): Promise<{ webhook: WebhookReceiver; secret: string | null } | null>;
  /**
   * The secret of a receiver; null for an endpoint, or if its LINK_SECRET no longer exists.
   * @param form null too if another form made the secret, or this one long ago
   */
  secretOf(webhook: WebhookReceiver | null, form?: SentForm): Promise<string | null>;
  /**
   * Records an event, sends it to the subscribed endpoints, and delivers it once to its own
   * receiver whatever the response; takes up to five seconds. Idempotent on the event's id.
   * @param webhook receiver of the job or monitor; a named endpoint gets the event even if it did
   * not subscribe to its type
   * @throws only if the event cannot be recorded; a repeat then sends what was not sent
   */
  announce(event: WebhookEvent, webhook: WebhookReceiver | null): Promise<void>;
  /** Records an event and sends it by mail; a failed mail is recorded in the delivery. */
  mail(mail: Mail, event: Omit<WebhookEvent, 'data'>): Promise<void>;
}
