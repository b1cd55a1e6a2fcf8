import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callSnippets } from '../../src/http/docs/snippets.ts';
import {
  ALL_PAGES,
  chromiumPath,
  complaintsOf,
  contextOf,
  expectUsable,
  openBrowser,
  VIEWS,
  violationsOf,
} from './browser.ts';
import { DevService, freePort, START_TIMEOUT_MS } from './dev-service.ts';

// Reads the reference in a real browser against the service, and runs the code it shows. With
// PICTURES set to a folder it keeps pictures.

const { PICTURES } = process.env;
const run = promisify(execFile);

/** One page of each template; every page with ALL_PAGES. */
const TEMPLATES = [
  ...['/', '/pricing', '/changelog', '/status', '/terms', '/privacy', '/opt-out', '/docs'],
  ...['/docs/phone', '/docs/bulk', '/docs/bulk-jobs-api', '/docs/errors'],
  ...['/docs/errors/INVALID_INPUT', '/docs/quick-start'],
];

const BROWSER_TIMEOUT_MS = 1_800_000;
/** The first time, Go compiles its own library. */
const GO_TIMEOUT_MS = 300_000;

let service: DevService;
let base: string;
let folder: string;
/** Of every page of the site. */
let everyPath: string[];
/** Of the reference. */
let paths: string[];
beforeAll(async () => {
  const port = await freePort();
  base = `http://localhost:${port}`;
  folder = await mkdtemp(join(tmpdir(), 'docs-pages-'));
  service = new DevService({ PORT: String(port), STATE_DIR: join(folder, 'state') });
  await service.ready();
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  everyPath = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    (match) => new URL(match[1]!).pathname,
  );
  paths = everyPath.filter((path) => path.startsWith('/docs'));
}, START_TIMEOUT_MS);
afterAll(async () => {
  await service?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!chromiumPath)('the pages in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  async function expectGood(page: Page, path: string, view: string): Promise<void> {
    await page.goto(base + path);
    await expectUsable(page);
    const picture = `${path.replace(/\W+/g, '-')}-${view}.png`;
    if (PICTURES) await page.screenshot({ path: join(PICTURES, picture), fullPage: true });
  }

  it(
    'fit the screen, and axe finds nothing, at two widths in two themes',
    async () => {
      expect(paths.length).toBeGreaterThan(80);
      expect(TEMPLATES.filter((path) => !everyPath.includes(path))).toEqual([]);
      for (const view of VIEWS) {
        const context = await browser.newContext(contextOf(view));
        const page = await context.newPage();
        const complaints = complaintsOf(page);
        for (const path of ALL_PAGES ? everyPath : TEMPLATES)
          await expectGood(page, path, `${view.width}-${view.colorScheme}`);
        expect(complaints).toEqual([]);
        await context.close();
      }
    },
    BROWSER_TIMEOUT_MS,
  );

  it.each([375, 320])('fit a phone of %i pixels', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 700 } });
    for (const path of TEMPLATES) {
      await page.goto(base + path);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(width);
    }
    await page.context().close();
  });

  it('are searched with a slash, opened by a menu on a phone, and send a lookup', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(`${base}/docs/phone`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: '/email', exact: true }).click();
    await page.waitForURL(`${base}/docs/email`);
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('idempotency conflict');
    await page
      .getByRole('link', { name: /^IDEMPOTENCY_CONFLICT/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('domain age');
    await page
      .getByRole('link', { name: /domain-age/ })
      .first()
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/docs/domain-age`);
    await page.locator('.tabs summary', { hasText: 'Python' }).click();
    expect(await page.locator('pre', { hasText: 'import requests' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^200 /).waitFor();
    expect(await page.locator('.answer').innerText()).toContain('"success": true');
    await page.reload();
    expect(await page.locator('pre', { hasText: 'import requests' }).isVisible()).toBe(true);
    await page.context().close();
  });

  it('are complete without scripts, in three requests', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${base}/docs/phone`);
    expect(asked.filter((path) => !path.startsWith('/docs/icon')).length).toBeLessThanOrEqual(3);
    await page.locator('.tabs summary', { hasText: 'Ruby' }).click();
    expect(await page.locator('pre', { hasText: "require 'uri'" }).isVisible()).toBe(true);
    // What only a script can do is not offered.
    expect(await page.locator('.copy, form:visible, [hidden]:visible').count()).toBe(0);
    await context.close();
  });
});

/** Fences of one language, of every page that shows calls which need nothing made before. */
async function codeOf(language: string): Promise<string[]> {
  // The clients' own tests run what their READMEs show.
  const shown = paths.filter(
    (path) =>
      !path.endsWith('-api') &&
      !path.includes('/errors/') &&
      !['/docs/typescript', '/docs/python'].includes(path),
  );
  const texts = await Promise.all(
    shown.map(async (path) => (await fetch(`${base}${path}.md`)).text()),
  );
  const fence = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return texts.flatMap((text) => [...text.matchAll(fence)].map((match) => match[1]!));
}

/** Whether this machine has a program. */
const has = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((bin) => existsSync(join(bin, program)));

/** One program of many of Go: each `main` is called in turn, with the answers of its call. */
const goProgram = (blocks: readonly string[]): Map<string, string> =>
  new Map([
    ['go.mod', 'module snippets\n'],
    ...blocks.map((code, at): [string, string] => {
      expect(code).toContain('func main() {');
      return [`call${at}.go`, code.replace('func main() {', `func call${at}() {`)];
    }),
    [
      'main.go',
      `package main\n\nfunc main() {\n${blocks.map((_, at) => `call${at}()\n`).join('')}}\n`,
    ],
  ]);

describe('the code on the pages', () => {
  /** What a program printed. @param cwd where it runs; left out, beside the state of the service */
  const output = async (program: string, args: string[], cwd = folder): Promise<string> => {
    const env = {
      ...process.env,
      API_KEY: service.keys[2],
      GO111MODULE: 'on',
      GOFLAGS: '-mod=mod',
    };
    return (await run(program, args, { cwd, env, maxBuffer: 1e8 })).stdout;
  };
  const runIn = async (program: string, file: string, text: string): Promise<string> => {
    await writeFile(join(folder, file), text);
    return output(program, [file]);
  };
  /** Every call printed an answer, none a refusal. A batch has more than one. */
  const expectAnswers = (printed: string, calls: number): void => {
    expect(printed.split('\n').filter((line) => line.startsWith('{"success":false'))).toEqual([]);
    expect(printed.match(/"success":true/g)?.length).toBeGreaterThanOrEqual(calls);
  };

  /** Writes each file into a folder of its own. @returns the folder */
  async function written(name: string, files: Iterable<[string, string]>): Promise<string> {
    const where = join(folder, name);
    await mkdir(where);
    for (const [file, text] of files) await writeFile(join(where, file), text);
    return where;
  }

  // What the snippets of one language made leaves room for the next.
  beforeEach(async () => {
    const headers = { Authorization: `Bearer ${service.keys[2]}` };
    for (const kind of ['number-monitors', 'job-change-monitors']) {
      const listed = await fetch(`${base}/v1/${kind}`, { headers });
      const { data } = (await listed.json()) as { data: { monitors: { id: string }[] } };
      for (const { id } of data.monitors)
        await fetch(`${base}/v1/${kind}/${id}`, { method: 'DELETE', headers });
    }
  });

  it('runs in Node', async () => {
    const blocks = await codeOf('js');
    expect(blocks.length).toBeGreaterThan(45);
    const programs = blocks.filter((code) => !code.includes('export '));
    const text = programs.map((code) => `await (async () => {\n${code}})();\n`).join('');
    const lines = (await runIn(process.execPath, 'all.mjs', text)).match(/^20[01] \{/gm);
    expect(lines).toHaveLength(programs.filter((code) => code.includes('response.status,')).length);
  });

  it('runs in a shell', async () => {
    const calls = (await codeOf('sh')).filter((code) => code.startsWith('curl '));
    expect(calls.length).toBeGreaterThan(45);
    const text = calls.map((code) => `${code.trimEnd()} -s -o /dev/null -w '%{http_code}\\n'\n`);
    const statuses = (await runIn('bash', 'all.sh', text.join(''))).trim().split('\n');
    expect(statuses).toHaveLength(calls.length);
    expect(statuses.filter((status) => !['200', '201'].includes(status))).toEqual([]);
  });

  it.skipIf(!has('python3'))('runs in Python', async ({ skip }) => {
    const requests = await run('python3', ['-c', 'import requests']).catch(() => null);
    if (!requests) skip('no requests');
    const blocks = await codeOf('python');
    expect(blocks.length).toBeGreaterThan(45);
    const printed = await runIn('python3', 'all.py', blocks.join('\n'));
    const calls = blocks.filter((code) => code.includes('print(response.status_code'));
    expect(printed.match(/^20[01] \{/gm)).toHaveLength(calls.length);
  });

  it.skipIf(!has('php'))('runs in PHP', async ({ skip }) => {
    if (!(await output('php', ['-m'])).split('\n').includes('curl')) skip('no curl');
    const blocks = await codeOf('php');
    expect(blocks.length).toBeGreaterThan(45);
    const files = blocks.map((code, at): [string, string] => [`call${at}.php`, code]);
    const all = `<?php foreach (range(0, ${blocks.length - 1}) as $at) { require "call$at.php"; echo "\n"; }`;
    const cwd = await written('php', [...files, ['all.php', all]]);
    const printed = await output(
      'php',
      ['-d', 'error_reporting=-1', '-d', 'display_errors=1', 'all.php'],
      cwd,
    );
    expect(printed).not.toMatch(/Warning|Deprecated|Notice/);
    expectAnswers(printed, blocks.length);
  });

  it.skipIf(!has('ruby'))('runs in Ruby', async () => {
    const blocks = await codeOf('ruby');
    expect(blocks.length).toBeGreaterThan(45);
    const files = blocks.map((code, at): [string, string] => [`call${at}.rb`, code]);
    const all = `${blocks.length}.times { |at| load "./call#{at}.rb" }\n`;
    const cwd = await written('ruby', [...files, ['all.rb', all]]);
    expectAnswers(await output('ruby', ['all.rb'], cwd), blocks.length);
  });

  it.each([
    ['curl', 'bash'],
    ['PHP', 'php'],
    ['Ruby', 'ruby'],
  ])('sends a body in %s as it is shown', async (title, program) => {
    if (!has(program)) return;
    const typed = `O'Re"il #{1+1} $HOME \\n \`x\` é %s`;
    const body = { type: 'phone', dry_run: true, inputs: [typed] };
    const url = `${base}/v1/bulk/jobs`;
    const tabs = callSnippets({ method: 'POST', url, body, withKey: true });
    const code = tabs.find((tab) => tab.title === title)?.code ?? '';
    const printed = await runIn(program, `typed.${program}`, code);
    expect(printed).toContain(`"input":${JSON.stringify(typed)}`);
  });

  it.skipIf(!has('go'))(
    'runs in Go',
    async () => {
      const blocks = await codeOf('go');
      expect(blocks.length).toBeGreaterThan(45);
      const cwd = await written('go', goProgram(blocks));
      expectAnswers(await output('go', ['run', '.'], cwd), blocks.length);
    },
    GO_TIMEOUT_MS,
  );

  it('is JSON where it says so', async () => {
    for (const code of await codeOf('json'))
      if (!code.includes('…')) expect(() => JSON.parse(code), code).not.toThrow();
  });
});
