// The state of a Stripe account, and what happens in it: what people pay, what renews, what is
// refunded. Objects have the shapes of API version 2026-10-28.endive, as far as they are read.

const DAY_S = 86_400;

/** How long a change waits for its payment. */
const PENDING_S = 23 * 3_600;

// biome-ignore lint/suspicious/noExplicitAny: objects of every shape, as the API has them
export type StripeObject = Record<string, any>;

export interface FakeEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  /** As it was when this happened, which may be long ago when it is delivered. */
  data: { object: StripeObject };
}

export const monthAfter = (seconds: number): number => {
  const at = new Date(seconds * 1_000);
  at.setUTCMonth(at.getUTCMonth() + 1);
  return at.getTime() / 1_000;
};

/** A call that Stripe refuses. */
export class Refused extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, code: string, type = 'invalid_request_error') {
    super(code);
    this.status = status;
    this.body = { error: { type, code, message: `fake: ${code}` } };
  }
}

export class FakeStripe {
  readonly objects = new Map<string, StripeObject>();
  readonly events: FakeEvent[] = [];
  /** Told of each event. */
  onEvent: (event: FakeEvent) => void = () => {};
  /** Renewals are collected at once; else an hour later, as Stripe does, by {@link collect}. */
  collectsAtOnce = true;
  readonly #badCards = new Set<string>();
  readonly #now: () => number;
  /** Ids of two accounts are never the same. */
  readonly #name = Math.random().toString(36).slice(2, 8);
  #made = 0;

  /** @param now milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get now(): number {
    return Math.floor(this.#now() / 1_000);
  }

  get(id: string): StripeObject {
    const object = this.objects.get(id);
    if (!object) throw new Refused(404, 'resource_missing');
    return object;
  }

  /** Of a kind, newest first. */
  all(kind: string): StripeObject[] {
    return [...this.objects.values()].filter(({ object }) => object === kind).reverse();
  }

  put(prefix: string, object: string, fields: StripeObject): StripeObject {
    const id = (fields.id as string | undefined) ?? `${prefix}_${this.#name}${++this.#made}`;
    const made = { id, object, created: this.now, livemode: false, metadata: {}, ...fields };
    this.objects.set(id, made);
    return made;
  }

  tell(type: string, object: StripeObject): void {
    const data = { object: structuredClone(object) };
    const id = `evt_${this.#name}${++this.#made}`;
    const event = { id, object: 'event' as const, type, created: this.now, data };
    this.events.push(event);
    this.onEvent(event);
  }

  // Cards and time.

  breakCard(customer: string): void {
    this.#badCards.add(customer);
  }

  mendCard(customer: string): void {
    this.#badCards.delete(customer);
  }

  /** Ends and renews what is due. */
  tick(): void {
    for (const subscription of this.all('subscription').reverse()) {
      if (subscription.pending_update?.expires_at <= this.now) this.#dropPending(subscription);
      for (let item = this.itemOf(subscription); this.#isDue(subscription, item); ) {
        if (subscription.cancel_at_period_end) this.cancelNow(subscription.id);
        else this.#renew(subscription, item);
        item = this.itemOf(subscription);
      }
    }
  }

  #isDue({ status }: StripeObject, item: StripeObject): boolean {
    return (
      ['active', 'trialing', 'past_due'].includes(status) && item.current_period_end <= this.now
    );
  }

  itemOf(subscription: StripeObject): StripeObject {
    return subscription.items.data[0];
  }

  // Subscriptions.

  subscribe(customer: string, priceId: string, fields: StripeObject = {}): StripeObject {
    const { trialDays = 0, ...others } = fields;
    const price = this.get(priceId);
    const start = this.now;
    const trialEnd = trialDays ? start + trialDays * DAY_S : null;
    const subscription = this.put('sub', 'subscription', {
      customer,
      status: trialEnd ? 'trialing' : 'active',
      cancel_at_period_end: false,
      cancel_at: null,
      ended_at: null,
      trial_end: trialEnd,
      latest_invoice: null,
      pending_update: null,
      ...others,
      items: { object: 'list', data: [] },
    });
    const period = {
      current_period_start: start,
      current_period_end: trialEnd ?? monthAfter(start),
    };
    subscription.items.data.push(
      this.put('si', 'subscription_item', { subscription: subscription.id, price, ...period }),
    );
    this.tell('customer.subscription.created', subscription);
    this.#bill(subscription, 'subscription_create', trialEnd ? 0 : price.unit_amount);
    return subscription;
  }

  #renew(subscription: StripeObject, item: StripeObject): void {
    item.current_period_start = item.current_period_end;
    item.current_period_end = monthAfter(item.current_period_end);
    subscription.status = subscription.status === 'past_due' ? 'past_due' : 'active';
    const invoice = this.#invoice(subscription, 'subscription_cycle', item.price.unit_amount);
    this.tell('customer.subscription.updated', subscription);
    if (this.collectsAtOnce) this.collect(invoice.id);
  }

  #bill(subscription: StripeObject, reason: string, amount: number): StripeObject {
    const invoice = this.#invoice(subscription, reason, amount);
    this.collect(invoice.id);
    return invoice;
  }

  #invoice(subscription: StripeObject, reason: string, total: number): StripeObject {
    const item = this.itemOf(subscription);
    const { current_period_start: start, current_period_end: end, price } = item;
    const details = { subscription: subscription.id, subscription_item: item.id, proration: false };
    const invoice = this.put('in', 'invoice', {
      customer: subscription.customer,
      number: `FAKE-${String(this.#made).padStart(4, '0')}`,
      status: 'draft',
      billing_reason: reason,
      currency: 'usd',
      total,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id },
      },
      lines: {
        object: 'list',
        data: [
          {
            object: 'line_item',
            amount: total,
            period: { start, end },
            parent: { type: 'subscription_item_details', subscription_item_details: details },
            pricing: { type: 'price_details', price_details: { price: price.id } },
          },
        ],
      },
    });
    invoice.hosted_invoice_url = `https://invoice.stripe.com/i/${invoice.id}`;
    subscription.latest_invoice = invoice.id;
    return invoice;
  }

  /**
   * Charges the card for an invoice. One that fails leaves the subscription as it is where the
   * invoice is that of a pending update, and makes it past due else.
   */
  collect(invoiceId: string): void {
    const invoice = this.get(invoiceId);
    const subscription = this.get(invoice.parent.subscription_details.subscription);
    const isPending = subscription.fake?.pendingInvoice === invoice.id;
    if (invoice.total > 0 && this.#badCards.has(invoice.customer)) {
      invoice.status = 'open';
      const isFirst = invoice.billing_reason === 'subscription_create';
      if (!isPending) subscription.status = isFirst ? 'incomplete' : 'past_due';
      this.tell('invoice.payment_failed', invoice);
      this.tell('customer.subscription.updated', subscription);
      return;
    }
    invoice.status = 'paid';
    if (isPending) this.#applyPending(subscription, invoice.lines.data[0]);
    else if (['incomplete', 'past_due'].includes(subscription.status))
      subscription.status = 'active';
    this.tell('invoice.paid', invoice);
    this.tell('customer.subscription.updated', subscription);
  }

  #applyPending(subscription: StripeObject, { period, pricing }: StripeObject): void {
    Object.assign(this.itemOf(subscription), {
      price: this.get(pricing.price_details.price),
      current_period_start: period.start,
      current_period_end: period.end,
    });
    Object.assign(subscription, { pending_update: null, fake: undefined, status: 'active' });
  }

  /** What was not paid in time, or is overtaken by another change, is not owed. */
  #dropPending(subscription: StripeObject): void {
    this.get(subscription.fake.pendingInvoice).status = 'void';
    Object.assign(subscription, { pending_update: null, fake: undefined });
    this.tell('customer.subscription.pending_update_expired', subscription);
  }

  changePrice(id: string, priceId: string): void {
    const subscription = this.get(id);
    if (subscription.pending_update) this.#dropPending(subscription);
    this.itemOf(subscription).price = this.get(priceId);
    this.tell('customer.subscription.updated', subscription);
  }

  /**
   * A new period begins now. Where the card fails it waits for its payment (pending_if_incomplete),
   * or has begun all the same and is owed (allow_incomplete, the default).
   */
  restart(id: string, priceId: string, behavior = 'allow_incomplete'): void {
    const subscription = this.get(id);
    if (subscription.pending_update) this.#dropPending(subscription);
    const item = this.itemOf(subscription);
    const before = { ...item };
    const price = this.get(priceId);
    const period = { current_period_start: this.now, current_period_end: monthAfter(this.now) };
    Object.assign(item, { price, ...period });
    const invoice = this.#invoice(subscription, 'subscription_update', price.unit_amount);
    if (behavior === 'pending_if_incomplete') {
      subscription.pending_update = {
        billing_cycle_anchor: this.now,
        expires_at: Math.min(before.current_period_end, this.now + PENDING_S),
        subscription_items: [{ ...item }],
      };
      subscription.fake = { pendingInvoice: invoice.id };
      Object.assign(item, before);
    } else subscription.status = 'active';
    this.collect(invoice.id);
  }

  cancelAtEnd(id: string, ends = true): void {
    const subscription = this.get(id);
    subscription.cancel_at_period_end = ends;
    subscription.cancel_at = ends ? this.itemOf(subscription).current_period_end : null;
    this.tell('customer.subscription.updated', subscription);
  }

  cancelNow(id: string): void {
    const subscription = this.get(id);
    subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
    subscription.ended_at = this.now;
    this.tell('customer.subscription.deleted', subscription);
  }

  setStatus(id: string, status: string): void {
    const subscription = this.get(id);
    subscription.status = status;
    this.tell('customer.subscription.updated', subscription);
  }

  deleteCustomer(id: string): void {
    for (const { id: subscription, customer, ended_at } of this.all('subscription'))
      if (customer === id && ended_at === null) this.cancelNow(subscription);
    const customer = this.get(id);
    customer.deleted = true;
    this.tell('customer.deleted', customer);
  }

  // Checkout.

  /** What the button "Pay" does. @param by a bank takes days; see {@link settleBank} */
  pay(sessionId: string, by: 'card' | 'bank' = 'card'): StripeObject {
    const session = this.get(sessionId);
    if (session.status !== 'open') throw new Refused(400, 'session_not_open');
    // The card is refused there and then; the page stays open.
    if (by === 'card' && this.#badCards.has(session.customer)) return session;
    session.status = 'complete';
    session.payment_status = by === 'card' ? 'paid' : 'unpaid';
    const price = this.get(session.fake.price);
    if (session.mode === 'subscription') {
      const metadata = session.fake.metadata;
      // The card of a subscription is saved; that of a single payment only where that is asked for.
      const default_payment_method = this.saveCard(session.customer).id;
      const fields = { metadata, default_payment_method };
      session.subscription = this.subscribe(session.customer, price.id, fields).id;
    } else session.payment_intent = this.#charge(session, price, by).id;
    this.tell('checkout.session.completed', session);
    return session;
  }

  #charge(session: StripeObject, { unit_amount: amount }: StripeObject, by: string): StripeObject {
    const { customer } = session;
    const payment = this.put('pi', 'payment_intent', {
      ...{ customer, amount, amount_received: 0, currency: 'usd', status: 'processing' },
      metadata: session.fake.metadata,
      latest_charge: null,
      ...(session.fake.makesInvoice && { fake: { price: session.fake.price } }),
    });
    if (by === 'card') this.#succeed(payment);
    return payment;
  }

  /** The invoice of a single payment, which Stripe makes once that is paid (`invoice_creation`). */
  #invoicePayment({ id, customer, amount, fake: { price } }: StripeObject): void {
    const line = {
      ...{ object: 'line_item', amount, period: { start: this.now, end: this.now } },
      parent: { type: 'invoice_item_details', subscription_item_details: null },
      pricing: { type: 'price_details', price_details: { price } },
    };
    const invoice = this.put('in', 'invoice', {
      ...{ customer, number: `FAKE-${String(this.#made).padStart(4, '0')}`, status: 'paid' },
      ...{ billing_reason: 'manual', currency: 'usd', total: amount, parent: null },
      lines: { object: 'list', data: [line] },
      payments: {
        object: 'list',
        data: [{ payment: { type: 'payment_intent', payment_intent: id } }],
      },
    });
    invoice.hosted_invoice_url = `https://invoice.stripe.com/i/${invoice.id}`;
    this.tell('invoice.paid', invoice);
  }

  saveCard(customer: string): StripeObject {
    return this.put('pm', 'payment_method', { customer, type: 'card' });
  }

  /**
   * A payment without a person, with a saved method; of a card that fails it stays, unpaid.
   * @throws Refused
   */
  chargeSaved(customer: string, method: string, fields: StripeObject): StripeObject {
    if (this.get(customer).deleted || this.get(method).customer !== customer)
      throw new Refused(400, 'resource_missing');
    const payment = this.put('pi', 'payment_intent', {
      ...{ customer, amount_received: 0, latest_charge: null, status: 'processing' },
      ...fields,
    });
    if (this.#badCards.has(customer)) {
      payment.status = 'requires_payment_method';
      throw new Refused(402, 'card_declined', 'card_error');
    }
    this.#succeed(payment);
    return payment;
  }

  #putCharge(payment: StripeObject): StripeObject {
    const { amount, customer } = payment;
    const charge = this.put('ch', 'charge', {
      ...{ amount, customer, payment_intent: payment.id, amount_refunded: 0, disputed: false },
    });
    payment.latest_charge = charge.id;
    return charge;
  }

  #succeed(payment: StripeObject): void {
    Object.assign(payment, { status: 'succeeded', amount_received: payment.amount });
    const charge = this.#putCharge(payment);
    charge.receipt_url = `https://pay.stripe.com/receipts/payment/${charge.id}`;
    this.tell('payment_intent.succeeded', payment);
    if (payment.fake?.price) this.#invoicePayment(payment);
  }

  settleBank(sessionId: string, succeeds: boolean): void {
    const session = this.get(sessionId);
    const payment = this.get(session.payment_intent);
    if (succeeds) this.#succeed(payment);
    else {
      payment.status = 'requires_payment_method';
      this.#putCharge(payment);
    }
    session.payment_status = succeeds ? 'paid' : 'unpaid';
    this.tell(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session);
  }

  // Money that goes back.

  refund(paymentId: string, amount: number, status = 'succeeded'): StripeObject {
    const charge = this.get(this.get(paymentId).latest_charge);
    charge.amount_refunded += amount;
    const refund = this.put('re', 'refund', { amount, status, payment_intent: paymentId });
    this.tell('refund.created', refund);
    this.tell('charge.refunded', charge);
    return refund;
  }

  failRefund(id: string): void {
    const refund = this.get(id);
    refund.status = 'failed';
    this.get(this.get(refund.payment_intent).latest_charge).amount_refunded -= refund.amount;
    this.tell('refund.failed', refund);
  }

  dispute(paymentId: string, amount: number): StripeObject {
    const charge = this.get(this.get(paymentId).latest_charge);
    charge.disputed = true;
    const fields = { amount, status: 'needs_response', payment_intent: paymentId };
    const dispute = this.put('dp', 'dispute', { ...fields, charge: charge.id });
    this.tell('charge.dispute.created', dispute);
    return dispute;
  }

  closeDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = this.get(id);
    dispute.status = status;
    this.tell('charge.dispute.closed', dispute);
  }
}
