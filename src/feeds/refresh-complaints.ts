import type { ComplaintFeed } from '../core/records/complaint-datasets.ts';
import type { ComplaintReport } from '../core/records/complaint-report.ts';
import { FeedError } from '../sources/feeds/feed-error.ts';
import { finishFeed, openFeed } from '../store/report-feeds.ts';
import { countReports } from '../store/reports.ts';
import type { ComplaintPorts, ComplaintReading } from './complaint-reading.ts';
import type { Refreshable, Taken } from './ports.ts';
import { readFccComplaints } from './read-fcc-complaints.ts';
import { readFtcComplaints } from './read-ftc-complaints.ts';

const DAY_MS = 86_400_000;

/** How far back a feed that was never read begins, and how it is read. */
const FEEDS: Readonly<
  Record<
    ComplaintFeed,
    { backfillDays: number; read(reading: ComplaintReading): Promise<string | null> }
  >
> = {
  ftc_complaints: { backfillDays: 30, read: readFtcComplaints },
  fcc_complaints: { backfillDays: 180, read: readFccComplaints },
};

/** Reports counted at once, three queries: half a megabyte of the two that D1 binds. */
const BATCH_REPORTS = 5_000;
/**
 * D1 answers a thousand queries an invocation. This is at most 170: a file of the largest size that
 * is read makes
 * 28 batches, 14 may come before it, and every file or page makes one query more.
 */
const MAX_BATCHES_BEFORE = 15;
const MAX_FETCHES = 40;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Complaints a commission publishes each working day. What was read stays read when a later page
 * fails, and
 * reading it again counts nothing twice.
 */
export const complaintFeed = (name: ComplaintFeed, deps: ComplaintPorts): Refreshable => ({
  name,
  refreshEveryHours: 12,
  async take({ resume }): Promise<Taken> {
    const { db, clock } = deps;
    const { backfillDays, read } = FEEDS[name];
    const open = () => openFeed(db, name, dayOf(clock.now() - backfillDays * DAY_MS), clock.now());
    const feed = await open();
    let batches = 0;
    let fetches = 0;
    async function count(reports: readonly ComplaintReport[]): Promise<void> {
      const distinct = [...new Map(reports.map((report) => [report.hash, report])).values()];
      const target = { id: feed.id, dataset: name, mode: 'append', state: 'live' } as const;
      for (let at = 0; at < distinct.length; at += BATCH_REPORTS) {
        batches++;
        await countReports(db, target, distinct.slice(at, at + BATCH_REPORTS), clock.now());
      }
    }
    const mayGoOn = () => batches < MAX_BATCHES_BEFORE && fetches++ < MAX_FETCHES;
    let next: Pick<Taken, 'resume' | 'failure'>;
    try {
      next = { resume: await read({ feed, deps, resume, mayGoOn, count }) };
      if (next.resume === null) await finishFeed(db, feed.id, clock.now());
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      next = { failure: error.message };
    }
    deps.onImported();
    const { asOf, rows } = await open();
    return { asOf, rows, ...next };
  },
});
