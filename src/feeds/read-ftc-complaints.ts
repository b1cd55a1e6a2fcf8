import { parseFtcComplaints } from '../sources/feeds/complaints-ftc.ts';
import { FeedError } from '../sources/feeds/feed.ts';
import { advanceFeed } from '../store/report-feeds.ts';
import { fetchText } from './fetch-feed.ts';
import type { ComplaintReading } from './refresh-complaints.ts';

const DAY_MS = 86_400_000;

/** Days read again each time: a file can come late or be put right. */
const OVERLAP_DAYS = 3;
/** Files of one run; a longer way to go is gone over several. */
const MAX_FILES = 14;

/** @returns null for a day without a file: weekends and holidays have none */
async function readDay(day: string, { deps }: ComplaintReading): Promise<string | null> {
  try {
    return await fetchText(deps.ftcUrl.replaceAll('{date}', day), { fetch: deps.fetch });
  } catch (error) {
    if (error instanceof FeedError && error.status === 404) return null;
    throw error;
  }
}

/** Reads the daily files from shortly before the last one read up to today's. @throws FeedError */
export async function readFtcComplaints(reading: ComplaintReading): Promise<boolean> {
  const { feed, deps, count } = reading;
  const today = deps.clock.now();
  let files = 0;
  for (let at = Date.parse(feed.asOf) - OVERLAP_DAYS * DAY_MS; at <= today; at += DAY_MS) {
    if (files >= MAX_FILES) return false;
    const day = new Date(at).toISOString().slice(0, 10);
    const text = await readDay(day, reading);
    if (text === null) continue;
    files += 1;
    await count(parseFtcComplaints(text).reports);
    await advanceFeed(deps.db, feed.id, day);
  }
  return true;
}
