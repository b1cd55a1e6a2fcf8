import { expect } from 'vitest';
import { parseIpAddress } from '../../../src/domain/ip/address.ts';
import type { MultipartUpload } from '../../../src/lib/r2.ts';
import type {
  FeedBlobs,
  FeedMessage,
  FeedPorts,
  RangeDeps,
} from '../../../src/open-data/feeds/feed.ts';
import { RANGE_FEEDS } from '../../../src/open-data/feeds/range-feeds.ts';
import type { RangeFeed } from '../../../src/open-data/feeds/range-list.ts';
import { handleFeedMessages } from '../../../src/open-data/feeds/refresh.ts';
import { refreshableRangeFeed } from '../../../src/open-data/feeds/stored-ranges.ts';
import { openAddressTable } from '../../../src/open-data/ip/address-table.ts';
import { ADDRESS_POINTER_KEY, addressKeys } from '../../../src/open-data/ip/pointers.ts';
import { joinIndexes, RangeTableWriter } from '../../../src/open-data/ranges/writer.ts';
import { AZURE_FILE_PATH, AZURE_PAGE, FIXTURES } from '../../products/ip/fixtures.ts';
import { memoryBlobs } from '../../products/ip/memory-blobs.ts';

export const HOUR_MS = 3_600_000;
export const START = Date.parse('2026-06-18T00:00:00Z');

export const pathOf = (address: string) => new URL(address).pathname;

/** Blobs in memory that take uploads; `fail` may throw before any writing or removal. */
export function feedBlobs() {
  const memory = memoryBlobs();
  const uploadedParts: number[] = [];
  const faults = { writes: 0, fail: (_write: number) => {} };
  const step = () => faults.fail(++faults.writes);
  const blobs: FeedBlobs = {
    read: memory.read,
    async write(key, bytes) {
      step();
      await memory.write(key, bytes);
    },
    async remove(keys) {
      if (keys.length > 0) step();
      await memory.remove(keys);
    },
    async upload(key): Promise<MultipartUpload> {
      const parts: Uint8Array[] = [];
      return {
        async writePart(part, bytes) {
          step();
          parts[part - 1] = bytes.slice();
        },
        async complete() {
          step();
          uploadedParts.push(...parts.map((part) => part.length));
          await memory.write(key, await new Blob(parts as Uint8Array<ArrayBuffer>[]).bytes());
        },
        async abort() {},
      };
    },
  };
  return { ...memory, ...blobs, faults, uploadedParts };
}

/** A message as a queue hands it out, and what became of it. */
function messageOf(body: FeedMessage) {
  const ended = { retried: false };
  const message = { body, attempts: 1, ack: () => {}, retry: () => (ended.retried = true) };
  return { ended, message: message as unknown as Message };
}

/** Every publisher behind one mirror, a store, a clock to move and a queue to empty. */
export function createFeedWorld(
  feeds: readonly RangeFeed[] = RANGE_FEEDS,
  over: (blobs: FeedBlobs) => FeedBlobs = (blobs) => blobs,
  time = { now: START },
) {
  const blobs = feedBlobs();
  const requests: string[] = [];
  const files = new Map<string, () => Response>();
  for (const { name, address, findFile } of RANGE_FEEDS) {
    const text = FIXTURES[name] as string;
    files.set(findFile ? AZURE_FILE_PATH : pathOf(address), () => new Response(text));
    if (findFile) files.set(pathOf(address), () => new Response(AZURE_PAGE));
  }
  const queue: FeedMessage[] = [];
  const warned: unknown[] = [];
  const joined = { times: 0, rooms: 0 };
  const deps: RangeDeps = {
    blobs: over(blobs),
    clock: { now: () => time.now },
    baseUrl: 'http://mirror.test:9999/ignored',
    feeds,
    fetch: async (request) => {
      requests.push(request.url);
      return files.get(pathOf(request.url))?.() ?? new Response('no', { status: 404 });
    },
  };
  const ports: FeedPorts = {
    ...deps,
    all: feeds.map((feed) => refreshableRangeFeed(feed, deps)),
    async send(messages) {
      queue.push(...messages);
    },
    async withRoom(work) {
      joined.rooms++;
      await work();
    },
    async onMerged() {
      joined.times++;
    },
    warn: (_message, cause) => warned.push(cause),
  };

  /**
   * Works through the queue, in order. @returns what was worked through; a retried message is
   * dropped
   */
  async function drain(): Promise<FeedMessage[]> {
    const handled: FeedMessage[] = [];
    for (let body = queue.shift(); body; body = queue.shift()) {
      handled.push(body);
      await handleFeedMessages([messageOf(body).message], ports);
    }
    return handled;
  }
  return { blobs, time, requests, files, queue, warned, joined, ports, drain };
}

export type FeedWorld = ReturnType<typeof createFeedWorld>;

/** A list that changes, and one that does not. */
export const TWO_FEEDS = RANGE_FEEDS.filter(({ name }) =>
  ['tor_exits', 'cloudflare_v6'].includes(name),
);
const LAST_ROUND = 3;

/** A compiled table that knows no address. */
export async function writeBase({ blobs }: FeedWorld): Promise<void> {
  const v4 = new RangeTableWriter(1, 2);
  v4.add([0], [null, null]);
  const table = v4.finish();
  const v6 = new RangeTableWriter(4, 2, table.end);
  v6.add([0, 0, 0, 0], [null, null]);
  const { blocks, index } = joinIndexes(table, v6.finish());
  await blobs.write(addressKeys('1').blocks, blocks);
  await blobs.write(addressKeys('1').index, index);
  const pointer = { version: '1', previous: null, rows: { v4: 1, v6: 1 }, sources: [] };
  await blobs.write(ADDRESS_POINTER_KEY, JSON.stringify({ ...pointer, attribution: [] }));
}

/** The Tor exits of a round. @param isOut whether the publisher refuses this request */
export function publishRound(world: FeedWorld, round: number, isOut = () => false): void {
  world.files.set('/torbulkexitlist', () =>
    isOut()
      ? new Response('out', { status: 503 })
      : new Response(`185.220.101.${round}\n171.25.193.25\n`),
  );
}

/** Rounds whose exits the table as a new isolate reads it lists. */
export async function listedRounds(world: FeedWorld): Promise<number[]> {
  const table = openAddressTable({
    ...{ blobs: world.blobs, clock: world.ports.clock, feeds: TWO_FEEDS },
    background: () => {},
  });
  const rounds: number[] = [];
  for (let round = 0; round <= LAST_ROUND; round++) {
    const { tags } = await table.find(parseIpAddress(`185.220.101.${round}`));
    if (tags.length > 0) rounds.push(round);
  }
  expect((await table.find(parseIpAddress('2400:cb00::1'))).tags).toHaveLength(1);
  return rounds;
}
