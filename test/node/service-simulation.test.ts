import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { type Random, randomOf } from '../support/random.ts';
import { callService, DevService, freePort, START_TIMEOUT_MS, untilFree } from './dev-service.ts';

// The whole service over HTTP: clients that do as they like at once, and a kill of every process in
// the middle. Afterwards every charge that was answered is a line of the ledger, every row and
// event is there once, and the books are balanced.

const SEED = Number(process.env.TEST_FRESH_SEED);
/** Every one of them kills the service once. */
const ROUNDS = Number(process.env.TEST_SEEDS || 1);

const CLIENTS = 8;
const WILD_MS = 4_000;
/** Longest for jobs and runs to end after a kill, on a machine that does other work too. */
const QUIET_MS = 180_000;
const ROUND_MS = START_TIMEOUT_MS + QUIET_MS + 60_000;

const stateDir = await mkdtemp(join(tmpdir(), 'lookup-soak-'));
let service: DevService | null = null;

/** Ids of the events that the receiver was told. */
const delivered = new Set<string>();
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { id } = JSON.parse(Buffer.concat(chunks).toString());
  delivered.add(id);
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;

afterAll(async () => {
  await service?.kill();
  receiver.close();
  await rm(stateDir, { recursive: true, force: true });
});

const port = await freePort();

async function start(): Promise<string> {
  await untilFree(port);
  service = new DevService({
    ...{ PORT: String(port), STATE_DIR: stateDir, FETCH_ALLOW_HOSTS: host },
  });
  await service.ready();
  return service.keys[0] as string;
}

const number = (index: number) => `+1212${String(2_000_000 + index).padStart(7, '0')}`;

interface Line {
  id: string;
  kind: string;
  amount: number;
}

/** What clients were answered; a call without an answer may have been done or not. */
class Clients {
  readonly token: string;
  readonly random: Random;
  readonly stopped = new AbortController();
  /** Credits by the id of each answered lookup. */
  readonly charges = new Map<string, number>();
  readonly jobs = new Map<string, string[]>();
  unanswered = 0;

  constructor(token: string, random: Random) {
    this.token = token;
    this.random = random;
  }

  async call(path: string, body: unknown, idempotencyKey?: string) {
    try {
      const response = await fetch(`http://localhost:${port}${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${this.token}`,
          'Content-Type': 'application/json',
          ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        },
        body: JSON.stringify(body),
        signal: this.stopped.signal,
      });
      return { status: response.status, body: (await response.json()) as ReplyBody };
    } catch {
      this.unanswered += 1;
      return null;
    }
  }

  async lookUp(): Promise<void> {
    const input = { phone_number: number(this.random.below(3_000)) };
    const reply = await this.call('/v1/phone', input);
    if (reply?.status !== 200) return;
    const { request, metadata } = reply.body.data;
    this.charges.set(request.id, metadata.credits_used);
  }

  async makeJob(): Promise<void> {
    const first = this.random.below(100_000);
    const rows = Array.from({ length: 1 + this.random.below(400) }, (_, index) =>
      this.random.chance(0.05) ? '' : number(first + index),
    );
    const key = crypto.randomUUID();
    const body = { type: 'phone_validation', inputs: rows, webhook_url: `http://${host}/` };
    const reply = await this.call('/v1/bulk/jobs', body, key);
    if (reply && reply.status < 300) this.jobs.set(reply.body.data.job_id, rows);
  }

  async goOn(): Promise<void> {
    while (!this.stopped.signal.aborted)
      await (this.random.chance(0.04) && this.jobs.size < 12 ? this.makeJob() : this.lookUp());
  }
}

interface ReplyBody {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  data: any;
}

const get = async (token: string, path: string) => {
  const reply = await callService(port, path, { token });
  expect(reply.body, path).toMatchObject({ success: true });
  return reply.body.data;
};

async function ledger(): Promise<Line[]> {
  const lines: Line[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `limit=1000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page = await get('admin_local', `/admin/organizations/org_demo/ledger?${query}`);
    lines.push(...page.postings);
    cursor = page.next_cursor;
  }
  return lines;
}

interface Job {
  job_id: string;
  status: string;
  total: number;
  credits_used: number;
  completed_at: string | null;
}

async function untilJobsEnd(token: string): Promise<Job[]> {
  const deadline = Date.now() + QUIET_MS;
  for (;;) {
    const { jobs } = await get(token, '/v1/bulk/jobs?limit=100');
    const isOver = jobs.every((job: Job) => job.completed_at !== null);
    if (isOver || Date.now() > deadline) return jobs;
    await sleep(250);
  }
}

/** Rows of a job in the order of their pages. */
async function rowsOf(token: string, id: string): Promise<{ input: string; credits: number }[]> {
  const rows = [];
  for (let cursor = ''; ; ) {
    const page = await get(token, `/v1/bulk/jobs/${id}/results?limit=1000${cursor}`);
    rows.push(...page.lookups);
    if (page.pagination.next_cursor === null) break;
    cursor = `&cursor=${page.pagination.next_cursor}`;
  }
  return rows.map(({ input, tokens_consumed }) => ({ input, credits: tokens_consumed }));
}

/** Every charge and settlement of the ledger by its id, and no id twice. */
async function spent(): Promise<Map<string, number>> {
  const lines = await ledger();
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  const spending = lines.filter(({ kind }) => kind === 'charge' || kind === 'settle');
  return new Map(spending.map(({ id, amount }) => [id, -amount]));
}

/** What was answered before the kill is what the books and the jobs show after it. */
async function check(token: string, clients: Clients): Promise<void> {
  const jobs = await untilJobsEnd(token);
  const lines = await spent();
  for (const [id, credits] of clients.charges)
    expect(lines.get(`charge:${id}`) ?? 0, `the charge of lookup ${id}`).toBe(credits);

  const shown = new Set(jobs.map(({ job_id }) => job_id));
  for (const id of clients.jobs.keys()) expect(shown, 'a job that was answered').toContain(id);
  for (const { job_id: id, status, credits_used, total } of jobs) {
    expect(status, id).toBe('completed');
    const rows = await rowsOf(token, id);
    expect(rows).toHaveLength(total);
    const inputs = clients.jobs.get(id);
    if (inputs) expect(rows.map(({ input }) => input)).toEqual(inputs);
    const settled = [...lines].filter(([line]) => line.startsWith(`settle:${id}:`));
    const sum = settled.reduce((all, [, credits]) => all + credits, 0);
    const paid = rows.reduce((all, { credits }) => all + credits, 0);
    expect([paid, credits_used], id).toEqual([sum, sum]);
  }
  const reconciled = await callService(port, '/admin/organizations/org_demo/reconcile', {
    ...{ token: 'admin_local', body: {} },
  });
  expect(reconciled.body).toMatchObject({ success: true, data: { balanced: true } });
}

/**
 * The end of each of these jobs has one recorded attempt to deliver it, and the receiver has what
 * was recorded as delivered. There is one attempt: that of a killed process stays recorded, and
 * whether the receiver has it is open.
 */
async function checkAnnounced(token: string, ids: readonly string[]): Promise<void> {
  const ends = async () => {
    const recorded: { event_id: string; status: string }[] = [];
    for (let cursor = ''; ; ) {
      const page = await get(token, `/v1/webhook-deliveries?limit=100${cursor}`);
      recorded.push(...page.deliveries);
      if (page.pagination.next_cursor === null) return recorded;
      cursor = `&cursor=${encodeURIComponent(page.pagination.next_cursor)}`;
    }
  };
  const isMissing = (recorded: { event_id: string }[]) =>
    ids.some((id) => !recorded.some(({ event_id }) => event_id === `${id}:end`));
  const deadline = Date.now() + QUIET_MS;
  let recorded = await ends();
  while (isMissing(recorded) && Date.now() < deadline) {
    await sleep(250);
    recorded = await ends();
  }
  const events = recorded.map(({ event_id }) => event_id);
  expect(events).toEqual(expect.arrayContaining(ids.map((id) => `${id}:end`)));
  expect(new Set(events).size).toBe(events.length);
  const done = recorded.filter(({ status }) => status === 'delivered');
  expect([...delivered.keys()]).toEqual(expect.arrayContaining(done.map((one) => one.event_id)));
}

it(
  'loses and doubles nothing, whenever it is killed',
  async ({ task }) => {
    const tally = { seeds: 0, operations: 0, faults: { crash: 0 }, failedSeeds: [] as number[] };
    Object.assign(task.meta, { tally });
    let token = await start();
    for (let round = 0; round < ROUNDS; round++) {
      const random = randomOf(SEED + round);
      const clients = new Clients(token, random);
      const busy = Array.from({ length: CLIENTS }, () => clients.goOn());
      await sleep(500 + random.below(WILD_MS));
      await service?.kill();
      clients.stopped.abort();
      await Promise.all(busy);
      token = await start();
      tally.seeds += 1;
      tally.operations += clients.charges.size + clients.jobs.size + clients.unanswered;
      tally.faults.crash += 1;
      await check(token, clients);
      await checkAnnounced(token, [...clients.jobs.keys()]);
    }
  },
  ROUNDS * ROUND_MS,
);
