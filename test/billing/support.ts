import { buyCredits, choosePlan } from '../../src/billing/checkout.ts';
import { requireCustomer } from '../../src/billing/customers.ts';
import type { PaidPorts } from '../../src/billing/ports.ts';
import { publishPrices } from '../../src/billing/prices.ts';
import { createStripeClient } from '../../src/billing/stripe/client.ts';
import { receiveEvent } from '../../src/billing/webhook.ts';
import type { Mail } from '../../src/lib/mail.ts';
import type { WebhookEvent } from '../../src/lookup/jobs/webhooks.ts';
import type { HttpClient } from '../../src/lookup/outbound.ts';
import { createPorts, newOrganization } from '../accounts/support.ts';
import { FAKE_SECRET_KEY, StripeApi } from '../support/world/stripe/api.ts';
import { FakeStripe, type StripeObject } from '../support/world/stripe/fake-stripe.ts';
import { signatureHeader } from '../support/world/stripe/signing.ts';

export const WEBHOOK_SECRET = 'whsec_of_the_tests';

/** What may happen to a request: nothing, done but the reply is lost, or not done. */
export type Fault = 'lost' | 'down' | null;

/** A Stripe account of its own in this isolate, real databases and accounts. */
export function createBilling() {
  const { ports: accounts } = createPorts();
  const fake = new FakeStripe();
  const api = new StripeApi(fake);
  const asked: string[] = [];
  const warned: string[] = [];
  const told: WebhookEvent[] = [];
  const mailed: (Mail & { eventId: string })[] = [];
  const once = <T>(id: string, list: T[], idOf: (item: T) => string, item: T) => {
    if (!list.some((known) => idOf(known) === id)) list.push(item);
  };
  const world = { fault: (_: Request): Fault => null };
  const http: HttpClient = async (request) => {
    const fault = world.fault(request);
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    if (fault === 'down') return new Response('down', { status: 503 });
    const reply = await api.answer(request);
    if (fault === 'lost') throw new TypeError('Network connection lost.');
    return reply;
  };
  const sleep = () => Promise.resolve();
  const ports: PaidPorts = {
    ...{ db: accounts.db, clock: accounts.clock, accounts: accounts.accounts },
    stripe: createStripeClient({ http, secretKey: FAKE_SECRET_KEY, sleep }),
    webhookSecrets: [{ version: 1, text: WEBHOOK_SECRET }],
    // As webhooks deliver: once for each id.
    webhooks: {
      announce: async (event) => once(event.id, told, ({ id }) => id, event),
      async mail(mail, event) {
        once(event.id, mailed, ({ eventId }) => eventId, { ...mail, eventId: event.id });
      },
    },
    ...{ sendsMail: true, serviceName: 'Lookup API', publicUrl: 'https://api.test' },
    warn: (message) => warned.push(message),
  };
  return { ports, accountPorts: accounts, fake, api, asked, warned, world, told, mailed };
}

export type Billing = ReturnType<typeof createBilling>;

/** A delivery, signed with these secrets at this time. */
export async function delivery(
  event: object,
  secrets: readonly string[] = [WEBHOOK_SECRET],
  atMs = Date.now(),
): Promise<Request> {
  const body = JSON.stringify(event);
  const signature = await signatureHeader(body, secrets, Math.floor(atMs / 1_000));
  return new Request('https://api.test/stripe/webhook', {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body,
  });
}

/** A service whose prices are in Stripe, and an organization that wants to pay. */
export async function createShop() {
  const billing = createBilling();
  await publishPrices(billing.ports);
  const organizationId = await newOrganization(billing.accountPorts);
  return { ...billing, ...shopFor(organizationId, billing) };
}

const SPENDER = { userId: 'somebody', keyId: null };

/** What one organization does. */
export function shopFor(organizationId: string, { ports, fake }: Billing) {
  const payer = { organizationId, role: 'owner', pageUrl: 'https://api.test/app/billing' } as const;
  let delivered = 0;
  const sessionOf = (url: string) => url.split('/').at(-1) as string;
  const shop = {
    organizationId,
    payer,
    choose: (planId: string, isSure = true) => choosePlan({ planId, isSure }, payer, ports),
    buy: (pack: string) => buyCredits(pack, payer, ports),
    /** Pays at the page it is sent to, and lets every event arrive. */
    async take(page: Promise<string>, by: 'card' | 'bank' = 'card') {
      const url = await page;
      const session = fake.pay(sessionOf(url), by);
      await shop.deliver();
      return session;
    },
    /** Delivers what happened since the last time. */
    async deliver() {
      for (const event of fake.events.slice(delivered))
        await receiveEvent(await delivery(event), ports);
      delivered = fake.events.length;
    },
    async customer(): Promise<string> {
      return (await requireCustomer(organizationId, ports)).customerId;
    },
    subscription: (): StripeObject => fake.all('subscription')[0] as StripeObject,
    payment: (): StripeObject => fake.all('payment_intent')[0] as StripeObject,
    priceOf: (key: string): string =>
      fake.all('price').find(({ lookup_key }) => lookup_key === `lookup_api_${key}`)?.id,
    /** Plan, status and credits, as the account has them. */
    async state() {
      const view = await ports.accounts.view(organizationId);
      const { subscription, rollover, purchased } = view!.statement;
      return {
        plan: view!.subscription?.plan ?? null,
        status: view!.subscription?.status ?? null,
        credits: subscription.available,
        rollover,
        purchased,
      };
    },
    /** Everything but when it happened. */
    async books() {
      const view = await ports.accounts.view(organizationId);
      const lots = [...view!.lots].sort((a, b) =>
        JSON.stringify(a).localeCompare(JSON.stringify(b)),
      );
      return { subscription: view!.subscription, lots, statement: view!.statement };
    },
    async broken() {
      const invariants = await ports.accounts.invariants(organizationId);
      return invariants.filter(({ holds }) => !holds);
    },
    /** Holds credits as a job does. @returns the hold's id */
    async hold(amount: number, lifetimeMs = 60_000): Promise<string> {
      const id = crypto.randomUUID();
      const hold = { id, amount, ...SPENDER, lifetimeMs, note: null };
      await ports.accounts.hold(organizationId, hold);
      return id;
    },
    /** Ends a job whose rows cost so much. */
    async endHold(holdId: string, amount: number) {
      const item = {
        ...{ id: holdId, product: 'phone', inputHash: holdId.replaceAll('-', ''), ...SPENDER },
        ...{ price: amount, bypass: true, askedAt: Date.now(), tables: null },
      };
      const items = amount > 0 ? [item] : [];
      await ports.accounts.settle(organizationId, { id: holdId, holdId, items, final: true });
    },
    /** Spends credits for good. */
    spend: async (amount: number) => shop.endHold(await shop.hold(amount), amount),
  };
  return shop;
}
