/** A list of Tranco: most visited first. */
export const TRANCO = ['1,google.com', '2,example.com', '3,example.org', ''].join('\r\n');

/** Majestic Million: subdomains occur, and names that are no domain do not rank. */
export const MAJESTIC = [
  'GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs,IDN_Domain,IDN_TLD,PrevGlobalRank,PrevTldRank,PrevRefSubNets,PrevRefIPs',
  '1,1,google.com,com,500000,2600000,google.com,com,1,1,499000,2500000',
  '2,2,Example.com,com,2400,3100,example.com,com,2,2,2300,3000',
  '3,1,-,org,1,1,,,,,,',
  '',
].join('\n');

/** The first lines of the graph, by harmonic centrality. */
export const CRAWL = [
  '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts',
  '1\t3.1E7\t2\t0.01\tcom.google\t9000',
  '2\t2.9E7\t7\t0.005\tcom.example\t3',
  '3\t2.8E7\t1\t0.02\torg.example\t2',
  '',
].join('\n');

export const RELEASE = 'cc-main-2026-may-jun-jul';

/** The newest release first. */
export const RELEASES = [
  { id: RELEASE, crawls: [], stats: { host: { nodes: 900 }, domain: { nodes: 1_000, arcs: 5 } } },
  { id: 'cc-main-2026-feb-mar-apr', stats: { domain: { nodes: 900 } } },
];

async function packed(text: string, format: 'gzip' | 'deflate-raw'): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const CRC_BYTES = 4;

/** An archive of one file, as a writer to a pipe leaves it: lengths are in the directory only. */
export async function zipped(name: string, text: string): Promise<Uint8Array> {
  const data = await packed(text, 'deflate-raw');
  const names = new TextEncoder().encode(name);
  const header = new DataView(new ArrayBuffer(30));
  header.setUint32(0, 0x04034b50, true);
  header.setUint16(6, 8, true);
  header.setUint16(8, 8, true);
  header.setUint16(26, names.length, true);
  const descriptor = new Uint8Array(8 + CRC_BYTES);
  const entry = new DataView(new ArrayBuffer(46));
  entry.setUint32(0, 0x02014b50, true);
  entry.setUint16(10, 8, true);
  entry.setUint32(20, data.length, true);
  entry.setUint32(24, text.length, true);
  entry.setUint16(28, names.length, true);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(10, 1, true);
  end.setUint32(12, 46 + names.length, true);
  end.setUint32(16, 30 + names.length + data.length + descriptor.length, true);
  const parts = [header, names, data, descriptor, entry, names, end];
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** Every list by its path, as its publisher sends it. */
export const RANK_FILES: ReadonlyMap<string, BodyInit> = new Map<string, BodyInit>([
  ['/top-1m.csv.zip', (await zipped('top-1m.csv', TRANCO)) as BodyInit],
  ['/majestic_million.csv', MAJESTIC],
  ['/graphinfo.json', JSON.stringify(RELEASES)],
  [
    `/projects/hyperlinkgraph/${RELEASE}/domain/${RELEASE}-domain-ranks.txt.gz`,
    (await packed(CRAWL, 'gzip')) as BodyInit,
  ],
]);
