import { FAKE_SECRET_KEY, StripeApi } from './stripe/api.ts';
import { type FakeEvent, FakeStripe, type StripeObject } from './stripe/fake-stripe.ts';
import { signatureHeader } from './stripe/signing.ts';

// Stripe, as a person and a service meet it: the API, the page to pay on, the portal, and events
// that are sent to the service, again and again until it takes them.

export const STRIPE_HOSTS = [
  'api.stripe.com',
  'checkout.stripe.com',
  'billing.stripe.com',
  'invoice.stripe.com',
];
const WEBHOOK_SECRET = 'whsec_fake';

/** What turns payments on in this world. */
export const STRIPE_VARS = {
  STRIPE_SECRET_KEY: FAKE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
};

/** Pauses before an event is sent again. */
const PAUSES_MS = [0, 1_000, 5_000, 30_000];

const fake = new FakeStripe();
const api = new StripeApi(fake);

const escaped = (text: unknown): string =>
  String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const html = (title: string, body: string): Response =>
  new Response(
    `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`,
    { headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  );

/** The origin at which the browser knows this page: a form posts back to where it came from. */
const button = (label: string, action: string, value = ''): string =>
  `<form method="post" action="${action}"><button name="do" value="${value}">${label}</button></form>`;

function checkoutPage(session: StripeObject): Response {
  const price = fake.get(session.fake.price);
  const { name } = fake.get(price.product);
  const every = price.recurring ? ' a month' : '';
  const amount = `<p>${escaped(name)}: $${price.unit_amount / 100}${every}</p>`;
  if (session.status !== 'open') return html('Fake Stripe', '<p>This page has ended.</p>');
  const pay = button('Pay', `?`, 'pay');
  const bank = session.mode === 'payment' ? button('Pay by bank, slowly', '?', 'bank') : '';
  const back = `<p><a href="${escaped(session.cancel_url)}">Back</a></p>`;
  return html('Fake Stripe: pay', amount + pay + bank + back);
}

async function answerCheckout(request: Request, url: URL): Promise<Response> {
  const session = fake.get(url.pathname.split('/').at(-1) as string);
  if (request.method !== 'POST') return checkoutPage(session);
  const form = new URLSearchParams(await request.text());
  fake.pay(session.id, form.get('do') === 'bank' ? 'bank' : 'card');
  return new Response(null, { status: 303, headers: { Location: session.success_url } });
}

/** What the portal offers, and what only Stripe itself or an operator does in real life. */
const PORTAL_VERBS = new Map<string, (customer: string, live: StripeObject | undefined) => void>([
  ['Cancel at the end of the period', (_, live) => live && fake.cancelAtEnd(live.id)],
  ['Go on after all', (_, live) => live && fake.cancelAtEnd(live.id, false)],
  ['Let the card fail', (customer) => fake.breakCard(customer)],
  ['Mend the card', (customer) => fake.mendCard(customer)],
  ['Refund the last pack', (customer) => refundLast(customer)],
  ['Cancel now', (_, live) => live && fake.cancelNow(live.id)],
]);

function refundLast(customer: string): void {
  const isIts = (object: StripeObject) =>
    object.customer === customer && object.amount_received > 0;
  const payment = fake.all('payment_intent').find(isIts);
  if (payment) fake.refund(payment.id, payment.amount);
}

async function answerPortal(request: Request, url: URL): Promise<Response> {
  const session = fake.get(url.pathname.split('/').at(-1) as string);
  const { customer, return_url: back } = session;
  if (request.method === 'POST') {
    const verb = PORTAL_VERBS.get(new URLSearchParams(await request.text()).get('do') ?? '');
    const isLive = (each: StripeObject) => each.customer === customer && each.ended_at === null;
    verb?.(customer, fake.all('subscription').find(isLive));
  }
  const buttons = [...PORTAL_VERBS.keys()].map((label) => button(label, '?', label)).join('');
  return html(
    'Fake Stripe: portal',
    `${buttons}<p><a href="${escaped(back)}?from=portal">Back</a></p>`,
  );
}

/** An event as it is sent. */
async function delivery(event: FakeEvent): Promise<{ body: string; signature: string }> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1_000);
  return { body, signature: await signatureHeader(body, [WEBHOOK_SECRET], seconds) };
}

/** `GET /fake/events?customer=…`: what would be sent, for a test that delivers it itself. */
async function answerApi(request: Request, url: URL): Promise<Response> {
  if (url.pathname !== '/fake/events') return api.answer(request);
  const customer = url.searchParams.get('customer');
  const isIts = ({ data: { object } }: FakeEvent) =>
    object.customer === customer || object.id === customer;
  return Response.json(await Promise.all(fake.events.filter(isIts).map(delivery)));
}

export async function answerStripe(request: Request, url: URL): Promise<Response> {
  if (url.pathname === '/favicon.ico') return new Response(null, { status: 404 });
  if (url.host === 'checkout.stripe.com') return answerCheckout(request, url);
  if (url.host === 'billing.stripe.com') return answerPortal(request, url);
  if (url.host === 'invoice.stripe.com')
    return html('Fake Stripe: invoice', `<p>${url.pathname}</p>`);
  return answerApi(request, url);
}

/** Sends every event to the service from now on, as long as it does not take one a few times. */
export function sendEventsTo(webhookUrl: string, told: (line: string) => void): void {
  const send = async (event: FakeEvent): Promise<void> => {
    for (const pause of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const { body, signature } = await delivery(event);
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      const reply = await fetch(webhookUrl, { method: 'POST', headers, body }).catch(() => null);
      await reply?.body?.cancel();
      told(`EVENT ${event.type}: ${reply?.status ?? 'nobody there'}`);
      if (reply?.ok) return;
    }
  };
  fake.onEvent = (event) => void send(event);
}
