// Charges on one account per second, group commit against one commit per call, and the rows written
// for each.
//
// Both are objects with equal rules, tables and rows in one Worker on a direct socket; only the
// moment of commit differs. Storage is on disk: workerd runs SQLite in WAL mode with
// synchronous=FULL, about one fsync per commit, for both. The callers run inside the Worker,
// because an HTTP client would need more of the two cores than the ledger does. On a disk whose
// fsync costs nothing (tmpfs: set TMPDIR elsewhere) the ratio shows only the saved work per
// transaction; on Cloudflare a commit also waits for replicas, a wait that a group shares.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'esbuild';
import { median } from './support/load.ts';
import { Goals, table } from './support/report.ts';
import { bundleEntry, type RunningWorker, startWorker } from './support/start-worker.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const CALLS = 4_000;
const CALLERS = [1, 8, 64, 256];
const COMMITS = ['EACH', 'ACCOUNT'] as const;
type Commit = (typeof COMMITS)[number];

const GROUP_GOAL = 3;
const ROWS_GOALS: readonly [callers: number, calls: number, goal: number][] = [
  [1, 50, 3],
  [64, CALLS, 2.2],
];
/** Charges spaced so far apart that the account's own deferred writes fall between them. */
const APART = { calls: 3, pauseMs: 5_500, goal: 3, awakeGoalMs: 1_000 };

const objects = { ACCOUNT: { className: 'Account', useSQLite: true } };
const storage = { d1Databases: ['DB'], r2Buckets: ['HISTORY'], modulesRoot: '.' };

/** Replaces the account's base class by the counting one, for the Worker that counts. */
const countingBase: Plugin = {
  name: 'counting base',
  setup(bundle) {
    bundle.onResolve({ filter: /^cloudflare:workers$/ }, ({ importer }) =>
      /src\/accounts\//.test(importer)
        ? { path: `${process.cwd()}/bench/platform/worker/objects.ts` }
        : undefined,
    );
  },
};

interface Round {
  commit: Commit;
  name: string;
  from?: number;
  calls: number;
  callers: number;
}

/** @returns charges per second */
async function charge(worker: RunningWorker, round: Round): Promise<number> {
  const query = new URLSearchParams(
    Object.entries(round).map(([name, value]) => [name, String(value)]),
  );
  const response = await fetch(`${worker.origin}?${query}`);
  if (!response.ok) throw new Error(await response.text());
  const { charged, elapsedMs } = (await response.json()) as { charged: number; elapsedMs: number };
  const { calls, commit } = round;
  if (charged !== calls) throw new Error(`${commit} charged ${charged} of ${calls}`);
  return (calls / elapsedMs) * 1_000;
}

/** Opens a new account. @returns its name */
async function open(worker: RunningWorker, commit: Commit): Promise<string> {
  const name = randomUUID();
  await charge(worker, { commit, name, calls: 0, callers: 0 });
  return name;
}

async function run(worker: RunningWorker, commit: Commit, callers: number): Promise<number> {
  return charge(worker, { commit, name: await open(worker, commit), calls: CALLS, callers });
}

async function rates(goals: Goals): Promise<void> {
  const worker = await startWorker({
    name: 'ledger',
    modules: await bundleEntry('bench/ledger/worker.ts'),
    durableObjects: { ...objects, EACH: { className: 'CommitPerCall', useSQLite: true } },
    ...storage,
  } as never);
  try {
    for (const commit of COMMITS) await run(worker, commit, 64);
    const rows: string[][] = [];
    let reached = 0;
    for (const callers of CALLERS) {
      const found = { EACH: [] as number[], ACCOUNT: [] as number[] };
      for (let round = 0; round < ROUNDS; round++)
        for (const commit of COMMITS) found[commit].push(await run(worker, commit, callers));
      const [each, group] = [median(found.EACH), median(found.ACCOUNT)];
      if (callers === 64) reached = group / each;
      rows.push([String(callers), each.toFixed(0), group.toFixed(0), (group / each).toFixed(2)]);
    }
    console.log(
      `Charges a second on one account, medians of ${ROUNDS} alternating rounds of ${CALLS}.\n`,
    );
    console.log(table(['callers', 'one commit per call', 'group commit', 'ratio'], rows));
    console.log(`\n${goals.check('group commit at 64 callers', reached, GROUP_GOAL, true)}`);
  } finally {
    await worker.stop();
  }
}

async function rowsWritten(goals: Goals): Promise<void> {
  const worker = await startWorker({
    name: 'ledger',
    modules: await bundleEntry('bench/ledger/counting-worker.ts', [countingBase]),
    durableObjects: objects,
    ...storage,
  } as never);
  const take = async (): Promise<{ objectRowsWritten: number; objectActiveMs: number }> => {
    const response = await fetch(`${worker.origin}/taken`);
    return ((await response.json()) as { totals: Awaited<ReturnType<typeof take>> }).totals;
  };
  try {
    for (const [callers, calls, goal] of ROWS_GOALS) {
      const name = await open(worker, 'ACCOUNT');
      await charge(worker, { commit: 'ACCOUNT', name, calls: 1, callers: 1 });
      await take();
      await charge(worker, { commit: 'ACCOUNT', name, from: 1, calls, callers });
      await sleep(APART.pauseMs);
      const rows = (await take()).objectRowsWritten / calls;
      console.log(goals.check(`rows written per charge, ${callers} at once`, rows, goal, false));
    }
    const name = await open(worker, 'ACCOUNT');
    await charge(worker, { commit: 'ACCOUNT', name, calls: 1, callers: 1 });
    await sleep(APART.pauseMs);
    await take();
    for (let from = 1; from <= APART.calls; from++) {
      await charge(worker, { commit: 'ACCOUNT', name, from, calls: 1, callers: 1 });
      await sleep(APART.pauseMs);
    }
    const { objectRowsWritten, objectActiveMs } = await take();
    const [rows, awakeMs] = [objectRowsWritten, objectActiveMs].map((n) => n / APART.calls);
    const each = `per charge, one every ${APART.pauseMs / 1_000} s`;
    console.log(goals.check(`rows written ${each}`, rows as number, APART.goal, false));
    console.log(goals.check(`ms awake ${each}`, awakeMs as number, APART.awakeGoalMs, false));
  } finally {
    await worker.stop();
  }
}

const goals = new Goals();
await rates(goals);
await rowsWritten(goals);
goals.conclude();
