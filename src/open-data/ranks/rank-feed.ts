import * as z from 'zod';
import { concatBytes } from '../../lib/bytes.ts';
import type { Clock } from '../../lookup/world.ts';
import { gunzipped, unzipped } from '../feeds/archive.ts';
import {
  type FeedTransport,
  fetchBytes,
  fetchChunks,
  fetchText,
  lineBatches,
} from '../feeds/download.ts';
import type { FeedBlobs, RefreshableFeed, RefreshResult } from '../feeds/feed.ts';
import { FeedError } from '../feeds/feed-error.ts';
import { contentHash, writeObject } from '../feeds/stored-object.ts';
import { requireNoLoss } from '../feeds/stored-ranges.ts';
import { RankWriter } from './rank-table.ts';
import {
  RANK_LISTS,
  type RankList,
  type RankPointer,
  rankPointerKey,
  rankTableKey,
  readRankPointer,
} from './ranks.ts';

/** Line of a list: a domain and its figures. */
interface RankedLine {
  name: string;
  figures: readonly number[];
}

/** Parses a line; null for a line without a rank, such as a header. @throws FeedError */
export type RankLineReader = (line: string) => RankedLine | null;

const MAX_U32 = 0xffff_ffff;
const HOST_NAME = /^[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?$/;

function rankedLineOf(name: string | undefined, cells: readonly (string | undefined)[]) {
  const figures = cells.map((cell) => (/^\d{1,10}$/.test(cell ?? '') ? Number(cell) : Number.NaN));
  const lower = name?.toLowerCase() ?? '';
  if (!HOST_NAME.test(lower) || !figures.every((figure) => figure <= MAX_U32)) return null;
  return { name: lower, figures };
}

/** Tranco: `rank,domain`. */
export const readTranco = (): RankLineReader => (line) => {
  const [rank, name] = line.trim().split(',');
  return rankedLineOf(name, [rank]);
};

/** Majestic Million, with columns found by the header: rank, subnets, addresses. */
export function readMajestic(): RankLineReader {
  let columns: number[] | null = null;
  return (line) => {
    const cells = line.trim().split(',');
    if (columns === null) {
      columns = ['Domain', 'GlobalRank', 'RefSubNets', 'RefIPs'].map((name) => cells.indexOf(name));
      if (columns.includes(-1)) throw new FeedError('the list has other columns');
      return null;
    }
    const [name, ...figures] = columns.map((column) => cells[column]);
    return rankedLineOf(name, figures);
  };
}

/** Common Crawl: harmonic rank, its value, page rank, its value, reversed host, hosts. */
export const readCommonCrawl = (): RankLineReader => (line) => {
  if (line.startsWith('#')) return null;
  const [harmonic, , pageRank, , reversed] = line.trim().split('\t');
  return rankedLineOf(reversed?.split('.').reverse().join('.'), [harmonic, pageRank]);
};

const releases = z
  .array(
    z.object({
      id: z.string().regex(/^[\w-]{1,100}$/),
      stats: z
        .object({ domain: z.object({ nodes: z.int().min(1).max(MAX_U32) }) })
        .nullable()
        .catch(null),
    }),
  )
  .min(1);

/** Newest release of the graph, and how many domains it ranks, if stated. @throws FeedError */
export function newestRelease(text: string): { id: string; of: number | null } {
  try {
    const [newest] = releases.parse(JSON.parse(text));
    return { id: newest?.id as string, of: newest?.stats?.domain.nodes ?? null };
  } catch (cause) {
    throw new FeedError('the list of releases cannot be read', { cause });
  }
}

const MEBIBYTE = 1_048_576;
/** A queue message may take a quarter of an hour; the largest list has eighty megabytes. */
const LIST_LIMITS = { timeoutMs: 240_000, maxBytes: 192 * MEBIBYTE };
/** An archive, of ten megabytes, is read whole, because its directory is at the end. */
const ARCHIVE_LIMITS = { timeoutMs: 120_000, maxBytes: 24 * MEBIBYTE };
const MAX_TEXT_BYTES = 256 * MEBIBYTE;
/** Size of two lists; of the third, the first rows are kept. With four figures 24 MB in memory. */
const MAX_ROWS = 1_000_000;
/** Current edition of a list. */
interface RankEdition {
  text: AsyncIterable<string>;
  /** Publisher's name for this edition; null if none. */
  edition: string | null;
  /** How many domains are ranked; null if the publisher does not state it. */
  of: number | null;
}

interface RankListSource {
  refreshEveryHours: number;
  figures: number;
  reader(): RankLineReader;
  /** @param before the edition that is loaded @returns null if it is still the newest */
  open(transport: FeedTransport, before: string | null): Promise<RankEdition | null>;
}

const GRAPH = 'https://data.commoncrawl.org/projects/hyperlinkgraph';

const RANK_LIST_SOURCES: Readonly<{ [List in RankList]: RankListSource }> = {
  tranco: {
    refreshEveryHours: 24,
    figures: 1,
    reader: readTranco,
    async open(transport) {
      const address = 'https://tranco-list.eu/top-1m.csv.zip';
      const archive = await Array.fromAsync(fetchBytes(address, transport, ARCHIVE_LIMITS));
      const text = unzipped(concatBytes(archive), MAX_TEXT_BYTES);
      return { text, edition: null, of: null };
    },
  },
  majestic: {
    refreshEveryHours: 24,
    figures: 3,
    reader: readMajestic,
    async open(transport) {
      const address = 'https://downloads.majestic.com/majestic_million.csv';
      return { text: fetchChunks(address, transport, LIST_LIMITS), edition: null, of: null };
    },
  },
  common_crawl_graph: {
    refreshEveryHours: 7 * 24,
    figures: 2,
    reader: readCommonCrawl,
    async open(transport, before) {
      const index = await fetchText('https://index.commoncrawl.org/graphinfo.json', transport);
      const { id, of } = newestRelease(index);
      if (id === before) return null;
      const address = `${GRAPH}/${id}/domain/${id}-domain-ranks.txt.gz`;
      const text = gunzipped(fetchBytes(address, transport, LIST_LIMITS), MAX_TEXT_BYTES);
      return { text, edition: id, of };
    },
  },
};

/** Reads a list into columns, to its end or until they are full. @throws FeedError */
async function readRanks(text: AsyncIterable<string>, { figures, reader }: RankListSource) {
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

/** Writes a new table to the place not in use, and then switches the pointer to it. */
async function publishRanks(list: RankList, writer: RankWriter, of: number, blobs: FeedBlobs) {
  const before = await readRankPointer(blobs, list);
  const version = await contentHash(list, writer.blocks(of));
  if (before?.version === version) return;
  const pointer: RankPointer = { place: before?.place === 'a' ? 'b' : 'a', version };
  await writeObject(blobs, rankTableKey(list, pointer.place), async (out) => {
    for (const block of writer.blocks(of)) await out.write(block);
  });
  await blobs.write(rankPointerKey(list), JSON.stringify(pointer));
}

/** Dependencies of a refresh; `onLoaded` is called after a list was read. */
interface RankDeps extends FeedTransport {
  blobs: FeedBlobs;
  clock: Clock;
  onLoaded(): Promise<void>;
}

/** Feed of a list of ranked domains, stored as a table indexed by the hash of a name. */
export function rankFeed(list: RankList, deps: RankDeps): RefreshableFeed {
  const declared = RANK_LIST_SOURCES[list];
  return {
    name: list,
    refreshEveryHours: declared.refreshEveryHours,
    async fetchAndStore(before): Promise<RefreshResult> {
      const published = await declared.open(deps, before.asOf);
      if (!published) return { asOf: before.asOf as string, rows: before.rows };
      const { writer, last } = await readRanks(published.text, declared);
      const { rows } = writer;
      if (rows === 0) throw new FeedError('the list has no rows');
      requireNoLoss(rows, before, deps.clock.now());
      await publishRanks(list, writer, Math.max(published.of ?? 0, last, rows), deps.blobs);
      await deps.onLoaded();
      return { asOf: published.edition ?? new Date(deps.clock.now()).toISOString(), rows };
    },
  };
}

export const rankFeeds = (deps: RankDeps): RefreshableFeed[] =>
  RANK_LISTS.map((list) => rankFeed(list, deps));
