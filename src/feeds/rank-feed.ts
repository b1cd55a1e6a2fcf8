import type { Clock } from '../core/ports.ts';
import {
  RANK_LISTS,
  type RankList,
  type RankPointer,
  rankPointerKey,
  rankTableKey,
  readRankPointer,
} from '../data/rank-lists.ts';
import { RankWriter } from '../data/rank-writer.ts';
import { FeedError } from '../sources/feeds/feed-error.ts';
import {
  lineBatches,
  newestRelease,
  type ReadRank,
  readCommonCrawl,
  readMajestic,
  readTranco,
} from '../sources/feeds/rank-lines.ts';
import { gunzipped, unzipped } from '../sources/feeds/unpack.ts';
import { writingTo } from './byte-writer.ts';
import { contentHash } from './content-hash.ts';
import { type FeedNetwork, fetchBytes, fetchChunks, fetchText } from './fetch-feed.ts';
import type { FeedBlobs, Refreshable, Taken } from './ports.ts';

const MEBIBYTE = 1_048_576;
/** A queue's message may take a quarter of an hour; the largest list is eighty megabytes. */
const LIMITS = { timeoutMs: 240_000, maxBytes: 192 * MEBIBYTE };
/** An archive is read whole, as its directory is at the end: it has ten megabytes. */
const ARCHIVE_LIMITS = { timeoutMs: 120_000, maxBytes: 24 * MEBIBYTE };
const MAX_TEXT_BYTES = 256 * MEBIBYTE;
/**
 * As many as two of the lists have; of the third, the first so many. With four figures 24 MB in
 * memory.
 */
const MAX_ROWS = 1_000_000;
/**
 * A file that lost more than this share of its entries at once is more likely broken than right.
 */
const MIN_SHARE_OF_LAST = 0.5;

/** A list as it is published now. */
interface Published {
  text: AsyncIterable<string>;
  /** What its publisher calls this edition; null: nothing. */
  edition: string | null;
  /** How many domains are ranked, where the publisher says so. */
  of: number | null;
}

interface Declared {
  refreshEveryHours: number;
  /** Figures of each row. */
  figures: number;
  reader(): ReadRank;
  /** @param before the edition that is loaded. @returns null when it is still the newest */
  open(network: FeedNetwork, before: string | null): Promise<Published | null>;
}

async function wholeBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of chunks) parts.push(part);
  return new Blob(parts as Uint8Array<ArrayBuffer>[]).bytes();
}

const GRAPH = 'https://data.commoncrawl.org/projects/hyperlinkgraph';

const LISTS: Readonly<{ [List in RankList]: Declared }> = {
  tranco: {
    refreshEveryHours: 24,
    figures: 1,
    reader: readTranco,
    async open(network) {
      const archive = fetchBytes('https://tranco-list.eu/top-1m.csv.zip', network, ARCHIVE_LIMITS);
      const text = unzipped(await wholeBytes(archive), MAX_TEXT_BYTES);
      return { text, edition: null, of: null };
    },
  },
  majestic: {
    refreshEveryHours: 24,
    figures: 3,
    reader: readMajestic,
    async open(network) {
      const address = 'https://downloads.majestic.com/majestic_million.csv';
      return { text: fetchChunks(address, network, LIMITS), edition: null, of: null };
    },
  },
  common_crawl_graph: {
    refreshEveryHours: 7 * 24,
    figures: 2,
    reader: readCommonCrawl,
    async open(network, before) {
      const index = await fetchText('https://index.commoncrawl.org/graphinfo.json', network);
      const { id, of } = newestRelease(index);
      if (id === before) return null;
      const address = `${GRAPH}/${id}/domain/${id}-domain-ranks.txt.gz`;
      const text = gunzipped(fetchBytes(address, network, LIMITS), MAX_TEXT_BYTES);
      return { text, edition: id, of };
    },
  },
};

/** Reads a list into columns, to its end or as far as they reach. @throws FeedError */
async function readRanks(text: AsyncIterable<string>, { figures, reader }: Declared) {
  const writer = new RankWriter(figures, MAX_ROWS);
  const read = reader();
  let last = 0;
  for await (const lines of lineBatches(text)) {
    for (const line of lines) {
      const row = writer.isFull || line === '' ? null : read(line);
      if (!row) continue;
      writer.add(row.name, row.figures);
      last = Math.max(last, row.figures[0] as number);
    }
    if (writer.isFull) break;
  }
  return { writer, last };
}

/** Writes a table where the current one is not, and then names it. */
async function publish(list: RankList, writer: RankWriter, of: number, blobs: FeedBlobs) {
  const before = await readRankPointer(blobs, list);
  const version = await contentHash(list, writer.blocks(of));
  if (before?.version === version) return;
  const pointer: RankPointer = { place: before?.place === 'a' ? 'b' : 'a', version };
  await writingTo(blobs, rankTableKey(list, pointer.place), async (out) => {
    for (const block of writer.blocks(of)) await out.write(block);
  });
  await blobs.write(rankPointerKey(list), JSON.stringify(pointer));
}

/** What refreshing a list needs; `onLoaded` is called when there is a new table. */
export interface RankDeps extends FeedNetwork {
  blobs: FeedBlobs;
  clock: Clock;
  onLoaded(): Promise<void>;
}

/** A list of ranked domains, kept as a table that is found by the hash of a name. */
export function rankFeed(list: RankList, deps: RankDeps): Refreshable {
  const declared = LISTS[list];
  return {
    name: list,
    refreshEveryHours: declared.refreshEveryHours,
    async take(before): Promise<Taken> {
      const published = await declared.open(deps, before.asOf);
      if (!published) return { asOf: before.asOf as string, rows: before.rows };
      const { writer, last } = await readRanks(published.text, declared);
      const { rows } = writer;
      if (rows === 0) throw new FeedError('the list ranks nobody');
      if (rows < before.rows * MIN_SHARE_OF_LAST)
        throw new FeedError(`the file has ${rows} entries, the last good one ${before.rows}`);
      await publish(list, writer, Math.max(published.of ?? 0, last, rows), deps.blobs);
      await deps.onLoaded();
      return { asOf: published.edition ?? new Date(deps.clock.now()).toISOString(), rows };
    },
  };
}

/** Every list of ranked domains. */
export const rankFeeds = (deps: RankDeps): Refreshable[] =>
  RANK_LISTS.map((list) => rankFeed(list, deps));
