import * as z from 'zod';
import { ApiError } from '../core/errors.ts';
import { insertEvent, isEventApplied } from '../store/billing.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import { readPayment } from './read-customer.ts';
import { readText } from './stripe/bounded-text.ts';
import { isSigned, readSignature } from './stripe/signature.ts';
import { syncCustomer } from './sync-customer.ts';

/** Largest event that is read; Stripe's have some tens of kilobytes. */
export const MAX_EVENT_BYTES = 1_048_576;

/** What is listened to: everything that may move money or a plan. Others are answered and left. */
export const EVENT_TYPES: readonly string[] = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.refunded',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'payment_intent.succeeded',
  'refund.created',
  'refund.failed',
  'refund.updated',
];

const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

const eventSchema = z.object({
  id: z.string().max(200),
  type: z.string().max(200),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      object: z.string(),
      customer: idOf.nullish(),
      payment_intent: idOf.nullish(),
    }),
  }),
});
type Subject = z.infer<typeof eventSchema>['data']['object'];

/** How an event ended; all are answered 200. */
export type EventOutcome = 'applied' | 'repeated' | 'ignored' | 'unknown_customer';

/** Whose it is, and which payment it is about. A refund or dispute names its payment alone. */
async function whoseIs(
  { id, object, customer, payment_intent }: Subject,
  ports: PaidPorts,
): Promise<{ customer: string | null; payment: string | null }> {
  const payment = (object === 'payment_intent' ? id : payment_intent) ?? null;
  if (object === 'customer') return { customer: id ?? null, payment: null };
  if (customer || payment === null) return { customer: customer ?? null, payment };
  const read = await readPayment(payment, ports);
  return { customer: read?.customer ?? null, payment };
}

/** The body of a delivery whose signature holds. @throws ApiError for any other */
async function readSigned(request: Request, ports: BillingPorts): Promise<string> {
  const { webhookSecrets, clock } = ports;
  if (webhookSecrets === null || ports.stripe === null) throw new ApiError('NOT_FOUND');
  const refused = new ApiError('INVALID_REQUEST', 'The signature does not hold.');
  const header = readSignature(request.headers.get('Stripe-Signature'), clock.now());
  if (header === null) throw refused;
  const body = await readText(request, MAX_EVENT_BYTES).catch((cause) => {
    throw new ApiError('INVALID_REQUEST', `The body is larger than ${MAX_EVENT_BYTES} bytes.`, {
      cause,
    });
  });
  if (!(await isSigned(header, body, webhookSecrets))) throw refused;
  return body;
}

/**
 * Takes a delivery of Stripe's. An event is a hint that something of a customer has changed: what,
 * is read from Stripe. It is noted when it was applied; one that could not be is refused, and comes
 * again for three days.
 * @throws ApiError NOT_FOUND without secrets, INVALID_REQUEST for a body or signature that is no
 *   good, others when Stripe or a store cannot be reached
 */
export async function receiveEvent(request: Request, ports: BillingPorts): Promise<EventOutcome> {
  const body = await readSigned(request, ports);
  const event = readEvent(body);
  const { id, type } = event;
  if (!EVENT_TYPES.includes(type)) return 'ignored';
  if (await isEventApplied(ports.db, id)) return 'repeated';
  const paid = ports as PaidPorts;
  const { customer, payment } = await whoseIs(event.data.object, paid);
  const isKnown = customer !== null && (await syncCustomer(customer, paid, payment));
  await insertEvent(ports.db, { id, type, appliedAt: ports.clock.now() });
  if (isKnown) return 'applied';
  ports.warn('an event of a customer that is none of ours', { type });
  return 'unknown_customer';
}

function readEvent(body: string): z.infer<typeof eventSchema> {
  try {
    return eventSchema.parse(JSON.parse(body));
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', 'The body is no event.', { cause });
  }
}
