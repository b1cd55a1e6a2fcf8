import type { Platform } from '../../domain/social/platforms.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { firstAnswer, type Source, type Sources } from '../../lookup/source.ts';

/** Requires one of the product's platforms. @throws UnusableInput */
export function requirePlatform<Address extends { platform: Platform }, Known extends Platform>(
  address: Address,
  known: readonly Known[],
): Address & { platform: Known } {
  if ((known as readonly Platform[]).includes(address.platform))
    return address as Address & { platform: Known };
  throw new UnusableInput('is on a platform that this product does not support');
}

/** A source, and the platforms it covers; absent: all of them. */
interface PlatformSource<Query, Fact> {
  source: Source<Query, Fact>;
  platforms?: ReadonlySet<Platform>;
  /** Whether it accepts this query; absent: always. */
  accepts?(query: Query): boolean;
}

/**
 * Source order per platform: the most complete first. The first answer counts, even "no record",
 * because later sources are less complete.
 */
export function byPlatform<Query extends { platform: Platform }, Fact>(
  ...parts: readonly PlatformSource<Query, Fact>[]
): Sources<Query, Fact | null> {
  const byName = new Map(parts.map(({ source }) => [source.name, source]));
  return {
    list: [...byName.values()],
    resolve(query, ask) {
      const knowing = parts.filter(
        ({ platforms, accepts }) =>
          platforms?.has(query.platform) !== false && accepts?.(query) !== false,
      );
      return firstAnswer(...knowing.map(({ source }) => source)).resolve(query, ask);
    },
  };
}
