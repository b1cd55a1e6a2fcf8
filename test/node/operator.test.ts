import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  type: string | undefined;
  body: string;
}

let server: Server;
let baseUrl: string;
let directory: string;
let seen: Seen[] = [];
let reply = { status: 200, body: JSON.stringify({ success: true, data: { done: true } }) };

let nextReply = () => reply;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'operator-'));
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization, 'content-type': type } = request.headers;
    seen.push({
      method: request.method,
      url: request.url,
      authorization,
      type,
      body: Buffer.concat(chunks).toString(),
    });
    const { status, body } = nextReply();
    response.writeHead(status, { 'X-Request-Id': 'request-7' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

/** Runs the CLI as npm does: with the project's own Node. */
function operator(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  seen = [];
  return new Promise((resolve) => {
    const options = {
      env: { ...process.env, LOOKUP_URL: baseUrl, ADMIN_TOKEN: 'a-token', ...env },
    };
    execFile(
      'node_modules/.bin/node',
      ['scripts/operator.ts', ...args],
      options,
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}

describe('the operator CLI', () => {
  it('suppresses a person by hashes that it makes itself', async () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const given = ['--email', 'Ada@Example.com', '--phone', '(202) 555-0101'];
    const profile = ['--profile', 'https://uk.linkedin.com/in/Ada-Example?trk=1'];
    expect((await operator(['suppress', ...given, ...profile])).code).toBe(0);
    expect(seen).toMatchObject([
      {
        method: 'PUT',
        url: '/admin/records/suppressed_people?mode=append&source=operator',
        type: 'application/x-ndjson',
      },
    ]);
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      email_hash: sha256('ada@example.com'),
      phone_hash: sha256('+12025550101'),
      profile_hash: sha256('ada-example'),
    });
    expect(await operator(['suppress', '--email', 'ada'])).toMatchObject({ code: 2 });
    // A digit is missing: of `--phone 12`, every cell with these digits would be erased.
    for (const number of ['(202) 555-010', '12'])
      for (const verb of ['suppress', 'erase-person'])
        expect(await operator([verb, '--phone', number])).toMatchObject({ code: 2 });
    const nobody = { code: 2, stderr: expect.stringMatching(/^error: name the person by --email/) };
    expect(await operator(['suppress'])).toMatchObject(nobody);
    expect(await operator(['erase-person'])).toMatchObject(nobody);
    // The stores are searched for one identifier: the other one would stay.
    const both = ['--email', 'ada@example.com', '--phone', '+12025550101'];
    const twice = { code: 2, stderr: expect.stringContaining('run it once for each') };
    expect(await operator(['erase-person', ...both])).toMatchObject(twice);
    expect(seen).toEqual([]);
  });

  it.each([
    [
      'create-organization --name Acme --owner-email a@example.com',
      'POST /admin/organizations',
      { name: 'Acme', owner_email: 'a@example.com' },
    ],
    [
      'add-member org/1 --email b@example.com',
      'POST /admin/organizations/org%2F1/members',
      { email: 'b@example.com' },
    ],
    [
      'set-subscription org_1 --plan acme --status active --credits-per-month 500 --current-period-end 2030-01-01',
      'PUT /admin/organizations/org_1/subscription',
      { plan: 'acme', status: 'active', tokens_per_month: 500, current_period_end: '2030-01-01' },
    ],
    [
      'grant-credits org_1 --amount 5 --id invoice-1',
      'POST /admin/organizations/org_1/credits',
      { amount: 5, id: 'invoice-1' },
    ],
    [
      'grant-credits org_1 --amount five --id invoice-1',
      'POST /admin/organizations/org_1/credits',
      { amount: 'five', id: 'invoice-1' },
    ],
    [
      'create-api-key org_1 --user-email a@example.com --name ci --mode test',
      'POST /admin/organizations/org_1/api-keys',
      { user_email: 'a@example.com', name: 'ci', mode: 'test' },
    ],
    [
      'create-organization --name Acme --owner-email a@example.com --region oc',
      'POST /admin/organizations',
      { name: 'Acme', owner_email: 'a@example.com', region: 'oc' },
    ],
    [
      'set-subscription org_1 --plan growth --status active --operation-id op-1',
      'PUT /admin/organizations/org_1/subscription',
      { plan: 'growth', status: 'active', operation_id: 'op-1' },
    ],
    [
      'grant-credits org_1 --amount -5 --id refund-1',
      'POST /admin/organizations/org_1/credits',
      { amount: -5, id: 'refund-1' },
    ],
    ['organizations --q acme --limit 5', 'GET /admin/organizations?q=acme&limit=5', null],
    ['organization org_1', 'GET /admin/organizations/org_1', null],
    ['audit-log --limit 5', 'GET /admin/audit-log?limit=5', null],
    ['revoke-api-key key_1', 'DELETE /admin/api-keys/key_1', null],
    ['suspend-organization org_1', 'POST /admin/organizations/org_1/suspend', null],
    ['resume-organization org_1', 'POST /admin/organizations/org_1/resume', null],
    [
      'close-organization org_1 --name Acme',
      'POST /admin/organizations/org_1/close',
      { name: 'Acme' },
    ],
    ['remove-member org_1 user/1', 'DELETE /admin/organizations/org_1/members/user%2F1', null],
    ['suspend-api-key key_1', 'POST /admin/api-keys/key_1/suspend', null],
    ['resume-api-key key_1', 'POST /admin/api-keys/key_1/resume', null],
    [
      'create-api-key org_1 --user-email a@example.com --name ci --mode live --expires-at 2027-01-01 --scopes phone,nt_lookup --ip-allow 192.0.2.0/24,2001:db8::/32',
      'POST /admin/organizations/org_1/api-keys',
      {
        ...{ user_email: 'a@example.com', name: 'ci', mode: 'live', expires_at: '2027-01-01' },
        ...{ scopes: ['phone', 'nt_lookup'], ip_allow: ['192.0.2.0/24', '2001:db8::/32'] },
      },
    ],
    [
      'ledger org_1 --limit 10 --cursor 5.6',
      'GET /admin/organizations/org_1/ledger?limit=10&cursor=5.6',
      null,
    ],
    ['reconcile org_1', 'POST /admin/organizations/org_1/reconcile', null],
    ['products', 'GET /admin/products', null],
    ['records', 'GET /admin/records', null],
    ['sweep-job job_1', 'POST /admin/bulk/jobs/job_1/sweep', null],
    ['sweep-monitor mon_1', 'POST /admin/monitors/mon_1/sweep', null],
    ['feeds', 'GET /admin/feeds', null],
    ['refresh-feed tor', 'POST /admin/feeds/tor/refresh', null],
  ])('%s', async (command, line, body) => {
    const { code, stdout } = await operator(command.split(' '));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ done: true });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([line]);
    expect(seen[0]?.authorization).toBe('Bearer a-token');
    expect(seen[0]?.body && JSON.parse(seen[0].body)).toEqual(body ?? '');
  });

  const report = {
    import_id: 7,
    inserted: 2,
    updated: 1,
    rejected_count: 0,
    rejected: [],
    ignored_columns: ['nmae'],
  };
  const answers = (data: object) => ({
    status: 200,
    body: JSON.stringify({ success: true, data }),
  });

  it('sends a file as it is, its kind told by its name', async () => {
    const before = reply;
    reply = answers({ ...report, next_line: null });
    const csv = join(directory, 'names.csv');
    const content = `phone_number,name\n${'+12125550101,Ada\n'.repeat(50_000)}`;
    await writeFile(csv, content);
    await writeFile(join(directory, 'names.ndjson'), '{"phone_number":"+12125550101"}\n');
    const sent = await operator([
      'import-records',
      'caller_names',
      csv,
      '--mode',
      'replace',
      '--as-of',
      '2026-11-01',
      '--coverage',
      '212,US-NY',
    ]);
    expect(sent).toMatchObject({ code: 0, stderr: '' });
    expect(seen[0]).toMatchObject({
      method: 'PUT',
      url: '/admin/records/caller_names?mode=replace&as_of=2026-11-01&coverage=212%2CUS-NY',
      type: 'text/csv',
    });
    expect(seen[0]?.body === content).toBe(true);
    await operator(['import-records', 'caller_names', join(directory, 'names.ndjson')]);
    expect(seen[0]).toMatchObject({
      type: 'application/x-ndjson',
      url: '/admin/records/caller_names',
    });
    reply = before;
  });

  it('sends a part again from where the service stopped, and not for ever', async () => {
    const csv = join(directory, 'stops.csv');
    await writeFile(csv, 'phone_number,name\n+12125550101,Ada\n+12125550102,Bob\n');
    const before = reply;
    const stops = [2, 3, null];
    nextReply = () => answers({ ...report, next_line: stops.shift() });
    const { stdout } = await operator(['import-records', 'caller_names', csv]);
    expect(seen.map(({ url }) => url)).toEqual([
      '/admin/records/caller_names',
      '/admin/records/caller_names?import=7&from_line=2',
      '/admin/records/caller_names?import=7&from_line=3',
    ]);
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ inserted: 6, updated: 3, next_line: null });
    nextReply = () => answers({ ...report, next_line: 2 });
    const stuck = await operator(['import-records', 'caller_names', csv]);
    expect(stuck).toMatchObject({ code: 1, stderr: expect.stringContaining('line 2') });
    expect(seen).toHaveLength(2);
    const unusable = { ...report, inserted: 0, updated: 0, rejected_count: 2, next_line: null };
    nextReply = () => answers(unusable);
    expect(await operator(['import-records', 'caller_names', csv])).toMatchObject({ code: 1 });
    nextReply = () => reply;
    reply = before;
  });

  it('sends a large file in parts of one import, each with the header, and adds up what they say', async () => {
    const csv = join(directory, 'large.csv');
    const row = `"${'x'.repeat(1_000)}\n""quoted""",+12125550101\n`;
    const content = `name,phone_number\n${row.repeat(70_000)}`;
    await writeFile(csv, content);
    const data = {
      import_id: 7,
      inserted: 2,
      updated: 1,
      rejected_count: 1,
      rejected: [{ line: 2, reason: 'x' }],
      ignored_columns: ['nmae'],
      next_line: null,
    };
    const before = reply;
    reply = { status: 200, body: JSON.stringify({ success: true, data }) };
    const { stdout } = await operator(['import-records', 'caller_names', csv, '--mode', 'replace']);
    reply = before;
    expect(seen.map(({ url }) => url)).toEqual([
      '/admin/records/caller_names?mode=replace&more=true',
      '/admin/records/caller_names?mode=replace&import=7&more=true',
      '/admin/records/caller_names?mode=replace&import=7',
    ]);
    const [first = '', ...others] = seen.map(({ body }) => body);
    const headless = others.map((body) => body.slice('name,phone_number\n'.length));
    expect([first, ...headless].join('') === content).toBe(true);
    for (const body of [first, ...others]) {
      expect(body.startsWith('name,phone_number\n"x') && body.endsWith(',+12125550101\n')).toBe(
        true,
      );
    }
    const linesIn = (text: string | undefined) => (text ?? '').split('\n').length - 1;
    const lines = [2, linesIn(first) + 1, linesIn(first) + linesIn(headless[0]) + 1];
    expect(JSON.parse(stdout)).toMatchObject({
      inserted: 6,
      updated: 3,
      rejected_count: 3,
      rejected: lines.map((line) => ({ line })),
      ignored_columns: ['nmae'],
    });
  });

  it('shows running jobs with how far they are', async () => {
    const before = reply;
    const job = {
      job_id: 'job_1',
      organization_id: 'org_1',
      type: 'nt_lookup',
      status: 'processing',
      total: 900,
      processed: 300,
      failed: 2,
    };
    reply = { status: 200, body: JSON.stringify({ success: true, data: { jobs: [job] } }) };
    const bar = `[${'#'.repeat(10)}${'.'.repeat(20)}]`;
    const shown = await operator(['jobs']);
    expect(JSON.parse(shown.stdout)).toEqual({ jobs: [job] });
    expect(shown.stderr).toBe(
      `job_1  ${bar}  33%  300/900, 2 failed  processing  nt_lookup  org_1\n`,
    );
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /admin/bulk/jobs']);
    reply = { status: 200, body: JSON.stringify({ success: true, data: { jobs: [] } }) };
    const none = await operator(['jobs']);
    expect([JSON.parse(none.stdout), none.stderr]).toEqual([
      { jobs: [] },
      'No bulk job is running.\n',
    ]);
    reply = before;
  });

  it('shows monitors with their next run and how the last one ended', async () => {
    const before = reply;
    const monitor = {
      ...{ id: 'mon_1', kind: 'number', organization_id: 'org_1', name: 'All', members: 2 },
      ...{
        frequency: 'daily',
        active: true,
        run_id: null,
        next_run_at: '2026-01-02T00:10:00.000Z',
      },
      ...{ last_outcome: 'completed', last_ended_at: '2026-01-01T00:11:00.000Z' },
    };
    reply = { status: 200, body: JSON.stringify({ success: true, data: { monitors: [monitor] } }) };
    expect((await operator(['monitors'])).stderr).toBe(
      'mon_1  number  2 members daily  next 2026-01-02T00:10:00.000Z  completed at 2026-01-01T00:11:00.000Z  org_1  All\n',
    );
    reply = before;
  });

  it('lists the keys of one customer and nothing else of him', async () => {
    const before = reply;
    const customer = { organization: { id: 'org_1' }, api_keys: [{ id: 'key_1' }] };
    reply = { status: 200, body: JSON.stringify({ success: true, data: customer }) };
    const { stdout } = await operator(['api-keys', 'org_1']);
    expect(JSON.parse(stdout)).toEqual({ api_keys: [{ id: 'key_1' }] });
    expect(seen[0]?.url).toBe('/admin/organizations/org_1');
    reply = before;
  });

  it('finds the local service by PORT', async () => {
    const { port } = new URL(baseUrl);
    const { code } = await operator(['feeds'], { LOOKUP_URL: '', PORT: port });
    expect([code, seen[0]?.url]).toEqual([0, '/admin/feeds']);
  });

  it('takes every command of the README and its pages as it stands', async () => {
    const before = reply;
    const none = { jobs: [], monitors: [], findings: [], lost: [] };
    reply = answers({ ...report, next_line: null, ...none });
    const pages = ['README.md', ...globSync('docs/*.md')].map((page) => readFile(page, 'utf8'));
    const text = (await Promise.all(pages)).join('\n');
    expect(text).not.toContain('npm run operator');
    const commands = [...text.matchAll(/^npm run -s operator -- (.+)$/gm)].map(([, line]) => line!);
    expect(commands.length).toBeGreaterThan(12);
    for (const command of commands) {
      // What the shell does with the output is not the command's.
      const words = command
        .replace(/ > .*/, '')
        .match(/"[^"]*"|\S+/g)!
        .map((word) => word.replaceAll('"', ''));
      expect([command, (await operator(words)).code]).toEqual([command, 0]);
    }
    reply = before;
  });

  it('calls credits by one word', async () => {
    const verbs = (await operator(['--help'])).stdout.match(/^ {2}[a-z-]+/gm)!;
    for (const verb of new Set(verbs.map((line) => line.trim()))) {
      const { stdout } = await operator([verb, '--help']);
      expect(stdout).not.toMatch(/\btokens\b/i);
    }
  });

  it.each([
    ['reconcile org_1', { balanced: true }, 0],
    ['reconcile org_1', { balanced: false }, 1],
    ['rebuild-directory', { findings: [{ organization: 'org_1', lost: [] }] }, 0],
    ['rebuild-directory', { findings: [{ organization: 'org_1', failed: 'no table' }] }, 1],
    ['rebuild-directory', { findings: [{ organization: 'org_1', lost: ['lines 1 to 2'] }] }, 1],
    ['rebuild-account org_1', { lost: [] }, 0],
    ['rebuild-account org_1', { lost: ['lines 1 to 15'] }, 1],
  ])('%s that answers %j ends with %i', async (command, data, code) => {
    const answered = { success: true, data: { next_cursor: null, ...data } };
    nextReply = () => ({ status: 200, body: JSON.stringify(answered) });
    const ended = await operator(command.split(' '));
    nextReply = () => reply;
    expect(ended).toMatchObject({ code, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject(data);
  });

  it('follows an export over all its calls, and writes their lines as one', async () => {
    const steps = [
      ['{"kind":"job","id":"ж"}', '{"kind":"continued","cursor":"job:801"}'],
      ['{"kind":"continued","cursor":"event:7"}'],
      ['{"kind":"event","id":"e"}'],
    ].map((lines) => ({ status: 200, body: lines.map((line) => `${line}\n`).join('') }));
    nextReply = () => steps.shift() ?? reply;
    const ended = await operator(['export-organization', 'org_1']);
    nextReply = () => reply;
    const lines = ['{"kind":"job","id":"ж"}', '{"kind":"event","id":"e"}', ''];
    expect(ended).toEqual({ code: 0, stdout: lines.join('\n'), stderr: '' });
    const path = '/admin/organizations/org_1/export';
    expect(seen.map(({ url }) => url)).toEqual([
      path,
      `${path}?cursor=job%3A801`,
      `${path}?cursor=event%3A7`,
    ]);
  });

  it('says which options a command takes that was given an argument too many', async () => {
    expect(await operator(['rebuild-directory', 'org_1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('takes no arguments, and the options --organization'),
    });
  });

  it('says what is wrong and how it ended', async () => {
    expect(await operator([])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('create-organization'),
    });
    expect(await operator(['ledger', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--cursor'),
    });
    for (const wrong of [
      ['nothing'],
      ['reconcile'],
      ['reconcile', 'a', 'b'],
      ['grant-credits', 'a'],
      ['records', '--what', 'x'],
    ]) {
      expect(await operator(wrong), wrong.join(' ')).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('error: '),
      });
    }
    expect(seen).toEqual([]);
    const missing = await operator([
      'import-records',
      'caller_names',
      join(directory, 'nothing.csv'),
    ]);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOENT') });
    reply = {
      status: 404,
      body: JSON.stringify({
        success: false,
        error: { code: 'NOT_FOUND', message: 'There is no feed x.', type: 'api_error' },
      }),
    };
    expect((await operator(['refresh-feed', 'x'])).stderr).toBe(
      'error: NOT_FOUND: There is no feed x. (request request-7)\n',
    );
    reply = { status: 502, body: '<html>' };
    expect(await operator(['records'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('HTTP 502'),
    });
    expect(await operator(['records', '--base-url', 'http://127.0.0.1:1'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be reached'),
    });
  });
});
