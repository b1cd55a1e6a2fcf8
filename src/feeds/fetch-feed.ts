import { type Feed, FeedError } from '../sources/feeds/feed.ts';

/** Whole exchange, body included: twenty silent publishers in a row still fit a scheduled run of fifteen minutes. */
const TIMEOUT_MS = 30_000;
/** The largest feed, Apple's, is about ten megabytes. */
const MAX_BYTES = 32 * 1_048_576;

export type Fetch = (request: Request) => Promise<Response>;

/** @param baseUrl replaces scheme and host of every feed, keeping its path; for private mirrors and tests */
export interface FeedNetwork {
  fetch: Fetch;
  baseUrl?: string | undefined;
}

/** The text of the feed's file. @throws FeedError when it cannot be had */
export async function fetchFeed(feed: Feed, network: FeedNetwork): Promise<string> {
  const text = await fetchText(feed.address, network);
  return feed.findFile ? fetchText(feed.findFile(text), network) : text;
}

/** The text at one address. @throws FeedError when it cannot be had */
export async function fetchText(address: string, { fetch, baseUrl }: FeedNetwork): Promise<string> {
  const { pathname, search } = new URL(address);
  const url = baseUrl ? new URL(pathname + search, baseUrl) : new URL(address);
  try {
    const response = await fetch(
      new Request(url, { headers: { Accept: '*/*' }, signal: AbortSignal.timeout(TIMEOUT_MS) }),
    );
    if (!response.ok)
      throw new FeedError(`the publisher answered ${response.status}`, { status: response.status });
    return await boundedText(response);
  } catch (cause) {
    if (cause instanceof FeedError) throw cause;
    const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
    throw new FeedError(
      isTimeout ? 'the publisher took too long' : 'the publisher cannot be reached',
      { cause },
    );
  }
}

async function boundedText(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new FeedError(`the file is larger than ${MAX_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
