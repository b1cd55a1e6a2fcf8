import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { USAGE_PAGE_ROWS } from '../../src/accounts/ledger/store-history.ts';
import { readRequestDays } from '../../src/accounts/requests/request-log.ts';
import { latencyQuantile, summarizeRequests } from '../../src/accounts/requests/request-summary.ts';
import { bucketRequestLogs } from '../../src/accounts/requests/store-requests.ts';
import { ChartFrame } from '../../src/dashboard/layout/chart.tsx';
import { dayRange, readPages } from '../../src/dashboard/layout/filter.tsx';
import { CallCharts, forecastCredits } from '../../src/dashboard/usage/call-charts.tsx';
import type { LoggedRequest } from '../../src/lookup/account/request-log.ts';
import { signedUp } from './person.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const DAY = 86_400_000;

const request = (change: Partial<LoggedRequest>): LoggedRequest => ({
  ...{ id: crypto.randomUUID(), batchId: null, at: NOON, path: '/v1/phone', product: 'phone' },
  ...{ mode: 'live', keyId: 'key', status: 200, code: null, credits: 1, durationMs: 7 },
  ...change,
});

describe('how lookups went', () => {
  it('is counted by day and by kind of answer, test mode apart', () => {
    const days = summarizeRequests([
      request({}),
      request({ path: '/v1/account', product: null }),
      request({ status: 402, code: 'INSUFFICIENT_CREDITS' }),
      request({ status: 503, code: 'SERVICE_UNAVAILABLE' }),
      request({ mode: 'test', status: 500 }),
      request({ at: NOON + DAY }),
    ]);
    expect(days['2026-01-15']).toMatchObject({ answered: 1, refused: 1, failed: 1, test: 1 });
    expect(days['2026-01-16']).toMatchObject({ answered: 1, refused: 0, failed: 0, test: 0 });
  });

  it('has the time of most answers, by the bound above it', () => {
    const timed = (times: number[]) =>
      summarizeRequests(times.map((durationMs) => request({ durationMs })))['2026-01-15']!;
    const many = timed([...Array(94).fill(3), 40, 40, 40, 40, 40, 99_999]);
    expect(latencyQuantile(many, 0.5)).toBe(5);
    expect(latencyQuantile(many, 0.95)).toBe(50);
    expect(latencyQuantile(many, 1)).toBe(Infinity);
    expect(latencyQuantile({ ...many, latency: [] }, 0.5)).toBeNull();
    const shown = (times: number[]) =>
      String(CallCharts({ days: [{ ...timed(times), day: '2026-01-15' }] }));
    expect(shown([3, 4])).toContain('95% within 5 ms on the last day');
    expect(shown([3, 99_999])).toContain('more than 5% took over 10 s on the last day');
  });

  it('is read from the sums of files and from what the account still has, each once', async () => {
    const files = bucketRequestLogs(env.HISTORY);
    const organizationId = `org_${crypto.randomUUID()}`;
    const chunk = (number: number, count: number) => ({
      number,
      requests: Array.from({ length: count }, () => request({ at: number })),
    });
    await files.put(organizationId, [chunk(NOON - DAY, 3)]);
    // This one has just been archived: the account was asked before.
    await files.put(organizationId, [chunk(NOON - 60_000, 2)]);
    const days = await readRequestDays(organizationId, 3, {
      buffer: { flush: async () => undefined },
      files,
      accounts: {
        clock: { now: () => NOON },
        accounts: { pendingRequests: async () => [chunk(NOON, 4), chunk(NOON - 60_000, 2)] },
      } as never,
    });
    expect(days.map(({ day, answered }) => [day, answered])).toEqual([
      ['2026-01-13', 0],
      ['2026-01-14', 3],
      ['2026-01-15', 6],
    ]);
  });
});

describe('the forecast of credits', () => {
  const start = Date.UTC(2026, 0, 10);
  const statement = (used: number, totalAvailable: number) =>
    ({
      period: { plan: 'starter', start, end: start + 10 * DAY },
      totalAvailable,
      usage: { currentPeriod: { lookups: 0, credits: used } },
    }) as never;
  const rows = [10, 11, 12, 13, 14, 15].map((day) => ({ day: `2026-01-${day}`, credits: 100 }));
  const from = '2026-01-01';

  it('goes on with the mean of the full days so far', () => {
    const forecast = forecastCredits({ statement: statement(600, 300) }, rows, { from, now: NOON });
    expect(forecast).toMatchObject({ total: 1_000, limit: 900 });
    expect(forecast!.used).toEqual([100, 200, 300, 400, 500, 600, null, null, null, null]);
    expect(forecast!.expected.slice(5)).toEqual([600, 700, 800, 900, 1_000]);
  });

  it('counts what was used before the days that are listed', () => {
    const listed = rows.filter(({ day }) => day >= '2026-01-13');
    const asked = { from: '2026-01-13', now: NOON };
    const forecast = forecastCredits({ statement: statement(600, 300) }, listed, asked);
    expect(forecast!.used.slice(0, 3)).toEqual([400, 500, 600]);
    expect(forecast!.total).toBe(1_000);
  });

  it('leaves out what the period before spent on the day this one began', () => {
    const period = { plan: 'starter', start: start + DAY / 2, end: start + 10.5 * DAY };
    const credits = 50 + 5 * 100;
    const usage = { currentPeriod: { lookups: 0, credits } };
    const begun = { period, totalAvailable: 300, usage } as never;
    const sent = [{ day: '2026-01-10', credits: 9_050 }, ...rows.slice(1)];
    const forecast = forecastCredits({ statement: begun }, sent, { from, now: NOON });
    expect(forecast!.used.slice(0, 6)).toEqual([50, 150, 250, 350, 450, 550]);
    expect(forecast).toMatchObject({ limit: 850, total: 1_050 });
    const early = { from, now: start + 1.5 * DAY };
    expect(forecastCredits({ statement: begun }, sent, early)).toBeNull();
  });

  it('says nothing on the first day, and between periods', () => {
    const first = { from, now: start + 1 };
    expect(forecastCredits({ statement: statement(0, 300) }, [], first)).toBeNull();
    const none = { period: null } as never;
    expect(forecastCredits({ statement: none }, rows, { from, now: NOON })).toBeNull();
  });
});

it.each([
  ['2026-02-28', Date.UTC(2026, 1, 28)],
  ['2026-02-31', null],
  ['2026-2-1', null],
])('a filter reads days of the calendar alone: %s', (text, at) => {
  const since = () => dayRange({ from: text }).since;
  if (at === null) expect(since).toThrow('Write days as YYYY-MM-DD, such as 2026-01-31.');
  else expect(since()).toBe(at);
});

it('the axis of a chart of counts has no fractions', () => {
  const table = { caption: 'Lookups', head: ['Day'], rows: [] };
  const axis = (most: number) => {
    const frame = { id: 'a', title: 'Lookups', figure: '0', most, legend: [], table };
    const shown = String(ChartFrame({ ...frame, children: null }));
    return [...shown.matchAll(/text-anchor="end">([^<]*)</g)].map(([, label]) => label);
  };
  expect(axis(1)).toEqual(['0', '1']);
  expect(axis(5)).toEqual(['0', '5']);
  expect(axis(50)).toEqual(['0', '25', '50']);
});

it('a file of use has every day that it is named after, or is refused', async () => {
  const eve = await signedUp();
  const [first, last] = ['2026-01-01', '2026-01-02'];
  /** Of the later day so many rows. */
  const fill = (rows: number) =>
    env.DB.prepare(
      `INSERT OR REPLACE INTO usage (organization_id, day, product, key_id, lookups, credits)
       WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ?)
       SELECT ?, ?, 'phone', 'key_' || at, 1, 1 FROM n`,
    )
      .bind(rows, eve.organizationId, last)
      .run();
  const file = () => eve.visit(`/app/usage.csv?from=${first}&to=${last}`);
  await fill(USAGE_PAGE_ROWS);
  await env.DB.prepare("INSERT INTO usage VALUES (?, ?, 'phone', 'key_first', 1, 1)")
    .bind(eve.organizationId, first)
    .run();
  const lines = (await file()).text.trim().split('\n');
  expect(lines).toHaveLength(1 + USAGE_PAGE_ROWS + 1);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.at(-1)).toMatch(new RegExp(`^${first},`));
  await fill(10 * USAGE_PAGE_ROWS);
  const refused = await file();
  expect([refused.status, refused.text.includes('choose fewer days')]).toEqual([422, true]);
}, 60_000);

describe('a listing as a CSV file', () => {
  const listing = (pages: number) => async (cursor: string | null) => {
    const at = Number(cursor ?? 0);
    return { entries: [at], nextCursor: at + 1 < pages ? String(at + 1) : null };
  };

  it('is whole, or refused if it has more pages than are read', async () => {
    expect(await readPages(3, listing(3))).toEqual([0, 1, 2]);
    await expect(readPages(3, listing(4))).rejects.toMatchObject({ status: 422 });
  });
});
