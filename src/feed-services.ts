import { COMPLAINT_FEEDS } from './core/records/complaint-datasets.ts';
import type { Bindings, Vars } from './env.ts';
import type { ComplaintPorts } from './feeds/complaint-reading.ts';
import type { FeedPorts, RangeDeps } from './feeds/ports.ts';
import { rangeFeed } from './feeds/range-feed.ts';
import { rankFeeds } from './feeds/rank-feed.ts';
import { complaintFeed } from './feeds/refresh-complaints.ts';
import { rdapBootstrapFeed } from './feeds/refresh-rdap-bootstrap.ts';
import { FEEDS } from './sources/feeds/feeds.ts';
import { bucketFiles } from './store/files.ts';

/** Of what only this service reads. */
const FEED_TYPE = 'application/octet-stream';

/** What feeds are built from besides their own bindings and variables. */
interface Parts extends Pick<RangeDeps, 'clock' | 'fetch'>, Pick<FeedPorts, 'onJoined' | 'warn'> {
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
  { blobs, clock, fetch, recordsDb, onImported, onLoaded, onJoined, warn }: Parts,
): FeedPorts {
  const ranges: RangeDeps = {
    blobs: { ...blobs, upload: (key) => bucketFiles(bindings.DATA).upload(key, FEED_TYPE) },
    clock,
    fetch,
    baseUrl: vars.FEED_BASE_URL,
    feeds: FEEDS,
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
      ...FEEDS.map((feed) => rangeFeed(feed, ranges)),
      rdapBootstrapFeed(ranges),
      ...rankFeeds({ ...ranges, onLoaded }),
      ...COMPLAINT_FEEDS.map((name) => complaintFeed(name, complaints)),
    ],
    async send(messages) {
      await bindings.FEED_QUEUE.sendBatch(messages.map((body) => ({ body })));
    },
    onJoined,
    warn,
  };
}
