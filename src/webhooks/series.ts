import * as z from 'zod';
import { plainMail } from '../lib/mail.ts';
import { acknowledgeAll } from '../lib/queue.ts';
import { oneLine } from '../lib/text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts';
import { announceEvent } from './announcement.ts';
import { DELIVERY_TIMEOUT_MS, deliverMail, sendDelivery, unsentOutcome } from './delivery.ts';
import { UNKNOWN_PRODUCT } from './delivery-log.ts';
import type { ScheduledAttempt, WebhookPorts } from './ports.ts';
import {
  claimAttempt,
  type DeliveryOutcome,
  listDueAttempts,
  recordDeliveryOutcome,
  type StoredDelivery,
} from './store.ts';
import {
  clearFailing,
  type Endpoint,
  findEndpoint,
  markFailing,
  updateEndpoint,
} from './store-endpoints.ts';

/** Waits between the attempts at an endpoint: 27 hours and 35 minutes in all. */
const RETRY_WAITS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

export const MAX_ATTEMPTS = RETRY_WAITS_MS.length + 1;

/** How long an endpoint may fail before it is switched off. */
export const FAILING_DAYS = 3;

/** Attempts over 35 minutes: a failure of fewer may be a blip after days without events. */
const LASTING_ATTEMPTS = 4;

/** Far beyond what an attempt takes: its consumer was stopped. */
export const LOST_AFTER_MS = 12 * DELIVERY_TIMEOUT_MS;

/** What no further attempt would mend. */
const FINAL_ERRORS: ReadonlySet<unknown> = new Set(['ORGANIZATION_CLOSED', 'ENDPOINT_INACTIVE']);

const endpointRef = ({
  id,
  organizationId,
  mode,
}: Pick<Endpoint, 'id' | 'organizationId' | 'mode'>) =>
  [{ organizationId, mode, scopes: null }, id] as const;

/** One mail to each owner, once a time that the endpoint began to fail. */
async function mailOwners(endpoint: Endpoint, eventId: string, ports: WebhookPorts): Promise<void> {
  const { organizationId, mode, url, productTypes } = endpoint;
  const view = await ports.accounts.view(organizationId);
  const owners = view?.members.filter(({ role }) => role === 'owner') ?? [];
  const said = `Every delivery to your webhook endpoint ${url} has failed for ${FAILING_DAYS} days, so it was switched off. What happens from now on is not sent to it. Mend it, switch it on again, and read what it missed with GET /v1/events.`;
  const subject = oneLine(`A webhook endpoint was switched off: ${new URL(url).host}`);
  const about = { organizationId, mode, type: 'webhook_endpoint.disabled' as const };
  const event = {
    ...about,
    productTypes: productTypes ?? [UNKNOWN_PRODUCT],
    createdAt: ports.clock.now(),
  };
  for (const { email } of owners) {
    const mail = plainMail(email, subject, [said]);
    await deliverMail(mail, { ...event, id: `${eventId}:${email}` }, ports);
  }
}

/** Switches an endpoint off that has failed for too long; its owners are notified first, once. */
async function switchOff(
  delivery: StoredDelivery,
  since: number,
  ports: WebhookPorts,
): Promise<void> {
  const { organizationId, mode, endpointId } = delivery;
  const reference = endpointRef({ organizationId, mode, id: endpointId as string });
  const endpoint = await findEndpoint(ports.db, ...reference);
  if (!endpoint?.active || endpoint.failingSince !== since) return;
  const { id, url, productTypes } = endpoint;
  const eventId = `${id}:disabled:${since}`;
  await mailOwners(endpoint, eventId, ports);
  const changes = { active: false, disabledReason: 'failing' as const };
  // Its secret or address may have been changed meanwhile.
  if (!(await updateEndpoint(ports.db, endpoint, changes)))
    return switchOff(delivery, since, ports);
  const data = { endpoint_id: id, url, failing_since: new Date(since).toISOString() };
  const event = { id: eventId, organizationId, mode, type: 'webhook_endpoint.disabled' as const };
  await announceEvent(
    {
      ...event,
      productTypes: productTypes ?? [UNKNOWN_PRODUCT],
      createdAt: ports.clock.now(),
      data,
    },
    null,
    ports,
  );
}

/** Records how an attempt ended, and has the next one made where there is one. */
async function settleAttempt(
  delivery: StoredDelivery,
  attempt: number,
  outcome: DeliveryOutcome,
  ports: WebhookPorts,
): Promise<void> {
  const { db, clock } = ports;
  const { endpointId } = delivery;
  // At an address of a job or monitor there is one attempt (specification, "Events").
  if (endpointId === null) return recordDeliveryOutcome(db, delivery, outcome);
  const wait = RETRY_WAITS_MS[attempt - 1];
  const isOver =
    outcome.status === 'delivered' || FINAL_ERRORS.has(outcome.errorCode) || wait === undefined;
  if (outcome.status === 'delivered') await clearFailing(db, endpointId);
  else if (!FINAL_ERRORS.has(outcome.errorCode)) {
    const since = await markFailing(db, endpointId, clock.now());
    const isLasting = since !== null && clock.now() - since >= FAILING_DAYS * DAY_MS;
    if (isLasting && attempt >= LASTING_ATTEMPTS) await switchOff(delivery, since, ports);
  }
  await recordDeliveryOutcome(db, delivery, outcome, isOver ? null : clock.now() + wait);
  if (!isOver)
    await ports.scheduleAttempts([
      { deliveryId: delivery.id, attempt: attempt + 1, delaySeconds: wait / 1_000 },
    ]);
}

/**
 * Makes one attempt of a series; of a repeated message, none.
 * @throws what the database and the queue throw: the attempt is lost then, and the next one due
 */
export async function makeAttempt(
  scheduled: Pick<ScheduledAttempt, 'deliveryId' | 'attempt'>,
  ports: WebhookPorts,
): Promise<void> {
  const { db, clock } = ports;
  const delivery = await claimAttempt(db, scheduled, clock.now() + LOST_AFTER_MS);
  if (!delivery) return;
  const { attempt } = scheduled;
  const outcome =
    attempt > MAX_ATTEMPTS || delivery.body === ''
      ? unsentOutcome('INTERRUPTED')
      : await sendDelivery(delivery, ports);
  await settleAttempt(delivery, attempt, outcome, ports);
}

/** Messages that a queue takes at once. */
const QUEUE_BATCH = 100;

export async function sendAttempts(
  queue: Queue<AttemptMessage>,
  attempts: readonly ScheduledAttempt[],
): Promise<void> {
  for (let from = 0; from < attempts.length; from += QUEUE_BATCH)
    await queue.sendBatch(
      attempts
        .slice(from, from + QUEUE_BATCH)
        .map(({ delaySeconds, ...body }) => ({ body, delaySeconds })),
    );
}

const attemptMessage = z.object({ deliveryId: z.string(), attempt: z.int().min(1) });
export type AttemptMessage = z.infer<typeof attemptMessage>;

/** Consumes messages of attempts: what is lost is due, and cron sends it. */
export const handleAttemptMessages = (
  messages: readonly Message[],
  ports: WebhookPorts,
): Promise<void> =>
  acknowledgeAll(
    messages,
    async (body) => makeAttempt(attemptMessage.parse(body), ports),
    (cause) => ports.warn('an attempt to deliver was lost', cause),
  );

/** Sent by one run of cron; what is left is sent by the next. */
const DUE_PER_RUN = 1_000;

/** Sends attempts again whose message was lost. */
export async function sendDueAttempts(ports: WebhookPorts): Promise<void> {
  const due = await listDueAttempts(ports.db, ports.clock.now() - LOST_AFTER_MS, DUE_PER_RUN);
  const scheduled = due.map(({ deliveryId, attempts }) => ({
    deliveryId,
    attempt: attempts + 1,
    delaySeconds: 0,
  }));
  if (scheduled.length > 0) await ports.scheduleAttempts(scheduled);
}
