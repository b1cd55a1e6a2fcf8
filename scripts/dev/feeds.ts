import { setTimeout as sleep } from 'node:timers/promises';
import { RANGE_FEEDS } from '../../src/open-data/feeds/range-feeds.ts';
import type { Settings } from './settings.ts';

/** A publisher that takes longer is as good as no network: the start does not wait for it. */
const PROBE_TIMEOUT_MS = 3_000;
/** wrangler's own way to what cron would call, with the triggers of wrangler.toml. */
const HOURLY_CRON = '/cdn-cgi/handler/scheduled?cron=17+*+*+*+*';
const TEN_MINUTE_CRON = '/cdn-cgi/handler/scheduled?cron=*/10+*+*+*+*';
const TEN_MINUTES_MS = 600_000;
const RUNS_AN_HOUR = 6;

const answers = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  );

/**
 * Asks the service for every feed that is due, as cron does where it is deployed, if a publisher
 * or the mirror can be reached. The feeds are fetched behind it, one after another.
 * @param mirror FEED_BASE_URL, when it is set
 * @returns what to say of it
 */
export async function fetchFeeds(baseUrl: string, mirror: string | undefined): Promise<string> {
  if (!(await answers(mirror ?? (RANGE_FEEDS[0]?.address as string))))
    return 'Feeds were not fetched, there is no network: answers name them in missing_feeds';
  const { ok } = await fetch(baseUrl + HOURLY_CRON);
  return ok
    ? 'Feeds are being fetched from their publishers: npm run -s operator -- feeds'
    : 'Feeds were not asked for: npm run -s operator -- refresh-feed tor_exits asks for one';
}

/**
 * Cron of this machine, for ever: deliveries and alerts every ten minutes, every other periodic
 * task each hour where feeds are fetched, as one of them fetches feeds.
 */
export async function runCron(
  baseUrl: string,
  { vars, fetchesFeeds }: Pick<Settings, 'vars' | 'fetchesFeeds'>,
): Promise<never> {
  for (let run = 1; ; run++) {
    await sleep(TEN_MINUTES_MS, null, { ref: false });
    // A service that cannot answer now is asked again in ten minutes.
    await fetch(baseUrl + TEN_MINUTE_CRON).catch(() => null);
    if (fetchesFeeds && run % RUNS_AN_HOUR === 0)
      await fetchFeeds(baseUrl, vars.FEED_BASE_URL).catch(() => null);
  }
}
