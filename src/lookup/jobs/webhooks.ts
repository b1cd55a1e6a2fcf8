import type { Mail } from '../../lib/mail.ts';
import type { KeyMode } from '../account/caller.ts';

/** Everything a receiver can be told (specification, "Events"). */
export const WEBHOOK_TYPES = [
  'bulk_job.completed',
  'bulk_job.failed',
  'bulk_job.paused',
  'bulk_job.cancelled',
  'number_monitor.changed',
  'number_monitor.skipped',
  'job_change_monitor.changed',
  'job_change_monitor.skipped',
  'webhook.test',
] as const;

export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/**
 * Why an attempt failed. INTERRUPTED: it began and its end was never recorded. SECRET_UNREADABLE:
 * LINK_SECRET is no longer the one that sealed the secret, so nothing was sent.
 * MAIL_NOT_CONFIGURED, MAIL_REFUSED: of alerts by mail. ORGANIZATION_CLOSED: nothing was sent.
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
] as const;

export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/**
 * A registered receiver, as its owner (a job, a monitor) keeps it. The secret is sealed: whoever
 * reads the owner's storage can neither sign nor show it.
 */
export interface Webhook {
  url: string;
  sealedSecret: string;
}

/** Something that happened, as receivers are told of it. */
export interface WebhookEvent {
  /** Goes out as the body's `id`. The same id is delivered once, however often it is asked for. */
  id: string;
  organizationId: string;
  /** Of the key that caused it. */
  mode: KeyMode;
  type: WebhookType;
  /** Products it tells the results of: a key beyond whose scopes one is does not see it. */
  productTypes: readonly string[];
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** As it goes over the wire: the status object, or the monitor's event. */
  data: Record<string, unknown>;
}

/** One attempt to tell a receiver. */
export interface WebhookDelivery {
  /** A uuid; also the X-Service-Delivery header. */
  id: string;
  /** Of the key that caused the event. */
  mode: KeyMode;
  eventId: string;
  type: WebhookType;
  /** Of a mail, a mailto: URI (RFC 6068). */
  url: string;
  /** Delivered means that the receiver answered 2xx within the timeout. */
  status: 'pending' | 'delivered' | 'failed';
  httpStatus: number | null;
  durationMs: number | null;
  errorCode: DeliveryError | null;
  /** The first attempt, when this one was asked for by hand. */
  redeliveryOf: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** What owners of webhooks need of them. */
export interface Webhooks {
  /**
   * Checks an address and makes its secret. Nothing is stored: the caller keeps `webhook` and shows
   * `secret` once.
   * @throws ApiError INVALID_INPUT unless the address is public HTTPS; SERVICE_UNAVAILABLE or
   * UPSTREAM_TIMEOUT when that cannot be told now
   */
  register(url: string): Promise<{ webhook: Webhook; secret: string }>;
  /**
   * Makes the one attempt and records it, whatever the receiver answers; takes up to five seconds.
   * An event whose id was delivered before is not sent again: its record is returned.
   * @throws only when the attempt cannot be recorded; then nothing was sent, or calling again sends
   * nothing
   */
  deliver(webhook: Webhook, event: WebhookEvent): Promise<WebhookDelivery>;
  /** The same by mail. That mails cannot be sent is told in the record. */
  mail(mail: Mail, event: Omit<WebhookEvent, 'data'>): Promise<WebhookDelivery>;
}
