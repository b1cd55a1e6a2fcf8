import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WINDOWS } from '../../src/accounts/keys/access-check.ts';
import { sandboxBody } from '../../src/lookup/body.ts';
import { products } from '../../src/products/index.ts';
import { DevService, freePort, START_TIMEOUT_MS } from './dev-service.ts';
import { CLIENT, codeBlocks, installPackedClient, run, typeInTerminal } from './packed-client.ts';

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

/** As in a shell of the caller's: without what npm tells the processes of this repository. */
const environment = (apiKey: string) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  ...{ LOOKUP_API_KEY: apiKey, LOOKUP_BASE_URL: baseUrl },
});

/** The installed package, as this process imports it. */
const installed = (): Promise<Client> =>
  import(pathToFileURL(join(caller, 'node_modules/lookup-api-client/dist/index.js')).href);

/** A test key of an organization that has neither plan nor credits. */
async function keyWithoutCredits(): Promise<string> {
  const make = async (path: string, body: object) => {
    const headers = { Authorization: 'Bearer admin_local', 'Content-Type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const reply = await fetch(`${baseUrl}/admin/organizations${path}`, sent);
    const { data } = (await reply.json()) as {
      data: { organization: { id: string }; key: string };
    };
    return data;
  };
  const email = 'poor@example.com';
  const { organization } = await make('', { name: 'Poor', owner_email: email });
  const key = { user_email: email, name: 'test', mode: 'test' };
  return (await make(`/${organization.id}/api-keys`, key)).key;
}

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

const isRecent = 'import sys; sys.exit(sys.version_info < (3, 11))';
const hasPython = spawnSync('python3', ['-c', isRecent]).status === 0;

describe('the command line', () => {
  const lookup = (
    args: string[],
    { input = '', env = {} }: { input?: string; env?: object } = {},
  ) => {
    const home = { HOME: root, XDG_CONFIG_HOME: join(root, 'config') };
    const ended = spawnSync(join(caller, 'node_modules/.bin/lookup'), args, {
      cwd: caller,
      env: { ...environment(testKey), ...home, ...env },
      ...{ input, encoding: 'utf8' },
    });
    return { code: ended.status, out: ended.stdout, told: ended.stderr };
  };
  const jobs = async (): Promise<string[]> => {
    const { LookupApi } = await installed();
    const ids: string[] = [];
    const client = new LookupApi({ apiKey: testKey, baseUrl });
    for await (const { job_id } of client.listBulkJobs()) ids.push(job_id);
    return ids;
  };

  it('looks up one input, the lines of standard input, and fields by option', () => {
    const { code, out } = lookup(['phone', '+14155550100']);
    expect([code, JSON.parse(out).classification.line_type]).toEqual([0, 'MOBILE']);
    expect(lookup(['phone', '--phone-number', '+14155550100', '--table']).out).toMatch(
      /^classification\.line_type +MOBILE$/m,
    );
    const several = lookup(['phone', '-'], { input: '+14155550100\n\nno number\n+14155550101\n' });
    const lines = several.out.match(/.+/g)?.map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { request: { input: '+14155550100' } },
      { input: 'no number', error: { code: 'INVALID_INPUT' } },
      { request: { input: '+14155550101' } },
    ]);
    expect(several.code).toBe(1);
    const nested = lookup(['phone-append', 'Ada', '--last-name', 'Example']);
    expect(nested.told).toContain('input.address');
  });

  it('ends with a code that says why, and a sentence on standard error alone', () => {
    const codes: [string[], number, RegExp, object?][] = [
      [['fone', '1'], 2, /did you mean phone/],
      [['phone'], 2, /phone_number is missing/],
      [['phone', 'x', '--no-such-option'], 2, /--no-such-option/],
      [['phone', 'x'], 1, /INVALID_INPUT/],
      [['phone', '+14155550100'], 3, /UNAUTHORIZED/, { LOOKUP_API_KEY: 'sk_test_none' }],
      [['phone', '+14155550100'], 3, /lookup login/, { LOOKUP_API_KEY: '' }],
      [['phone', '+14155550100', '--base-url', 'localhost:1'], 2, /is not a URL/],
      [['phone', '+14155550103'], 4, /INSUFFICIENT_CREDITS/],
      [['bulk', 'none.csv', '-p', 'phone', '-o', 'x.csv'], 1, /none\.csv/],
    ];
    const nobody = { input: 'a\nb\nc\nd\n', env: { LOOKUP_API_KEY: 'sk_test_none' } };
    const refused = { code: 3, out: '', told: expect.stringMatching(/^lookup: .*\n\S+\n$/) };
    expect(lookup(['domain-age', '-'], nobody)).toEqual(refused);
    for (const [args, code, sentence, env] of codes) {
      const ended = lookup(args, env ? { env } : {});
      expect(ended).toEqual({ code, out: '', told: expect.stringMatching(sentence) });
    }
  });

  it('posts events on to this machine from now on, signed as a delivery is', async () => {
    const { LookupApi, verifyWebhook } = await installed();
    const client = new LookupApi({ apiKey: testKey, baseUrl });
    const list = { type: 'phone_validation', inputs: ['+14155550100'] } as const;
    const ended = async (id: string) => {
      while (!(await client.listEvents().page()).events.some((each) => each.id === `${id}:end`))
        await sleep(50);
    };
    await ended((await client.createBulkJob({ ...list, inputs: [...list.inputs] })).job_id);
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    let isCutOff = false;
    const receiver = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await textOf(request) });
      if (isCutOff) request.socket.destroy();
      else response.writeHead(202).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const listening = spawn(
      join(caller, 'node_modules/.bin/lookup'),
      ['listen', '--forward-to', url],
      { cwd: caller, env: environment(testKey) },
    );
    const [told] = await once(listening.stderr, 'data');
    const secret = /signed with (whsec_\S+)/.exec(String(told))?.[1] as string;
    const { job_id } = await client.createBulkJob({ ...list, inputs: [...list.inputs] });
    const [printed] = await once(listening.stdout, 'data');
    expect(String(printed)).toContain(`  bulk_job.completed  ${job_id}:end  202\n`);
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(received).toHaveLength(1);
    const event = await verifyWebhook(body, headers, secret);
    expect(event).toMatchObject({ id: `${job_id}:end`, data: { job_id, status: 'completed' } });
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event);
    const { port } = receiver.address() as AddressInfo;
    receiver.closeAllConnections();
    receiver.close();
    const missed: string[] = [];
    for (let count = 0; count < 2; count++)
      missed.push((await client.createBulkJob({ ...list, inputs: [...list.inputs] })).job_id);
    expect(String((await once(listening.stderr, 'data'))[0])).toContain('events wait for it');
    receiver.listen(port, '127.0.0.1');
    while (received.length < 3) await sleep(50);
    const later = received.slice(1).map((each) => JSON.parse(each.body).data.job_id);
    expect(later.sort()).toEqual(missed.sort());
    isCutOff = true;
    const cut = (await client.createBulkJob({ ...list, inputs: [...list.inputs] })).job_id;
    let lines = '';
    while (!lines.includes(cut)) lines += String((await once(listening.stdout, 'data'))[0]);
    expect(lines).toMatch(new RegExp(`${cut}:end  no answer \\(`));
    listening.kill('SIGINT');
    expect((await once(listening, 'exit'))[0]).toBe(130);
    receiver.close();
    // A port that fetch never connects to (Fetch standard, "port blocking").
    const blocked = spawn(
      join(caller, 'node_modules/.bin/lookup'),
      ['listen', '--forward-to', 'http://127.0.0.1:6000/hook'],
      { cwd: caller, env: environment(testKey) },
    );
    let blockedSaid = '';
    for (const stream of [blocked.stdout, blocked.stderr])
      stream.on('data', (data) => (blockedSaid += String(data)));
    while (!blockedSaid.includes('signed with')) await sleep(50);
    await client.createBulkJob({ ...list, inputs: [...list.inputs] });
    while (!blockedSaid.includes('no answer')) await sleep(50);
    expect(blockedSaid).toContain(
      'no answer (bad port) from http://127.0.0.1:6000/hook; events wait',
    );
    blocked.kill('SIGINT');
    await once(blocked, 'exit');
    expect(blockedSaid).toContain('1 not posted');
    for (const [address, env] of [
      ['localhost:3000', {}],
      ['http://ada:secret@localhost:3000', {}],
      ['http://localhost:3000', { LOOKUP_WEBHOOK_SECRET: 'no secret' }],
    ] as const)
      expect(lookup(['listen', '--forward-to', address], { env }).code).toBe(2);
  });

  it('goes on with a list where it was stopped, and buys it once', async () => {
    const rows = ['+14155550100', '', 'no number', '+14155550101', '+14155550101'];
    const list = rows.map((phone, index) => `${index};"a ""b""\n;";${phone}\r\n`).join('');
    await writeFile(join(caller, 'list.csv'), `\uFEFFId;Note;Phone\r\n${list}`);
    const command = ['bulk', 'list.csv', '-p', 'phone', '-c', 'phone', '-o', 'answers.csv'];
    const before = (await jobs()).length;
    expect(lookup(command)).toMatchObject({ code: 2, told: expect.stringContaining('--yes') });
    const priced = [...command, '--dry-run'];
    const rowsOfList = '5 rows (1 empty, 1 repeated, 1 unusable): at most';
    expect(lookup(priced, { env: environment(liveKey) }).told).toContain(`${rowsOfList} 2 credits`);
    // The sandbox costs nothing, also where there is no balance.
    const poorKey = await keyWithoutCredits();
    expect(lookup(priced, { env: environment(poorKey) })).toMatchObject({
      ...{ code: 0, told: expect.stringContaining(`${rowsOfList} 0 credits, with 0 available`) },
    });
    expect((await jobs()).length).toBe(before);
    // Stopped once the job is there and its id is not kept yet.
    const state = join(caller, 'answers.csv.lookup-job');
    const begun = spawn(join(caller, 'node_modules/.bin/lookup'), [...command, '--yes'], {
      ...{ cwd: caller, env: environment(testKey), stdio: 'ignore', detached: true },
    });
    while ((await jobs()).length === before) await sleep(20);
    process.kill(-(begun.pid as number), 'SIGKILL');
    await once(begun, 'exit');
    const kept = JSON.parse(await readFile(state, 'utf8'));
    await writeFile(state, JSON.stringify({ ...kept, jobId: null }));
    await rm(join(caller, 'answers.csv'), { force: true });
    expect(lookup(command)).toMatchObject({
      code: 0,
      told: expect.stringContaining('Continuing the job'),
    });
    expect((await jobs()).length).toBe(before + 1);
    const answers = await readFile(join(caller, 'answers.csv'), 'utf8');
    expect(answers.slice(0, 70)).toBe(
      '\uFEFFId;Note;Phone;lookup_status;lookup_error;lookup_message;classificatio',
    );
    const [, ...rowsOfAnswers] = answers.split(/^(?=\d;)/m);
    const ends = rowsOfAnswers.map((line) => line.split(';').slice(3, 6));
    expect(ends).toEqual([
      ['+14155550100', 'completed', ''],
      ['', 'skipped', ''],
      ['no number', 'failed', 'INVALID_INPUT'],
      ['+14155550101', 'completed', ''],
      ['+14155550101', 'duplicate', ''],
    ]);
    expect(answers).toContain(';MOBILE;');
    const [answered, repeated] = rowsOfAnswers
      .slice(3)
      .map((line) => line.slice(line.indexOf(';VOIP;')));
    expect(answered).toMatch(/^;VOIP;PORTABILITY_RECORD;/);
    expect(repeated).toEqual(answered);
    expect(existsSync(state)).toBe(false);
    expect(lookup([...command, '-y']).told).toContain('--force');
  });

  it('writes the reasons of a list of which no row was answered', async () => {
    await writeFile(join(caller, 'wrong.csv'), 'Phone\n+14155559998\n\n+14155559999\n');
    const command = ['bulk', 'wrong.csv', '-p', 'phone', '-o', 'reasons.csv', '--yes'];
    const told = expect.stringContaining('No row was answered; reasons.csv says why.');
    expect(lookup(command)).toMatchObject({ code: 1, told });
    const lines = (await readFile(join(caller, 'reasons.csv'), 'utf8')).trim().split(/\r?\n/);
    for (const line of [lines[1], lines.at(-1)]) expect(line).toMatch(/,failed,[A-Z_]+,.*\w/);
    expect(existsSync(join(caller, 'reasons.csv.lookup-job'))).toBe(false);
  });

  it('has a README whose commands run', async () => {
    const blocks = (await codeBlocks(join(CLIENT, 'README.md'), 'sh')).slice(1);
    const env = { ...environment(testKey), XDG_CONFIG_HOME: join(root, 'config') };
    const run = (script: string) =>
      spawnSync('sh', ['-ec', script], { cwd: caller, env, encoding: 'utf8' });
    await rm(join(caller, 'answers.csv'), { force: true });
    for (const block of blocks) expect(run(block)).toMatchObject({ status: 0 });
    expect(blocks.length).toBe(3);
    expect(await readFile(join(caller, 'answers.csv'), 'utf8')).toContain(
      'Bob,+14155550101,completed',
    );
    const kept = lookup(['login'], { input: testKey });
    expect(kept.out).toContain('Demo organization');
    const { mode } = await stat(join(root, 'config/lookup/config.json'));
    expect(mode & 0o777).toBe(0o600);
    const without = { LOOKUP_API_KEY: '', LOOKUP_BASE_URL: '' };
    expect(JSON.parse(lookup(['balance'], { env: without }).out).organization).toBe(
      'Demo organization',
    );
  });

  it.skipIf(!hasPython)('asks a person, shows no key, and stops on request', () => {
    const env = { ...environment(testKey), XDG_CONFIG_HOME: join(root, 'terminal') };
    const inTerminal = (args: string[], typed: [string, string][]) =>
      typeInTerminal([join(caller, 'node_modules/.bin/lookup'), ...args], typed, {
        cwd: caller,
        env,
      });
    const kept = inTerminal(['login'], [['API key: ', `${testKey}\r`]]);
    expect(kept).toMatchObject({ code: 0, shown: expect.stringContaining('Demo organization') });
    expect(kept.shown).not.toContain(testKey);
    expect(inTerminal(['login'], [['API key: ', '\x03']])).toMatchObject({ code: 130 });
    const command = ['bulk', 'people.csv', '-p', 'phone', '-o', 'asked.csv'];
    writeFileSync(join(caller, 'people.csv'), 'Phone\n+14155550100\n');
    expect(inTerminal(command, [['[y/N] ', 'n\r']])).toMatchObject({ code: 1 });
    expect(inTerminal(command, [['[y/N] ', '\x03']])).toMatchObject({ code: 130 });
    expect(existsSync(join(caller, 'asked.csv.lookup-job'))).toBe(false);
    const bought = inTerminal(command, [['[y/N] ', 'y\r']]);
    expect(bought.code).toBe(0);
    expect(bought.shown).toMatch(/\[#{24}\] 1 of 1[\s\S]*1 row in asked\.csv/);
  });

  it('completes commands, options and products in bash', () => {
    const script = `source <(npx --no-install lookup completion bash)
lookup() { npx --no-install lookup "$@"; }
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _lookup; echo "\${COMPREPLY[*]}"; }
try lookup hlr
try lookup bulk list.csv --pro
try lookup bulk --product domain-a
try lookup phone --cou
try lookup bulk list.csv -p business-lookup --ci`;
    const { stdout } = spawnSync('bash', ['-c', script], {
      ...{ cwd: caller, env: environment(testKey), encoding: 'utf8' },
    });
    expect(stdout).toBe('hlr-lookup\n--product\ndomain-age domain-authority\n--country\n--city\n');
  });
});

const PYTHON = 'clients/python';
const WINDOW_MS = WINDOWS.standard.seconds * 1000;
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
    const cases = products.flatMap((product) =>
      product.sandbox.map((entry) => ({
        method: product.path.slice(1).replaceAll('-', '_'),
        body: sandboxBody(product, entry),
        ended: 'fact' in entry ? ['answered', entry.subject] : ['refused', entry.fails],
      })),
    );
    // All of the sandbox may be more than a window of the key takes.
    for (let first = 0; first < cases.length; first += WINDOWS.standard.limit / 2) {
      const some = cases.slice(first, first + WINDOWS.standard.limit / 2);
      await sleep(WINDOW_MS - (Date.now() % WINDOW_MS));
      const input = JSON.stringify(some);
      const { stdout } = python([`${PYTHON}/tests/ask_all.py`], { input, from: site });
      expect(JSON.parse(stdout)).toEqual(some.map(({ ended }) => ended));
    }
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
    expect(pages).toMatch(/^(?:job_\S+ (?:completed|failed)\n)+\d (?:True|False)\n$/);
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
