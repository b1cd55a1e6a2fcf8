import type { Feed } from '../sources/feeds/feed.ts';
import { FeedError } from '../sources/feeds/feed-error.ts';
import { type FeedContent, readFeed, wholeText } from '../sources/feeds/read-feed.ts';
import { Deadline } from '../sources/network/deadline.ts';

/** What one exchange may take, body included. */
export interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

/** The largest list of ranges, Apple's, is about ten megabytes. */
const LIMITS: FetchLimits = { timeoutMs: 30_000, maxBytes: 32 * 1_048_576 };

export type Fetch = (request: Request) => Promise<Response>;

/**
 * @param baseUrl replaces scheme and host of every feed, keeping its path; for private mirrors and
 * tests
 */
export interface FeedNetwork {
  fetch: Fetch;
  baseUrl?: string | undefined;
}

/**
 * Fetches a feed's file and reads it as it arrives. @throws FeedError when it cannot be had or used
 */
export async function fetchFeed(feed: Feed, network: FeedNetwork): Promise<FeedContent> {
  const address = feed.findFile
    ? feed.findFile(await fetchText(feed.address, network))
    : feed.address;
  return readFeed(feed, fetchChunks(address, network));
}

/** The text at one address. @throws FeedError when it cannot be had */
export const fetchText = (address: string, network: FeedNetwork): Promise<string> =>
  wholeText(fetchChunks(address, network));

const tooSlow = () => new FeedError('the publisher took too long');

const failureOf = (cause: unknown): FeedError =>
  cause instanceof FeedError ? cause : new FeedError('the publisher cannot be reached', { cause });

/** The text at one address, as it arrives. @throws FeedError */
export async function* fetchChunks(
  address: string,
  network: FeedNetwork,
  limits: FetchLimits = LIMITS,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of fetchBytes(address, network, limits))
    yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/**
 * The bytes at one address, as they arrive. A reader that stops early lets go of the connection.
 * @throws FeedError
 */
export async function* fetchBytes(
  address: string,
  { fetch, baseUrl }: FeedNetwork,
  { timeoutMs, maxBytes }: FetchLimits,
): AsyncGenerator<Uint8Array> {
  const { pathname, search } = new URL(address);
  const url = baseUrl ? new URL(pathname + search, baseUrl) : new URL(address);
  const deadline = new Deadline(timeoutMs, tooSlow);
  const { signal } = deadline;
  /** One step of the exchange, whose failure is the publisher's. */
  const step = <T>(work: Promise<T>): Promise<T> =>
    deadline.wait(work).catch((cause) => Promise.reject(failureOf(cause)));
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const response = await step(fetch(new Request(url, { headers: { Accept: '*/*' }, signal })));
    reader = response.body?.getReader();
    if (!response.ok)
      throw new FeedError(`the publisher answered ${response.status}`, { status: response.status });
    let bytes = 0;
    while (reader) {
      const { done, value } = await step(reader.read());
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new FeedError(`the file is larger than ${maxBytes} bytes`);
      yield value;
    }
  } finally {
    deadline.end();
    reader?.cancel().catch(() => undefined);
  }
}
