import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RECORD_DATASETS } from '../../../src/lookup/datasets/catalog.ts';
import { type ComplaintFeed, complaintCounts } from '../../../src/lookup/datasets/complaints.ts';
import {
  type ComplaintPorts,
  complaintFeed,
  parseFccComplaints,
  parseFtcComplaints,
} from '../../../src/open-data/feeds/complaint-feeds.ts';
import { writeRefreshState } from '../../../src/open-data/feeds/feed.ts';
import { nextRefreshAt, refreshAndSave } from '../../../src/open-data/feeds/refresh.ts';
import { importRecords } from '../../../src/records/import.ts';
import { createPorts, found, request, streamOf } from '../../records/support.ts';
import { FCC_ROWS, FTC_DAYS, FTC_HEADER } from './complaint-replies.ts';
import { createFeedWorld } from './support.ts';

beforeEach(async () => {
  await env.RECORDS.batch(
    ['imports', 'report_counts', 'counted_reports'].map((table) =>
      env.RECORDS.prepare(`DELETE FROM ${table}`),
    ),
  );
});

/**
 * Both publishers, and what they were asked. `down` answers 503 to every address that contains it.
 */
function createFeeds() {
  const { store, ports, clock } = createPorts(RECORD_DATASETS);
  const publishers = {
    asked: [] as string[],
    down: null as string | null,
    days: { ...FTC_DAYS },
    rows: [...FCC_ROWS] as object[],
  };
  const deps: ComplaintPorts = {
    db: ports.db,
    clock,
    ftcUrl: 'https://ftc.test/DNC_Complaint_Numbers_{date}.csv',
    fccUrl: 'https://fcc.test/resource/vakf-fz8e.json',
    onImported: () => store.invalidateManifest(),
    async fetch({ url }) {
      publishers.asked.push(url);
      if (publishers.down && url.includes(publishers.down))
        return new Response('down', { status: 503 });
      const { host, pathname, searchParams } = new URL(url);
      if (host === 'fcc.test') {
        const since = /issue_date >= '([^']+)'/.exec(searchParams.get('$where') ?? '')?.[1] ?? '';
        const offset = Number(searchParams.get('$offset'));
        const rows = publishers.rows.filter(
          (row) => String((row as { issue_date?: string }).issue_date) >= since,
        );
        return Response.json(rows.slice(offset, offset + Number(searchParams.get('$limit'))));
      }
      const file = publishers.days[/Numbers_(.+)\.csv$/.exec(pathname)?.[1] ?? ''];
      return file ? new Response(file) : new Response('not found', { status: 404 });
    },
  };
  const reportsOf = async (number: string) => {
    const hit = (await found(store, ['complaints'], number)).complaints;
    const { counts } = complaintCounts.parse(hit?.data ?? { counts: [] });
    const sum = (of: 'reports' | 'robocalls') =>
      counts.reduce((total, count) => total + count[of], 0);
    return { reports: sum('reports'), robocalls: sum('robocalls'), asOf: hit?.asOf ?? null };
  };
  const { blobs } = createFeedWorld();
  /** One reading, as one queue message makes it. */
  const refreshComplaints = (name: ComplaintFeed) =>
    refreshAndSave(complaintFeed(name, deps), { blobs, clock });
  return { store, ports, clock, deps, publishers, reportsOf, blobs, refreshComplaints };
}

describe("the FTC's daily files", () => {
  it('are read by their columns; numbers nobody can have are left out', () => {
    const { reports, unusable } = parseFtcComplaints(FTC_DAYS['2026-11-17'] as string);
    expect(reports.map(({ hash: _, ...report }) => report)).toEqual([
      { number: '+12025550107', day: '2026-11-16', subject: 'WARRANTIES', robocall: true },
      { number: '+12025550107', day: '2026-11-16', subject: 'DEBT_REDUCTION', robocall: false },
      { number: '+12025550108', day: '2026-11-16', subject: 'IMPERSONATION', robocall: true },
    ]);
    expect(unusable).toBe(2);
    expect(parseFtcComplaints(`\ufeff${FTC_HEADER}\n`)).toEqual({ reports: [], unusable: 0 });
    for (const bad of [
      '',
      '<html>Not found</html>',
      'Company_Phone_Number,Subject\n2025550107,Other\n',
      `${FTC_HEADER}\n1,2,3,4,5,6,7,8\n`,
    ]) {
      expect(() => parseFtcComplaints(bad), bad).toThrow(/the file has no/);
    }
  });

  it('count a row once, however often a file is read, and days without a file are passed over', async () => {
    const { refreshComplaints, publishers, reportsOf, store } = createFeeds();
    expect(await store.has('complaints')).toBe(false);
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({
      asOf: '2026-11-18',
      rows: 4,
      lastError: null,
    });
    expect(await store.has('complaints')).toBe(true);
    expect(await reportsOf('+12025550107')).toEqual({
      reports: 3,
      robocalls: 2,
      asOf: '2026-11-18',
    });
    publishers.asked.length = 0;
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({ rows: 4 });
    expect(publishers.asked[0]).toBe('https://ftc.test/DNC_Complaint_Numbers_2026-11-15.csv');
    expect(await reportsOf('+12025550107')).toMatchObject({ reports: 3 });
  });

  it('keep what was read when a later one fails, and go on there', async () => {
    const { refreshComplaints, publishers, reportsOf } = createFeeds();
    publishers.down = '2026-11-18';
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({
      ...{ asOf: '2026-11-17', rows: 3, fetchedAt: null },
      lastError: expect.stringContaining('503'),
    });
    expect(await reportsOf('+12025550107')).toMatchObject({ reports: 2, asOf: '2026-11-17' });
    publishers.down = null;
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({
      asOf: '2026-11-18',
      rows: 4,
    });
  });
});

describe('an FTC file of another format', () => {
  it('holds up no later day, and is read again while its day is among the last', async () => {
    const { refreshComplaints, publishers, reportsOf } = createFeeds();
    publishers.days['2026-11-16'] = '<html>Access denied</html>';
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({
      ...{ asOf: '2026-11-18', rows: 4, fetchedAt: null },
      lastError: expect.stringContaining('the file has no column'),
    });
    expect(await reportsOf('+12025550107')).toMatchObject({ reports: 3 });
    publishers.days['2026-11-16'] = `${FTC_HEADER}\n2025550199,2026-11-15 00:00:12,,,,,Other,N\n`;
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({ rows: 5, lastError: null });
    expect(await reportsOf('+12025550199')).toMatchObject({ reports: 1 });
  });

  it('is not read for ever because a longer read had to be continued at it', async () => {
    const { refreshComplaints, publishers, blobs } = createFeeds();
    publishers.days['2026-11-10'] = '<html>Access denied</html>';
    const state = await refreshComplaints('ftc_complaints');
    await writeRefreshState(blobs, 'ftc_complaints', { ...state, resume: '2026-11-09' });
    publishers.asked.length = 0;
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({ lastError: null });
    expect(publishers.asked[0]).toContain('2026-11-15');
  });

  it('is reported while every file has it', async () => {
    const { refreshComplaints, publishers } = createFeeds();
    publishers.days = { '2026-11-17': 'Number,Day\n', '2026-11-18': 'Number,Day\n' };
    for (let read = 0; read < 2; read++)
      expect(await refreshComplaints('ftc_complaints')).toMatchObject({
        ...{ rows: 0, fetchedAt: null },
        lastError: expect.stringContaining('the file has no column'),
      });
  });
});

describe("the FCC's data set", () => {
  it('is read row by row; the kind of call says whether it was automatic', () => {
    const { reports, unusable, rows } = parseFccComplaints(JSON.stringify(FCC_ROWS));
    expect(reports.map(({ hash: _, ...report }) => report)).toEqual([
      { number: '+12025550107', day: '2026-11-10', subject: 'NOT_PROVIDED', robocall: true },
      { number: '+12025550108', day: '2026-11-11', subject: 'DROPPED_CALL', robocall: false },
    ]);
    expect({ unusable, rows }).toEqual({ unusable: 1, rows: 3 });
    const [first = {}] = FCC_ROWS;
    const shuffled = JSON.stringify([Object.fromEntries(Object.entries(first).reverse())]);
    expect(parseFccComplaints(shuffled).reports[0]?.hash).toBe(reports[0]?.hash);
    // Other versions of the interface write null for what a row lacks.
    const nulls = JSON.stringify([{ ...first, issue_time: null }, { caller_id_number: null }]);
    const withNulls = parseFccComplaints(nulls);
    const { issue_time: _, ...lacking } = first as Record<string, unknown>;
    expect(withNulls.unusable).toBe(1);
    expect(withNulls.reports).toEqual(parseFccComplaints(JSON.stringify([lacking])).reports);
    const mixed = [null, { ...first, caller_id_number: 2_025_550_107 }, ...FCC_ROWS];
    expect(parseFccComplaints(JSON.stringify(mixed))).toMatchObject({ reports, rows: 5 });
    for (const bad of ['', '<html>', '{"error":true}', '[1]'])
      expect(() => parseFccComplaints(bad), bad).toThrow(/the file is not/);
  });

  it('is read page by page, and again from a week before without counting twice', async () => {
    const { refreshComplaints, publishers, reportsOf } = createFeeds();
    const day = (at: number) => new Date(Date.UTC(2026, 9, 1) + at * 10_000).toISOString();
    publishers.rows = Array.from({ length: 12_000 }, (_, at) => ({
      ...FCC_ROWS[0],
      issue_date: day(at),
      zip: String(at),
    }));
    expect(await refreshComplaints('fcc_complaints')).toMatchObject({
      asOf: '2026-10-02',
      rows: 12_000,
    });
    expect(publishers.asked.map((url) => new URL(url).searchParams.get('$offset'))).toEqual([
      '0',
      '5000',
      '10000',
    ]);
    expect(await refreshComplaints('fcc_complaints')).toMatchObject({ rows: 12_000 });
    expect(publishers.asked.at(-1)).toContain('2026-09-25T00%3A00%3A00');
    expect(await reportsOf('+12025550107')).toMatchObject({ reports: 12_000, robocalls: 12_000 });
  });

  it('goes on behind a row whose day is mistyped and has not come', async () => {
    const { refreshComplaints, publishers } = createFeeds();
    publishers.rows = [...FCC_ROWS, { ...FCC_ROWS[0], issue_date: '2062-11-10T00:00:00.000' }];
    expect(await refreshComplaints('fcc_complaints')).toMatchObject({
      asOf: '2026-11-11',
      rows: 2,
    });
    publishers.rows.push({ ...FCC_ROWS[0], issue_date: '2026-11-17T00:00:00.000' });
    expect(await refreshComplaints('fcc_complaints')).toMatchObject({
      asOf: '2026-11-17',
      rows: 3,
    });
  });
});

describe('feeds and own reports', () => {
  it('add up, and own reports are replaced without touching the feeds', async () => {
    const { refreshComplaints, ports, reportsOf } = createFeeds();
    await refreshComplaints('ftc_complaints');
    await refreshComplaints('fcc_complaints');
    const own = (reference: string) =>
      streamOf('phone_number,reported_at,reference\n', `2025550107,2026-11-19,${reference}\n`);
    for (const reference of ['1', '2'])
      await importRecords(
        request({ dataset: 'complaints', mode: 'replace', body: own(reference) }),
        ports,
      );
    expect(await reportsOf('+12025550107')).toMatchObject({ reports: 5, robocalls: 3 });
  });

  it('count as failed when the publisher has added nothing for more than two weeks', async () => {
    const { refreshComplaints, clock, reportsOf } = createFeeds();
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({ lastError: null });
    const { fetchedAt } = await refreshComplaints('fcc_complaints');
    clock.advance(7 * 86_400_000);
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({ lastError: null });
    clock.advance(13 * 86_400_000);
    expect(await refreshComplaints('ftc_complaints')).toMatchObject({
      lastError: 'the publisher has added nothing since 2026-11-18',
      ...{ asOf: '2026-11-18', rows: 4, resume: null },
    });
    expect(await refreshComplaints('fcc_complaints')).toMatchObject({
      lastError: 'the publisher has added nothing since 2026-11-11',
      fetchedAt,
    });
    expect(await reportsOf('+12025550107')).toMatchObject({ reports: 4 });
  });

  it('are due twice a day, each by itself, and at once after a failure', async () => {
    const { refreshComplaints, deps, publishers, clock } = createFeeds();
    publishers.down = 'ftc.test';
    const ftc = await refreshComplaints('ftc_complaints');
    expect(nextRefreshAt(ftc, complaintFeed('ftc_complaints', deps))).toBe(0);
    const fcc = await refreshComplaints('fcc_complaints');
    expect(fcc).toMatchObject({ rows: 2, lastError: null });
    expect(nextRefreshAt(fcc, complaintFeed('fcc_complaints', deps))).toBe(
      clock.now() + 12 * 3_600_000,
    );
  });
});

/** Counts what D1 is asked while `work` runs: every statement of a batch is a query. */
async function countQueries<Result>(work: () => Promise<Result>) {
  const statement = vi.spyOn(Object.getPrototypeOf(env.RECORDS), 'prepare');
  try {
    return { result: await work(), queries: statement.mock.calls.length };
  } finally {
    statement.mockRestore();
  }
}

describe('one message', () => {
  it('reads a bounded part, and the next goes on where it ended', async () => {
    const { refreshComplaints, publishers, clock } = createFeeds();
    const DAYS = 30;
    for (let ago = 0; ago <= DAYS; ago++) {
      const day = new Date(clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
      const row = `2025550107,${day} 09:00:00,${day} 08:00:00,City,State,202,Other,Y`;
      publishers.days[day] = `${FTC_HEADER}\n${row}\n`;
    }
    const first = await countQueries(() => refreshComplaints('ftc_complaints'));
    expect(first.result).toMatchObject({ rows: 15, fetchedAt: null, lastError: null });
    // Three a file, one more to note its day, and four to begin and end.
    expect(first.queries).toBeLessThanOrEqual(15 * 4 + 4);
    expect(first.queries).toBeGreaterThan(15 * 3);
    publishers.asked.length = 0;
    const second = await refreshComplaints('ftc_complaints');
    expect(publishers.asked[0]).toContain(first.result.resume);
    expect(second).toMatchObject({ rows: 30, fetchedAt: null });
    const last = await refreshComplaints('ftc_complaints');
    expect(last).toMatchObject({ resume: null, lastError: null });
    expect(last.fetchedAt).not.toBeNull();
  });

  it('of the pages begins behind the rows the one before it read', async () => {
    const { refreshComplaints, publishers, blobs } = createFeeds();
    const state = await refreshComplaints('fcc_complaints');
    await writeRefreshState(blobs, 'fcc_complaints', { ...state, resume: '2026-10-01 75000' });
    publishers.asked.length = 0;
    expect(await refreshComplaints('fcc_complaints')).toMatchObject({ resume: null });
    const { searchParams } = new URL(publishers.asked[0] as string);
    expect(searchParams.get('$offset')).toBe('75000');
    expect(searchParams.get('$where')).toContain('2026-10-01');
  });
});
