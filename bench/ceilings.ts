// The most that one organization may create over HTTP against the built bundle: every ceiling must
// refuse with a clear error, the shared database may grow by no more than docs/limits.md states,
// and another organization's lookups must stay fast meanwhile. Invitations, agents and uploads are
// created in the dashboard; test/accounts/ledger/quotas.test.ts tests their ceilings.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { QUOTAS } from '../src/lookup/account/quotas.ts';
import { phoneNumber } from './platform/lookups.ts';
import { Goals, table } from './support/report.ts';
import { ADMIN_TOKEN, startService } from './support/service.ts';

/** Highest latency of the other organization, as a multiple of its idle latency. */
const BESIDE_GOAL = 2;
/** Growth that docs/limits.md states for thirty days. */
const GROWTH_GOAL_MB = 400;
const IDLE_LOOKUPS = 150;
/** Keys of the other organization, used in turns so that each stays below its window. */
const OTHER_KEYS = 4;
const PAUSE_MS = 20;
const HOSTS = 7;

const receivers = await Promise.all(
  Array.from({ length: HOSTS }, async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  }),
);
const hosts = receivers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
const service = await startService({
  keepsCeilings: true,
  vars: { FETCH_ALLOW_HOSTS: hosts.join(',') },
});
const goals = new Goals();

interface Reply {
  success: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: replies of several shapes
  data: any;
  error: { code: string; message: string };
}

async function ask(path: string, token: string, body: unknown, once?: string): Promise<Reply> {
  const response = await fetch(`${service.origin}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(once && { 'idempotency-key': once }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Reply;
}

const databaseBytes = async (): Promise<number> => {
  const db = await service.miniflare.getD1Database('DB');
  return (await db.prepare('SELECT 1').run()).meta.size_after as number;
};

/** Creates one thing after another until the ceiling refuses. */
async function fill(
  what: string,
  most: number,
  make: (n: number) => Promise<Reply>,
): Promise<string[]> {
  let made = 0;
  for (let n = 0; n <= most + HOSTS; n++) {
    const { success, error } = await make(n);
    if (success) {
      made += 1;
      continue;
    }
    const isCeiling = ['INPUT_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED'].includes(error.code);
    if (!isCeiling) goals.miss(`${what}: ${error.code} ${error.message}`);
    return [what, String(made), error.code, error.message];
  }
  goals.miss(`${what}: ${made} were made, and none was refused`);
  return [what, String(made), '', 'never refused'];
}

async function lookups(keys: readonly string[], isWanted: (made: number) => boolean) {
  const times: number[] = [];
  for (let n = 0; isWanted(n); n++) {
    const startedAt = performance.now();
    const { success, error } = await ask('/v1/phone', keys[n % keys.length] as string, {
      phone_number: phoneNumber(n),
    });
    if (!success) throw new Error(error.message);
    times.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] as number;
  return { median: at(0.5), p95: at(0.95) };
}

async function flood(): Promise<string[][]> {
  const { organization, keys } = await service.newKeys(1);
  const live = keys[0] as string;
  const admin = `/admin/organizations/${organization}`;
  const newKey = (mode: string, n: number) =>
    ask(`${admin}/api-keys`, ADMIN_TOKEN, { user_email: 'owner@example.com', name: `${n}`, mode });
  const tests = await Promise.all([0, 1, 2, 3, 4].map((n) => newKey('test', n)));
  const test = tests.map(({ data }) => data.key as string);
  const numbersOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ phone_number: phoneNumber(from + n) }));
  const monitor = (token: string, count: number, n: number) =>
    ask('/v1/number-monitors', token, {
      ...{ name: `${n}`, frequency: 'daily' },
      numbers: numbersOf(n * count, count),
    });
  const job = (token: string) =>
    ask('/v1/bulk/jobs', token, { type: 'phone_validation', inputs: [phoneNumber(1)] });
  const { monitors, jobs, replays, askedDeliveries } = QUOTAS;
  const ids: string[] = [];
  return [
    await fill('test monitors', monitors.test.most, (n) => monitor(test[0] as string, 100, n)),
    await fill('live monitors', monitors.ceiling.most, async (n) => {
      const made = await monitor(live, 1, n);
      if (made.success) ids.push(made.data.id);
      return made;
    }),
    await fill('members added to them, 9,000 at a time', 30, (n) =>
      ask(`/v1/number-monitors/${ids[n]}/numbers`, live, { numbers: numbersOf(1_000, 9_000) }),
    ),
    await fill('test jobs', jobs.test.perHour, () => job(test[0] as string)),
    await fill('live jobs', jobs.ceiling.perHour, () => job(live)),
    await fill('keys', QUOTAS.apiKeys.ceiling.most, (n) => newKey('live', n)),
    await fill('members', QUOTAS.members.ceiling.most, (n) =>
      ask(`${admin}/members`, ADMIN_TOKEN, { email: `member${n}@example.com` }),
    ),
    await fill('webhook tests', askedDeliveries.ceiling.perHour, (n) =>
      ask('/v1/webhook-test', test[1] as string, { url: `http://${hosts[n % HOSTS]}/in` }),
    ),
    await fill('Idempotency-Keys of test keys', replays.test.perHour, async (n) => {
      // Stays below the window of each key.
      if (n % 100 === 0) await sleep(1_100);
      const body = { phone_number: '+14155550100' };
      return ask('/v1/phone', test[n % test.length] as string, body, `key ${n}`);
    }),
  ];
}

try {
  const { keys: others } = await service.newKeys(OTHER_KEYS);
  await lookups(others, (made) => made < 30);
  const idle = await lookups(others, (made) => made < IDLE_LOOKUPS);
  const before = await databaseBytes();
  let isFlooding = true;
  const beside = lookups(others, () => isFlooding);
  const rows = await flood().finally(() => {
    isFlooding = false;
  });
  const during = await beside;
  const grownMb = ((await databaseBytes()) - before) / 1e6;
  console.log(table(['What', 'made', 'refused with', 'message'], rows));
  const ms = ({ median: middle, p95 }: typeof idle) =>
    `median ${middle.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
  console.log(`\nAnother organization's lookups: idle ${ms(idle)}; meanwhile ${ms(during)}.\n`);
  console.log(
    goals.check('median meanwhile, of idle', during.median / idle.median, BESIDE_GOAL, false),
  );
  console.log(goals.check('p95 meanwhile, of idle', during.p95 / idle.p95, BESIDE_GOAL, false));
  console.log(goals.check('MB the shared database grew by', grownMb, GROWTH_GOAL_MB, false));
} finally {
  await service.stop();
  for (const server of receivers) server.close();
}
goals.conclude();
