import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressRow, AsnClass } from '../../src/domain/ip/address.ts';
import { type Areas, percent } from './areas.ts';
import { halfOf } from './halves.ts';

type Find = (address: string) => Promise<AddressRow>;

/** Sections of a list: a line `= name`, then lines of words. */
function readSections(file: string): { name: string; lines: string[][] }[] {
  const sections: { name: string; lines: string[][] }[] = [];
  for (const line of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    if (line.startsWith('= ')) sections.push({ name: line.slice(2), lines: [] });
    else if (line && !line.startsWith('#')) sections.at(-1)?.lines.push(line.split(' '));
  }
  return sections;
}

const versionOf = (address: string): 'v4' | 'v6' => (address.includes(':') ? 'v6' : 'v4');

/** In percent. */
const COUNTRY_GOAL = { v4: 95, v6: 96 } as const;

const SEED = '20261124';
const NEWER_SEED = '20261126';

/** Whether a section of operators was read while the choice of a country was built. */
function useOf(section: string): string {
  if (section.startsWith('coin '))
    return halfOf(section, SEED) === 'A' ? 'of every age, used' : 'of every age, held out';
  if (section.startsWith('half '))
    return halfOf(section, NEWER_SEED) === 'A'
      ? 'of lines and hosts, used'
      : 'of lines and hosts, held out';
  return section.startsWith('held ') ? 'read since' : 'read';
}

/** Countries against operators' geofeeds, for announced ranges. */
async function compareGeofeeds(areas: Areas, find: Find): Promise<void> {
  const counts = new Map<string, { right: number; all: number }>();
  for (const { name, lines } of readSections('geofeeds.txt'))
    for (const [country, ...addresses] of lines)
      for (const address of addresses) {
        const row = await find(address);
        if (row.asn === null) continue;
        const key = `${versionOf(address)} ${useOf(name)}`;
        const count = counts.get(key) ?? { right: 0, all: 0 };
        counts.set(key, count);
        count.all++;
        if (row.countryCode === country) count.right++;
        else areas.detail(`${name}: ${address} in ${country}, to us ${row.countryCode}`);
      }
  for (const [key, { right, all }] of [...counts].sort()) {
    const [version, ...use] = key.split(' ') as ['v4' | 'v6', ...string[]];
    const isUsed = use.join(' ') === 'read' || use.includes('used');
    const goal = isUsed ? null : { atLeast: COUNTRY_GOAL[version] };
    areas.share(`IP country, geofeeds, ${version}, ${use.join(' ')}`, right, all, goal);
  }
}

const SERVERS: readonly (AsnClass | null)[] = ['hosting', 'vpn', 'cdn', 'platform'];
const LINES: readonly (AsnClass | null)[] = ['isp', 'mobile'];

/**
 * Classes of VPN and Tor exits by the compiled tables alone, without a feed: share of servers, of
 * VPN networks, and of addresses taken for access lines.
 */
async function compareHidden(areas: Areas, find: Find, file: string, what: string): Promise<void> {
  for (const version of ['v4', 'v6'] as const) {
    const counts = { all: 0, servers: 0, vpn: 0, lines: 0 };
    for (const { name, lines } of readSections(file))
      for (const address of lines.flat()) {
        if (versionOf(address) !== version) continue;
        const { asn, asnClass, asnName } = await find(address);
        if (asn === null) continue;
        counts.all++;
        if (SERVERS.includes(asnClass)) counts.servers++;
        else areas.detail(`${name}: ${address} of ${asnName}, to us ${asnClass}`);
        if (asnClass === 'vpn') counts.vpn++;
        if (LINES.includes(asnClass)) counts.lines++;
      }
    const { all, servers, vpn, lines } = counts;
    const name = `${what}, ${version}, without a feed`;
    areas.share(`${name}, servers, not used`, servers, all, null);
    areas.note(`${name}: ${percent(vpn, all)} a VPN's, ${percent(lines, all)} lines of people`);
  }
}

export async function comparePublished(areas: Areas, find: Find): Promise<void> {
  await compareGeofeeds(areas, find);
  await compareHidden(areas, find, 'vpn-exits.txt', 'VPN exits');
  await compareHidden(areas, find, 'tor-exits.txt', 'Tor exits');
}
