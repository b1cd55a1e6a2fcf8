import type { Clock } from './core/ports.ts';
import { COMPLAINT_FEEDS } from './core/records/complaint-datasets.ts';
import type { Bindings } from './env.ts';
import type { ComplaintPorts } from './feeds/complaint-reading.ts';
import type { FeedPorts, RangeDeps } from './feeds/ports.ts';
import { rangeFeed } from './feeds/range-feed.ts';
import { rankFeeds } from './feeds/rank-feed.ts';
import { complaintFeed } from './feeds/refresh-complaints.ts';
import { rdapBootstrapFeed } from './feeds/refresh-rdap-bootstrap.ts';
import { FEEDS } from './sources/feeds/feeds.ts';
import { bucketBlobs } from './store/blobs.ts';
import { bucketFiles } from './store/files.ts';

/** Of what only this service reads. */
const FEED_TYPE = 'application/octet-stream';

/** What feeds are built from besides their own bindings. */
interface Parts
  extends Pick<ComplaintPorts, 'fetch' | 'ftcUrl' | 'fccUrl' | 'onImported'>,
    Pick<RangeDeps, 'baseUrl'>,
    Pick<FeedPorts, 'onJoined' | 'warn'> {
  clock: Clock;
  recordsDb: ComplaintPorts['db'];
  onLoaded: Parameters<typeof rankFeeds>[0]['onLoaded'];
}

/** Every list that cron fetches again when it is due. */
export function createFeedServices(
  bindings: Pick<Bindings, 'DATA' | 'FEED_QUEUE'>,
  { clock, fetch, baseUrl, recordsDb, ftcUrl, fccUrl, onImported, onLoaded, ...parts }: Parts,
): FeedPorts {
  const upload = (key: string) => bucketFiles(bindings.DATA).upload(key, FEED_TYPE);
  const blobs = { ...bucketBlobs(bindings.DATA), upload };
  const ranges: RangeDeps = { blobs, clock, fetch, baseUrl, feeds: FEEDS };
  const complaints: ComplaintPorts = { db: recordsDb, clock, fetch, ftcUrl, fccUrl, onImported };
  return {
    ...ranges,
    ...parts,
    all: [
      ...FEEDS.map((feed) => rangeFeed(feed, ranges)),
      rdapBootstrapFeed(ranges),
      ...rankFeeds({ ...ranges, onLoaded }),
      ...COMPLAINT_FEEDS.map((name) => complaintFeed(name, complaints)),
    ],
    async send(messages) {
      await bindings.FEED_QUEUE.sendBatch(messages.map((body) => ({ body })));
    },
  };
}
