// Simulations and property tests with seeds never run, for as long as asked:
// npm run soak -- --minutes 60 --only bulk,ledger --write
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SoakReport, type TestResult } from './soak/report.ts';

/** A runner is started anew after about this long, so that nothing in it can grow. */
const RUN_MS = 150_000;
/** A runner that has not ended this long after that is ended. */
const STUCK_MS = 900_000;

const SIMULATIONS: Record<string, string> = {
  ledger: 'test/accounts/ledger/properties.test.ts',
  accounts: 'test/accounts/simulation.test.ts',
  bulk: 'test/bulk/simulation.test.ts',
  monitors: 'test/monitors/simulation.test.ts',
  webhooks: 'test/webhooks/simulation.test.ts',
  billing: 'test/billing/orders.test.ts',
  feeds: 'test/open-data/feeds/simulation.test.ts',
  lookups: 'test/lookup/simulation.test.ts',
  records: 'test/records/replicas.test.ts',
  service: 'test/node/service-simulation.test.ts',
};

/** Seeds of the first run of a part, before it is known how long one takes. */
const FIRST_SEEDS = 4;

interface Part {
  name: string;
  files: string[];
  /** Null: the tests of these files have their usual number of cases. */
  seeds: number | null;
}

function allParts(): Part[] {
  const simulations = Object.entries(SIMULATIONS).map(([name, file]) => ({
    name,
    files: [file],
    seeds: FIRST_SEEDS,
  }));
  const files = globSync('test/**/*.test.ts').filter(
    (file) =>
      !Object.values(SIMULATIONS).includes(file) &&
      readFileSync(file, 'utf8').includes('support/fast-check.ts'),
  );
  return [...simulations, { name: 'properties', files, seeds: null }];
}

function options(): { minutes: number; parts: Part[]; write: boolean } {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  const parts = allParts();
  const names = parts.map(({ name }) => name);
  const asked = values.only?.split(',') ?? names;
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0 || !(minutes > 0)) {
    console.error(`--minutes is a number above 0, --only some of ${names.join(',')}`);
    process.exit(2);
  }
  return { minutes, parts: parts.filter(({ name }) => asked.includes(name)), write: values.write };
}

const logs = mkdtempSync(join(tmpdir(), 'lookup-soak-'));
let runs = 0;

/** One run of a part in a process of its own. @returns its tests; null when it broke off */
async function run(part: Part, seed: number): Promise<{ tests: TestResult[] | null; log: string }> {
  const log = join(logs, `${++runs}-${part.name}.log`);
  const results = `${log}.json`;
  const command = ['node_modules/.bin/vitest', 'run', ...part.files];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const child = spawn(process.execPath, [...command, ...reporters, '--maxWorkers=1'], {
    env: {
      ...process.env,
      TEST_SEED: String(seed),
      TEST_SEEDS: part.seeds === null ? '' : String(part.seeds),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const stuck = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), STUCK_MS);
  await once(child, 'close');
  clearTimeout(stuck);
  writeFileSync(log, output);
  try {
    const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as {
      testResults: { message: string; assertionResults: TestResult[] }[];
    };
    const broken = testResults
      .filter(({ message, assertionResults }) => message && assertionResults.length === 0)
      .map(({ message }) => ({ title: 'its file', status: 'failed', failureMessages: [message] }));
    return { tests: [...testResults.flatMap((file) => file.assertionResults), ...broken], log };
  } catch {
    return { tests: null, log };
  }
}

const { minutes, parts, write } = options();
const startedAt = Date.now();
const endsAt = startedAt + minutes * 60_000;
const report = new SoakReport();
execFileSync(process.execPath, ['scripts/data/compile.ts'], { stdio: 'inherit' });
console.log(`output of every run: ${logs}`);

/** Runs parts in turn until the time is up, so that every core has one process. */
async function lane(): Promise<void> {
  for (;;) {
    const left = endsAt - Date.now();
    const part = parts.shift();
    if (!part || left <= 0) return;
    const seed = randomInt(1_000_000_000);
    const began = Date.now();
    const { tests, log } = await run(part, seed);
    const tookMs = Date.now() - began;
    const told = report.add(part.name, seed, tests, tookMs);
    const time = new Date().toISOString().slice(11, 19);
    console.log(`${time} ${part.name} seed ${seed} ${part.seeds ? `(${part.seeds})` : ''} ${told}`);
    if (told !== 'ok') console.log(`  ${log}`);
    // As many as fit, and never far more than before: the first seeds pay for the start.
    if (part.seeds !== null) {
      const fitting = (part.seeds * Math.min(RUN_MS, endsAt - Date.now())) / tookMs;
      part.seeds = Math.max(1, Math.floor(Math.min(4 * part.seeds, fitting)));
    }
    parts.push(part);
  }
}

const lanes = Math.min(availableParallelism(), parts.length);
await Promise.all(Array.from({ length: lanes }, lane));

report.checkFaults();
const ranMinutes = Math.round((Date.now() - startedAt) / 60_000);
const text = report.markdown(ranMinutes, lanes);
console.log(`\n${text}`);
if (write) report.write('bench/RESULTS.md', text);
if (report.hasFailed) process.exitCode = 1;
