import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Mutant, mutated } from './mutate/mutant.ts';
import { mutants, rooms } from './mutate/mutants/index.ts';
import { type Ended, MARK } from './mutate/reporter.ts';

const HELP = `npm run mutate -- [--only <word>] [--jobs <processes>]

Makes one mistake after another in the money rules, and runs the tests that are to notice it.
--only runs the mutants whose name, room or file has the word.`;

/** The share of mutants that tests must notice. */
const LEAST_KILLED = 0.95;

/** A test file that says nothing for so long hangs, and a mutant that hangs is noticed. */
const SILENCE_MS = 240_000;

const DIRECTORY = '.wrangler/mutate';

type Verdict = { kind: 'killed'; by: string } | { kind: 'survived' };

/** One test file to be run, with a mutant or, first and last, without. */
interface Run {
  file: string;
  test: string;
  mutant: Mutant | null;
}

const numberOf = (mutant: Mutant): string => String(mutants.indexOf(mutant)).padStart(4, '0');

/**
 * The runs of some mutants in one runtime. The tests run unmutated before them, to see that they
 * pass, and after them, to see that no mutant has left anything behind.
 */
function runsOf(some: readonly Mutant[]): Run[] {
  const tests = [...new Set(some.flatMap((mutant) => mutant.tests))];
  const plain = (when: string) =>
    tests.map((test, n) => ({ file: `${when}_${n}.test.ts`, test, mutant: null }));
  const mutated = some.flatMap((mutant) =>
    mutant.tests.map((test, n) => ({
      file: `mutant${numberOf(mutant)}_${n}.test.ts`,
      test,
      mutant,
    })),
  );
  return [...plain('before'), ...mutated, ...plain('then')];
}

/** What a test file fails with whose mutant is not the one that was loaded: it says nothing. */
const STALE = 'another variant was loaded';

/** How often that may happen. */
const MAX_ROUNDS = 5;

/**
 * A test file that runs another, up to its first failure and unless its mutant is killed. Which
 * variant was loaded is known at the end: what only the service imports is loaded as the tests run.
 */
const wrapperOf = ({ file, test, mutant }: Run): string => `
import { afterAll, beforeEach, onTestFailed } from 'vitest';
const killed = (globalThis.killedMutants ??= new Set());
const mutant = '${file.split('_')[0]}';
const isLoaded = () =>
  ${mutant === null} ||
  globalThis.variantOf?.['${mutant?.file}'] === ${mutant ? mutants.indexOf(mutant) : 0};
beforeEach((test) => {
  if (killed.has(mutant)) test.skip();
  onTestFailed(() => void (isLoaded() && killed.add(mutant)));
});
await import('/${test}');
afterAll(() => {
  if (!isLoaded()) throw new Error('${STALE}');
});
`;

/** Runs test files in a process of their own. @returns the one that hung or broke the process */
async function runFiles(
  directory: string,
  runs: readonly Run[],
  onEnd: (run: Run, failure: string | null) => void,
): Promise<Run | null> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const run of runs) writeFileSync(`${directory}/${run.file}`, wrapperOf(run));
  const args = ['run', '--config', 'scripts/mutate/vitest.config.ts'];
  const vitest = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...args, '--reporter', './scripts/mutate/reporter.ts'],
    {
      env: { ...process.env, MUTATE_DIR: directory },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    },
  );
  const stop = () => process.kill(-(vitest.pid as number), 'SIGKILL');
  let silence = setTimeout(stop, SILENCE_MS);
  const open = new Map(runs.map((run) => [run.file, run]));
  for await (const line of createInterface({ input: vitest.stdout })) {
    if (!line.startsWith(MARK)) continue;
    const { file, failure } = JSON.parse(line.slice(MARK.length)) as Ended;
    const run = open.get(basename(file));
    open.delete(basename(file));
    clearTimeout(silence);
    silence = setTimeout(stop, SILENCE_MS);
    if (run) onEnd(run, failure);
  }
  clearTimeout(silence);
  return runs.find(({ file }) => open.has(file)) ?? null;
}

/** Runs mutants one after another, in a new process where one of them hangs. */
async function runShare(
  directory: string,
  share: readonly Mutant[],
  verdicts: Map<Mutant, Verdict>,
): Promise<void> {
  let left = share;
  for (let round = 0; left.length > 0 && round < MAX_ROUNDS; round++) {
    const runs = runsOf(left);
    const stale = new Set<Mutant>();
    const end = (run: Run, failure: string | null) => {
      const { mutant, test } = run;
      if (!mutant && failure) throw new Error(`${test} fails without a mutant: ${failure}`);
      if (!mutant || verdicts.has(mutant)) return;
      if (failure?.includes(STALE)) stale.add(mutant);
      else if (failure) verdicts.set(mutant, { kind: 'killed', by: failure });
      else if (test === mutant.tests.at(-1) && !stale.has(mutant))
        verdicts.set(mutant, { kind: 'survived' });
      const verdict = verdicts.get(mutant);
      if (verdict) console.log(`${verdict.kind}: ${mutant.name}`);
    };
    const stuck = await runFiles(directory, runs, end);
    if (stuck && !stuck.mutant) throw new Error(`${stuck.test} does not end without a mutant`);
    if (stuck?.mutant) {
      verdicts.set(stuck.mutant, { kind: 'killed', by: `${stuck.test} did not end` });
      console.log(`killed: ${stuck.mutant.name} (did not end)`);
      round = 0;
    }
    left = left.filter((each) => !verdicts.has(each));
  }
  for (const { name } of left) throw new Error(`${name}: its variant is never loaded`);
}

function report(chosen: readonly Mutant[], verdicts: ReadonlyMap<Mutant, Verdict>): number {
  const isKilled = (mutant: Mutant) => verdicts.get(mutant)?.kind === 'killed';
  for (const { name, mutants: all } of rooms) {
    const own = all.filter((mutant) => chosen.includes(mutant));
    if (own.length === 0) continue;
    console.log(`\n${name}: ${own.filter(isKilled).length} of ${own.length} killed`);
    for (const mutant of own.filter((each) => !isKilled(each)))
      console.log(`  survived: ${mutant.name}\n    ${mutant.accepted ?? 'not explained'}`);
  }
  const share = chosen.filter(isKilled).length / chosen.length;
  console.log(`\n${(share * 100).toFixed(1)} % of ${chosen.length} mutants killed`);
  return share;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '1' },
    why: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const chosen = rooms.flatMap((room) =>
  room.mutants.filter((each) => `${room.name} ${each.file} ${each.name}`.includes(values.only)),
);
if (chosen.length === 0) throw new Error(`no mutant has ${values.only} in its name`);
// A text that is no longer there is found before anything runs.
for (const mutant of chosen) mutated(mutant);
const jobs = Math.min(Number(values.jobs), chosen.length);
const verdicts = new Map<Mutant, Verdict>();
await Promise.all(
  Array.from({ length: jobs }, (_, job) => {
    const share = chosen.filter((__, n) => n % jobs === job);
    return runShare(`${DIRECTORY}/${process.pid}-${job}`, share, verdicts);
  }),
);
if (values.why)
  for (const [{ name }, verdict] of verdicts)
    if (verdict.kind === 'killed') console.log(`${name}\n    ${verdict.by}`);
if (report(chosen, verdicts) < LEAST_KILLED) process.exitCode = 1;
