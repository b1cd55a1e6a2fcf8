import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ALL_PAGES,
  chromiumPath,
  complaintsOf,
  contextOf,
  expectUsable,
  openBrowser,
  VIEWS,
  type View,
} from './browser.ts';
import { DevService, freePort } from './dev-service.ts';

// Drives the pages as a person does, in a real browser against the service. With PICTURES set to
// a folder it keeps a picture of every page it looks at.

const { PICTURES } = process.env;
const NO_BROWSER = 'no Chromium on the PATH: skipped';

const DESK: View = { width: 1440, colorScheme: 'light', scripts: true };
const PHONE: View = { width: 390, colorScheme: 'dark', scripts: true };

const LIST = [
  'Name;Phone Number;Note',
  ...Array.from({ length: 40 }, (_, at) => `P ${at};+1212555${String(at).padStart(4, '0')};"a; b"`),
  'Again;(212) 555-0001;',
  ';;',
  'Bad;hello;<script>document.title="run"</script>',
].join('\r\n');

describe.skipIf(!chromiumPath)(`the pages of the dashboard (${chromiumPath ?? NO_BROWSER})`, () => {
  let service: DevService;
  let base: string;
  let stateDir: string;
  let browser: Browser;
  let state: Awaited<ReturnType<BrowserContext['storageState']>>;

  beforeAll(async () => {
    const port = await freePort();
    base = `http://localhost:${port}/app`;
    stateDir = await mkdtemp(join(tmpdir(), 'dashboard-'));
    service = new DevService({ PORT: String(port), STATE_DIR: stateDir });
    [browser] = await Promise.all([openBrowser(), service.ready()]);
    const page = await browser.newPage();
    await page.goto(`${base}/sign-in`);
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill('demo-password-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(base);
    state = await page.context().storageState();
    await page.context().close();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    if (stateDir) await rm(stateDir, { recursive: true, force: true });
  });

  const picture = async (page: Page, name: string, { width, colorScheme }: View) => {
    const path = PICTURES && join(PICTURES, `${name}-${width}-${colorScheme}.png`);
    if (path) await page.screenshot({ path, fullPage: true });
  };

  const open = async (view: View): Promise<{ page: Page; complaints: string[] }> => {
    const context = await browser.newContext({ ...contextOf(view), storageState: state });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    return { page, complaints: complaintsOf(page) };
  };

  /** From a file to its results. */
  async function uploadList(page: Page, view: View, name: string): Promise<void> {
    const button = (words: string) => page.getByRole('button', { name: words });
    await page.goto(`${base}/jobs/new`);
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${LIST}\n;${name};`) });
    await button('Upload').click();
    await page.getByLabel('Product').selectOption('phone_validation');
    await button('Choose columns').click();
    await picture(page, 'columns', view);
    await button('Check price').click();
    await expect.poll(() => page.locator('.price').innerText()).toContain('40 credits at most');
    if (view.scripts) await expectUsable(page);
    await picture(page, 'price', view);
    await button('Start job').click();
    await page.waitForURL(/\/jobs\/job_/);
    const hasResults = async () => {
      await page.reload();
      return page.getByText('results.csv').count();
    };
    if (!view.scripts)
      await expect.poll(hasResults, { interval: 250, timeout: 60_000 }).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Download results.csv' }).waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download results.csv' }).click();
    expect((await file).suggestedFilename()).toMatch(/results\.csv$/);
    expect(await page.title()).not.toBe('run');
  }

  it.each([DESK, { ...PHONE, scripts: false }])('take a list to its results: %o', async (view) => {
    const { page, complaints } = await open(view);
    await uploadList(page, view, `list-${view.width}.csv`);
    if (view.scripts) await expectUsable(page);
    await picture(page, 'job', view);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('show every action of a key on a laptop, and a request in rows of two lines', async () => {
    const { page } = await open(DESK);
    await page.setViewportSize({ width: 1280, height: 800 });
    const ids: string[] = [];
    for (const name of ['a production key with a longer name', 'suspended', 'revoked']) {
      const limits = {
        scopes: ['phone', 'email'],
        ip_allow: ['192.0.2.0/24'],
        credits_per_day: 500,
      };
      const made = await page.request.post(
        `${base.slice(0, -4)}/admin/organizations/org_demo/api-keys`,
        {
          headers: { Authorization: 'Bearer admin_local' },
          data: {
            ...{ user_email: 'teammate@example.com', mode: 'live', name, ...limits },
            expires_at: '2099-11-27T00:00:00Z',
          },
        },
      );
      ids.push((await made.json()).data.id);
    }
    for (const verb of ['suspend', 'revoke']) {
      await page.goto(`${base}/keys${verb === 'revoke' ? `/${ids[2]}/revoke` : ''}`);
      const name = verb === 'revoke' ? /^Revoke/ : 'Suspend suspended';
      await page.getByRole('button', { name }).click();
    }
    await page.goto(`${base}/keys`);
    const hidden = (area: { scrollWidth: number; clientWidth: number }) =>
      area.scrollWidth - area.clientWidth;
    expect(await page.locator('.scroll').evaluate(hidden)).toBe(0);
    const withKey = { headers: { Authorization: `Bearer ${service.keys[0]}` } };
    // A long code in the log is no reason to scroll.
    await page.request.post(`${base.slice(0, -4)}/v1/phone`, { ...withKey, data: [] });
    await page.request.get(`${base.slice(0, -4)}/v1/account`, withKey);
    await page.goto(`${base}/requests`);
    const row = await page.locator('tbody tr').first().boundingBox();
    expect(row?.height).toBeLessThan(75);
    expect(await page.locator('.scroll').evaluate(hidden)).toBe(0);
    await page.context().close();
  });

  it('fit a phone and a laptop whatever the names on them are', async () => {
    const { page, complaints } = await open(PHONE);
    await page.setViewportSize({ width: 360, height: 800 });
    const long = 'W'.repeat(100);
    await page.goto(`${base}/keys`);
    await page.getByLabel('Name', { exact: true }).fill(long);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.locator('#new-key').waitFor();
    await expectUsable(page);
    await page.goto(`${base}/keys`);
    await page.getByRole('link', { name: `Revoke ${long}` }).click();
    await page.getByRole('link', { name: 'Keep it' }).waitFor();
    await expectUsable(page);
    await page.goto(`${base}/jobs/new`);
    const file = { name: `${long}.csv`, mimeType: 'text/csv', buffer: Buffer.from('+12125550188') };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.waitForURL(/upl_/);
    await page.goto(`${base}/jobs/new`);
    await expectUsable(page);
    await page.getByRole('button', { name: `Discard ${long}` }).click();
    await page.goto(`${base}/monitors/new?kind=number`);
    await page.getByLabel('Name', { exact: true }).fill(long);
    await page.getByLabel('Numbers', { exact: true }).fill(`+14155552671, ${long}`);
    await page.getByLabel('Mode').selectOption('test');
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await page.waitForURL(/\/monitors\/mon_/);
    await expectUsable(page);
    const monitor = page.url();
    await page.goto(`${monitor}/events`);
    await expectUsable(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(monitor);
    await expectUsable(page);
    await page.getByText('Delete this monitor').click();
    await page.getByRole('button', { name: 'Delete monitor' }).click();
    await page.waitForURL(`${base}/monitors`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('make one job of a double click', async () => {
    const { page } = await open({ ...DESK, scripts: false });
    await page.goto(`${base}/jobs/new`);
    const file = { name: 'twice.csv', mimeType: 'text/csv', buffer: Buffer.from('+12125550188') };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.goto(
      `${page.url()}?product=phone_validation&header=data&fill.phone_number=column:0`,
    );
    const before = await jobCount(await open(DESK));
    await page.getByRole('button', { name: 'Start job' }).dblclick();
    // The second click aborts the navigation of the first, which waitForURL reports as an error.
    await expect.poll(() => page.url(), { timeout: 30_000 }).toMatch(/\/jobs\/job_/);
    expect(await jobCount(await open(DESK))).toBe(before + 1);
    await page.context().close();
  });

  const jobCount = async ({ page }: { page: Page }): Promise<number> => {
    await page.goto(`${base}/jobs`);
    const count = await page.locator('tbody tr').count();
    await page.context().close();
    return count;
  };

  it.each([DESK, { ...PHONE, scripts: false }])('watch numbers: %o', async (view) => {
    const { page, complaints } = await open(view);
    await page.goto(`${base}/monitors/new?kind=number`);
    await page.getByLabel('Name').fill('VIP <i>customers</i>');
    await page.getByLabel('Numbers', { exact: true }).fill('+14155552671, Ada\nhello');
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await page.getByText('Line 2: is not a phone number (hello)').first().waitFor();
    // The good line is kept, so the form can go on as it is.
    const numbers = page.getByLabel('Numbers', { exact: true });
    expect(await numbers.inputValue()).toBe('+14155552671, Ada');
    await numbers.fill('+14155552671, Ada\n+12125550123, Bob');
    await page.getByRole('button', { name: 'Create monitor' }).click();
    await page.waitForURL(/\/monitors\/mon_/);
    if (view.scripts) await expectUsable(page);
    await picture(page, 'monitor', view);
    await page.getByText('Change this monitor').click();
    await page.getByLabel('Name').fill('VIP <b>callers</b>');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { name: 'VIP <b>callers</b>' }).waitFor();
    const remove = page.getByRole('button', { name: 'Remove +14155552671' });
    const box = await remove.boundingBox();
    expect((box?.x ?? view.width) + (box?.width ?? 0)).toBeLessThanOrEqual(view.width);
    await remove.click();
    await page.getByText('1 number').first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByText('Delete this monitor').click();
    await page.getByRole('button', { name: 'Delete monitor' }).click();
    await page.waitForURL(`${base}/monitors`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each(ALL_PAGES ? VIEWS : [DESK, PHONE])('can be read and used: %o', async (view) => {
    const { page, complaints } = await open(view);
    const paths = [
      '',
      '/usage',
      '/requests',
      '/webhooks',
      '/jobs',
      '/jobs/new',
      '/monitors',
      '/monitors/new?kind=job_change',
    ];
    for (const path of [...paths, '/try', '/try/phone', '/try/phone-append', '/deliveries']) {
      await page.goto(`${base}${path}`);
      await expectUsable(page);
      await picture(page, path.replace(/\W+/g, '-').slice(1) || 'home', view);
    }
    await page.goto(`${base}/try/phone`);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('Cost:').waitFor();
    await expectUsable(page);
    await picture(page, 'answer', view);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
