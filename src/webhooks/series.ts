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

/** Delays between the attempts at an endpoint, 27 hours and 35 minutes in total. */
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

/** Attempts within 35 minutes; fewer failures may be a short outage after days without events. */
const LASTING_ATTEMPTS = 4;

/** Far longer than an attempt takes; after that, its consumer counts as stopped. */
export const LOST_AFTER_MS = 12 * DELIVERY_TIMEOUT_MS;

/** Errors that no further attempt would resolve. */
const FINAL_ERRORS: ReadonlySet<unknown> = new Set(['ORGANIZATION_CLOSED', 'ENDPOINT_INACTIVE']);

const endpointRef = ({
  id,
  organizationId,
  mode,
}: Pick<Endpoint, 'id' | 'organizationId' | 'mode'>) =>
  [{ organizationId, mode, scopes: null }, id] as const;

/** Mails each owner, once per series of failures of the endpoint. */
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

/** Switches off an endpoint that has failed for too long; its owners are notified first, once. */
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
  // The secret or URL may have been changed meanwhile.
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

/** Records the outcome of an attempt, and schedules the next one if there is one. */
async function settleAttempt(
  delivery: StoredDelivery,
  attempt: number,
  outcome: DeliveryOutcome,
  ports: WebhookPorts,
): Promise<void> {
  const { db, clock } = ports;
  const { endpointId } = delivery;
  // A URL of a job or monitor gets one attempt only (specification, "Events").
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
 * Makes one attempt of a series; ignores a repeated message.
 * @throws errors of database and queue; the attempt then counts as lost, and the next one is due
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

/** Most messages in one batch send to a queue. */
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

/** Consumes messages of attempts. Lost attempts become due, and cron sends them. */
export const handleAttemptMessages = (
  messages: readonly Message[],
  ports: WebhookPorts,
): Promise<void> =>
  acknowledgeAll(
    messages,
    async (body) => makeAttempt(attemptMessage.parse(body), ports),
    (cause) => ports.warn('an attempt to deliver was lost', cause),
  );

/** Attempts per cron run; the rest is left to the next run. */
const DUE_PER_RUN = 1_000;

/** Resends attempts whose message was lost. */
export async function sendDueAttempts(ports: WebhookPorts): Promise<void> {
  const due = await listDueAttempts(ports.db, ports.clock.now() - LOST_AFTER_MS, DUE_PER_RUN);
  const scheduled = due.map(({ deliveryId, attempts }) => ({
    deliveryId,
    attempt: attempts + 1,
    delaySeconds: 0,
  }));
  if (scheduled.length > 0) await ports.scheduleAttempts(scheduled);
}
