import { RANGE_FEEDS } from '../../src/open-data/feeds/range-feeds.ts';

/** A publisher that takes longer is as good as no network: the start does not wait for it. */
const PROBE_TIMEOUT_MS = 3_000;
/** wrangler's own way to what cron would call; the hourly trigger of wrangler.toml. */
const HOURLY_CRON = '/cdn-cgi/handler/scheduled?cron=17+*+*+*+*';

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
