import * as z from 'zod';
import { CsvParser } from '../../lib/csv.ts';
import type { Database } from '../../lib/database.ts';
import { DAY_MS, utcDay } from '../../lib/time.ts';
import {
  type ComplaintSubject,
  parseComplaintSubject,
} from '../../lookup/datasets/complaint-subjects.ts';
import {
  type ComplaintFeed,
  type ComplaintReport,
  complaintReport,
} from '../../lookup/datasets/complaints.ts';
import {
  countReports,
  markReportFeedRead,
  openReportFeed,
  type ReportFeed,
  setReportFeedDay,
} from '../../lookup/records/store-reports.ts';
import type { Clock } from '../../lookup/world.ts';
import { type Fetch, fetchText, parseFeedJson } from './download.ts';
import type { RefreshableFeed, RefreshResult } from './feed.ts';
import { FeedError } from './feed-error.ts';

/**
 * Columns that are read from DNC_Complaint_Numbers_YYYY-MM-DD.csv. A report is identified by all
 * columns of its row.
 */
const FTC_COLUMNS = {
  number: 'Company_Phone_Number',
  createdAt: 'Created_Date',
  subject: 'Subject',
  robocall: 'Recorded_Message_Or_Robocall',
};

const NANP_NUMBER = /^1?([2-9]\d{2}[2-9]\d{6})$/;
const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Number and day of a row; null if either is invalid. */
function numberAndDay(shown: string | null | undefined, date: string | null | undefined) {
  const digits = NANP_NUMBER.exec((shown ?? '').replace(/\D/g, ''))?.[1];
  const day = DAY.exec(date ?? '')?.[0];
  return digits && day ? { number: `+1${digits}`, day } : null;
}

/** Reports of one file, and the number of rows with an invalid phone number or day. */
interface ComplaintFile {
  reports: ComplaintReport[];
  unusable: number;
}

/** Position of each column. @throws FeedError if the file is not the FTC's */
function columnPositions(header: readonly string[] | undefined) {
  const places = Object.entries(FTC_COLUMNS).map(
    ([name, column]) => [name, header?.indexOf(column) ?? -1] as const,
  );
  const missing = places.filter(([, place]) => place < 0);
  if (missing.length > 0)
    throw new FeedError(
      `the file has no column ${missing.map(([name]) => FTC_COLUMNS[name as keyof typeof FTC_COLUMNS]).join(', ')}`,
    );
  return Object.fromEntries(places) as Record<keyof typeof FTC_COLUMNS, number>;
}

/**
 * Parses the Federal Trade Commission's daily file of Do Not Call complaints. @throws FeedError if
 * it has another format
 */
export function parseFtcComplaints(text: string): ComplaintFile {
  const parser = new CsvParser();
  const [header, ...rows] = [...parser.push(text.replace(/^\ufeff/, '')), ...parser.end()];
  const places = columnPositions(header?.cells);
  const reports = rows.flatMap(({ cells }): ComplaintReport[] => {
    const about = numberAndDay(cells[places.number], cells[places.createdAt]);
    if (!about) return [];
    const subject = parseComplaintSubject(cells[places.subject]);
    const said = cells[places.robocall]?.trim().toUpperCase();
    const robocall = said === 'Y' || said === 'N' ? said === 'Y' : null;
    return [complaintReport(cells.join('\t'), { ...about, subject, robocall })];
  });
  if (rows.length > 0 && reports.length === 0) throw new FeedError('the file has no usable row');
  return { reports, unusable: rows.length - reports.length };
}

/** Row of the data set "CGB - Unwanted Calls", as misspelled. All fields identify a report. */
const fccRow = z.looseObject({
  issue_date: z.string().nullish(),
  caller_id_number: z.string().nullish(),
  type_of_call_or_messge: z.string().nullish(),
});
const AUTOMATIC = /prerecorded|autodialed/i;

/** The form asks what kind of call it was, but not for its subject. */
const fccSubject = (kind: string): ComplaintSubject =>
  /abandoned/i.test(kind) ? 'DROPPED_CALL' : 'NOT_PROVIDED';

/** URL of one page of rows, oldest first (Socrata SODA 2 query). */
function fccPageUrl(base: string, since: string, limit: number, offset: number): string {
  const url = new URL(base);
  url.searchParams.set(
    '$where',
    `issue_date >= '${since}T00:00:00' AND caller_id_number IS NOT NULL`,
  );
  url.searchParams.set('$order', 'issue_date, :id');
  url.searchParams.set('$limit', String(limit));
  url.searchParams.set('$offset', String(offset));
  return url.href;
}

/** Parses a page of Federal Communications Commission complaints. @throws FeedError if malformed */
export function parseFccComplaints(text: string): ComplaintFile & { rows: number } {
  const rows = z.array(z.unknown()).safeParse(parseFeedJson(text)).data ?? [null];
  const complaints = rows
    .map((row) => fccRow.safeParse(row).data)
    .filter((row) => row !== undefined);
  if (rows.length > 0 && complaints.length === 0)
    throw new FeedError('the file is not a list of complaints');
  const reports = complaints.flatMap((complaint): ComplaintReport[] => {
    const about = numberAndDay(complaint.caller_id_number, complaint.issue_date);
    if (!about) return [];
    const kind = complaint.type_of_call_or_messge ?? '';
    // Sorted, because the order of fields varies; a field that a row lacks, or that is null, leaves
    // its hash as is.
    const stated = Object.entries(complaint).filter(([, value]) => value !== null);
    const whole = JSON.stringify(stated.sort(([a], [b]) => (a < b ? -1 : 1)));
    const robocall = kind.trim() === '' ? null : AUTOMATIC.test(kind);
    return [complaintReport(whole, { ...about, subject: fccSubject(kind), robocall })];
  });
  return { reports, unusable: rows.length - reports.length, rows: rows.length };
}

export interface ComplaintPorts {
  /** The RECORDS database. */
  db: Database;
  clock: Clock;
  fetch: Fetch;
  /** URL with the placeholder `{date}`. */
  ftcUrl: string;
  fccUrl: string;
  onImported(): void;
}

interface ComplaintReading {
  feed: ReportFeed;
  deps: ComplaintPorts;
  /** Cursor where the previous read stopped; null to start shortly before the last day read. */
  resume: string | null;
  /** Whether this read may fetch another file or page. */
  hasBudget(): boolean;
  count(reports: readonly ComplaintReport[]): Promise<void>;
}

/** Days read again each time, because a file can be late or be corrected. */
const FTC_OVERLAP_DAYS = 3;

/** @returns null for a day without a file, such as a weekend or holiday */
async function readFtcDay(day: string, { deps }: ComplaintReading): Promise<string | null> {
  try {
    return await fetchText(deps.ftcUrl.replaceAll('{date}', day), { fetch: deps.fetch });
  } catch (error) {
    if (error instanceof FeedError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Reads the daily files from the cursor, or from shortly before the last one read, up to today's. A
 * file of another format is reported once the others are read, and is read again while it is among
 * the days read each time.
 * @returns the day to continue with; null at the end. @throws FeedError
 */
async function readFtcComplaints(reading: ComplaintReading): Promise<string | null> {
  const { feed, deps, count, hasBudget, resume } = reading;
  const today = deps.clock.now();
  const recent = Date.parse(feed.asOf) - FTC_OVERLAP_DAYS * DAY_MS;
  const from = resume ? Math.max(Date.parse(resume), recent) : recent;
  let unreadable: FeedError | null = null;
  for (let at = from; at <= today; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (!hasBudget()) return day;
    const text = await readFtcDay(day, reading);
    if (text === null) continue;
    try {
      await count(parseFtcComplaints(text).reports);
      await setReportFeedDay(deps.db, feed.id, day);
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      unreadable = error;
    }
  }
  if (unreadable) throw unreadable;
  return null;
}

/** Days read again each time, because complaints are published some days after they are made. */
const FCC_OVERLAP_DAYS = 7;
const PAGE_ROWS = 5_000;

/** Parses the cursor: the day that the query starts from, and how many rows were read. */
function resumePosition({ feed, resume }: ComplaintReading): { since: string; offset: number } {
  const [since, offset] = resume?.split(' ') ?? [];
  if (since && offset) return { since, offset: Number(offset) };
  const from = Date.parse(feed.asOf) - FCC_OVERLAP_DAYS * DAY_MS;
  return { since: new Date(from).toISOString().slice(0, 10), offset: 0 };
}

/**
 * Reads the rows page by page, from the cursor or from shortly before the last day read.
 * @returns the cursor to continue with; null at the end. @throws FeedError
 */
async function readFccComplaints(reading: ComplaintReading): Promise<string | null> {
  const { feed, deps, count, hasBudget } = reading;
  let { since, offset } = resumePosition(reading);
  const today = utcDay(deps.clock.now());
  while (hasBudget()) {
    const url = fccPageUrl(deps.fccUrl, since, PAGE_ROWS, offset);
    const page = parseFccComplaints(await fetchText(url, { fetch: deps.fetch }));
    // Consumers type the day. A future day is dropped, because the next read would start there.
    const reports = page.reports.filter(({ day }) => day <= today);
    await count(reports);
    const newest = reports
      .map(({ day }) => day)
      .sort()
      .at(-1);
    if (newest) await setReportFeedDay(deps.db, feed.id, newest);
    if (page.rows < PAGE_ROWS) return null;
    offset += PAGE_ROWS;
  }
  return `${since} ${offset}`;
}

/** How many days back a feed that was never read starts, and its reader. */
const COMPLAINT_SOURCES: Readonly<
  Record<
    ComplaintFeed,
    { backfillDays: number; read(reading: ComplaintReading): Promise<string | null> }
  >
> = {
  ftc_complaints: { backfillDays: 30, read: readFtcComplaints },
  fcc_complaints: { backfillDays: 180, read: readFccComplaints },
};

/** Reports per batch of three queries; half a megabyte for the two that bind them in D1. */
const BATCH_REPORTS = 5_000;
/**
 * D1 allows a thousand queries per invocation. A read makes at most 170: a file of the largest
 * accepted size makes 28 batches, up to 14 may precede it, and each file or page adds one query.
 */
const MAX_BATCHES_BEFORE = 15;
const MAX_FETCHES = 40;

/**
 * A publisher without new complaints for longer counts as failed: a file that has moved answers 404
 * like a day without one. Holidays last less than a week.
 */
const MAX_SILENT_DAYS = 14;

/**
 * Feed of complaints that a commission publishes each working day. Reports already counted are kept
 * if a later page fails, and reading them again counts nothing twice.
 */
export const complaintFeed = (name: ComplaintFeed, deps: ComplaintPorts): RefreshableFeed => ({
  name,
  refreshEveryHours: 12,
  async fetchAndStore({ resume }): Promise<RefreshResult> {
    const { db, clock } = deps;
    const { backfillDays, read } = COMPLAINT_SOURCES[name];
    const open = () =>
      openReportFeed(db, name, utcDay(clock.now() - backfillDays * DAY_MS), clock.now());
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
    const hasBudget = () => batches < MAX_BATCHES_BEFORE && fetches++ < MAX_FETCHES;
    let next: Pick<RefreshResult, 'resume' | 'failure'>;
    try {
      next = { resume: await read({ feed, deps, resume, hasBudget, count }) };
      if (next.resume === null) await markReportFeedRead(db, feed.id, clock.now());
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      next = { failure: error.message };
    }
    deps.onImported();
    const { asOf, rows } = await open();
    if (next.resume === null && clock.now() - Date.parse(asOf) > MAX_SILENT_DAYS * DAY_MS)
      next.failure = `the publisher has added nothing since ${asOf}`;
    return { asOf, rows, ...next };
  },
});
