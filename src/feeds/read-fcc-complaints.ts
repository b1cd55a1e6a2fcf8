import { fccPageUrl, parseFccComplaints } from '../sources/feeds/complaints-fcc.ts';
import { advanceFeed } from '../store/report-feeds.ts';
import { fetchText } from './fetch-feed.ts';
import type { ComplaintReading } from './refresh-complaints.ts';

const DAY_MS = 86_400_000;

/** Days read again each time: complaints are published some days after they are made. */
const OVERLAP_DAYS = 7;
const PAGE_ROWS = 5_000;
/** Pages of one run; a longer way to go is gone over several. */
const MAX_PAGES = 20;

/** Reads the rows from shortly before the last one read, page by page. @throws FeedError */
export async function readFccComplaints({ feed, deps, count }: ComplaintReading): Promise<boolean> {
  const since = new Date(Date.parse(feed.asOf) - OVERLAP_DAYS * DAY_MS).toISOString().slice(0, 10);
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = fccPageUrl(deps.fccUrl, since, PAGE_ROWS, page * PAGE_ROWS);
    const { reports, rows } = parseFccComplaints(await fetchText(url, { fetch: deps.fetch }));
    await count(reports);
    const newest = reports
      .map(({ day }) => day)
      .sort()
      .at(-1);
    if (newest) await advanceFeed(deps.db, feed.id, newest);
    if (rows < PAGE_ROWS) return true;
  }
  return false;
}
