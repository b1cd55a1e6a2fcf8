import { ipv4Address, ipv6Address, parseIpAddress } from '../core/ip-address.ts';
import type { Blobs } from '../core/ports.ts';
import type { ListedRange } from '../sources/feeds/range-list.ts';

/** Where the last good ranges of a feed are kept: first, last, region, service, separated by tabs; one range a line. */
const rangesKey = (feed: string): string => `feeds/${feed}/ranges.tsv`;

const addressText = (words: readonly number[]): string =>
  (words.length === 1 ? ipv4Address(words[0] as number) : ipv6Address(words)).text;

export async function storeRanges(
  blobs: Blobs,
  feed: string,
  ranges: readonly ListedRange[],
): Promise<void> {
  const lines = ranges.map(({ first, last, region, service }) =>
    [addressText(first), addressText(last), clean(region), clean(service)].join('\t'),
  );
  await blobs.write(rangesKey(feed), lines.join('\n'));
}

/** Separators inside a publisher's own words would break the line. */
const clean = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ');

/** @returns null when the feed was never stored */
export async function readRanges(blobs: Blobs, feed: string): Promise<ListedRange[] | null> {
  const bytes = await blobs.read(rangesKey(feed));
  if (!bytes) return null;
  const text = new TextDecoder().decode(bytes);
  return text.split('\n').map((line) => {
    const [first = '', last = '', region = '', service = ''] = line.split('\t');
    const { version, words } = parseIpAddress(first);
    return {
      version,
      first: words,
      last: parseIpAddress(last).words,
      region: region || null,
      service: service || null,
    };
  });
}
