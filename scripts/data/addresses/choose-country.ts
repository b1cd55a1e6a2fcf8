import type { AsnClass } from '../../../src/domain/ip/address.ts';
import { type Census, largest } from './network-census.ts';

/** The countries most of a network is in: as delegated and as located, so one or two. */
export function homesOf(census: Census): ReadonlyMap<number, ReadonlySet<string>> {
  const homes = new Map<number, ReadonlySet<string>>();
  for (const [asn, { registered, located }] of census) {
    const countries = [largest(registered), largest(located)];
    homes.set(asn, new Set(countries.flatMap((main) => (main ? [main.name] : []))));
  }
  return homes;
}

/**
 * Anycast answers in many countries, so that where DB-IP met it says little; an authority's ranges
 * are where they were delegated.
 */
const AS_DELEGATED: ReadonlySet<AsnClass> = new Set([
  'cdn',
  'public_dns',
  'platform',
  'government',
]);

const LETTING: ReadonlySet<AsnClass> = new Set(['hosting', 'vpn']);

/** Whose range around an address is smaller; null of ranges of one size. */
export type Finer = 'registries' | 'located' | null;

/**
 * A cloud, whose regions DB-IP tells late: of ranges that it places outside the home of such a
 * network GeoLite2 puts 94 % at home, and 38 % of those of smaller hosts.
 */
const CLOUD_ADDRESSES = 2 ** 20;

/**
 * Where the registries and DB-IP name different countries. The registries know where a range was
 * delegated, or what its holder published of it; DB-IP where it answers. DB-IP is believed of VPN
 * exits and of small parts of what is let, and elsewhere where it names a home of the network.
 * Where neither names one it is believed of what is let. What a carrier or such a holder published
 * of a part of DB-IP's range is finer than DB-IP knows. Let is what hosts hold, and networks of no
 * known kind. `bench/truth/ip.ts` measures the choice against what operators publish.
 * @param network null of addresses nobody announces: they are where they were delegated
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
  /** How many IPv4 addresses it announces. */
  addresses: number;
}
