import { requireAccount } from '../accounts/organizations.ts';
import { ApiError } from '../lib/errors.ts';
import type { KeyMode, Realm } from '../lookup/account/caller.ts';
import { isManager } from '../lookup/account/members.ts';
import { requireQuota } from '../lookup/account/quotas.ts';
import type { Webhook, WebhookDelivery } from '../lookup/jobs/webhooks.ts';
import { beginSeries } from './announcement.ts';
import {
  type AttemptPorts,
  attemptDelivery,
  firstAttempt,
  freshAttempt,
  isMailDelivery,
} from './delivery.ts';
import { requireDelivery, UNKNOWN_PRODUCT } from './delivery-log.ts';
import type { WebhookPorts } from './ports.ts';
import { type ReceiverField, registerWebhook } from './registration.ts';
import { LOST_AFTER_MS } from './series.ts';
import { deleteDelivery, insertRequestedDelivery, type StoredDelivery } from './store.ts';
import {
  clearFailing,
  type FailedReceiver,
  findEndpoint,
  reviveDeliveries,
} from './store-endpoints.ts';

/** Limit of manual attempts per host, over all organizations. */
export const HOST_LIMIT = { attempts: 10, seconds: 60 };

/**
 * Records and makes a manual attempt. It is free, so two windows limit it, per host over all
 * organizations and per organization, so that the service cannot be used to flood a host.
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
async function requestDelivery(
  delivery: Omit<StoredDelivery, 'askedHost'>,
  ports: AttemptPorts & Pick<WebhookPorts, 'quotas'>,
): Promise<WebhookDelivery> {
  const { db, clock, quotas } = ports;
  const now = clock.now();
  const lengthMs = HOST_LIMIT.seconds * 1_000;
  const asked = { ...delivery, askedHost: new URL(delivery.url).host };
  const { attempts } = HOST_LIMIT;
  const inTheWay = await insertRequestedDelivery(db, asked, { attempts, since: now - lengthMs });
  if (inTheWay !== null) {
    const message = `At most ${HOST_LIMIT.attempts} tests and redeliveries a minute may be sent to one host.`;
    const retryAfterSeconds = (inTheWay + lengthMs - now) / 1_000;
    throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }
  const { id, mode, organizationId } = asked;
  try {
    await requireQuota(organizationId, { kind: 'askedDeliveries', mode, id }, quotas);
  } catch (error) {
    await deleteDelivery(db, id);
    throw error;
  }
  const made = await attemptDelivery(asked, ports);
  const { endpointId, url } = made;
  if (made.status === 'delivered' && endpointId) await clearFailing(db, { id: endpointId, url });
  return made;
}

interface EndpointCaller {
  organizationId: string;
  userId: string;
  /** Absent for a session. */
  keyId?: string | undefined;
}

/**
 * The member behind a call; null for the organization. Neither members nor their keys manage
 * endpoints. A kept key belongs to the organization, with its maker's role when it was kept: the
 * maker may still have a copy of the key.
 * @throws ApiError INSUFFICIENT_SCOPE; NOT_FOUND if the account is lost, and with it the roles
 */
export async function requireEndpointManager(
  { organizationId, userId, keyId }: EndpointCaller,
  { accounts }: Pick<WebhookPorts, 'accounts'>,
): Promise<string | null> {
  const { members, keys } = await requireAccount(organizationId, { accounts });
  const kept = keys.find(({ id, keptAt }) => id === keyId && keptAt !== null);
  const role = kept ? kept.keptRole : members.find(({ id }) => id === userId)?.role;
  if (!isManager(role))
    throw new ApiError(
      'INSUFFICIENT_SCOPE',
      'Only owners, admins and their API keys can manage webhook endpoints and redeliver to them.',
    );
  return kept ? null : userId;
}

/**
 * Sends the same body again, newly signed, as a separate attempt that refers to the first one.
 * @throws ApiError NOT_FOUND if the realm has no such delivery, or it or its event is past its
 * retention;
 * INVALID_INPUT for a mail, as its receiver may have unsubscribed; INSUFFICIENT_SCOPE, for an
 * endpoint also as {@link requireEndpointManager}; RATE_LIMIT_EXCEEDED
 */
export async function redeliverEvent(
  { deliveryId, userId, keyId, ...realm }: Realm & EndpointCaller & { deliveryId: string },
  ports: AttemptPorts & Pick<WebhookPorts, 'newUuid' | 'quotas' | 'accounts'>,
): Promise<WebhookDelivery> {
  const { db, clock, newUuid } = ports;
  const earlier = await requireDelivery({ deliveryId, ...realm }, { db });
  if (isMailDelivery(earlier))
    throw new ApiError('INVALID_INPUT', 'An email cannot be sent again.');
  if (earlier.endpointId) await requireEndpointManager({ ...realm, userId, keyId }, ports);
  if (earlier.body === '')
    throw new ApiError('NOT_FOUND', 'The event of this delivery is past its retention.');
  const endpoint =
    earlier.endpointId === null
      ? null
      : await findEndpoint(db, { ...realm, scopes: null }, earlier.endpointId);
  const delivery = {
    ...earlier,
    // An endpoint is sent to at its present URL, whose host the limit counts.
    url: endpoint?.url ?? earlier.url,
    id: newUuid(),
    ...freshAttempt,
    redeliveryOf: earlier.redeliveryOf ?? earlier.id,
    createdAt: clock.now(),
  };
  return requestDelivery(delivery, ports);
}

/** Most deliveries resent by one call. */
export const MOST_RESENT = 500;

/**
 * Restarts deliveries that failed since a moment, and those that wait for another attempt.
 * @returns how many; {@link MOST_RESENT} if there may be more
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function resendSince(
  receiver: FailedReceiver,
  since: number,
  ports: WebhookPorts,
): Promise<number> {
  const { organizationId, mode } = receiver;
  const claim = { kind: 'resends', mode: mode ?? 'live', id: ports.newUuid() } as const;
  await requireQuota(organizationId, claim, ports.quotas);
  const now = ports.clock.now();
  const which = { since, now, waitingFrom: now + LOST_AFTER_MS, most: MOST_RESENT };
  const revived = await reviveDeliveries(ports.db, receiver, which);
  await beginSeries(revived, ports);
  return revived.length;
}

/** @throws ApiError INSUFFICIENT_SCOPE for a key none of whose products has events */
export function requireNotifyingScope(
  scopes: Realm['scopes'],
  { notifyingProducts }: Pick<WebhookPorts, 'notifyingProducts'>,
): void {
  if (!scopes || scopes.some((type) => notifyingProducts.has(type))) return;
  const message = 'No product in the scopes of this API key sends events.';
  throw new ApiError('INSUFFICIENT_SCOPE', message);
}

/**
 * Sends one `webhook.test` to a receiver.
 * @param of `productTypes`: products whose events the receiver gets; null for all
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function sendTestEvent(
  of: { organizationId: string; mode: KeyMode; productTypes: readonly string[] | null },
  receiver: Webhook & Partial<Pick<StoredDelivery, 'endpointId'>>,
  ports: WebhookPorts,
): Promise<WebhookDelivery> {
  const event = {
    id: `evt_${ports.newUuid()}`,
    organizationId: of.organizationId,
    mode: of.mode,
    type: 'webhook.test' as const,
    productTypes: of.productTypes ?? [UNKNOWN_PRODUCT],
    createdAt: ports.clock.now(),
    data: { message: 'If you can read this and its signature is valid, your receiver works.' },
  };
  return requestDelivery(firstAttempt(receiver, event, ports), ports);
}

/**
 * Sends one signed `webhook.test` to a URL, so that a receiver can be tested before a job depends
 * on it. The secret is created for this event only.
 * @throws ApiError as {@link registerWebhook}; RATE_LIMIT_EXCEEDED; INSUFFICIENT_SCOPE
 */
export async function testWebhook(
  request: Realm & { mode: KeyMode; url: string; param?: ReceiverField },
  ports: WebhookPorts,
): Promise<{ secret: string; delivery: WebhookDelivery }> {
  requireNotifyingScope(request.scopes, ports);
  const { webhook, secret } = await registerWebhook(request.url, ports, request.param);
  return {
    secret,
    delivery: await sendTestEvent({ ...request, productTypes: request.scopes }, webhook, ports),
  };
}
