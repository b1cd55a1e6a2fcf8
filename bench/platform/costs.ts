// Cost of lookups at list prices, from counted operations: serving them, and their rows until they
// are deleted (shipping to the history, the sweep of receipts).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Inspector } from '../support/inspector.ts';
import { profileCpu } from '../support/profile-cpu.ts';
import { type Goals, table } from '../support/report.ts';
import type { Service } from '../support/service.ts';
import { age, take } from './counted.ts';
import { type Kind, lookUp } from './lookups.ts';
import { type Amounts, costOfAMillion, PRICES, type Priced } from './prices.ts';
import type { Counts } from './worker/meter.ts';

const CALLERS = 64;
const BUSY_LOOKUPS = Number(process.env.BENCH_LOOKUPS ?? 1_280);
/** Number of keys the load is spread over; each may make 200 calls in ten seconds. */
const KEYS = 20;
/**
 * Log lines per history segment: a busy account ships full segments, a lone caller of one call in
 * ten seconds ships an hour's lines.
 */
const LINES_OF_A_SEGMENT = { busy: 2_000, lone: 360 };
/** Longer than the account delays its writes of counts. */
const SAVED_AFTER_MS = 5_500;
const LONE_LOOKUPS = Number(process.env.BENCH_LONE ?? 2);

/** Goals in USD per million, by kind of lookup, for a busy caller. */
const GOALS_USD: Readonly<Record<string, number>> = { phone: 6, 'phone, cached': 1 };

/** Goal: rows that the log may write for a hundred calls of a busy caller. */
const LOG_WRITES_OF_HUNDRED = 1;

const NAMES = Object.keys(PRICES) as Priced[];

const scaled = (counts: Partial<Record<Priced, number>>, by: number): Amounts =>
  Object.fromEntries(NAMES.map((name) => [name, (counts[name] ?? 0) * by]));

const sum = (...all: Amounts[]): Amounts =>
  Object.fromEntries(
    NAMES.map((name) => [name, all.reduce((total, one) => total + (one[name] ?? 0), 0)]),
  );

const usd = (amounts: Amounts): number =>
  [...costOfAMillion(amounts).values()].reduce((total, one) => total + one, 0);

interface Lifetime {
  kind: Kind;
  /** Amounts of one lookup until its rows are deleted. */
  busy: Amounts;
  lone: Amounts;
  /** Rows that the account wrote to log the busy lookups. */
  logWrites: number;
  broken: string[];
}

/** Makes lookups one after another; the account's timers expire before the next. */
async function alone(service: Service, kind: Kind, key: string): Promise<Counts> {
  await take(service);
  for (let made = 0; made < LONE_LOOKUPS; made++) {
    await lookUp(service, kind, key, 900_000 + made);
    await sleep(SAVED_AFTER_MS);
  }
  return (await take(service)).totals;
}

async function together(service: Service, kind: Kind, keys: readonly string[]): Promise<void> {
  let sent = 0;
  const caller = async () => {
    while (sent < BUSY_LOOKUPS) {
      const n = sent++;
      await lookUp(service, kind, keys[n % keys.length] as string, n + 1);
    }
  };
  await Promise.all(Array.from({ length: kind.isLone ? 1 : CALLERS }, caller));
}

/**
 * Cost of deleting rows. Rows are deleted one by one; a segment's object is shared by its lines.
 */
async function ageing(service: Service, organization: string) {
  await take(service);
  await age(service, organization);
  const { totals } = await take(service);
  const { objectRowsRead, objectRowsWritten, r2ClassA, d1RowsWritten, d1RowsRead } = totals;
  const ofLine = scaled({ objectRowsRead, objectRowsWritten }, 1 / BUSY_LOOKUPS);
  const ofSegment = { r2ClassA, d1RowsWritten, d1RowsRead, objectRequests: 1 };
  return (lines: number): Amounts => sum(ofLine, scaled(ofSegment, 1 / lines));
}

async function live(service: Service, inspector: Inspector, kind: Kind): Promise<Lifetime> {
  // Each kind has its own account, because the clock of an aged account does not run back.
  const [few, many] = [await service.newKeys(1), await service.newKeys(KEYS)];
  const [first, other] = [few.keys[0] as string, many.keys[0] as string];
  for (const key of [first, other]) await lookUp(service, kind, key, 0);
  await sleep(SAVED_AFTER_MS);
  const lone = await alone(service, kind, first);

  await take(service);
  const profiled = await profileCpu(inspector);
  await together(service, kind, many.keys);
  const { workMs, collectingMs } = await profiled();
  await sleep(SAVED_AFTER_MS);
  const { totals: busy, seen, broken } = await take(service);
  const until = await ageing(service, many.organization);
  const cpu = { cpuMs: (workMs + collectingMs) / BUSY_LOOKUPS };
  return {
    kind,
    logWrites: seen['Account.logRequests']?.rowsWritten ?? 0,
    busy: sum(scaled(busy, 1 / BUSY_LOOKUPS), cpu, until(LINES_OF_A_SEGMENT.busy)),
    lone: sum(scaled(lone, 1 / LONE_LOOKUPS), cpu, until(LINES_OF_A_SEGMENT.lone)),
    broken,
  };
}

const shown = (amount: number): string =>
  amount === 0 ? '' : amount.toPrecision(amount < 1 ? 2 : 3);

export async function reportCosts(
  service: Service,
  inspector: Inspector,
  kinds: readonly Kind[],
  goals: Goals,
): Promise<void> {
  const lives: Lifetime[] = [];
  for (const kind of kinds) lives.push(await live(service, inspector, kind));

  console.log(
    `\n### Operations of one lookup\n\n${CALLERS} callers at once of one organization (busy), and one call now and then (lone); until every row of it is gone again.\n`,
  );
  const rows = lives.flatMap(({ kind, busy, lone }) =>
    (['busy', 'lone'] as const).map((rate) => {
      const amounts = rate === 'busy' ? busy : lone;
      return [`${kind.name} (${rate})`, ...NAMES.map((name) => shown(amounts[name] ?? 0))];
    }),
  );
  console.log(table(['', ...NAMES], rows));

  console.log(`\n### USD for a million lookups at list prices\n`);
  const priced = lives.map(({ kind, busy, lone }) => [
    kind.name,
    usd(busy).toFixed(2),
    usd(lone).toFixed(2),
    [...costOfAMillion(busy)]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 4)
      .map(([name, cost]) => `${name} ${cost.toFixed(2)}`)
      .join(', '),
  ]);
  console.log(table(['', 'busy', 'lone', 'most of it (busy)'], priced));
  console.log('');
  for (const { kind, busy, logWrites, broken } of lives) {
    const goal = GOALS_USD[kind.name];
    if (goal !== undefined)
      console.log(goals.check(`USD for a million of ${kind.name}, busy`, usd(busy), goal, false));
    if (!kind.isLone)
      console.log(
        goals.check(
          `writes of the log for a hundred lookups of ${kind.name}, busy`,
          // Zero means that nothing was logged or nothing was counted.
          logWrites === 0 ? Infinity : (100 * logWrites) / BUSY_LOOKUPS,
          LOG_WRITES_OF_HUNDRED,
          false,
        ),
      );
    for (const limit of broken) console.log(goals.miss(limit));
  }
}
