import { gzipSync } from 'node:zlib';
import { RELEASE, RELEASES, zipped } from '../../test/support/world/rank-files.ts';

const ROWS = 1_000_000;
/** More rows than are kept; the published graph is far longer than the table. */
const GRAPH_ROWS = 1_100_000;

/** A domain of average length. */
const domain = (rank: number) => `site-${rank.toString(36)}.example-${rank % 997}.com`;
const reversed = (rank: number) => domain(rank).split('.').reverse().join('.');

/** A head and `count` lines. */
function listed(count: number, line: (rank: number) => string, head: string[] = []): string {
  const lines = [...head];
  for (let rank = 1; rank <= count; rank++) lines.push(line(rank));
  return `${lines.join('\n')}\n`;
}

const tranco = () =>
  zipped(
    'top-1m.csv',
    listed(ROWS, (rank) => `${rank},${domain(rank)}`),
  );

const majestic = () =>
  listed(
    ROWS,
    (rank) => {
      const figures = [500_000 - (rank >> 1), 2_600_000 - 2 * rank];
      const name = domain(rank);
      return [rank, rank, name, 'com', ...figures, name, 'com', rank, rank, ...figures].join(',');
    },
    [
      'GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs,IDN_Domain,IDN_TLD,' +
        'PrevGlobalRank,PrevTldRank,PrevRefSubNets,PrevRefIPs',
    ],
  );

const graph = () =>
  gzipSync(
    listed(
      GRAPH_ROWS,
      (rank) =>
        [rank, `${3.1e7 - rank}`, rank, `${1 / rank}`, reversed(rank), 1 + (rank % 50)].join('\t'),
      ['#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts'],
    ),
    { level: 1 },
  );

const GRAPHS = 'https://data.commoncrawl.org/projects/hyperlinkgraph';

/** The lists of ranked domains at their published lengths. */
export const RANKED: readonly [address: string, file: () => PublishedFile][] = [
  ['https://tranco-list.eu/top-1m.csv.zip', tranco],
  ['https://downloads.majestic.com/majestic_million.csv', majestic],
  ['https://index.commoncrawl.org/graphinfo.json', () => JSON.stringify(RELEASES)],
  [`${GRAPHS}/${RELEASE}/domain/${RELEASE}-domain-ranks.txt.gz`, graph],
];

/** A publisher's file, once it is made. */
export type PublishedFile = string | Uint8Array | Promise<Uint8Array>;
