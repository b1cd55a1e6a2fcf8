import { countedPeriods, type PaidPeriod, paidPeriods, pricesNamed } from './paid-periods.ts';
import type { PaidPorts } from './ports.ts';
import { type Standing, standingAmong } from './standing.ts';
import { StripeRefusal } from './stripe/client.ts';
import {
  invoiceSchema,
  listOf,
  type Payment,
  type Price,
  paymentSchema,
  priceSchema,
  type StripeSubscription,
  subscriptionSchema,
} from './stripe/objects.ts';

const PAGE = 100;

/** Invoices older than this were applied, or their period is long over. */
const INVOICES_FOR_S = 100 * 86_400;

const subscriptions = listOf(subscriptionSchema);
const invoices = listOf(invoiceSchema);
const payments = listOf(paymentSchema);

/** What a customer's plan rests on. */
export interface PlanFacts {
  /** In the order they begin. */
  periods: PaidPeriod[];
  standing: Standing | null;
}

/** Prices by id: those of subscriptions are known, what else invoices name is read. */
async function pricesOf(
  named: readonly string[],
  known: readonly StripeSubscription[],
  { stripe }: PaidPorts,
): Promise<Map<string, Price>> {
  const prices = new Map(
    known.flatMap(({ items }) => items.data.map(({ price }) => [price.id, price] as const)),
  );
  for (const id of named)
    if (!prices.has(id)) prices.set(id, await stripe.get(`/v1/prices/${id}`, {}, priceSchema));
  return prices;
}

/** Subscriptions and paid periods of a customer, as Stripe has them now. */
export async function readPlan(customer: string, ports: PaidPorts): Promise<PlanFacts> {
  const { stripe, clock } = ports;
  const since = Math.floor(clock.now() / 1_000) - INVOICES_FOR_S;
  const [subscribed, invoiced] = await Promise.all([
    stripe.get(
      '/v1/subscriptions',
      { customer, status: 'all', limit: PAGE, expand: ['data.latest_invoice'] },
      subscriptions,
    ),
    stripe.get(
      '/v1/invoices',
      { customer, status: 'paid', limit: PAGE, created: { gte: since } },
      invoices,
    ),
  ]);
  const prices = await pricesOf(pricesNamed(invoiced.data), subscribed.data, ports);
  const periods = countedPeriods(paidPeriods(invoiced.data, prices), subscribed.data);
  return { periods, standing: standingAmong(subscribed.data, periods) };
}

/** The newest payments of a customer, and one more that an event names. */
export async function readPayments(
  customer: string,
  named: string | null,
  { stripe }: PaidPorts,
): Promise<Payment[]> {
  const expand = ['data.latest_charge'];
  const found = await stripe.get(
    '/v1/payment_intents',
    { customer, limit: PAGE, expand },
    payments,
  );
  if (named === null || found.data.some(({ id }) => id === named)) return found.data;
  const payment = await readPayment(named, { stripe });
  // Whose it is, Stripe says, and not what named it.
  return payment?.customer === customer ? [...found.data, payment] : found.data;
}

/** @returns null for a payment Stripe does not have */
export async function readPayment(
  id: string,
  { stripe }: Pick<PaidPorts, 'stripe'>,
): Promise<Payment | null> {
  try {
    const params = { expand: ['latest_charge'] };
    return await stripe.get(`/v1/payment_intents/${id}`, params, paymentSchema);
  } catch (error) {
    if (error instanceof StripeRefusal && error.status === 404) return null;
    throw error;
  }
}
