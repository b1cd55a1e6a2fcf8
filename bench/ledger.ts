// Charges a second on one account: group commit against one commit per call. Run: node bench/ledger.ts
//
// The comparison is between two objects with the same rules, tables and rows, in one Worker on a direct socket; only
// the moment of commit differs. Storage is on disk: workerd runs SQLite in WAL mode with synchronous=FULL, about one
// fsync a commit, for both. The callers run inside the Worker, as a client of the HTTP socket would need more of the
// two cores than the ledger does. On a disk whose fsync costs nothing (tmpfs: set TMPDIR elsewhere) the ratio shows
// only the work per transaction that is saved; on Cloudflare a commit waits for replicas besides, which groups share.
import { median } from './support/load.ts';
import { bundleEntry, startWorker } from './support/start-worker.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const CALLS = 4_000;
const CALLERS = [1, 8, 64, 256];
const COMMITS = ['EACH', 'GROUP'] as const;

const worker = await startWorker({
  name: 'ledger',
  modules: await bundleEntry('bench/ledger/worker.ts'),
  modulesRoot: '.',
  durableObjects: {
    GROUP: { className: 'CreditAccount', useSQLite: true },
    EACH: { className: 'CommitPerCall', useSQLite: true },
  },
  d1Databases: ['DB'],
} as never);

/** One round on a fresh account. @returns charges per second */
async function run(
  commit: (typeof COMMITS)[number],
  calls: number,
  callers: number,
): Promise<number> {
  const response = await fetch(
    `${worker.origin}?commit=${commit}&calls=${calls}&callers=${callers}`,
  );
  const { charged, elapsedMs } = (await response.json()) as { charged: number; elapsedMs: number };
  if (charged !== calls) throw new Error(`${commit} charged ${charged} of ${calls}`);
  return (calls / elapsedMs) * 1_000;
}

try {
  for (const commit of COMMITS) await run(commit, CALLS, 64);
  console.log(
    `charges per second on one account, medians of ${ROUNDS} alternating rounds of ${CALLS}`,
  );
  console.log('callers  one commit per call  group commit  ratio');
  for (const callers of CALLERS) {
    const rates = { EACH: [] as number[], GROUP: [] as number[] };
    for (let round = 0; round < ROUNDS; round++)
      for (const commit of COMMITS) rates[commit].push(await run(commit, CALLS, callers));
    const [each, group] = [median(rates.EACH), median(rates.GROUP)];
    const cells = [
      String(callers).padStart(7),
      each.toFixed(0).padStart(20),
      group.toFixed(0).padStart(13),
      (group / each).toFixed(2).padStart(6),
    ];
    console.log(cells.join(' '));
  }
} finally {
  await worker.stop();
}
