import { takeRoom } from '../core/account/ceilings.ts';
import { ApiError } from '../core/errors.ts';
import type { WebhookDelivery } from '../core/jobs/webhooks.ts';
import { deleteDelivery, insertAsked, type StoredDelivery } from '../store/webhook-deliveries.ts';
import { type AttemptPorts, attemptDelivery } from './attempt-delivery.ts';
import type { WebhookPorts } from './ports.ts';

/** Attempts at one host that are made because somebody asked, whoever asked. */
export const HOST_LIMIT = { attempts: 10, seconds: 60 };

/** Whom an attempt reaches: a host, or the address of a mail. */
const receiverOf = ({ url }: Pick<StoredDelivery, 'url'>): string => {
  const { host, pathname } = new URL(url);
  return host || pathname;
};

/**
 * Records and makes an attempt that somebody asked for. It is free, so its number is limited, at
 * one host by whomever and by one organization: nobody can have this service knock at another's
 * door as often as they like.
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function askDelivery(
  delivery: Omit<StoredDelivery, 'askedHost'>,
  ports: AttemptPorts & Pick<WebhookPorts, 'rooms'>,
): Promise<WebhookDelivery> {
  const { db, clock, rooms } = ports;
  const now = clock.now();
  const lengthMs = HOST_LIMIT.seconds * 1_000;
  const asked = { ...delivery, askedHost: receiverOf(delivery) };
  const { attempts } = HOST_LIMIT;
  const inTheWay = await insertAsked(db, asked, { attempts, since: now - lengthMs });
  if (inTheWay !== null) {
    const message = `The limit of ${HOST_LIMIT.attempts} tests and redeliveries to one host in a minute is reached.`;
    const retryAfterSeconds = (inTheWay + lengthMs - now) / 1_000;
    throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }
  const { id, mode, organizationId } = asked;
  try {
    await takeRoom(organizationId, { kind: 'askedDeliveries', mode, id }, rooms);
  } catch (error) {
    await deleteDelivery(db, id);
    throw error;
  }
  return attemptDelivery(asked, ports);
}
