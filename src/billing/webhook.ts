import * as z from 'zod';
import { hmacSha256, toHex } from '../lib/bytes.ts';
import { ApiError } from '../lib/errors.ts';
import { isEqualConstantTime, type Secrets } from '../lib/secrets.ts';
import { syncCustomer } from './customer-sync.ts';
import { readPayment, restoreNamedCustomer } from './customers.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import { insertBillingEvent, isBillingEventApplied } from './store.ts';
import { readStripeText } from './stripe/client.ts';
import { expandableId } from './stripe/objects.ts';

/** Tolerance of a signature's time, past and future (Stripe, "Verify manually"). */
const TOLERANCE_S = 300;

/** Most signatures checked; during a rotation, Stripe sends one per secret. */
const MAX_SIGNATURES = 5;

interface SignatureHeader {
  at: number;
  /** In hex. */
  signatures: string[];
}

/**
 * Parses `t=…,v1=…,v1=…`; other schemes are ignored.
 * @returns null for a malformed header, or a time too far from now
 */
function parseSignatureHeader(header: string | null, nowMs: number): SignatureHeader | null {
  const parts = (header ?? '').slice(0, 1_000).split(',');
  const at = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? [])[0];
  const signatures = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []);
  if (at === undefined || signatures.length === 0) return null;
  if (Math.abs(nowMs / 1_000 - Number(at)) > TOLERANCE_S) return null;
  return { at: Number(at), signatures: signatures.slice(0, MAX_SIGNATURES) };
}

/** Whether a signature matches the body and one of our secrets; compared in constant time. */
async function verifySignature(
  { at, signatures }: SignatureHeader,
  body: string,
  secrets: Secrets,
): Promise<boolean> {
  for (const { text } of secrets) {
    const own = toHex(await hmacSha256(text, `${at}.${body}`));
    if (signatures.some((signature) => isEqualConstantTime(signature, own))) return true;
  }
  return false;
}

/** Largest event read; Stripe's have some tens of kilobytes. */
export const MAX_EVENT_BYTES = 1_048_576;

/** Handled events: all that may move money or change a plan. Others are acknowledged only. */
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

const eventSchema = z.object({
  id: z.string().max(200),
  type: z.string().max(200),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      object: z.string(),
      customer: expandableId.nullish(),
      payment_intent: expandableId.nullish(),
    }),
  }),
});
type Subject = z.infer<typeof eventSchema>['data']['object'];

/** Outcome of an event; all are answered with 200. */
type EventOutcome = 'applied' | 'repeated' | 'ignored' | 'unknown_customer';

/** Customer and payment of an event. A refund or dispute only names its payment. */
async function eventCustomer({ id, object, customer, payment_intent }: Subject, ports: PaidPorts) {
  const payment = (object === 'payment_intent' ? id : payment_intent) ?? null;
  if (object === 'customer') return { customer: id ?? null, payment: null };
  if (customer || payment === null) return { customer: customer ?? null, payment };
  const read = await readPayment(payment, ports);
  return { customer: read?.customer ?? null, payment };
}

/** The body of a delivery with a valid signature. @throws ApiError for any other */
async function readSignedBody(request: Request, ports: BillingPorts): Promise<string> {
  const { webhookSecrets, clock } = ports;
  if (webhookSecrets === null || ports.stripe === null) throw new ApiError('NOT_FOUND');
  const refused = new ApiError('INVALID_REQUEST', 'The signature is invalid.');
  const header = parseSignatureHeader(request.headers.get('Stripe-Signature'), clock.now());
  if (header === null) throw refused;
  const body = await readStripeText(request, MAX_EVENT_BYTES).catch((cause) => {
    throw new ApiError('INVALID_REQUEST', `The body is larger than ${MAX_EVENT_BYTES} bytes.`, {
      cause,
    });
  });
  if (!(await verifySignature(header, body, webhookSecrets))) throw refused;
  return body;
}

/**
 * Receives an event from Stripe. Events are at-least-once messages that a customer has changed; the
 * state itself is read from Stripe. An event is recorded once it is applied; otherwise it is
 * refused, and Stripe resends it for three days.
 * @throws ApiError NOT_FOUND without secrets, INVALID_REQUEST for an invalid body or signature,
 *   others if Stripe or a store cannot be reached
 */
export async function receiveEvent(request: Request, ports: BillingPorts): Promise<EventOutcome> {
  const body = await readSignedBody(request, ports);
  const event = parseEvent(body);
  const { id, type } = event;
  if (!EVENT_TYPES.includes(type)) return 'ignored';
  if (await isBillingEventApplied(ports.db, id)) return 'repeated';
  const paid = ports as PaidPorts;
  const { customer, payment } = await eventCustomer(event.data.object, paid);
  const sync = async (id: string) => {
    if (await syncCustomer(id, paid, payment)) return true;
    await restoreNamedCustomer(id, paid);
    return syncCustomer(id, paid, payment);
  };
  const isKnown = customer !== null && (await sync(customer));
  await insertBillingEvent(ports.db, { id, type, appliedAt: ports.clock.now() });
  if (isKnown) return 'applied';
  ports.warn('an event of an unknown customer', { type });
  return 'unknown_customer';
}

function parseEvent(body: string): z.infer<typeof eventSchema> {
  try {
    return eventSchema.parse(JSON.parse(body));
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', 'The body is not a valid event.', { cause });
  }
}
