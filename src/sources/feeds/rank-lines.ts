import * as z from 'zod';
import { FeedError } from './feed-error.ts';

/** One line of a list: a domain and its figures. */
export interface RankedLine {
  name: string;
  figures: readonly number[];
}

/** Reads a line; null for one that ranks nobody, such as a header. @throws FeedError */
export type ReadRank = (line: string) => RankedLine | null;

const MAX_WORD = 0xffff_ffff;
/** A host name as the lists write it. */
const NAME = /^[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?$/;

function rowOf(name: string | undefined, cells: readonly (string | undefined)[]) {
  const figures = cells.map((cell) => (/^\d{1,10}$/.test(cell ?? '') ? Number(cell) : Number.NaN));
  const lower = name?.toLowerCase() ?? '';
  if (!NAME.test(lower) || !figures.every((figure) => figure <= MAX_WORD)) return null;
  return { name: lower, figures };
}

/** Tranco: `rank,domain`. */
export const readTranco = (): ReadRank => (line) => {
  const [rank, name] = line.trim().split(',');
  return rowOf(name, [rank]);
};

/** Majestic Million: its columns by the names of the header; place, networks, addresses. */
export function readMajestic(): ReadRank {
  let columns: number[] | null = null;
  return (line) => {
    const cells = line.trim().split(',');
    if (columns === null) {
      columns = ['Domain', 'GlobalRank', 'RefSubNets', 'RefIPs'].map((name) => cells.indexOf(name));
      if (columns.includes(-1)) throw new FeedError('the list has other columns');
      return null;
    }
    const [name, ...figures] = columns.map((column) => cells[column]);
    return rowOf(name, figures);
  };
}

/**
 * Common Crawl: harmonic place, its value, place by page rank, its value, host from the right,
 * hosts.
 */
export const readCommonCrawl = (): ReadRank => (line) => {
  if (line.startsWith('#')) return null;
  const [harmonic, , pageRank, , reversed] = line.trim().split('\t');
  return rowOf(reversed?.split('.').reverse().join('.'), [harmonic, pageRank]);
};

const releases = z
  .array(
    z.object({
      id: z.string().regex(/^[\w-]{1,100}$/),
      stats: z
        .object({ domain: z.object({ nodes: z.int().min(1).max(MAX_WORD) }) })
        .nullable()
        .catch(null),
    }),
  )
  .min(1);

/**
 * The newest release of the graph, and how many domains it ranks where that is said. @throws
 * FeedError
 */
export function newestRelease(text: string): { id: string; of: number | null } {
  try {
    const [newest] = releases.parse(JSON.parse(text));
    return { id: newest?.id as string, of: newest?.stats?.domain.nodes ?? null };
  } catch (cause) {
    throw new FeedError('the list of releases cannot be read', { cause });
  }
}

/** No list has longer lines. */
const MAX_LINE_CHARS = 4_096;

/**
 * The lines of a text as it arrives, those of each piece together: a list has a million, and
 * waiting for each alone
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
