import { beforeAll, expect, it } from 'vitest';
import { appServices } from '../../src/services.ts';
import { signedUp } from '../dashboard/browser.ts';
import { operate } from '../support/api.ts';

beforeAll(() => operate('POST', '/stripe/prices'));

it('a form of alerts that was opened before leaves a top-up off that was switched off since', async () => {
  const email = 'stale@example.com';
  const browser = await signedUp(email, { name: 'Pat', organization: 'Stale forms' });
  await browser.open('/app/billing');
  const { organizations } = await operate('GET', `/organizations?q=${email}`);
  const watch = async () =>
    (await appServices.access.accounts.view(organizations[0].id))!.creditWatch;
  const chosen = await browser.press('/app/billing/plan', { plan: 'starter' });
  const body = new URLSearchParams({ do: 'pay' });
  await fetch(chosen.location as string, { method: 'POST', body, redirect: 'manual' });
  await browser.open('/app/billing?from=checkout');
  const topUp = { top_up: 'on', pack: 'pack_25k', threshold: '1000', monthly: '280' };
  await browser.press('/app/billing/alerts', { alerts: 'on', ...topUp });
  expect((await watch()).topUp).not.toBeNull();
  const stale = await browser.open('/app/billing');
  await browser.press('/app/billing/alerts', { alerts: 'on' });
  expect((await watch()).topUp).toBeNull();
  // Only the box of the alerts is changed on the page that was opened before.
  await browser.submitForm(stale, '/app/billing/alerts', topUp);
  expect(await watch()).toMatchObject({ alerts: false, topUp: null });
});
