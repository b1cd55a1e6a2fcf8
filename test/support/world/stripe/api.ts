import { type FakeStripe, Refused, type StripeObject } from './fake-stripe.ts';

// Stripe's API over the state of an account: form-encoded requests, a bearer key, a version and a
// key for each change; lists newest first; ids where nothing is expanded.

export const FAKE_SECRET_KEY = 'sk_test_fake';
const VERSION = '2026-10-28.endive';
const DAY_S = 86_400;

type Params = StripeObject;

/** `items[0][price]=x` as an object; lists as objects with figures for names. */
function decode(form: URLSearchParams): Params {
  const params: Params = {};
  for (const [name, value] of form) {
    const path = name.replaceAll(']', '').split('[');
    let place = params;
    for (const part of path.slice(0, -1)) place = place[part] ??= {};
    place[path.at(-1) as string] = value;
  }
  return params;
}

const listed = (value: object | undefined): string[] => Object.values(value ?? {});
const cents = (value: unknown): number | null => (value === undefined ? null : Number(value));

/** With what is asked for in the place of its id. */
function expanded(fake: FakeStripe, object: StripeObject, names: readonly string[]): StripeObject {
  const shown = structuredClone(object);
  delete shown.fake;
  if (!names.includes('payments')) delete shown.payments;
  for (const name of names)
    if (typeof shown[name] === 'string') shown[name] = fake.get(shown[name]);
  return shown;
}

function page(fake: FakeStripe, params: Params, objects: readonly StripeObject[]): object {
  const limit = Number(params.limit ?? 10);
  const names = listed(params.expand).map((name) => name.replace(/^data\./, ''));
  const data = objects.slice(0, limit).map((object) => expanded(fake, object, names));
  return { object: 'list', data, has_more: objects.length > limit };
}

const LISTS = new Map([
  ['/v1/subscriptions', 'subscription'],
  ['/v1/invoices', 'invoice'],
  ['/v1/payment_intents', 'payment_intent'],
  ['/v1/refunds', 'refund'],
  ['/v1/disputes', 'dispute'],
  ['/v1/prices', 'price'],
  ['/v1/checkout/sessions', 'checkout.session'],
  ['/v1/billing_portal/configurations', 'billing_portal.configuration'],
]);

function isAsked(object: StripeObject, params: Params): boolean {
  const { customer, status, payment_intent, created, lookup_keys, active } = params;
  if (customer !== undefined && object.customer !== customer) return false;
  if (payment_intent !== undefined && object.payment_intent !== payment_intent) return false;
  if (lookup_keys && !listed(lookup_keys).includes(object.lookup_key)) return false;
  if (active !== undefined && String(object.active) !== active) return false;
  if (created?.gte !== undefined && object.created < Number(created.gte)) return false;
  // Ended subscriptions are listed only when all are asked for.
  if (object.object === 'subscription' && status === undefined) return object.ended_at === null;
  return status === undefined || status === 'all' || object.status === status;
}

function answerGet(fake: FakeStripe, path: string, params: Params): object {
  const kind = LISTS.get(path);
  if (kind)
    return page(
      fake,
      params,
      fake.all(kind).filter((object) => isAsked(object, params)),
    );
  if (path === '/v1/customers/search') {
    const [, name, value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(params.query) ?? [];
    if (!name) throw new Refused(400, 'search_query_invalid');
    const isIt = ({ metadata, deleted }: StripeObject) => !deleted && metadata[name] === value;
    return page(fake, params, fake.all('customer').filter(isIt));
  }
  const [, owner] = /^\/v1\/customers\/(\w+)\/payment_methods$/.exec(path) ?? [];
  if (owner) {
    const isTheirs = (method: StripeObject) => method.customer === fake.get(owner).id;
    return page(fake, params, fake.all('payment_method').filter(isTheirs));
  }
  const object = fake.get(path.split('/').at(-1) as string);
  if (object.deleted) return { id: object.id, object: object.object, deleted: true };
  return expanded(fake, object, listed(params.expand));
}

function makePrice(fake: FakeStripe, params: Params): StripeObject {
  const { product, currency, unit_amount, lookup_key, transfer_lookup_key, recurring } = params;
  fake.get(product);
  const holder = fake.all('price').find((price) => price.lookup_key === lookup_key);
  if (holder && transfer_lookup_key !== 'true') throw new Refused(400, 'lookup_key_taken');
  if (holder) holder.lookup_key = null;
  return fake.put('price', 'price', {
    ...{ product, currency, lookup_key, active: true, unit_amount: cents(unit_amount) },
    recurring: recurring ? { interval_count: 1, ...recurring } : null,
    metadata: params.metadata ?? {},
  });
}

function makeSession(fake: FakeStripe, params: Params): StripeObject {
  const { mode, customer, client_reference_id, success_url, cancel_url } = params;
  const [item] = listed(params.line_items) as unknown as StripeObject[];
  const price = fake.get(item?.price);
  if (Boolean(price.recurring) !== (mode === 'subscription')) throw new Refused(400, 'wrong_mode');
  if (fake.get(customer).deleted) throw new Refused(400, 'resource_missing');
  const { metadata } = params.subscription_data ?? params.payment_intent_data ?? {};
  const session = fake.put('cs_test', 'checkout.session', {
    ...{ mode, customer, client_reference_id, success_url, cancel_url, status: 'open' },
    ...{ payment_status: 'unpaid', expires_at: fake.now + DAY_S, metadata: params.metadata ?? {} },
    fake: {
      price: price.id,
      metadata: metadata ?? {},
      makesInvoice: params.invoice_creation?.enabled === 'true',
    },
  });
  session.url = `https://checkout.stripe.com/c/pay/${session.id}`;
  return session;
}

/** A payment that is confirmed as it is made, without a person at a page. */
function makePayment(fake: FakeStripe, params: Params): StripeObject {
  const { customer, payment_method, confirm, off_session, automatic_payment_methods } = params;
  if (confirm !== 'true' || off_session !== 'true') throw new Refused(400, 'parameter_missing');
  if (automatic_payment_methods?.allow_redirects !== 'never' && !params.return_url)
    throw new Refused(400, 'parameter_missing');
  return fake.chargeSaved(customer, payment_method, {
    ...{ amount: cents(params.amount), currency: params.currency },
    ...{ metadata: params.metadata ?? {}, description: params.description ?? null },
  });
}

/** What becomes of a change whose payment fails. */
const BEHAVIORS = ['allow_incomplete', 'pending_if_incomplete'];

function updateSubscription(fake: FakeStripe, id: string, params: Params): StripeObject {
  const subscription = fake.get(id);
  const [item] = listed(params.items) as unknown as StripeObject[];
  if (params.cancel_at_period_end !== undefined) {
    if (params.payment_behavior === 'pending_if_incomplete')
      throw new Refused(400, 'parameter_invalid_pending_update');
    fake.cancelAtEnd(id, params.cancel_at_period_end === 'true');
  }
  if (!item) return subscription;
  if (fake.itemOf(subscription).id !== item.id) throw new Refused(400, 'resource_missing');
  const { billing_cycle_anchor: anchor, trial_end: trial } = params;
  if (typeof anchor === 'string') throw new Refused(400, 'parameter_invalid');
  const { payment_behavior: behavior = 'allow_incomplete' } = params;
  if (!BEHAVIORS.includes(behavior)) throw new Refused(400, 'parameter_invalid');
  const restarts = anchor?.type === 'now' || trial === 'now';
  if (restarts) fake.restart(id, item.price, behavior);
  else fake.changePrice(id, item.price);
  return subscription;
}

function answerPost(fake: FakeStripe, path: string, params: Params): object {
  const [, , kind = '', id = '', verb] = path.split('/');
  if (path === '/v1/customers') return fake.put('cus', 'customer', params);
  if (kind === 'customers') return Object.assign(fake.get(id), params);
  if (path === '/v1/products') {
    if (fake.objects.has(params.id)) throw new Refused(400, 'resource_already_exists');
    return fake.put('prod', 'product', params);
  }
  if (path === '/v1/prices') return makePrice(fake, params);
  if (path === '/v1/payment_intents') return makePayment(fake, params);
  if (path === '/v1/checkout/sessions') return expanded(fake, makeSession(fake, params), []);
  if (path.endsWith('/expire') && kind === 'checkout') {
    const session = fake.get(verb as string);
    if (session.status !== 'open') throw new Refused(400, 'session_not_open');
    return Object.assign(session, { status: 'expired', url: null });
  }
  if (kind === 'subscriptions')
    return expanded(fake, updateSubscription(fake, id, params), listed(params.expand));
  if (path === '/v1/billing_portal/configurations')
    return fake.put('bpc', 'billing_portal.configuration', { ...params, active: true });
  if (path === '/v1/billing_portal/sessions') {
    fake.get(params.customer);
    const session = fake.put('bps', 'billing_portal.session', params);
    return { ...session, url: `https://billing.stripe.com/p/session/${session.id}` };
  }
  throw new Refused(404, 'resource_missing');
}

/** One account behind the API. */
export class StripeApi {
  readonly fake: FakeStripe;
  readonly #replies = new Map<
    string,
    { request: string; at: number; status: number; body: string }
  >();

  constructor(fake: FakeStripe) {
    this.fake = fake;
  }

  async answer(request: Request): Promise<Response> {
    try {
      return await this.#answer(request);
    } catch (error) {
      if (error instanceof Refused) return Response.json(error.body, { status: error.status });
      throw error;
    }
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const { headers, method } = request;
    if (headers.get('Authorization') !== `Bearer ${FAKE_SECRET_KEY}`)
      throw new Refused(401, 'invalid_api_key');
    if (headers.get('Stripe-Version') !== VERSION) throw new Refused(400, 'version_missing');
    if (method === 'GET')
      return Response.json(answerGet(this.fake, pathname, decode(searchParams)));
    const type = headers.get('Content-Type')?.split(';')[0];
    if (type !== 'application/x-www-form-urlencoded') throw new Refused(400, 'content_type');
    const key = headers.get('Idempotency-Key');
    if (!key) throw new Refused(400, 'idempotency_key_missing');
    const form = new TextDecoder().decode(await request.arrayBuffer());
    return this.#once(key, pathname, form);
  }

  /**
   * The same key, the same request: the first reply again, for a day. Another request: refused.
   */
  #once(key: string, path: string, form: string): Response {
    const request = `${path}?${form}`;
    const { now } = this.fake;
    let reply = this.#replies.get(key);
    if (reply && now >= reply.at + DAY_S) reply = undefined;
    if (reply && reply.request !== request)
      throw new Refused(400, 'idempotency_key_reused', 'idempotency_error');
    if (!reply) {
      const { status, body } = this.#execute(path, decode(new URLSearchParams(form)));
      reply = { request, at: now, status, body: JSON.stringify(body) };
      this.#replies.set(key, reply);
    }
    const { status, body } = reply;
    return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
  }

  /** What failed once it was executed is a reply too; what was not executed may be tried again. */
  #execute(path: string, params: Params): { status: number; body: object } {
    try {
      return { status: 200, body: answerPost(this.fake, path, params) };
    } catch (error) {
      if (error instanceof Refused && error.status === 402)
        return { status: 402, body: error.body };
      throw error;
    }
  }
}
