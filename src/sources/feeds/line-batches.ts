import { FeedError } from './feed-error.ts';

/** No list has longer lines. */
const MAX_LINE_CHARS = 4_096;

/**
 * The lines of a text as it arrives, those of each piece together: a list has a million, and waiting for each alone
 * would take longer than reading it. @throws FeedError for a line without end
 */
export async function* lineBatches(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() as string;
    if (rest.length > MAX_LINE_CHARS) throw new FeedError('the file has a line without end');
    yield lines;
  }
  yield [rest];
}
