import type { Upload } from '../../src/core/jobs/files.ts';
import { handleFeedMessages } from '../../src/feeds/handle-feed-messages.ts';
import type { FeedMessage } from '../../src/feeds/messages.ts';
import type { FeedBlobs, FeedPorts, RangeDeps } from '../../src/feeds/ports.ts';
import { rangeFeed } from '../../src/feeds/range-feed.ts';
import type { Feed } from '../../src/sources/feeds/feed.ts';
import { FEEDS } from '../../src/sources/feeds/feeds.ts';
import { AZURE_FILE_PATH, AZURE_PAGE, FIXTURES } from '../products/ip/fixtures.ts';
import { memoryBlobs } from '../products/ip/memory-blobs.ts';

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
    async upload(key): Promise<Upload> {
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
export function createFeedWorld(feeds: readonly Feed[] = FEEDS) {
  const blobs = feedBlobs();
  const time = { now: START };
  const requests: string[] = [];
  const files = new Map<string, () => Response>();
  for (const { name, address, findFile } of FEEDS) {
    const text = FIXTURES[name] as string;
    files.set(findFile ? AZURE_FILE_PATH : pathOf(address), () => new Response(text));
    if (findFile) files.set(pathOf(address), () => new Response(AZURE_PAGE));
  }
  const queue: FeedMessage[] = [];
  const warned: unknown[] = [];
  const joined = { times: 0 };
  const deps: RangeDeps = {
    blobs,
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
    all: feeds.map((feed) => rangeFeed(feed, deps)),
    async send(messages) {
      queue.push(...messages);
    },
    async onJoined() {
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
