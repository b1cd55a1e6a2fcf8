import { firstOf, type Source, type Sources } from '../../core/lookup/source.ts';
import type { Platform } from '../../core/social/platforms.ts';

/** A source, and the platforms it knows; absent: all of them. */
export interface Served<Query, Fact> {
  source: Source<Query, Fact>;
  of?: ReadonlySet<Platform>;
}

/**
 * Asks the sources that know the platform, in order: what tells all before what tells a part. The
 * first answer counts, "no record" too: a later one knows less.
 */
export function byPlatform<Query extends { platform: Platform }, Fact>(
  ...parts: readonly Served<Query, Fact>[]
): Sources<Query, Fact | null> {
  const byName = new Map(parts.map(({ source }) => [source.name, source]));
  return {
    list: [...byName.values()],
    resolve(query, ask) {
      const knowing = parts.filter(({ of }) => of === undefined || of.has(query.platform));
      return firstOf(...knowing.map(({ source }) => source)).resolve(query, ask);
    },
  };
}
