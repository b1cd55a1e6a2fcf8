import type { AsnClass } from '../../../src/domain/ip/address.ts';
import { type Census, largest } from './network-census.ts';

/** The main countries of each network, by delegation and by location: one or two. */
export function homesOf(census: Census): ReadonlyMap<number, ReadonlySet<string>> {
  const homes = new Map<number, ReadonlySet<string>>();
  for (const [asn, { registered, located }] of census) {
    const countries = [largest(registered), largest(located)];
    homes.set(asn, new Set(countries.flatMap((main) => (main ? [main.name] : []))));
  }
  return homes;
}

/**
 * Classes whose country is that of delegation. Anycast answers in many countries, so DB-IP's
 * location means little; ranges of authorities are where they were delegated.
 */
const AS_DELEGATED: ReadonlySet<AsnClass> = new Set([
  'cdn',
  'public_dns',
  'platform',
  'government',
]);

const LETTING: ReadonlySet<AsnClass> = new Set(['hosting', 'vpn']);

/** Which source has the smaller range around an address; null if they are equal. */
export type Finer = 'registries' | 'located' | null;

/**
 * Size from which a host counts as a cloud, whose new regions DB-IP learns late: of ranges that it
 * places outside such a network's home, GeoLite2 puts 94 % at home; for smaller hosts 38 %.
 */
const CLOUD_ADDRESSES = 2 ** 20;

/**
 * Chooses between the registries' country (delegation, or published by the holder) and DB-IP's
 * (location of the responses). DB-IP wins for VPN exits and for small parts of leased space, and
 * elsewhere if it names a home country of the network. If neither names a home, it wins for leased
 * space. For a part of DB-IP's range, a country published by a carrier or lessor is more precise
 * and wins. Leased space is that of hosts, and of networks of unknown kind. `bench/truth/ip.ts`
 * measures the choice against operators' geofeeds.
 * @param network null for unannounced addresses, whose country is that of delegation
 */
export function chooseCountry(
  registered: string | null,
  located: string | null,
  network: LocatedNetwork | null,
  finer: Finer,
): string | null {
  if (network === null || located === null || registered === located) return registered;
  if (registered === null) return located;
  const { class: networkClass, homes, addresses } = network;
  if (networkClass !== null && AS_DELEGATED.has(networkClass)) return registered;
  if (networkClass === 'transit' && finer === 'registries') return registered;
  if (networkClass === 'vpn' && homes.has(registered)) return located;
  if (homes.has(located)) return located;
  const isLet = networkClass === null || LETTING.has(networkClass);
  if (!homes.has(registered)) return isLet && finer !== 'registries' ? located : registered;
  return isLet && finer === 'located' && addresses < CLOUD_ADDRESSES ? located : registered;
}

interface LocatedNetwork {
  class: AsnClass | null;
  homes: ReadonlySet<string>;
  /** Number of announced IPv4 addresses. */
  addresses: number;
}
