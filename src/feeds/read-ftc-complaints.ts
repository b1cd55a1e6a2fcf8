import { parseFtcComplaints } from '../sources/feeds/complaints-ftc.ts';
import { FeedError } from '../sources/feeds/feed-error.ts';
import { advanceFeed } from '../store/report-feeds.ts';
import type { ComplaintReading } from './complaint-reading.ts';
import { fetchText } from './fetch-feed.ts';

const DAY_MS = 86_400_000;

/** Days read again each time: a file can come late or be put right. */
const OVERLAP_DAYS = 3;

/** @returns null for a day without a file: weekends and holidays have none */
async function readDay(day: string, { deps }: ComplaintReading): Promise<string | null> {
  try {
    return await fetchText(deps.ftcUrl.replaceAll('{date}', day), { fetch: deps.fetch });
  } catch (error) {
    if (error instanceof FeedError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Reads the daily files from shortly before the last one read up to today's.
 * @returns the day to go on with, or null when there is no more. @throws FeedError
 */
export async function readFtcComplaints(reading: ComplaintReading): Promise<string | null> {
  const { feed, deps, count, mayGoOn, resume } = reading;
  const today = deps.clock.now();
  const from = resume ? Date.parse(resume) : Date.parse(feed.asOf) - OVERLAP_DAYS * DAY_MS;
  for (let at = from; at <= today; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (!mayGoOn()) return day;
    const text = await readDay(day, reading);
    if (text === null) continue;
    await count(parseFtcComplaints(text).reports);
    await advanceFeed(deps.db, feed.id, day);
  }
  return null;
}
