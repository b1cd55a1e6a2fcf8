import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** A Chromium of this machine; undefined where none is installed. */
export const chromiumPath: string | undefined = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((file) => existsSync(file));

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with a new, empty profile. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath as string, args: SWITCHES });

/** How somebody looks at the pages. */
export interface View {
  width: 1440 | 390;
  colorScheme: 'light' | 'dark';
  scripts: boolean;
}

export const contextOf = ({ width, colorScheme, scripts }: View): BrowserContextOptions => ({
  viewport: { width, height: 800 },
  colorScheme,
  javaScriptEnabled: scripts,
});

/** Whatever the browser complains about, gathered. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A page that refuses a form answers 4xx, which the browser calls an error.
    if (message.type() === 'error' && !message.text().includes('the server responded'))
      complaints.push(message.text());
  });
  return complaints;
}

/**
 * Whether every page is looked at in every view, which takes minutes: `npm run check` does. Else
 * one page of each template.
 */
export const ALL_PAGES = process.env.ALL_PAGES === '1';

/** Two widths in two themes. */
export const VIEWS: readonly View[] = ([1440, 390] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, scripts: true })),
);

/** Words of links and fields that are reached by scrolling aside alone. */
const OFF_SCREEN = `[...document.querySelectorAll('main a, main button, main input, main select')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth)
  .map((each) => each.textContent || each.name)`;

/**
 * What axe finds on a page, by rule and node. Of the rules that hold it gathers nothing: a selector
 * for each of their nodes takes most of its time.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}

/** Nothing wider than the screen, nothing to press beside it, and nothing that axe finds. */
export async function expectUsable(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  const wider = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(wider, `${pathname} is wider than the screen`).toBeLessThanOrEqual(0);
  expect(await page.evaluate(OFF_SCREEN), `${pathname}: off the screen`).toEqual([]);
  expect(await violationsOf(page), `${pathname} ${JSON.stringify(page.viewportSize())}`).toEqual(
    [],
  );
}
