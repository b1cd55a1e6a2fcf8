import type { Bindings, Vars } from './env.ts';
import { bucketFiles } from './files/store.ts';
import { COMPLAINT_FEEDS } from './lookup/datasets/complaints.ts';
import { type ComplaintPorts, complaintFeed } from './open-data/feeds/complaint-feeds.ts';
import type { FeedPorts, RangeDeps } from './open-data/feeds/feed.ts';
import { RANGE_FEEDS } from './open-data/feeds/range-feeds.ts';
import { refreshableRangeFeed } from './open-data/feeds/stored-ranges.ts';
import { rankFeeds } from './open-data/ranks/rank-feed.ts';
import { rdapBootstrapFeed } from './open-data/registration/rdap-bootstrap.ts';

/** Of what only this service reads. */
const FEED_TYPE = 'application/octet-stream';

/** What feeds are built from besides their own bindings and variables. */
interface Parts extends Pick<RangeDeps, 'clock' | 'fetch'>, Pick<FeedPorts, 'onMerged' | 'warn'> {
  blobs: Omit<RangeDeps['blobs'], 'upload'>;
  recordsDb: ComplaintPorts['db'];
  onImported: ComplaintPorts['onImported'];
  /** A list of ranks was loaded. */
  onLoaded: Parameters<typeof rankFeeds>[0]['onLoaded'];
}

/** Every feed, and where its messages go. */
export function createFeedServices(
  bindings: Bindings,
  vars: Pick<Vars, 'FEED_BASE_URL' | 'FTC_COMPLAINTS_URL' | 'FCC_COMPLAINTS_URL'>,
  { blobs, clock, fetch, recordsDb, onImported, onLoaded, onMerged, warn }: Parts,
): FeedPorts {
  const ranges: RangeDeps = {
    blobs: { ...blobs, upload: (key) => bucketFiles(bindings.DATA).upload(key, FEED_TYPE) },
    clock,
    fetch,
    baseUrl: vars.FEED_BASE_URL,
    feeds: RANGE_FEEDS,
  };
  const complaints: ComplaintPorts = {
    db: recordsDb,
    clock,
    fetch,
    ftcUrl: vars.FTC_COMPLAINTS_URL,
    fccUrl: vars.FCC_COMPLAINTS_URL,
    onImported,
  };
  return {
    ...ranges,
    all: [
      ...RANGE_FEEDS.map((feed) => refreshableRangeFeed(feed, ranges)),
      rdapBootstrapFeed(ranges),
      ...rankFeeds({ ...ranges, onLoaded }),
      ...COMPLAINT_FEEDS.map((name) => complaintFeed(name, complaints)),
    ],
    async send(messages) {
      await bindings.FEED_QUEUE.sendBatch(messages.map((body) => ({ body })));
    },
    onMerged,
    warn,
  };
}
