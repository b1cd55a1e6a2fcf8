import type { FeedContent } from './feed.ts';
import { RangeList } from './range-list.ts';

/** Non-empty lines without comments, one at a time: some files have hundreds of thousands. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? undefined : end).trim();
    start = end < 0 ? text.length : end + 1;
    if (line !== '' && !line.startsWith('#')) yield line;
  }
}

/** One address or prefix a line; `#` starts a comment. */
export function parseLines(text: string): FeedContent {
  const ranges = new RangeList();
  for (const line of linesOf(text)) ranges.add(line);
  return { ranges: ranges.checked(), asOf: null };
}

/** Self-published geofeed (RFC 8805): prefix, country, region, city, postal code. The region names where the provider serves from. */
export function parseGeofeed(text: string): FeedContent {
  const ranges = new RangeList();
  for (const line of linesOf(text)) {
    const [prefix = '', country = '', region = ''] = line.split(',').map((field) => field.trim());
    ranges.add(prefix, region || country || null);
  }
  return { ranges: ranges.checked(), asOf: null };
}

/** A geofeed of which only the prefixes are wanted. */
export function parseGeofeedPrefixes(text: string): FeedContent {
  const ranges = new RangeList();
  for (const line of linesOf(text)) ranges.add(line.split(',', 1)[0] as string);
  return { ranges: ranges.checked(), asOf: null };
}
