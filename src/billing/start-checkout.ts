import type Stripe from 'stripe';
import { ownAddress } from './own-address.ts';
import type { PaidPorts } from './ports.ts';
import { checkoutSchema, listOf } from './stripe/objects.ts';

const sessions = listOf(checkoutSchema);

/** A page of Stripe's that is about to end is not given to anybody. */
const LEFT_S = 300;

/** What is paid for, and where the browser comes back to. */
export interface CheckoutOrder {
  organizationId: string;
  customer: string;
  mode: 'subscription' | 'payment';
  priceId: string;
  /** Says what the payment is for, in Stripe too. */
  metadata: Readonly<Record<string, string>>;
  pageUrl: string;
}

function paramsOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const { organizationId, customer, mode, priceId, pageUrl } = order;
  const metadata = { ...order.metadata };
  return {
    mode,
    customer,
    client_reference_id: organizationId,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: `${pageUrl}?from=checkout`,
    cancel_url: pageUrl,
    metadata: { ...metadata, price: priceId },
    ...(mode === 'subscription'
      ? { subscription_data: { metadata } }
      : {
          payment_intent_data: { metadata },
          invoice_creation: { enabled: true },
          // The order says dollars; a payment in another currency would not be what it says.
          adaptive_pricing: { enabled: false },
        }),
  };
}

/**
 * Opens Stripe's page for an order, or the one that is open for the same already. A page for
 * another plan is closed, so that nobody pays two. The request is named by the newest session there
 * is: a second click meets the first one's, a second purchase does not.
 * @returns where to send the browser
 */
export async function startCheckout(order: CheckoutOrder, ports: PaidPorts): Promise<string> {
  const { stripe, clock } = ports;
  const { customer, mode, priceId } = order;
  const { data } = await stripe.get('/v1/checkout/sessions', { customer, limit: 20 }, sessions);
  const now = clock.now() / 1_000;
  const open = data.filter((each) => each.status === 'open' && each.mode === mode);
  const isSame = (each: (typeof open)[number]) => each.metadata?.price === priceId;
  const same = open.find((each) => isSame(each) && each.expires_at - LEFT_S > now && each.url);
  if (mode === 'subscription')
    for (const other of open.filter((each) => each !== same))
      await stripe.post(
        `/v1/checkout/sessions/${other.id}/expire`,
        {},
        `expire:${other.id}`,
        checkoutSchema,
      );
  if (same) return ownAddress(same.url, stripe);
  const key = `checkout:${customer}:${priceId}:${data[0]?.id ?? 'first'}`;
  const made = await stripe.post('/v1/checkout/sessions', paramsOf(order), key, checkoutSchema);
  return ownAddress(made.url, stripe);
}
