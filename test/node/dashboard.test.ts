import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieBrowser } from '../support/cookie-browser.ts';
import { violationsOf } from './browser.ts';
import { callService, DevService, freePort } from './dev-service.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Where pictures of every page are put, to be looked at; unset, none are made. */
const { SCREENSHOTS } = process.env;

const PAGES = [
  '/app',
  '/app/keys',
  '/app/connections',
  '/app/billing',
  '/app/team',
  '/app/audit',
  '/app/settings',
  '/app/settings/security',
  '/app/settings/passkeys/new',
  '/app/settings/delete-account',
];
const OPEN_PAGES = ['/app/sign-in', '/app/sign-up', '/app/reset-password'];
/** The second is the width at 400 % zoom (WCAG 2.2, 1.4.10). */
const SIZES = [1_440, 320];

let service: DevService;
let directory: string;
let port: number;
let base: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dashboard-'));
  port = await freePort();
  base = `http://localhost:${port}`;
  service = new DevService({ PORT: String(port), STATE_DIR: join(directory, 'state') });
  await service.ready();
});

afterAll(async () => {
  await service?.stop();
  await rm(directory, { recursive: true, force: true });
});

it('prints where the dashboard is and who can sign in', async () => {
  expect(service.output).toContain(`Dashboard on ${base}/app`);
  expect(service.output).toContain('owner@example.com');
  expect(service.output).toContain('password demo-password-1');
});

/** A button of a page, as far as a test presses it there. */
interface SubmitButton {
  form: { requestSubmit(button: SubmitButton): void };
}

interface Focused {
  name: string;
  role: string | null;
  /** Whether it is in view with an outline, and nothing covers it. */
  isShown: boolean;
}

/** The focused element, which is marked as reached; null for none. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  at.dataset.reached = '1';
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  const x = Math.min(Math.max(box.x + box.width / 2, 0), innerWidth - 1);
  const y = Math.min(Math.max(box.y + box.height / 2, 0), innerHeight - 1);
  const top = document.elementFromPoint(x, y);
  const isOutlined = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  // The button of a date shows its own focus.
  const isOwn = at.type === 'date';
  const isInView = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
  const isFree = !top || at.contains(top) || top.contains(at);
  const text = at.ariaLabel || at.labels?.[0]?.textContent || at.textContent || at.tagName;
  return {
    name: text.trim().replace(/\\s+/g, ' '),
    role: at.getAttribute('role'),
    isShown: (isOutlined || isOwn) && isInView && isFree,
  };
})()`;

/** What can be used and was not reached. */
const UNREACHED = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  .filter((one) => !one.dataset.reached && !one.disabled && one.checkVisibility() &&
    one.getBoundingClientRect().width > 0 && one.type !== 'hidden' &&
    !(one.type === 'radio' && !one.checked) && !one.closest('details:not([open]) > :not(summary)'))
  .map((one) => one.outerHTML.slice(0, 90))`;

describe.skipIf(!existsSync(CHROMIUM))(`in a browser (needs ${CHROMIUM})`, () => {
  let browser: Browser;

  beforeAll(async () => {
    const args = '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run';
    const quiet = '--disable-background-networking --disable-component-update --disable-sync';
    const options = { executablePath: CHROMIUM, args: `${args} ${quiet}`.split(' ') };
    browser = await chromium.launch(options);
  });

  afterAll(() => browser?.close());

  const newPage = async (options = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: base, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => {
      throw error;
    });
    return page;
  };

  async function signIn(page: Page, email = 'owner@example.com'): Promise<void> {
    await page.goto('/app/sign-in');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('demo-password-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/app');
  }

  async function createKey(page: Page): Promise<string> {
    await page.goto('/app/keys');
    await page.getByLabel('Name', { exact: true }).fill('from a browser');
    await page.getByLabel('Mode').selectOption('live');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.locator('#new-key').textContent();
    expect(page.url()).not.toContain(String(key));
    return String(key);
  }

  const lookUp = (token: string) =>
    callService(port, '/v1/phone', { token, body: { phone_number: '+16502530000' } });

  it.each([true, false])('signs up, makes and revokes a key; scripts: %s', async (scripts) => {
    const page = await newPage({ javaScriptEnabled: scripts });
    await page.goto('/app/sign-up');
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByLabel('Email').fill(`ada-${scripts}@example.org`);
    await page.getByLabel('Password').fill('a sound password 7');
    await page.getByLabel('Organization').fill('Example Ltd');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Welcome, Ada.').waitFor();
    const key = await createKey(page);
    const copy = page.getByRole('button', { name: 'Copy' });
    if (scripts) await copy.waitFor();
    else expect(await copy.count()).toBe(0);
    expect((await lookUp(key)).body.error.code).toBe('UPGRADE_REQUIRED');
    await page.goto('/app/keys');
    await page.getByRole('link', { name: 'Revoke from a browser' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('is revoked.').waitFor();
    expect((await lookUp(key)).status).toBe(401);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.goto('/app/keys');
    expect(new URL(page.url()).pathname).toBe('/app/sign-in');
    await page.context().close();
  });

  it('takes two clicks on a button as one, where the second sending would be refused', async () => {
    const page = await newPage();
    const click = async (name: string, leads: string | RegExp) => {
      await page.getByRole('button', { name }).evaluate((element) => {
        const button = element as unknown as SubmitButton;
        button.form.requestSubmit(button);
        setTimeout(() => button.form.requestSubmit(button), 60);
      });
      await page.getByText(leads).waitFor();
    };
    const email = 'twice@example.org';
    await page.goto('/app/sign-up');
    await page.getByLabel('Name', { exact: true }).fill('Tom');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('a sound password 7');
    await page.getByLabel('Organization').fill('Twice Ltd');
    await click('Create account', 'Welcome, Tom.');
    await page.goto('/app/settings');
    await page.getByLabel('Current password').fill('a sound password 7');
    await page.getByLabel('New password').fill('another sound password 7');
    await click('Change password', 'The password is changed.');
    await page.context().close();
  });

  it('sends a form once by a double click, and again when it is pressed again', async () => {
    const page = await newPage();
    await signIn(page);
    await page.goto('/app/settings');
    let sent = 0;
    await page.route('**/app/settings/name', (route) => {
      sent += 1;
      return route.fulfill({ status: 204 });
    });
    const save = page.getByRole('button', { name: 'Save name' });
    await save.dblclick();
    await page.waitForTimeout(1_600);
    expect(sent).toBe(1);
    await save.click();
    await expect.poll(() => sent).toBe(2);
    await page.context().close();
  });

  it('shows where the keyboard is, on every page, and brings it to the outcome of a form', async () => {
    const page = await newPage();
    const focused = () => page.evaluate(FOCUSED) as Promise<Focused | null>;
    const reach = async (name: string) => {
      for (let stops = 0; stops < 100; stops += 1) {
        await page.keyboard.press('Tab');
        if ((await focused())?.name.startsWith(name)) return;
      }
      throw new Error(`${name} cannot be reached by Tab`);
    };
    const send = async () => {
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    };
    await page.goto('/app/sign-in');
    await reach('Email');
    await page.keyboard.type('owner@example.com');
    await reach('Password');
    await page.keyboard.type('a wrong password 1');
    await send();
    expect(await focused()).toMatchObject({ role: 'alert', isShown: true });
    await reach('Password');
    await page.keyboard.type('demo-password-1');
    await send();
    await page.goto('/app/settings');
    await reach('Save name');
    await send();
    expect(await focused()).toMatchObject({ role: 'status', name: 'Your name is saved.' });
    await page.goto('/app/try/phone');
    await reach('Look up');
    await send();
    expect(await focused()).toMatchObject({ role: 'status', isShown: true });
    const problems: string[] = [];
    for (const path of ['/docs', ...PAGES]) {
      await page.goto(path);
      for (;;) {
        await page.keyboard.press('Tab');
        const at = await focused();
        if (!at) break;
        if (!at.isShown) problems.push(`${path}: ${at.name} does not show the focus`);
      }
      for (const left of (await page.evaluate(UNREACHED)) as string[])
        problems.push(`${path}: ${left} cannot be reached by Tab`);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('takes a newcomer from nothing to the first answer in at most eight actions, without a mail', async () => {
    const page = await newPage();
    const actions: string[] = [];
    const act = async (said: string, action: Promise<void>) => {
      await action;
      actions.push(said);
    };
    const startedAt = Date.now();
    await page.goto('/');
    const click = (role: 'link' | 'button', name: string) =>
      act(`click ${name}`, page.locator('main').getByRole(role, { name }).first().click());
    const fill = (label: string, text: string) =>
      act(`fill ${label}`, page.getByLabel(label, { exact: true }).fill(text));
    await click('link', 'Create an account');
    await fill('Name', 'Nora');
    await fill('Email', `nora-${startedAt}@example.org`);
    await fill('Password', 'a sound password 7');
    await fill('Organization', 'Newcomers');
    await click('button', 'Create account');
    await click('link', 'Try a lookup');
    await click('button', 'Look up');
    await page.getByText('As the API sends it').waitFor();
    expect(await page.getByLabel('Answer as JSON').innerText()).toContain('"success": true');
    console.log(`first answer: ${actions.length} actions, ${Date.now() - startedAt} ms`);
    expect(actions.length, actions.join(', ')).toBeLessThanOrEqual(8);
    await page.context().close();
  });

  it('lets the demo owner make a key that works, and copy it', async () => {
    const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await signIn(page);
    const key = await createKey(page);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    const reply = await lookUp(key);
    expect([reply.status, reply.body.success]).toEqual([200, true]);
    await page.context().close();
  });

  it('makes a passkey of the device, and signs in with it where the password is not known', async () => {
    const page = await newPage();
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, hasUserVerification: true, isUserVerified: true },
    });
    await signIn(page);
    await page.goto('/app/settings/security');
    await page.getByRole('link', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('Laptop');
    await page.getByLabel('Password').fill('demo-password-1');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The passkey has been added.').waitFor();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials.map(({ rpId }) => rpId)).toEqual(['localhost']);
    await page.getByRole('button', { name: 'Sign out' }).click();
    const signInByKey = async () => {
      await page.goto('/app/sign-in?next=%2Fapp%2Fusage');
      await page.getByRole('button', { name: 'Use a passkey' }).click();
    };
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await signInByKey();
    await page.getByText('The request was cancelled or timed out.').waitFor();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/app/usage');
    await page.goto('/app/settings/security');
    await page.getByRole('button', { name: 'Remove Laptop' }).click();
    await page.getByText('The passkey has been removed').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInByKey();
    await page.getByText('This passkey was not accepted').waitFor();
    await page.context().close();
  });

  it('says without scripts that a passkey needs them', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto('/app/sign-in');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Allow scripts on this page').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This passkey was not accepted').waitFor();
    await page.context().close();
  });

  /** Where a new client sends its user to be let in. */
  async function consentPage(): Promise<string> {
    const redirect_uri = 'http://localhost:9/callback';
    const client = { client_name: 'Example agent', redirect_uris: [redirect_uri] };
    const { body } = await callService(port, '/oauth/register', {
      body: { ...client, token_endpoint_auth_method: 'none' },
    });
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: body.client_id, redirect_uri },
      code_challenge: createHash('sha256').update('verifier').digest('base64url'),
      code_challenge_method: 'S256',
    });
    return `/oauth/authorize?${query}`;
  }

  it('can be used with assistive technology, on every page, light and dark', async () => {
    const problems: string[] = [];
    const browser = new CookieBrowser(base);
    await browser.signIn('owner@example.com', 'demo-password-1');
    const consent = await consentPage();
    await browser.decide(`${base}${consent}`, 'allow');
    const second = { name: 'The second one', owner_email: 'owner@example.com' };
    await callService(port, '/admin/organizations', { token: 'admin_local', body: second });
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await newPage({ colorScheme, bypassCSP: true });
      const check = async (path: string) => {
        for (const width of SIZES) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(path);
          const sideways = await page.evaluate(
            'document.documentElement.scrollWidth > document.documentElement.clientWidth',
          );
          if (sideways) problems.push(`${path} at ${width}: wider than the screen`);
          const place = path.replace(/^\/\w+\/?|\?.*/g, '').replaceAll('/', '-');
          const name = `${place || 'home'}-${width}-${colorScheme}.png`;
          if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, name), fullPage: true });
        }
        for (const found of await violationsOf(page))
          problems.push(`${path} ${colorScheme}: ${found}`);
      };
      for (const path of OPEN_PAGES) await check(path);
      await signIn(page);
      for (const path of [...PAGES, consent]) await check(path);
      await page.getByLabel('Organization').selectOption('The second one');
      await page.context().close();
    }
    expect(problems).toEqual([]);
  });
});
