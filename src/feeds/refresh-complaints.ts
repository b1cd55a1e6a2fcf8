import { COMPLAINT_FEEDS, type ComplaintFeed } from '../core/complaint-datasets.ts';
import type { ComplaintReport } from '../core/complaint-report.ts';
import { ApiError } from '../core/errors.ts';
import type { Clock } from '../core/ports.ts';
import { FeedError } from '../sources/feeds/feed.ts';
import type { Database } from '../store/database.ts';
import { finishFeed, openFeed, type ReportFeed } from '../store/report-feeds.ts';
import { countReports } from '../store/reports.ts';
import type { Fetch } from './fetch-feed.ts';
import { readFccComplaints } from './read-fcc-complaints.ts';
import { readFtcComplaints } from './read-ftc-complaints.ts';
import type { RefreshedFeed } from './refresh-feed.ts';

export interface ComplaintDeps {
  /** The RECORDS database. */
  db: Database;
  clock: Clock;
  fetch: Fetch;
  /** With `{date}`. */
  ftcUrl: string;
  fccUrl: string;
  /** Called when reports were added. */
  onImported(): void;
}

/** What reading one feed needs. */
export interface ComplaintReading {
  feed: ReportFeed;
  deps: ComplaintDeps;
  /** Counts reports that were not counted before. */
  count(reports: readonly ComplaintReport[]): Promise<void>;
}

/** @returns whether the feed was read to its end. @throws FeedError */
type Read = (reading: ComplaintReading) => Promise<boolean>;

const DAY_MS = 86_400_000;

/** How far back a feed that was never read begins, and how it is read. */
const FEEDS: Readonly<Record<ComplaintFeed, { backfillDays: number; read: Read }>> = {
  ftc_complaints: { backfillDays: 30, read: readFtcComplaints },
  fcc_complaints: { backfillDays: 180, read: readFccComplaints },
};

/** Both are published once a working day. */
const REFRESH_EVERY_MS = DAY_MS / 2;

const BATCH_REPORTS = 1_000;

export const isComplaintFeed = (name: string): name is ComplaintFeed =>
  (COMPLAINT_FEEDS as readonly string[]).includes(name);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const open = (name: ComplaintFeed, { db, clock }: ComplaintDeps): Promise<ReportFeed> =>
  openFeed(db, name, dayOf(clock.now() - FEEDS[name].backfillDays * DAY_MS), clock.now());

async function countInBatches(
  name: ComplaintFeed,
  feed: ReportFeed,
  reports: readonly ComplaintReport[],
  { db, clock }: ComplaintDeps,
): Promise<void> {
  const distinct = [...new Map(reports.map((report) => [report.hash, report])).values()];
  for (let at = 0; at < distinct.length; at += BATCH_REPORTS) {
    const target = { id: feed.id, dataset: name, mode: 'append', state: 'live' } as const;
    await countReports(db, target, distinct.slice(at, at + BATCH_REPORTS), clock.now());
  }
}

/**
 * Reads what a complaint feed published since it was last read. What was read stays read when a later page fails,
 * and reading it again counts nothing twice.
 */
async function refresh(name: ComplaintFeed, deps: ComplaintDeps): Promise<RefreshedFeed> {
  const feed = await open(name, deps);
  let error: string | null = null;
  try {
    const ended = await FEEDS[name].read({
      feed,
      deps,
      count: (reports) => countInBatches(name, feed, reports, deps),
    });
    if (ended) await finishFeed(deps.db, feed.id, deps.clock.now());
  } catch (cause) {
    if (!(cause instanceof FeedError)) throw cause;
    error = cause.message;
  }
  const { asOf, rows } = await open(name, deps);
  deps.onImported();
  return { name, asOf, rows, error };
}

/** Refreshes one complaint feed by hand. @throws ApiError UPSTREAM_ERROR when it cannot be read */
export async function refreshComplaints(
  name: ComplaintFeed,
  deps: ComplaintDeps,
): Promise<RefreshedFeed> {
  const refreshed = await refresh(name, deps);
  if (refreshed.error !== null)
    throw new ApiError('UPSTREAM_ERROR', `The feed ${name} was not refreshed: ${refreshed.error}.`);
  return refreshed;
}

/** Refreshes every complaint feed whose time has come; one that failed or did not reach its end goes on at the next call. */
export async function refreshDueComplaints(deps: ComplaintDeps): Promise<RefreshedFeed[]> {
  const refreshed: RefreshedFeed[] = [];
  for (const name of COMPLAINT_FEEDS) {
    const { refreshedAt } = await open(name, deps);
    if (refreshedAt === null || deps.clock.now() - refreshedAt >= REFRESH_EVERY_MS)
      refreshed.push(await refresh(name, deps));
  }
  return refreshed;
}
