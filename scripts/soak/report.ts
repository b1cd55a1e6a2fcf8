import { readFileSync, writeFileSync } from 'node:fs';

/** A test as the runner's JSON reporter tells it, with what the seeds of it came to. */
export interface TestResult {
  title: string;
  status: string;
  failureMessages: string[];
  meta?: {
    tally?: {
      seeds: number;
      operations: number;
      faults: Record<string, number>;
      failedSeeds: number[];
    };
  };
}

/** Seeds after which every fault of a table has struck. */
const MANY_SEEDS = 30;

interface Row {
  runs: number;
  seconds: number;
  seeds: number;
  operations: number;
  faults: Map<string, number>;
  failures: { seed: number; told: string }[];
}

const count = (figure: number): string => figure.toLocaleString('en-US');

/** The first lines of a failure: what was found, and how it is run again. */
const brief = (message: string): string =>
  message
    .split('\n')
    .filter((line) => line.trim() && !line.trim().startsWith('at '))
    .slice(0, 6)
    .join('\n');

/** A Markdown table; figures to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, at) => (at === 0 ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n');
}

/** The first failures, and how many others there are. */
function failuresOf({ failures }: Row): string {
  const first = failures.slice(0, 3).map(({ seed, told }) => (seed ? `seed ${seed}` : told));
  const others = failures.length - first.length;
  return [...first, ...(others > 0 ? [`${others} more`] : [])].join(', ') || '0';
}

/** What all runs came to. */
export class SoakReport {
  readonly #rows = new Map<string, Row>();

  get hasFailed(): boolean {
    return [...this.#rows.values()].some(({ failures }) => failures.length > 0);
  }

  /** @param tests null when the run broke off @returns 'ok', or what failed */
  add(name: string, seed: number, tests: readonly TestResult[] | null, tookMs: number): string {
    const row = this.#rows.get(name) ?? {
      runs: 0,
      seconds: 0,
      seeds: 0,
      operations: 0,
      faults: new Map<string, number>(),
      failures: [] as Row['failures'],
    };
    this.#rows.set(name, row);
    row.runs += 1;
    row.seconds += tookMs / 1_000;
    const before = row.failures.length;
    if (!tests || tests.length === 0) row.failures.push({ seed, told: 'the run broke off' });
    for (const { meta, status, title, failureMessages } of tests ?? []) {
      const tally = meta?.tally;
      row.seeds += tally?.seeds ?? 0;
      row.operations += tally?.operations ?? 0;
      for (const [fault, times] of Object.entries(tally?.faults ?? {}))
        row.faults.set(fault, (row.faults.get(fault) ?? 0) + times);
      if (status !== 'failed') continue;
      const told = `${title}: ${brief(failureMessages.join('\n'))}`;
      const seeds = tally?.failedSeeds.length ? tally.failedSeeds : [seed];
      row.failures.push(...seeds.map((one) => ({ seed: one, told })));
    }
    const failed = row.failures.slice(before);
    return failed.length === 0
      ? 'ok'
      : `FAILED\n${failed.map((one) => `  seed ${one.seed}: ${one.told}`).join('\n')}`;
  }

  /** A fault of a simulation's table that never struck in all its seeds is a failure too. */
  checkFaults(): void {
    for (const row of this.#rows.values())
      for (const [fault, times] of row.faults)
        if (times === 0 && row.seeds >= MANY_SEEDS)
          row.failures.push({ seed: 0, told: `${fault} never struck` });
  }

  markdown(minutes: number, lanes: number): string {
    const all = [...this.#rows].sort(([one], [other]) => one.localeCompare(other));
    const faults = [...new Set(all.flatMap(([, row]) => [...row.faults.keys()]))].sort();
    const main = table(
      ['Simulation', 'runs', 'seconds', 'seeds', 'operations', 'faults', 'failures'],
      all.map(([name, row]) => [
        name,
        ...[row.runs, Math.round(row.seconds), row.seeds, row.operations].map(count),
        count([...row.faults.values()].reduce((sum, times) => sum + times, 0)),
        failuresOf(row),
      ]),
    );
    const injecting = all.filter(([, row]) => row.faults.size > 0);
    const kinds = table(
      ['Fault', ...injecting.map(([name]) => name)],
      faults.map((fault) => [
        `\`${fault}\``,
        ...injecting.map(([, row]) => count(row.faults.get(fault) ?? 0)),
      ]),
    );
    const told = `\`npm run soak\` for ${minutes} minutes, ${lanes} at a time, every seed a fresh one. An operation is a step that a fault could have struck, or a case of a property.`;
    return [told, main, ...(faults.length > 0 ? [kinds] : [])].join('\n\n');
  }

  /** Puts the text under its heading in place of what is there. */
  write(file: string, text: string): void {
    const page = readFileSync(file, 'utf8');
    const heading = '## Soak';
    const at = page.indexOf(`\n${heading}\n`);
    const before = at < 0 ? `${page.trimEnd()}\n` : page.slice(0, at);
    const end = at < 0 ? -1 : page.indexOf('\n## ', at + heading.length);
    const rest = end < 0 ? '' : page.slice(end);
    writeFileSync(file, `${before}\n${heading}\n\n${text}\n${rest}`);
  }
}
