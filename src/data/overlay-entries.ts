import type { FeedKind, FeedTag } from '../core/ip/address.ts';
import type { Entry } from './ranges/block.ts';

/** The overlay has one column: the set of feeds that list the range. */
export const TAGS_COLUMN = 0;
export const OVERLAY_COLUMNS = 1;

const FIELD = '\t';
const TAG = '\n';

/** Text: one line per tag, its fields separated by tabs. */
export function tagsEntry(tags: readonly FeedTag[]): Entry {
  const lines = tags.map(({ feed, kind, operator, region, service }) =>
    [feed, kind, operator, region ?? '', service ?? ''].join(FIELD),
  );
  return { numbers: [], text: lines.join(TAG), parent: null };
}

export function readTags(entry: Entry): FeedTag[] {
  return entry.text.split(TAG).map((line) => {
    const [feed = '', kind = '', operator = '', region = '', service = ''] = line.split(FIELD);
    return {
      feed,
      kind: kind as FeedKind,
      operator,
      region: region || null,
      service: service || null,
    };
  });
}
