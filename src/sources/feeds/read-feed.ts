import type { Feed } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { RangeList } from './range-list.ts';

/** What one published file says. */
export interface FeedContent {
  ranges: RangeList;
  /** ISO 8601 date or time the publisher states; null when it states none. */
  asOf: string | null;
}

/** No list has longer lines; a file without any is not held whole to find that out. */
const MAX_LINE_CHARS = 4_096;
/**
 * The largest documents have five million characters; read and checked they take several times
 * that.
 */
const MAX_JSON_CHARS = 12 * 1_048_576;

/** The whole text. @throws FeedError past the limit */
export async function wholeText(
  chunks: AsyncIterable<string>,
  maxChars = MAX_JSON_CHARS,
): Promise<string> {
  const parts: string[] = [];
  let chars = 0;
  for await (const chunk of chunks) {
    chars += chunk.length;
    if (chars > maxChars) throw new FeedError(`the file is longer than ${maxChars} characters`);
    parts.push(chunk);
  }
  return parts.join('');
}

/**
 * Calls `read` with every non-empty line that is no comment. @throws FeedError for an endless line
 */
async function eachLine(chunks: AsyncIterable<string>, read: (line: string) => void) {
  const line = (text: string) => {
    const trimmed = text.trim();
    if (trimmed !== '' && !trimmed.startsWith('#')) read(trimmed);
  };
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + chunk;
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      line(text.slice(start, end));
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > MAX_LINE_CHARS) throw new FeedError('the file has a line without end');
  }
  line(rest);
}

/** Reads a feed's file as it arrives. @throws FeedError when it is not of the expected form */
export async function readFeed(
  { file }: Pick<Feed, 'file'>,
  chunks: AsyncIterable<string>,
): Promise<FeedContent> {
  const ranges = new RangeList();
  let asOf: string | null = null;
  if (file.form === 'json') asOf = file.read(await wholeText(chunks), ranges);
  else await eachLine(chunks, (line) => file.read(line, ranges));
  return { ranges: ranges.checked(), asOf };
}
