import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressRow, AsnClass } from '../../src/domain/ip/address.ts';
import { type Areas, percent } from './areas.ts';
import type { RegisteredNetwork } from './registered-networks.ts';

const SERVERS: readonly (AsnClass | null)[] = ['hosting', 'vpn', 'cdn', 'platform', 'public_dns'];
export const isServer = (kind: AsnClass | null): boolean => SERVERS.includes(kind);

/** Rule of names that were read off lists of hosting networks (named-hosts.ts). */
export const FROM_LISTS = 'name:listed';

/** Words of many names, which do not identify a network's owner. */
const COMMON = new Set(
  `autonomous center centre cloud communications company corporation data datacenter dedicated
  digital global group hosting internet limited network networks number online private provider
  server servers service services solutions systems technologies technology telecom`.split(/\s+/),
);

const wordsOf = (name: string): string[] =>
  (name.toLowerCase().match(/[a-z0-9]{4,}/g) ?? []).filter((word) => !COMMON.has(word));

/**
 * Whether two names of one AS number share an identifying word, or one contains the other: `NETCUP`
 * and `netcup GmbH`.
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

/** First addresses of ranges (`94.23.0.0,94.23.255.255,OVH,…`); empty for a list of AS numbers. */
const firstAddresses = (text: string): string[] => text.match(/^(?:\d{1,3}\.){3}\d{1,3}/gm) ?? [];

/**
 * Lists of hosting networks by others, from the folder ASN_LISTS, for example: bad-asn-list.csv of
 * github.com/brianhama/bad-asn-list, vpsh.txt of github.com/the-furry-hubofeverything/vps-ranges
 * (sellers of virtual servers, by bgp.tools), and datacenters.csv of github.com/client9/ipcat, a
 * list of ranges. They are partly years old, and AS numbers change holders. Where a list has names,
 * only numbers whose registered name is still the listed one count; numbers alone, and ranges by
 * their first address, count the network that announces them now.
 */
export async function compareLists(
  networks: ReadonlyMap<number, RegisteredNetwork>,
  find: (address: number | string) => Promise<AddressRow>,
  areas: Areas,
): Promise<void> {
  const folder = process.env.ASN_LISTS;
  if (!folder || !existsSync(folder))
    return areas.missing('hosting networks, lists of others', 'no lists: set ASN_LISTS');
  for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, file), 'utf8');
    const ranges = firstAddresses(text).map((address) => ({ address, isSame: true }));
    const numbers = [...new Map(readList(text))].flatMap(([asn, name]) => {
      const network = networks.get(asn);
      const isSame = name === '' || (network && isSameOperator(name, network.name));
      return network ? [{ address: network.first, isSame: Boolean(isSame) }] : [];
    });
    const counts = { all: 0, told: 0, same: 0, right: 0, unnamed: 0 };
    for (const { address, isSame } of ranges.length > 0 ? ranges : numbers) {
      const row = await find(address);
      if (row.asn === null) continue;
      const isTold = isServer(row.asnClass);
      counts.all++;
      if (isTold) counts.told++;
      else areas.detail(`${file}: AS${row.asn} ${row.asnName}${isSame ? ', SAME' : ''}`);
      if (!isSame) continue;
      counts.same++;
      if (isTold) counts.right++;
      if (isTold && row.classRule !== FROM_LISTS) counts.unnamed++;
    }
    const goal = { atLeast: ranges.length > 0 ? 85 : 90 };
    areas.share(`hosting, ${file}`, counts.right, counts.same, goal);
    areas.share(`hosting, ${file}, without names of lists`, counts.unnamed, counts.same, goal);
    areas.note(`hosting, ${file}: ${percent(counts.told, counts.all)}, whoever has them now`);
  }
}
