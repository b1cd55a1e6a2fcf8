import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

// Reads /docs of a running service in headless Chromium: nothing foreign is loaded, nothing
// overflows, the forms work. Usage: node scripts/check-docs-page.ts [address] [API key] [directory
// for screenshots]. Not part of the tests: it needs Chromium.

const [address = 'http://localhost:8787', apiKey = '', screenshots] = process.argv.slice(2);
const CHROMIUM = process.env.CHROMIUM ?? 'chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];
const VIEWS = [
  { name: 'wide-light', width: 1280, scheme: 'light' },
  { name: 'wide-dark', width: 1280, scheme: 'dark' },
  { name: 'narrow-light', width: 360, scheme: 'light' },
  { name: 'narrow-dark', width: 360, scheme: 'dark' },
];

type Message = {
  id?: number;
  method?: string;
  params?: Record<string, never>;
  result?: Record<string, never>;
  error?: { message: string };
};

/** The page of a browser, over the Chrome DevTools Protocol. */
class Page {
  #socket: WebSocket;
  #waiting = new Map<number, (message: Message) => void>();
  #lastId = 0;
  readonly requests: string[] = [];
  readonly complaints: string[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  #receive(message: Message): void {
    if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    if (message.method === 'Network.requestWillBeSent')
      this.requests.push((message.params as unknown as { request: { url: string } }).request.url);
    if (message.method === 'Log.entryAdded') this.complaints.push(JSON.stringify(message.params));
    if (message.method === 'Runtime.exceptionThrown')
      this.complaints.push(JSON.stringify(message.params));
  }

  call<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result as Result),
      );
    });
  }

  async run<Value>(expression: string): Promise<Value> {
    const { result } = await this.call<{ result: { value: Value } }>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    return result.value;
  }

  async until(expression: string): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      if (await this.run<boolean>(expression)) return;
      await pause(50);
    }
    throw new Error(`never true: ${expression}`);
  }
}

async function openPage(profile: string): Promise<Page> {
  for (let tries = 0; tries < 100; tries++) {
    const port = (
      await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    ).split('\n')[0];
    if (port) {
      const target = (await (
        await fetch(`http://127.0.0.1:${port}/json/new`, { method: 'PUT' })
      ).json()) as {
        webSocketDebuggerUrl: string;
      };
      const socket = new WebSocket(target.webSocketDebuggerUrl);
      await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
      return new Page(socket);
    }
    await pause(100);
  }
  throw new Error('Chromium did not start.');
}

const failures: string[] = [];
const expect = (holds: boolean, what: string): void => {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(what);
};

async function checkView(
  page: Page,
  { name, width, scheme }: (typeof VIEWS)[number],
): Promise<void> {
  await page.call('Emulation.setDeviceMetricsOverride', {
    width,
    height: 900,
    deviceScaleFactor: 1,
    mobile: width < 500,
  });
  await page.call('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: scheme }],
  });
  await page.call('Page.navigate', { url: `${address}/docs` });
  await page.until("location.pathname === '/docs' && document.readyState === 'complete'");
  if (screenshots) {
    const { data } = await page.call<{ data: string }>('Page.captureScreenshot', {
      captureBeyondViewport: true,
    });
    await writeFile(join(screenshots, `docs-${name}.png`), Buffer.from(data, 'base64'));
  }
  await page.run("document.querySelectorAll('details').forEach((part) => { part.open = true })");
  expect(
    await page.run('document.documentElement.scrollWidth <= innerWidth'),
    `${name}: no sideways scrolling with everything open`,
  );
}

async function checkForm(page: Page): Promise<void> {
  const unlabelled =
    "[...document.querySelectorAll('input, textarea')].filter((field) => field.labels.length === 0).length";
  expect((await page.run<number>(unlabelled)) === 0, 'every field has a label');
  await page.run(
    `key = document.querySelector('.key'); key.value = ${JSON.stringify(apiKey)}; key.dispatchEvent(new Event('input'))`,
  );
  expect(
    await page.run(
      `[...document.querySelectorAll('.key')].every((field) => field.value === ${JSON.stringify(apiKey)})`,
    ),
    'one key serves every form',
  );
  await page.run(
    "document.querySelector('.use').click(); document.querySelector('.try').requestSubmit()",
  );
  await page.until("/^\\d/.test(document.querySelector('.try .status').textContent)");
  const status = await page.run<string>("document.querySelector('.try .status').textContent");
  expect(status.startsWith(apiKey ? '200' : '401'), `the form answers ${status}`);
  const shown = await page.run<string>("document.querySelector('.try .answer').innerText");
  expect(
    shown.includes('X-Request-Id') && shown.includes('"success"'),
    'the answer shows its headers and body',
  );
  const stored = await page.run<string>(
    'location.href + document.cookie + JSON.stringify(localStorage)',
  );
  expect(
    apiKey === '' || !stored.includes(apiKey),
    'the key is in no address, cookie or lasting storage',
  );
}

const profile = await mkdtemp(join(tmpdir(), 'docs-page-'));
const browser = spawn(CHROMIUM, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
  stdio: 'ignore',
});
try {
  const page = await openPage(profile);
  for (const domain of ['Page', 'Network', 'Runtime', 'Log']) await page.call(`${domain}.enable`);
  for (const view of VIEWS) await checkView(page, view);
  expect(page.complaints.length === 0, `nothing in the console ${page.complaints.join(' ')}`);
  await checkForm(page);
  const foreign = page.requests.filter((url) => new URL(url).origin !== new URL(address).origin);
  expect(
    foreign.length === 0,
    `all ${page.requests.length} requests stay on ${address} ${foreign.join(' ')}`,
  );
} finally {
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  browser.kill();
  await gone;
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
if (failures.length > 0) process.exitCode = 1;
