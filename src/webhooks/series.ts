import * as z from 'zod';
import { plainMail } from '../lib/mail.ts';
import { acknowledgeAll } from '../lib/queue.ts';
import { oneLine } from '../lib/text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts';
import type { WebhookEvent } from '../lookup/jobs/webhooks.ts';
import { recordEvent } from './announcement.ts';
import { DELIVERY_TIMEOUT_MS, mailDelivery, sendDelivery, unsentOutcome } from './delivery.ts';
import { UNKNOWN_PRODUCT } from './delivery-log.ts';
import type { ScheduledAttempt, WebhookPorts } from './ports.ts';
import { copyEndpoint } from './registration.ts';
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
  switchOffFailing,
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
const FINAL_ERRORS: ReadonlySet<unknown> = new Set([
  'ORGANIZATION_CLOSED',
  'ENDPOINT_INACTIVE',
  'EVENT_GONE',
]);

/** Failures of the service or of its operator, which say nothing about the receiver. */
const OWN_ERRORS: ReadonlySet<unknown> = new Set([
  ...FINAL_ERRORS,
  'SECRET_UNREADABLE',
  'INTERRUPTED',
]);

/** Mails to the owners that an endpoint was switched off, each a delivery of its own. */
async function ownerMails(
  { organizationId, mode, url }: Endpoint,
  event: Pick<WebhookEvent, 'id' | 'productTypes' | 'createdAt' | 'type'>,
  ports: WebhookPorts,
): Promise<StoredDelivery[]> {
  const view = await ports.accounts.view(organizationId);
  const owners = view?.members.filter(({ role }) => role === 'owner') ?? [];
  const said = `Every delivery to your webhook endpoint ${url} has failed for ${FAILING_DAYS} days, so it was switched off and receives no further events. Fix the receiver, switch the endpoint on again, and read the events it missed with GET /v1/events.`;
  const subject = oneLine(`A webhook endpoint was switched off: ${new URL(url).host}`);
  return owners.map(({ email }) => {
    const mail = plainMail(email, subject, [said]);
    const of = { ...event, organizationId, mode, id: `${event.id}:${email}` };
    const due = { attempts: 0, nextAttemptAt: ports.clock.now() };
    return { ...mailDelivery(mail, of, ports), ...due };
  });
}

/**
 * Switches off an endpoint that has failed for too long, in one transaction with its event and the
 * mails to its owners, and copies it. Does nothing if it has answered, or was changed, meanwhile.
 */
async function switchOff(
  { organizationId, mode, endpointId: id }: StoredDelivery & { endpointId: string },
  since: number,
  ports: WebhookPorts,
): Promise<void> {
  const endpoint = await findEndpoint(ports.db, { organizationId, mode, scopes: null }, id);
  if (!endpoint) return;
  const { url, productTypes } = endpoint;
  const event = {
    id: `${id}:disabled:${since}`,
    organizationId,
    mode,
    type: 'webhook_endpoint.disabled' as const,
    productTypes: productTypes ?? [UNKNOWN_PRODUCT],
    createdAt: ports.clock.now(),
    data: { endpoint_id: id, url, failing_since: new Date(since).toISOString() },
  };
  const deliveries = await ownerMails(endpoint, event, ports);
  const announced = switchOffFailing(id, since);
  await recordEvent(event, null, ports, { deliveries, announced, ended: id });
  const after = await findEndpoint(ports.db, { organizationId, mode, scopes: null }, id);
  if (after) await copyEndpoint(after, ports);
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
  const attempted = { id: endpointId, url: delivery.url };
  if (outcome.status === 'delivered') await clearFailing(db, attempted);
  else if (!OWN_ERRORS.has(outcome.errorCode)) {
    const since = await markFailing(db, attempted, clock.now());
    const isLasting = since !== null && clock.now() - since >= FAILING_DAYS * DAY_MS;
    if (isLasting && attempt >= LASTING_ATTEMPTS)
      await switchOff({ ...delivery, endpointId }, since, ports);
  }
  await recordDeliveryOutcome(db, delivery, outcome, isOver ? null : clock.now() + wait);
  if (!isOver)
    await ports.scheduleAttempts([
      { deliveryId: delivery.id, attempt: attempt + 1, delaySeconds: wait / 1_000 },
    ]);
}

/** Sends a delivery, unless its event is past its retention or its last attempt was lost. */
async function outcomeOf(
  delivery: StoredDelivery,
  attempt: number,
  ports: WebhookPorts,
): Promise<DeliveryOutcome> {
  if (delivery.body === '') return unsentOutcome('EVENT_GONE');
  return attempt > MAX_ATTEMPTS ? unsentOutcome('INTERRUPTED') : sendDelivery(delivery, ports);
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
  const outcome = await outcomeOf(delivery, attempt, ports);
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
