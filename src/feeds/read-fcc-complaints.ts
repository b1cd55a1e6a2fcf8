import { fccPageUrl, parseFccComplaints } from '../sources/feeds/complaints-fcc.ts';
import { advanceFeed } from '../store/report-feeds.ts';
import type { ComplaintReading } from './complaint-reading.ts';
import { fetchText } from './fetch-feed.ts';

const DAY_MS = 86_400_000;

/** Days read again each time: complaints are published some days after they are made. */
const OVERLAP_DAYS = 7;
const PAGE_ROWS = 5_000;

/** A place in the rows since a day: the day, and how many rows were read. */
function placeOf({ feed, resume }: ComplaintReading): { since: string; offset: number } {
  const [since, offset] = resume?.split(' ') ?? [];
  if (since && offset) return { since, offset: Number(offset) };
  const from = Date.parse(feed.asOf) - OVERLAP_DAYS * DAY_MS;
  return { since: new Date(from).toISOString().slice(0, 10), offset: 0 };
}

/**
 * Reads the rows from shortly before the last one read, page by page.
 * @returns where to go on, or null when there is no more. @throws FeedError
 */
export async function readFccComplaints(reading: ComplaintReading): Promise<string | null> {
  const { feed, deps, count, mayGoOn } = reading;
  let { since, offset } = placeOf(reading);
  while (mayGoOn()) {
    const url = fccPageUrl(deps.fccUrl, since, PAGE_ROWS, offset);
    const { reports, rows } = parseFccComplaints(await fetchText(url, { fetch: deps.fetch }));
    await count(reports);
    const newest = reports
      .map(({ day }) => day)
      .sort()
      .at(-1);
    if (newest) await advanceFeed(deps.db, feed.id, newest);
    if (rows < PAGE_ROWS) return null;
    offset += PAGE_ROWS;
  }
  return `${since} ${offset}`;
}
