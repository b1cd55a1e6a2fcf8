import { isOrganizationClosed } from '../accounts/store-organizations.ts';
import type { WebhookEvent, WebhookReceiver } from '../lookup/jobs/webhooks.ts';
import {
  type AttemptPorts,
  deliverOnce,
  deliveryPayload,
  firstAttempt,
  firstAttemptFields,
} from './delivery.ts';
import type { WebhookPorts } from './ports.ts';
import type { StoredDelivery } from './store.ts';
import { type Endpoint, listActiveEndpoints } from './store-endpoints.ts';
import { type AnnouncedChange, insertEvent } from './store-events.ts';

/**
 * Whether an endpoint receives the event: it has chosen the type, or the job or monitor names it;
 * and its scopes include the products.
 */
const receives = (
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
 * Records an event, and begins deliveries to the endpoints that chose it or are named.
 * @param also further deliveries; a change that the event announces, and the endpoint it ends
 */
export async function recordEvent(
  event: WebhookEvent,
  namedId: string | null,
  ports: AnnouncePorts,
  also: {
    deliveries?: readonly StoredDelivery[];
    announced?: AnnouncedChange;
    ended?: string;
  } = {},
): Promise<void> {
  const { db, clock } = ports;
  const { organizationId, mode, type, productTypes, id: eventId } = event;
  const body = deliveryPayload(event);
  const endpoints = await listActiveEndpoints(db, { organizationId, mode });
  const series = endpoints
    .filter((endpoint) => endpoint.id !== also.ended && receives(endpoint, event, namedId))
    .map((endpoint) => seriesOf(endpoint, event, ports));
  const of = { organizationId, mode, eventId, type, productTypes };
  const stored = { ...of, body, createdAt: clock.now() };
  const deliveries = [...series, ...(also.deliveries ?? [])];
  if (!(await insertEvent(db, stored, deliveries, also.announced))) return;
  await beginSeries(
    deliveries.map(({ id }) => id),
    ports,
  );
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
  if (await isOrganizationClosed(ports.db, event.organizationId)) return;
  await recordEvent(event, webhook?.endpointId ?? null, ports);
  if (webhook && webhook.url !== null)
    await deliverOnce(firstAttempt(webhook, event, ports), ports);
}
