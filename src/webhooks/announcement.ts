import { isOrganizationClosed } from '../accounts/store-organizations.ts';
import type { WebhookEvent, WebhookReceiver } from '../lookup/jobs/webhooks.ts';
import {
  type AttemptPorts,
  deliverEvent,
  deliveryPayload,
  firstAttemptFields,
} from './delivery.ts';
import type { WebhookPorts } from './ports.ts';
import type { StoredDelivery } from './store.ts';
import { type Endpoint, listActiveEndpoints } from './store-endpoints.ts';
import { insertEvent } from './store-events.ts';

/**
 * Whether an endpoint receives the event: it has chosen the type, or the job or monitor names it;
 * and its scopes include the products.
 */
const isTold = (
  { id, events, productTypes: scopes }: Endpoint,
  { type, productTypes }: WebhookEvent,
  namedId: string | null,
): boolean =>
  (id === namedId || events === null || events.includes(type)) &&
  (scopes === null || productTypes.every((product) => scopes.includes(product)));

type AnnouncePorts = AttemptPorts & Pick<WebhookPorts, 'newUuid' | 'scheduleAttempts'>;

/** A delivery series to an endpoint, not yet begun; its body is that of the event. */
const seriesOf = (
  { id, url }: Endpoint,
  event: WebhookEvent,
  ports: AnnouncePorts,
): StoredDelivery => ({
  ...firstAttemptFields(event, ports),
  endpointId: id,
  url,
  sealedSecret: '',
  body: '',
  attempts: 0,
  nextAttemptAt: ports.clock.now(),
});

/** Schedules the first attempt of each delivery; cron sends those that the queue did not accept. */
export async function beginSeries(
  deliveryIds: readonly string[],
  { scheduleAttempts, warn }: Pick<WebhookPorts, 'scheduleAttempts' | 'warn'>,
): Promise<void> {
  const first = deliveryIds.map((deliveryId) => ({ deliveryId, attempt: 1, delaySeconds: 0 }));
  if (first.length > 0)
    await scheduleAttempts(first).catch((cause) => warn('deliveries wait for cron', cause));
}

/**
 * Records an event, begins deliveries to the endpoints that chose it or are named, and makes the
 * one attempt at a URL of the job or monitor. A repeated call sends what was not sent; cron sends
 * what the queue did not accept.
 * @throws RangeError for a payload that is too long; database errors
 */
export async function announceEvent(
  event: WebhookEvent,
  webhook: WebhookReceiver | null,
  ports: AnnouncePorts,
): Promise<void> {
  const { db, clock } = ports;
  const { organizationId, mode, type, productTypes, id: eventId } = event;
  if (await isOrganizationClosed(db, organizationId)) return;
  const body = deliveryPayload(event);
  const endpoints = await listActiveEndpoints(db, { organizationId, mode });
  const series = endpoints
    .filter((endpoint) => isTold(endpoint, event, webhook?.endpointId ?? null))
    .map((endpoint) => seriesOf(endpoint, event, ports));
  const stored = {
    organizationId,
    mode,
    eventId,
    type,
    productTypes,
    body,
    createdAt: clock.now(),
  };
  const isNew = await insertEvent(db, stored, series);
  if (isNew)
    await beginSeries(
      series.map(({ id }) => id),
      ports,
    );
  if (webhook && webhook.url !== null) await deliverEvent(webhook, event, ports);
}
