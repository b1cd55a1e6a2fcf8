import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXAMPLE_ORIGIN } from '../src/http/openapi/examples.ts';

// Starts the service on a state of its own, goes through every operation that is no lookup with the
// demo's test key, and writes what it answered to RECORDED. Ids, times and secrets are replaced,
// and lists cut to their first entries.

const RECORDED = 'src/http/openapi/recorded-answers.json';
const LISTED = 2;
const START_MS = 300_000;
const FIRST_TIME = Date.UTC(2026, 0, 15, 9, 30);
const RECEIVER = 'https://example.com/webhooks';

interface RecordedAnswer {
  status: number;
  body: unknown;
}

/** A receiver of deliveries on this machine. */
async function openReceiver() {
  const server = createServer((_, reply) => reply.writeHead(200).end('ok')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** `npm run dev` on a port, until its demo keys are printed. */
async function startService(port: number, stateDir: string, hook: string) {
  const child = spawn('npm', ['run', 'dev'], {
    env: {
      ...process.env,
      PORT: String(port),
      STATE_DIR: stateDir,
      FETCH_ALLOW_HOSTS: new URL(hook).host,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const deadline = Date.now() + START_MS;
  while (!output.includes('curl ')) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the service did not start:\n${output}`);
    await sleep(100);
  }
  const key = /sk_test_[0-9A-Za-z]+/.exec(output)?.[0];
  if (!key) throw new Error('no test key was printed');
  return { child, key };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are gone through
type Json = any;

/** Goes through the operations, and keeps the first answer of each. */
async function recordAnswers(origin: string, key: string, hook: string) {
  const answers: Record<string, RecordedAnswer> = {};
  async function call(operationId: string, request: string, body?: unknown): Promise<Json> {
    const [method = '', path = ''] = request.split(' ');
    const reply = await fetch(origin + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answered: Json = await reply.json();
    if (!reply.ok) throw new Error(`${request} answered ${JSON.stringify(answered)}`);
    answers[operationId] ??= { status: reply.status, body: answered };
    return answered.data ?? answered;
  }
  /** Repeats a read until it shows what is waited for; that answer is the one that is kept. */
  async function until(operationId: string, request: string, isThere: (data: Json) => boolean) {
    for (let attempt = 0; attempt < 1_500; attempt++) {
      delete answers[operationId];
      const data = await call(operationId, request);
      if (isThere(data)) return data;
      await sleep(100);
    }
    throw new Error(
      `${request} never showed what was waited for: ${JSON.stringify(answers[operationId])}`,
    );
  }

  await call('getHealth', 'GET /health');
  await call('getAccount', 'GET /v1/account');
  await call('listProducts', 'GET /v1/products');
  await call('batch', 'POST /v1/batch', {
    requests: [
      { type: 'phone', phone_number: '+14155550100' },
      { type: 'email', email: 'not an address' },
    ],
  });

  const events = ['bulk_job.completed', 'bulk_job.cancelled'];
  const endpoint = await call('createWebhookEndpoint', 'POST /v1/webhook-endpoints', {
    url: hook,
    events,
    description: 'Production',
  });
  const endpointPath = `/v1/webhook-endpoints/${endpoint.id}`;
  await call('listWebhookEndpoints', 'GET /v1/webhook-endpoints');
  await call('getWebhookEndpoint', `GET ${endpointPath}`);
  await call('changeWebhookEndpoint', `PATCH ${endpointPath}`, { description: 'Orders' });
  await call('testWebhookEndpoint', `POST ${endpointPath}/test`);
  await call('rotateWebhookSecret', `POST ${endpointPath}/rotate-secret`);

  const job = await call('createBulkJob', 'POST /v1/bulk/jobs', {
    type: 'phone_validation',
    webhook_url: hook,
    inputs: ['+14155550100', '+14155550101', 'not a number'],
  });
  const jobPath = `/v1/bulk/jobs/${job.job_id}`;
  await until('getBulkJob', `GET ${jobPath}`, ({ status }) => status === 'completed');
  await call('getBulkResults', `GET ${jobPath}/results`);
  const inputs = Array.from({ length: 9_999 }, (_, at) => `+1650253${String(at).padStart(4, '0')}`);
  const large = await call('', 'POST /v1/bulk/jobs', { type: 'phone_validation', inputs });
  await call('cancelBulkJob', `POST /v1/bulk/jobs/${large.job_id}/cancel`);
  await call('listBulkJobs', 'GET /v1/bulk/jobs');

  const isDelivered = ({ status }: Json) => status === 'delivered';
  const deliveries = await until(
    'listWebhookDeliveries',
    'GET /v1/webhook-deliveries',
    (data) => data.deliveries.length > 1 && data.deliveries.every(isDelivered),
  );
  const delivery = `/v1/webhook-deliveries/${deliveries.deliveries[0].id}`;
  await call('getWebhookDelivery', `GET ${delivery}`);
  await call('redeliverWebhook', `POST ${delivery}/redeliver`);
  await call('redeliverFailedJobWebhooks', 'POST /v1/webhook-deliveries/redeliver', {
    since: new Date(Date.now() - 60_000).toISOString(),
  });
  await call('testWebhook', 'POST /v1/webhook-test', { webhook_url: hook });
  await call('redeliverFailedWebhooks', `POST ${endpointPath}/redeliver`, {
    since: new Date(Date.now() - 60_000).toISOString(),
  });
  await until('listEvents', 'GET /v1/events', (data) => data.events.length > 0);

  const kinds = [
    {
      ...{
        path: '/v1/number-monitors',
        name: 'NumberMonitor',
        members: 'numbers',
        says: 'Numbers',
      },
      first: [{ phone_number: '+14155550100', label: 'customer 17' }],
      more: [{ phone_number: '+14155550101' }],
      removed: { phone_numbers: ['+14155550101'] },
    },
    {
      path: '/v1/job-change-monitors',
      name: 'JobChangeMonitor',
      members: 'contacts',
      says: 'Contacts',
      first: [{ profile_url: 'jane-sandbox', label: 'Example Ltd' }],
      more: [{ profile_url: 'john-sandbox' }],
      removed: { profile_urls: ['john-sandbox'] },
    },
  ];
  for (const { path, name, members, says, first, more, removed } of kinds) {
    const body = { name: 'Customers', frequency: 'weekly', [members]: first };
    const made = await call(`create${name}`, `POST ${path}`, body);
    const monitor = `${path}/${made.id ?? made.monitor_id}`;
    await call(`add${name}${says}`, `POST ${monitor}/${members}`, { [members]: more });
    await call(`list${name}${says}`, `GET ${monitor}/${members}`);
    await call(`remove${name}${says}`, `DELETE ${monitor}/${members}`, removed);
    await call(`run${name}`, `POST ${monitor}/run`);
    await until(`get${name}`, `GET ${monitor}`, ({ last_run_at }) => last_run_at !== null);
    // The first run is what the second is compared with.
    await call('', `POST ${monitor}/run`);
    await until(
      `list${name}Events`,
      `GET ${monitor}/events`,
      ({ events: found }) => found.length > 0,
    );
    await call(`list${name}s`, `GET ${path}`);
    await call(`change${name}`, `PATCH ${monitor}`, { active: false });
    await call(`delete${name}`, `DELETE ${monitor}`);
  }
  await call('deleteWebhookEndpoint', `DELETE ${endpointPath}`);
  await until('listRequests', 'GET /v1/requests', (data) => data.requests.length > 1);
  delete answers[''];
  return answers;
}

/** Ids and secrets numbered by when they first occur, times moved to a day of the documents. */
function anonymize(text: string, origin: string, hook: string, startedAt: number): string {
  const numbered = (to: (place: number) => string) => {
    const seen = new Map<string, string>();
    return (found: string): string => {
      const name = seen.get(found) ?? to(seen.size);
      seen.set(found, name);
      return name;
    };
  };
  const hex = (place: number) => (place + 1).toString(16).padStart(2, '0');
  return text
    .replaceAll(origin, EXAMPLE_ORIGIN)
    .replaceAll(hook, RECEIVER)
    .replace(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      numbered((place) => `3f2b8c1e-6a4d-4e0b-9c57-1d2e8f90a7${hex(place)}`),
    )
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (time) =>
      new Date(FIRST_TIME + Date.parse(time) - startedAt).toISOString(),
    )
    .replace(
      /whsec_[A-Za-z0-9+/=]+/g,
      numbered((place) => `whsec_${btoa(`an example of a secret, ${hex(place)}`)}`),
    )
    .replace(/(\/files\/)[\w.~-]+/g, '$1v1.am9iLzEvcmVzdWx0cy5jc3Y.1768469400.c2lnbmF0dXJl')
    .replace(/"(processing_time_ms|duration_ms|uptime_seconds)":\d+/g, '"$1":2');
}

/** Lists of objects by their first entries: an example shows the shape. */
const shorten = (value: Json): Json => {
  if (Array.isArray(value)) {
    const shown = value.every((each) => typeof each === 'object') ? value.slice(0, LISTED) : value;
    return shown.map(shorten);
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
};

const port = Number(process.env.PORT ?? 8797);
const stateDir = mkdtempSync(join(tmpdir(), 'lookup-answers-'));
const { server, url: hook } = await openReceiver();
const { child, key } = await startService(port, stateDir, hook);
try {
  const origin = `http://localhost:${port}`;
  const startedAt = Date.now();
  const answers = await recordAnswers(origin, key, hook);
  const text = anonymize(JSON.stringify(shorten(answers)), origin, hook, startedAt);
  writeFileSync(RECORDED, JSON.stringify(JSON.parse(text), null, 2));
  spawnSync('npx', ['biome', 'format', '--write', RECORDED], { stdio: 'inherit' });
  console.log(`${Object.keys(answers).length} answers in ${RECORDED}`);
} finally {
  process.kill(-(child.pid as number), 'SIGTERM');
  server.close();
  await once(child, 'exit');
  rmSync(stateDir, { recursive: true, force: true });
}
