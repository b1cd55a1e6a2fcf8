import { ApiError } from '../core/errors.ts';
import type { WebhookDelivery } from '../core/jobs/webhooks.ts';
import { insertAsked, type StoredDelivery } from '../store/webhook-deliveries.ts';
import { type AttemptPorts, attemptDelivery } from './attempt-delivery.ts';

/** Attempts at one host that are made because somebody asked, whoever asked. */
export const HOST_LIMIT = { attempts: 10, seconds: 60 };

/** Attempts one organization may ask for, at whatever hosts. */
export const ORGANIZATION_LIMIT = { attempts: 60, seconds: 3_600 };

/** Whom an attempt reaches: a host, or the address of a mail. */
const receiverOf = ({ url }: Pick<StoredDelivery, 'url'>): string => {
  const { host, pathname } = new URL(url);
  return host || pathname;
};

/**
 * Records and makes an attempt that somebody asked for. It is free, so its number is limited:
 * nobody can have this service knock at another's door as often as they like.
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function askDelivery(
  delivery: Omit<StoredDelivery, 'askedHost'>,
  ports: AttemptPorts,
): Promise<WebhookDelivery> {
  const { db, clock } = ports;
  const now = clock.now();
  const since = ({ attempts, seconds }: typeof HOST_LIMIT) => ({
    attempts,
    since: now - seconds * 1_000,
  });
  const asked = { ...delivery, askedHost: receiverOf(delivery) };
  const limits = { host: since(HOST_LIMIT), organization: since(ORGANIZATION_LIMIT) };
  const refused = await insertAsked(db, asked, limits);
  if (!refused) return attemptDelivery(asked, ports);
  const hostFreeAt = (refused.host ?? 0) + HOST_LIMIT.seconds * 1_000;
  const ownFreeAt = (refused.organization ?? 0) + ORGANIZATION_LIMIT.seconds * 1_000;
  const message =
    ownFreeAt > now
      ? `The limit of ${ORGANIZATION_LIMIT.attempts} tests and redeliveries in an hour is reached.`
      : `The limit of ${HOST_LIMIT.attempts} tests and redeliveries to one host in a minute is reached.`;
  const retryAfterSeconds = (Math.max(hostFreeAt, ownFreeAt) - now) / 1_000;
  throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
}
