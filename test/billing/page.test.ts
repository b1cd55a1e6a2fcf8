import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/accounts/sign-in/passwords.ts';
import { insertPassword, markEmailVerified } from '../../src/accounts/store-users.ts';
import { type DashboardParts, openDashboard } from '../../src/dashboard-services.ts';
import { PLANS } from '../../src/domain/plans.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { appServices } from '../../src/services.ts';
import { Browser, PASSWORD, signedUp } from '../dashboard/browser.ts';
import { operate } from '../support/api.ts';
import { CookieBrowser, wordsOf } from '../support/cookie-browser.ts';
import { send } from '../support/deployment.ts';
import { createBilling } from './support.ts';

const ORIGIN = 'https://api.test';

let people = 0;

async function signUp() {
  const email = `payer${++people}@example.com`;
  const browser = await signedUp(email, { name: 'Pat', organization: `Payers ${people}` });
  await browser.open('/app/billing');
  const { organizations } = await operate('GET', `/organizations?q=${email}`);
  return { browser, email, organizationId: organizations[0].id as string };
}

/** Presses a button on Stripe's page; the service gets the webhooks for it, or not. */
async function payAt(page: string | null, tell = true): Promise<string> {
  expect(page).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  const shown = await (await fetch(page as string)).text();
  expect(shown).toContain('Pay</button>');
  const body = new URLSearchParams({ do: 'pay' });
  const paid = await fetch(page as string, { method: 'POST', body, redirect: 'manual' });
  if (tell) await tellEvents();
  return paid.headers.get('Location') as string;
}

async function tellEvents(): Promise<void> {
  const { results } = await env.DB.prepare('SELECT customer_id FROM billing_customers').all();
  for (const { customer_id } of results) {
    const events = await fetch(`https://api.stripe.com/fake/events?customer=${customer_id}`);
    for (const { body, signature } of (await events.json()) as Record<string, string>[]) {
      const headers = { 'Stripe-Signature': signature as string };
      const taken = await send('/stripe/webhook', {
        method: 'POST',
        headers,
        body: body as string,
      });
      expect(taken.status).toBe(200);
      await taken.body?.cancel();
    }
  }
}

beforeAll(() => operate('POST', '/stripe/prices'));

describe('/app/billing', () => {
  it('takes a new customer from no plan to credits, a pack and a bigger plan', async () => {
    const { browser, organizationId } = await signUp();
    const first = await browser.open('/app/billing');
    for (const words of ['None', 'Choose plan', '$99.00', 'Buy credits', '$30.00', '1,000,000'])
      expect(first.text).toContain(words);
    expect(first.headers.get('Content-Security-Policy')).toContain('https://*.stripe.com');
    for (const secret of ['sk_test', 'whsec']) expect(first.text).not.toContain(secret);

    const chosen = await browser.press('/app/billing/plan', { plan: 'starter' });
    expect(await payAt(chosen.location)).toMatch(/\/app\/billing\?from=checkout$/);
    const second = await browser.open('/app/billing');
    for (const words of [
      'Starter (your plan)',
      'Active',
      '20,000 credits',
      'Manage payments',
      'FAKE-',
    ])
      expect(second.text).toContain(words);

    // No event came: coming back is enough.
    const bought = await browser.press('/app/billing/credits', { pack: 'pack_5k' });
    await payAt(bought.location, false);
    const third = await browser.open('/app/billing?from=checkout');
    expect(third.text).toContain('25,000 credits');
    await tellEvents();

    const asked = await browser.press('/app/billing/plan', { plan: 'growth' });
    expect(asked).toMatchObject({
      status: 200,
      text: expect.stringContaining('$299.00 is charged'),
    });
    expect((await browser.open('/app/billing')).text).toContain('25,000 credits');
    const sure = await browser.press('/app/billing/plan', { plan: 'growth', sure: 'yes' });
    expect(sure.location).toMatch(/\/app\/billing\?from=change$/);
    const fourth = await browser.open('/app/billing?from=change');
    for (const words of ['Growth (your plan)', '110,000 credits', 'Carried over', 'Purchased'])
      expect(fourth.text).toContain(words);
    // A button for each plan but the one that is kept, none of them chosen beforehand.
    expect(second.text.match(/>Choose plan</g)).toHaveLength(PLANS.length - 1);
    expect(second.text).not.toContain('Choose plan Starter');
    const wanted = await browser.open('/app/billing?plan=enterprise');
    expect(wanted.text.match(/class="quiet"[^>]*>Choose plan/g)).toHaveLength(PLANS.length - 2);

    // A smaller plan that was chosen can be taken back until it begins.
    await browser.press('/app/billing/plan', { plan: 'starter', sure: 'yes' });
    const smaller = await browser.open('/app/billing');
    for (const words of [
      'Starts with the next period',
      'Choose plan Growth',
      'the plan is starter',
    ])
      expect(smaller.text).toContain(words);
    await browser.press('/app/billing/plan', { plan: 'growth', sure: 'yes' });
    const back = await browser.open('/app/billing');
    expect(back.text).toContain('Your plan');
    expect(back.text).not.toContain('Choose plan Growth');

    const topUp = { alerts: 'on', top_up: 'on', pack: 'pack_25k', threshold: '1,000' };
    const low = await browser.press('/app/billing/alerts', { ...topUp, monthly: '139' });
    expect(low.status).toBe(422);
    expect(low.text).toContain('The monthly limit must be between $140');
    await browser.press('/app/billing/alerts', { ...topUp, monthly: '280' });
    const { creditWatch } = (await appServices.access.accounts.view(organizationId))!;
    expect(creditWatch).toMatchObject({
      alerts: true,
      topUp: { pack: 'pack_25k', threshold: 1_000, monthlyCents: 28_000 },
    });
    expect((await browser.open('/app/billing')).text).toContain('$0.00 of $280.00 spent this');
    await browser.press('/app/billing/alerts', { alerts: 'on' });
    expect((await appServices.access.accounts.view(organizationId))!.creditWatch.topUp).toBeNull();

    const audit = wordsOf(await browser.open('/app/audit'));
    expect(audit).toContain('Stripe Granted the credits of a period');
    expect(audit).toContain('Stripe Granted purchased credits');
    expect(audit).not.toMatch(/A deleted account|stripe\/webhook/);

    const portal = await browser.press('/app/billing/portal', {});
    expect(portal.location).toMatch(/^https:\/\/billing\.stripe\.com\//);
  });

  it('changes of alerts and top-up only what was changed on a page that was opened before', async () => {
    const { browser, organizationId } = await signUp();
    const watch = async () => (await appServices.access.accounts.view(organizationId))!.creditWatch;
    const chosen = await browser.press('/app/billing/plan', { plan: 'starter' });
    await payAt(chosen.location);
    const off = await browser.open('/app/billing');
    const topUp = { top_up: 'on', pack: 'pack_25k', threshold: '1000', monthly: '280' };
    await browser.press('/app/billing/alerts', { alerts: 'on', ...topUp });
    const on = await browser.open('/app/billing');
    // What a browser sends of the page where only the box of the alerts is changed.
    const untouched = { pack: 'pack_5k', threshold: '1000', monthly: '' };
    await browser.submitForm(off, '/app/billing/alerts', { ...untouched, alerts: 'on' });
    expect(await watch()).toMatchObject({ alerts: true, topUp: { pack: 'pack_25k' } });
    await browser.press('/app/billing/alerts', { alerts: 'on' });
    await browser.submitForm(on, '/app/billing/alerts', topUp);
    expect(await watch()).toMatchObject({ alerts: false, topUp: null });
  });

  it('shows members what owners pay, and refuses theirs, strangers and forged forms', async () => {
    const { browser, organizationId } = await signUp();
    const email = `member${people}@example.com`;
    const { user } = await operate('POST', `/organizations/${organizationId}/members`, { email });
    const db = openDatabase(env.DB);
    const hash = await hashPassword(PASSWORD);
    await insertPassword(db, { userId: user.id, hash, at: Date.now() });
    await markEmailVerified(db, user.id);
    const member = new Browser();
    await member.signIn(email, PASSWORD);
    const shown = await member.open('/app/billing');
    expect(shown.text).toContain('$99.00');
    expect(shown.text).not.toContain('Choose plan');
    expect(shown.text).not.toContain('Buy credits</button>');
    const forms = [
      ['/app/billing/plan', { plan: 'starter' }],
      ['/app/billing/credits', { pack: 'pack_5k' }],
      ['/app/billing/portal', {}],
      ['/app/billing/alerts', { alerts: 'on' }],
    ] as const;
    for (const [path, fields] of forms) {
      expect((await member.press(path, fields)).status).toBe(403);
      expect((await browser.post(path, { form_token: 'forged', ...fields })).status).toBe(403);
      const stranger = await new Browser().post(path, fields);
      expect([303, 403]).toContain(stranger.status);
      expect(stranger.location ?? '').not.toContain('stripe');
    }
    const { results } = await env.DB.prepare(
      'SELECT * FROM billing_customers WHERE organization_id = ?',
    )
      .bind(organizationId)
      .all();
    expect(results).toEqual([]);
  });

  it('tells of a plan there is none of', async () => {
    const { browser } = await signUp();
    const wrong = await browser.press('/app/billing/plan', { plan: '__proto__' });
    expect(wrong.location).toBe('/app/billing');
    expect((await browser.open('/app/billing')).text).toContain('There is no such plan.');
  });

  it('says whom to ask where payments are not set up, and still shows prices', async () => {
    const { browser } = await signUp();
    const { ports, accountPorts } = createBilling();
    const logged: unknown[] = [];
    const { bulk, monitors, webhooks, families, pipeline, requestLog } = appServices;
    const closed = openDashboard({
      ...{ bulk, monitors, webhooks, families, pipeline, requestLog, clock: ports.clock },
      ...{ uploads: {} as DashboardParts['uploads'], callers: accountPorts.accounts },
      ...{ accounts: accountPorts, mails: null, publicUrl: ORIGIN, serviceName: 'Example' },
      billing: { ...ports, stripe: null },
      contact: 'mailto:ops@example.com',
      authSecrets: [{ version: 1, text: env.AUTH_SECRET }],
      log: (...said) => logged.push(said),
      consents: () => Promise.reject(new Error('no agent asks here')),
      defer: () => undefined,
      warn: (...said) => logged.push(said),
    });
    const visit = new CookieBrowser(ORIGIN, async (url, init) =>
      closed.fetch(new Request(url, init), { requestId: 'test' }),
    );
    for (const [name, value] of browser.cookies) visit.cookies.set(name, value);
    const shown = await visit.open('/app/billing');
    for (const words of ['set by the operator', 'mailto:ops@example.com', '$99.00', '$30.00'])
      expect(shown.text).toContain(words);
    expect(shown.text).not.toContain('Choose plan');
    const tried = await visit.press('/app/billing/plan', { plan: 'starter' });
    expect(tried.location).toBe('/app/billing');
    expect(logged).toHaveLength(1);
  });
});
