// Round trips that a caller waits for: every binding is delayed by its distance in the table of
// regions, and the lookup is timed, because the order of the code's calls decides.
import { median } from '../support/load.ts';
import { type Goals, table } from '../support/report.ts';
import type { Service } from '../support/service.ts';
import { delay } from './counted.ts';
import { type Kind, lookUp } from './lookups.ts';
import { CALLERS, HOMES, roundTripMs, STORAGE_HOME } from './regions.ts';
import type { Delays } from './worker/meter.ts';

const ROUNDS = Number(process.env.BENCH_WAIT_ROUNDS ?? 5);
const ONE_WAIT_MS = 200;
/** One wait plus a margin, because the machine's own time varies from call to call. */
const WAITS_GOAL = 1.5;

const NEAR: Delays = {};

/** Median milliseconds of a lookup under these delays, in a warm isolate. */
async function timed(
  service: Service,
  kind: Kind,
  key: string,
  delays: Delays,
  next: () => number,
): Promise<number> {
  await delay(service, delays);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await lookUp(service, kind, key, next());
    times.push(performance.now() - startedAt);
    // Work after the reply ends before the next lookup starts.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await delay(service, NEAR);
  return median(times);
}

/** Number of 200 ms round trips that a lookup waits for. */
async function waits(service: Service, kind: Kind, key: string, next: () => number) {
  const bare = await timed(service, kind, key, NEAR, next);
  const far = { object: ONE_WAIT_MS, d1: ONE_WAIT_MS, kv: ONE_WAIT_MS, r2: ONE_WAIT_MS };
  return (await timed(service, kind, key, far, next)) / ONE_WAIT_MS - bare / ONE_WAIT_MS;
}

export async function reportWaits(
  service: Service,
  kinds: readonly Kind[],
  goals: Goals,
): Promise<void> {
  const { keys } = await service.newKeys(40);
  let made = 500_000;
  const next = () => made++;
  const lines: string[] = [];
  for (const [index, kind] of kinds.entries()) {
    const key = keys[index] as string;
    for (let warm = 0; warm < 3; warm++) await lookUp(service, kind, key, next());
    const found = await waits(service, kind, key, next);
    const what = `${kind.name}: round trips to another region one after another`;
    lines.push(
      kind.oneWait
        ? goals.check(what, found, WAITS_GOAL, false)
        : `- ${what}: ${found.toPrecision(3)}`,
    );
  }
  console.log(`\n### Waits\n\n${lines.join('\n')}\n`);

  const pairs = Object.entries(CALLERS).flatMap(([caller, from]) =>
    HOMES.map((home) => ({ caller, from, home })),
  );
  const rows: string[][] = [];
  for (const [index, kind] of kinds.entries()) {
    const key = keys[index] as string;
    const cells: string[] = [];
    for (const { from, home } of pairs) {
      const stored = roundTripMs(from, STORAGE_HOME);
      const delays = { object: roundTripMs(from, home), d1: stored, kv: stored, r2: stored };
      cells.push((await timed(service, kind, key, delays, next)).toFixed(0));
    }
    rows.push([kind.name, ...cells]);
  }
  const head = pairs.map(({ caller, home }) => `${caller} → ${home}`);
  console.log(
    `Milliseconds a caller waits inside the service, by where the organization is at home; tables lie in ${STORAGE_HOME}. The first lookup of its kind: nothing of it is near.\n`,
  );
  console.log(table(['', ...head], rows));
}
