import * as z from 'zod';
import {
  type DomainMetrics,
  type RankRow,
  type Ranks,
  rankScore,
  UNKNOWN_METRICS,
} from '../../domain/web/domain-metrics.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { StaleWhileRevalidate } from '../../lib/stale-while-revalidate.ts';
import { HOUR_MS } from '../../lib/time.ts';
import type { Source } from '../../lookup/source.ts';
import { type Blobs, type Clock, readJsonBlob } from '../../lookup/world.ts';
import { RANK_HEAD_BYTES, RANK_LAYOUT, RankIndex } from './rank-table.ts';

export const RANK_LISTS = ['tranco', 'majestic', 'common_crawl_graph'] as const;
export type RankList = (typeof RANK_LISTS)[number];

/** How long a pointer is cached before it is read again. */
const POINTER_AGE_MS = 60_000;

/**
 * An older pointer is read again before it is used: a list is published at most once a day, and the
 * second edition after a pointer overwrites its table.
 */
const MAX_POINTER_AGE_MS = HOUR_MS;

const rankObjectKey = (list: RankList, name: string): string =>
  `ranks/${RANK_LAYOUT}/${list}/${name}`;

/** Pointer to the current table of a list. Written last, so it never names an incomplete one. */
export const rankPointerKey = (list: RankList): string => rankObjectKey(list, 'current.json');

/** A list has two places; a new table overwrites the one not in use, so none has to be removed. */
export const rankTableKey = (list: RankList, place: 'a' | 'b'): string =>
  rankObjectKey(list, `${place}.bin`);

const rankPointer = z.object({
  place: z.enum(['a', 'b']),
  /** Hash of the content. */
  version: z.string(),
});
export type RankPointer = z.infer<typeof rankPointer>;

/** @returns null if the list was never loaded */
export const readRankPointer = (blobs: Blobs, list: RankList): Promise<RankPointer | null> =>
  readJsonBlob(blobs, rankPointerKey(list), rankPointer);

interface LoadedRankTable {
  key: string;
  version: string;
  index: RankIndex;
}

type LoadedRankTables = ReadonlyMap<RankList, LoadedRankTable>;

/** Ranks with `recheck` for the isolate that holds them. */
interface StoredRanks extends Ranks {
  /** Reads the pointers again, for the isolate that has just switched one. */
  recheck(): Promise<void>;
}

/**
 * Opens the tables of all loaded lists; a lookup reads a bucket of each.
 * @param deps.background keeps a promise running after the request that started it has ended
 */
export function openRanks(deps: {
  blobs: Blobs;
  clock: Clock;
  background(work: Promise<unknown>): void;
}): StoredRanks {
  const { blobs } = deps;

  async function open(
    list: RankList,
    before: LoadedRankTables | null,
  ): Promise<[RankList, LoadedRankTable] | null> {
    const pointer = await readRankPointer(blobs, list);
    if (!pointer) return null;
    const { place, version } = pointer;
    const held = before?.get(list);
    if (held?.version === version) return [list, held];
    const key = rankTableKey(list, place);
    const head = await blobs.read(key, { offset: 0, length: RANK_HEAD_BYTES });
    if (!head) throw new Error(`${key} is missing`);
    return [list, { key, version, index: new RankIndex(head) }];
  }

  const tables = new StaleWhileRevalidate<LoadedRankTables>(
    async (before) => {
      const opened = await Promise.all(RANK_LISTS.map((list) => open(list, before)));
      return new Map(opened.filter((each) => each !== null));
    },
    POINTER_AGE_MS,
    deps,
    MAX_POINTER_AGE_MS,
  );

  async function figuresOf(table: LoadedRankTable | undefined, name: string) {
    if (!table) return null;
    const range = table.index.range(name);
    if (range.length === 0) return null;
    const bytes = await blobs.read(table.key, range);
    if (bytes?.byteLength !== range.length)
      throw new Error(`${table.key} lacks bytes ${range.offset}+${range.length}`);
    const figures = table.index.find(name, new Uint32Array(bytes));
    return figures && { of: table.index.of, figures };
  }

  return {
    isLoaded: () => mapMaybePromise(tables.current(), ({ size }) => size > 0),
    version: () =>
      mapMaybePromise(tables.current(), (loaded) =>
        RANK_LISTS.map((list) => loaded.get(list)?.version ?? '-').join('.'),
      ),
    async find(name): Promise<RankRow> {
      const loaded = await tables.current();
      const [tranco, majestic, crawl] = await Promise.all(
        RANK_LISTS.map((list) => figuresOf(loaded.get(list), name)),
      );
      const [position = 0, subnets = 0, addresses = 0] = majestic?.figures ?? [];
      const [harmonic = 0, pageRank = 0] = crawl?.figures ?? [];
      return {
        tranco: tranco ? { position: tranco.figures[0] as number, of: tranco.of } : null,
        majestic: majestic ? { position, of: majestic.of, subnets, addresses } : null,
        commonCrawl: crawl ? { harmonic, pageRank, of: crawl.of } : null,
      };
    },
    async recheck() {
      await tables.reload().catch(() => undefined);
    },
  };
}

/** Open lists of ranked domains: ranks by links and by popularity, without search figures. */
export const rankedDomain: Source<string, DomainMetrics> = {
  name: 'ranks',
  label: 'domain_ranks',
  kind: 'compiled',
  reads: 'io',
  version: ({ ranks }) => ranks.version(),
  available: ({ ranks }) => ranks.isLoaded(),
  missing: () => RANK_LISTS,
  async ask(domain, { ranks }) {
    const { tranco, majestic, commonCrawl } = await ranks.find(domain);
    if (!tranco && !majestic && !commonCrawl) return null;
    const byLinks = commonCrawl
      ? rankScore(commonCrawl.harmonic, commonCrawl.of)
      : majestic && rankScore(majestic.position, majestic.of);
    return {
      ...UNKNOWN_METRICS,
      authorityScore: byLinks,
      domainStrength: commonCrawl && rankScore(commonCrawl.pageRank, commonCrawl.of),
      referringIps: majestic?.addresses ?? null,
      referringSubnets: majestic?.subnets ?? null,
      popularityRank: tranco?.position ?? null,
    };
  },
};
