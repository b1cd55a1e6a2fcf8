import { Deadline } from '../../lib/deadline.ts';
import { FeedError } from './feed-error.ts';
import { type RangeFeed, RangeList } from './range-list.ts';

interface RangeFeedContent {
  ranges: RangeList;
  /** ISO 8601 date or time that the publisher states; null if none. */
  asOf: string | null;
}

/** Limit of a line: no list has longer lines, and a file without lines is not buffered whole. */
const MAX_LINE_CHARS = 4_096;
/** The largest documents have five million characters; parsing takes several times that. */
const MAX_JSON_CHARS = 12 * 1_048_576;

/** Whole text. @throws FeedError beyond the limit */
export async function wholeText(chunks: AsyncIterable<string>): Promise<string> {
  const parts: string[] = [];
  let chars = 0;
  for await (const chunk of chunks) {
    chars += chunk.length;
    if (chars > MAX_JSON_CHARS)
      throw new FeedError(`the file is longer than ${MAX_JSON_CHARS} characters`);
    parts.push(chunk);
  }
  return parts.join('');
}

/**
 * Lines of a text as it arrives, in one batch per chunk: a list has a million lines, and awaiting
 * each one would take longer than reading it. @throws FeedError for a line beyond the limit
 */
export async function* lineBatches(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() as string;
    if (rest.length > MAX_LINE_CHARS) throw new FeedError('a line of the file is too long');
    yield lines;
  }
  yield [rest];
}

/** Calls `read` with every line that is neither empty nor a comment. @throws FeedError */
async function readLines(chunks: AsyncIterable<string>, read: (line: string) => void) {
  for await (const lines of lineBatches(chunks))
    for (const line of lines.map((text) => text.trim()))
      if (line !== '' && !line.startsWith('#')) read(line);
}

/** Parses a feed's file as it arrives. @throws FeedError if it has another format */
export async function readRangeFeed(
  { file }: Pick<RangeFeed, 'file'>,
  chunks: AsyncIterable<string>,
): Promise<RangeFeedContent> {
  const ranges = new RangeList();
  let asOf: string | null = null;
  if (file.form === 'json') asOf = file.read(await wholeText(chunks), ranges);
  else await readLines(chunks, (line) => file.read(line, ranges));
  return { ranges: ranges.checked(), asOf };
}

/** @throws FeedError for invalid JSON */
export function parseFeedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new FeedError('the file is not JSON', { cause });
  }
}

/** Limits of one exchange, including the body. */
interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

/** The largest list of ranges, Apple's, is about ten megabytes. */
const LIMITS: FetchLimits = { timeoutMs: 30_000, maxBytes: 32 * 1_048_576 };

export type Fetch = (request: Request) => Promise<Response>;

/** @param baseUrl replaces scheme and host of every feed and keeps paths; for mirrors and tests */
export interface FeedTransport {
  fetch: Fetch;
  baseUrl?: string | undefined;
}

/** Fetches a feed's file and parses it as it arrives. @throws FeedError if it is unusable */
export async function fetchRangeFeed(
  feed: RangeFeed,
  transport: FeedTransport,
): Promise<RangeFeedContent> {
  const address = feed.findFile
    ? feed.findFile(await fetchText(feed.address, transport))
    : feed.address;
  return readRangeFeed(feed, fetchChunks(address, transport));
}

/** Text at one address. @throws FeedError if it cannot be fetched */
export const fetchText = (address: string, transport: FeedTransport): Promise<string> =>
  wholeText(fetchChunks(address, transport));

const tooSlow = () => new FeedError('the publisher took too long');

const toFeedError = (cause: unknown): FeedError =>
  cause instanceof FeedError ? cause : new FeedError('the publisher cannot be reached', { cause });

/** Text at one address, as it arrives. @throws FeedError */
export async function* fetchChunks(
  address: string,
  transport: FeedTransport,
  limits: FetchLimits = LIMITS,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of fetchBytes(address, transport, limits))
    yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/**
 * Bytes at one address, as they arrive. A reader that stops early closes the connection.
 * @throws FeedError
 */
export async function* fetchBytes(
  address: string,
  { fetch, baseUrl }: FeedTransport,
  { timeoutMs, maxBytes }: FetchLimits,
): AsyncGenerator<Uint8Array> {
  const { pathname, search } = new URL(address);
  const url = baseUrl ? new URL(pathname + search, baseUrl) : new URL(address);
  const deadline = new Deadline(timeoutMs, tooSlow);
  const { signal } = deadline;
  /** Awaits one step of the exchange; a failure becomes a FeedError. */
  const step = <T>(work: Promise<T>): Promise<T> =>
    deadline.wait(work).catch((cause) => Promise.reject(toFeedError(cause)));
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
