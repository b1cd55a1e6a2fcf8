import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { MultipartUpload } from '../../../src/lib/r2.ts';
import type { FeedBlobs, FeedMessage } from '../../../src/open-data/feeds/feed.ts';
import { readMergedFeedsPointer } from '../../../src/open-data/feeds/merged-feeds.ts';
import { handleFeedMessages, sendDueFeeds } from '../../../src/open-data/feeds/refresh.ts';
import { type Chaos, ChaosQueue, messagesOf } from '../../support/chaos.ts';
import { simulate } from '../../support/simulate.ts';
import {
  createFeedWorld,
  HOUR_MS,
  listedRounds,
  publishRound,
  START,
  TWO_FEEDS,
  writeBase,
} from './support.ts';

// A list of the Tor exits changes from time to time. Whatever fails, what an isolate reads is the
// list as it was published when the table says it was fetched, whole, or none when that is too long
// ago to count; and once nothing fails any more, the newest.

const CHANGES = 12;
const MOST_BATCHES = 20;
const STALE_AFTER_MS =
  (TWO_FEEDS.find(({ name }) => name === 'tor_exits')?.staleAfterHours as number) * HOUR_MS;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** The same blobs, whose reads fail, and whose writes fail or lose their reply. */
function chaosBlobs(chaos: Chaos, blobs: FeedBlobs): FeedBlobs {
  const write = <T>(work: () => Promise<T>) => chaos.step('r2_write_error', 'r2_lost_reply', work);
  return {
    read: (key, range) => chaos.step('r2_read_error', null, () => blobs.read(key, range)),
    write: (key, bytes) => write(() => blobs.write(key, bytes)),
    remove: (keys) => write(() => blobs.remove(keys)),
    async upload(key): Promise<MultipartUpload> {
      const upload = await write(() => blobs.upload(key));
      return {
        writePart: (part, bytes) => write(() => upload.writePart(part, bytes)),
        complete: () => write(() => upload.complete()),
        abort: () => upload.abort(),
      };
    },
  };
}

async function run(chaos: Chaos): Promise<void> {
  vi.setSystemTime(START);
  const clock = Object.defineProperty({ now: 0 }, 'now', { get: () => Date.now() });
  const world = createFeedWorld(TWO_FEEDS, (blobs) => chaosBlobs(chaos, blobs), clock);
  const { random } = chaos;
  chaos.intensity = 0;
  await writeBase(world);
  const queue = new ChaosQueue<FeedMessage>(chaos);
  const ports = {
    ...world.ports,
    send: async (messages: readonly FeedMessage[]) => {
      await queue.binding.sendBatch(messages.map((body) => ({ body })));
    },
  };
  const cron = () => chaos.alarm(() => sendDueFeeds(ports).catch(() => undefined));
  const drain = async () => {
    for (let batches = 0; batches < MOST_BATCHES && queue.nextAt < Infinity; batches++) {
      if (queue.nextAt > Date.now()) vi.setSystemTime(queue.nextAt);
      const retried: FeedMessage[] = [];
      const messages = messagesOf(queue.take(1)).map((message) => ({
        ...message,
        retry: () => void retried.push(message.body as FeedMessage),
      }));
      await handleFeedMessages(messages as unknown as Message[], ports);
      for (const body of retried)
        queue.letters.push({ body, at: Date.now() + 60_000, delaySeconds: 60, dead: false });
    }
  };
  /** The round the publisher sent, by the time of its answer. */
  const sent = new Map<number, number>();
  const change = async (round: number) => {
    publishRound(world, round, () => {
      const isOut = chaos.strikes('http_error');
      if (!isOut) sent.set(Date.now(), round);
      return isOut;
    });
    chaos.pass(2 * HOUR_MS);
    await cron();
    await drain();
  };
  const expectWhole = async () => {
    const { feeds } = await readMergedFeedsPointer(world.blobs);
    const fetchedAt = Date.parse(feeds.tor_exits?.fetchedAt as string);
    const isStale = Date.now() - fetchedAt > STALE_AFTER_MS;
    expect(await listedRounds(world)).toEqual(isStale ? [] : [sent.get(fetchedAt)]);
  };
  await change(0);
  for (let each = 0; each < CHANGES; each++) {
    const round = random.below(4);
    chaos.intensity = 0.5 + random.next();
    await change(round);
    chaos.intensity = 0;
    await expectWhole();
  }
  queue.letters = [];
  const last = random.below(4);
  for (let calm = 0; calm < 4; calm++) await change(last);
  expect(await listedRounds(world)).toEqual([last]);
  chaos.pass(STALE_AFTER_MS + HOUR_MS);
  await expectWhole();
  await change(last);
  expect(await listedRounds(world)).toEqual([last]);
}

simulate(
  'shows a published list whole until it is too old, and the newest in the end',
  { faults: 'feeds', fixed: 10, fresh: 3, perTest: 10 },
  run,
);
