import type { FeedForm } from './feed.ts';

/** One address or prefix a line. */
export const prefixLines: FeedForm = {
  form: 'lines',
  read: (line, ranges) => ranges.add(line),
};

/**
 * Self-published geofeed (RFC 8805): prefix, country, region, city, postal code. The region names
 * where the provider serves from.
 */
export const geofeed: FeedForm = {
  form: 'lines',
  read(line, ranges) {
    const [prefix = '', country = '', region = ''] = line.split(',', 3);
    ranges.add(prefix, region.trim() || country.trim() || null);
  },
};

/** A geofeed of which only the prefixes are wanted. */
export const geofeedPrefixes: FeedForm = {
  form: 'lines',
  read: (line, ranges) => ranges.add(line.split(',', 1)[0] as string),
};
