import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Areas, percent } from './areas.ts';
import type { RegisteredNetwork } from './registered-networks.ts';

/** Words that many names share, so that they tell nothing of whose a network is. */
const COMMON = new Set(
  `autonomous center centre cloud communications company corporation data datacenter dedicated digital global group
  hosting internet limited network networks number online private provider server servers service
  services solutions
  systems technologies technology telecom`.split(/\s+/),
);

const wordsOf = (name: string): string[] =>
  (name.toLowerCase().match(/[a-z0-9]{4,}/g) ?? []).filter((word) => !COMMON.has(word));

/**
 * Whether two names of one number share a telling word, or one holds another's: `NETCUP` and
 * `netcup GmbH`.
 */
function isSameOperator(listed: string, registered: string): boolean {
  const told = wordsOf(listed);
  return wordsOf(registered).some((word) =>
    told.some((other) => word.includes(other) || other.includes(word)),
  );
}

/** `AS24940 # HETZNER-AS, DE`, `24940,"Hetzner Online GmbH"` or the number alone. */
function readList(text: string): [asn: number, name: string][] {
  return text.split('\n').flatMap((line): [number, string][] => {
    const [, asn, name = ''] = /^"?(?:AS)?(\d+)"?\W*(.*)$/i.exec(line.trim()) ?? [];
    return asn === undefined ? [] : [[Number(asn), name]];
  });
}

/** First addresses of `94.23.0.0,94.23.255.255,OVH,…`; empty of a list of AS numbers. */
const firstAddresses = (text: string): string[] => text.match(/^(?:\d{1,3}\.){3}\d{1,3}/gm) ?? [];

/**
 * Lists of hosting networks by others, from the folder ASN_LISTS: bad-asn-list.csv of
 * github.com/brianhama/bad-asn-list, input/datacenter/ASN.txt of github.com/X4BNet/lists_vpn, and
 * of ranges, datacenters.csv of github.com/client9/ipcat, for example. They are years old in part,
 * and numbers are given to others, so only those count whose registered name still is the listed
 * one; ranges count by their first address, whoever announces it now.
 */
export async function compareLists(
  networks: ReadonlyMap<number, RegisteredNetwork>,
  isServer: (asn: number) => Promise<boolean>,
  findClass: (address: string) => Promise<{ isAnnounced: boolean; isServer: boolean }>,
  areas: Areas,
): Promise<void> {
  const folder = process.env.ASN_LISTS;
  if (!folder || !existsSync(folder))
    return areas.missing('hosting networks, lists of others', 'no lists: set ASN_LISTS');
  for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, file), 'utf8');
    const found = await Promise.all(firstAddresses(text).map(findClass));
    const announced = found.filter(({ isAnnounced }) => isAnnounced);
    if (announced.length > 0) {
      const right = announced.filter(({ isServer }) => isServer);
      areas.share(`hosting ranges, ${file}`, right.length, announced.length, { atLeast: 85 });
      continue;
    }
    const counts = { same: 0, right: 0, announced: 0, agreed: 0 };
    for (const [asn, name] of new Map(readList(text))) {
      const network = networks.get(asn);
      if (!network) continue;
      const agrees = await isServer(asn);
      const isSame = isSameOperator(name, network.name);
      counts.announced++;
      if (agrees) counts.agreed++;
      if (isSame) counts.same++;
      if (isSame && agrees) counts.right++;
      if (!agrees)
        areas.detail(`AS${asn}: "${name}" there, ${network.name} now${isSame ? ', SAME' : ''}`);
    }
    const area = `hosting networks, ${file}`;
    if (counts.same > 0) areas.share(area, counts.right, counts.same, { atLeast: 90 });
    else areas.missing(area, 'tells no names to compare');
    areas.note(
      `${area}: ${percent(counts.agreed, counts.announced)} of ${counts.announced} announced, whoever has them now`,
    );
  }
}
