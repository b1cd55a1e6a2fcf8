import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WINDOWS } from '../../src/accounts/keys/rate-windows.ts';
import { sandboxBody } from '../../src/lookup/body.ts';
import { products } from '../../src/products/index.ts';
import { DevService, freePort, START_TIMEOUT_MS } from './dev-service.ts';
import { CLIENT, codeBlocks, installPackedClient, run } from './packed-client.ts';

// The clients as callers get them, from their packed files, against the running service.

type Client = typeof import('../../clients/typescript/src/index.ts');

let root: string;
let service: DevService;
let baseUrl: string;
let liveKey: string;
let testKey: string;
/** Where the packed TypeScript client is installed. */
let caller: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lookup-clients-'));
  const port = await freePort();
  service = new DevService({ PORT: String(port), STATE_DIR: join(root, 'state') });
  [caller] = await Promise.all([installPackedClient(root), service.ready()]);
  baseUrl = `http://localhost:${port}`;
  [liveKey, , testKey] = service.keys as [string, string, string];
}, START_TIMEOUT_MS);

afterAll(async () => {
  await service.stop();
  await rm(root, { recursive: true, force: true });
});

const environment = (apiKey: string) => ({
  ...process.env,
  ...{ LOOKUP_API_KEY: apiKey, LOOKUP_BASE_URL: baseUrl },
});

/** The installed package, as this process imports it. */
const installed = (): Promise<Client> =>
  import(pathToFileURL(join(caller, 'node_modules/lookup-api-client/dist/index.js')).href);

const camelCase = (path: string): string =>
  path.slice(1).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

describe('the TypeScript client', () => {
  it('answers the whole sandbox, every refusal as its error', async () => {
    const { LookupApi, ApiError } = await installed();
    const client = new LookupApi({ apiKey: testKey, baseUrl });
    const methods = client as unknown as Record<
      string,
      (body: unknown, options: object) => Promise<{ request: { input: string; type: string } }>
    >;
    const seen = { answers: 0, refusals: 0 };
    for (const product of products)
      await Promise.all(
        product.sandbox.map(async (entry) => {
          const call = methods[camelCase(product.path)] as (typeof methods)[string];
          const body = sandboxBody(product, entry);
          if ('fact' in entry) {
            const answer = await call.call(client, body, {});
            expect(answer.request).toMatchObject({ input: entry.subject, type: product.type });
            seen.answers += 1;
            return;
          }
          const error = await call.call(client, body, { maxRetries: 0 }).catch((thrown) => thrown);
          expect(error).toBeInstanceOf(ApiError);
          expect(error).toMatchObject({ code: entry.fails, requestId: expect.any(String) });
          seen.refusals += 1;
        }),
      );
    expect(seen.answers).toBeGreaterThan(3 * products.length);
    expect(seen.refusals).toBeGreaterThanOrEqual(3 * products.length);
  });

  it('reads lists page by page, and jobs of every page once', async () => {
    const { LookupApi } = await installed();
    const client = new LookupApi({ apiKey: testKey, baseUrl });
    const told: number[] = [];
    const created: string[] = [];
    for (const numbers of [['+14155550100'], ['+14155550101', '', '+14155550101']]) {
      const rows = client.bulk.run(numbers, {
        product: 'phone',
        onProgress: ({ processed }) => told.push(processed),
        onCreated: (id) => created.push(id),
      });
      const statuses: string[] = [];
      for await (const { status } of rows) statuses.push(status);
      expect(statuses).toEqual(['completed', 'skipped', 'duplicate'].slice(0, numbers.length));
    }
    expect(told.at(-1)).toBe(3);
    const listed: string[] = [];
    for await (const { job_id } of client.listBulkJobs({ limit: 1 })) listed.push(job_id);
    expect(listed).toEqual(created.reverse());
    const again = client.bulk.results(created[0] as string);
    expect((await again.next()).value).toMatchObject({ input: '+14155550101' });
  });

  it('is answered a repeated Idempotency-Key the same', async () => {
    const { LookupApi } = await installed();
    const replays: (string | null)[] = [];
    const client = new LookupApi({
      ...{ apiKey: liveKey, baseUrl },
      onResponse: ({ headers }) => replays.push(headers.get('Idempotent-Replay')),
    });
    const ask = () => client.ip({ ip: '8.8.8.8' }, { idempotencyKey: 'a key of a caller' });
    expect(await ask()).toEqual(await ask());
    expect(replays).toEqual([null, 'true']);
  });

  it('runs in a Worker without the interfaces of Node', async () => {
    const script = `
      import { LookupApi } from 'lookup-api-client';
      export default { async fetch(request) {
        const { apiKey, baseUrl } = await request.json();
        const lookup = new LookupApi({ apiKey, baseUrl });
        return Response.json(await lookup.phone({ phone_number: '+14155550100' }));
      } };`;
    const { outputFiles } = await build({
      stdin: { contents: script, resolveDir: caller },
      ...{ bundle: true, format: 'esm', platform: 'neutral', write: false },
    });
    const worker = new Miniflare(
      convertV4MiniflareOptions({
        modules: true,
        script: outputFiles[0]?.text ?? '',
        compatibilityDate: '2026-01-01',
        cf: false,
      }),
    );
    try {
      const body = JSON.stringify({ apiKey: testKey, baseUrl });
      const reply = await worker.dispatchFetch('http://worker.test/', { method: 'POST', body });
      expect(await reply.json()).toMatchObject({ classification: { line_type: 'MOBILE' } });
    } finally {
      await worker.dispose();
    }
  });

  it('has a README whose code compiles, runs, and prints what it should', async () => {
    const blocks = await codeBlocks(join(CLIENT, 'README.md'), 'ts');
    const files = blocks.map((_, index) => join(caller, `block-${index}.ts`));
    await Promise.all(files.map((file, index) => writeFile(file, blocks[index] as string)));
    const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023'];
    const types = ['--types', 'node', '--typeRoots', join(process.cwd(), 'node_modules/@types')];
    const compiler = join(process.cwd(), 'node_modules/.bin/tsc');
    await run(compiler, [...strict, ...types, ...files], { cwd: caller });
    const printed = await Promise.all(
      files.map((file) => run(process.execPath, [file], { env: environment(testKey) })),
    );
    const [first, errors, lists, pages] = printed.map(({ stdout }) => stdout);
    expect(first).toBe('MOBILE 0\n');
    expect(errors).toBe('buy credits\n');
    expect(lists).toBe(
      '+14155550100 completed null\n+14155550101 completed null\nno number failed INVALID_INPUT\n',
    );
    expect(pages).toMatch(/^(?:job_\S+ (?:completed|processing|pending)\n)+\d false\n$/);
    expect(blocks.length).toBe(5);
  });
});

const PYTHON = 'clients/python';
const WINDOW_MS = WINDOWS.standard.seconds * 1000;
const isRecent = 'import sys; sys.exit(sys.version_info < (3, 11))';
const hasPython = spawnSync('python3', ['-c', isRecent]).status === 0;

describe.skipIf(!hasPython)('the Python client', () => {
  const python = (args: string[], { input = '', from = '' }) => {
    const path = { PYTHONPATH: from && resolve(from), PYTHONDONTWRITEBYTECODE: '1' };
    const env = { ...environment(testKey), ...path };
    const { status, stdout, stderr } = spawnSync('python3', args, { env, input, encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    return { stdout, stderr };
  };
  let site: string;

  beforeAll(() => {
    site = join(root, 'site');
    // By the build of the package itself: pip is not everywhere.
    const build = `import build_wheel, sys; print(build_wheel.build_wheel(sys.argv[1]))`;
    const { stdout } = python(['-c', build, root], { from: PYTHON });
    python(['-m', 'zipfile', '-e', join(root, stdout.trim()), site], {});
  });

  it('does the same as the other one when the service refuses or is not there', () => {
    const { stderr } = python([`${PYTHON}/tests/test_failures.py`], { from: site });
    expect(stderr).toMatch(/Ran \d\d tests[\s\S]*OK/);
  });

  it('answers the whole sandbox, every refusal as its error', async () => {
    // The sandbox nearly fills a window of the key, and the other client was here before.
    await sleep(WINDOW_MS - (Date.now() % WINDOW_MS));
    const cases = products.flatMap((product) =>
      product.sandbox.map((entry) => ({
        method: product.path.slice(1).replaceAll('-', '_'),
        body: sandboxBody(product, entry),
        ended: 'fact' in entry ? ['answered', entry.subject] : ['refused', entry.fails],
      })),
    );
    const input = JSON.stringify(cases);
    const { stdout } = python([`${PYTHON}/tests/ask_all.py`], { input, from: site });
    expect(JSON.parse(stdout)).toEqual(cases.map(({ ended }) => ended));
  });

  it('has a README whose code runs, and prints what it should', async () => {
    const blocks = await codeBlocks(`${PYTHON}/README.md`, 'python');
    const [first, loop, errors, lists, pages, webhooks] = blocks.map(
      (block) => python(['-c', block], { from: site }).stdout,
    );
    expect(first).toBe('MOBILE 0\n');
    expect(loop).toBe("['ACTIVE', 'INACTIVE']\n");
    expect(errors).toBe('buy credits\n');
    expect(lists).toBe(
      '+14155550100 completed None\n+14155550101 completed None\nno number failed INVALID_INPUT\n',
    );
    expect(pages).toMatch(/^(?:job_\S+ completed\n)+\d (?:True|False)\n$/);
    expect(webhooks).toBe('');
  });

  it('needs the standard library alone', () => {
    const script = `
import sys
before = set(sys.modules)
import lookup_api, lookup_api.types
names = {name.split('.')[0] for name in set(sys.modules) - before}
print(sorted(names - set(sys.stdlib_module_names)))`;
    expect(python(['-c', script], { from: site }).stdout).toBe("['lookup_api']\n");
  });
});
