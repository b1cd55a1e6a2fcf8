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

/**
 * Where the registries and DB-IP name different countries. The registries know where a range was
 * delegated, or what its holder published of it; DB-IP where it answers. DB-IP is believed of VPN
 * exits, and elsewhere where it names a home of the network. Where neither names one it is believed
 * of ranges that are let. What a carrier or such a host published of a part of DB-IP's range is
 * finer than DB-IP knows. Of IPv4 and IPv6 ranges where the two differ GeoLite2 agrees with this
 * choice for 64 and 50 %, with the registries for 50 and 47 %, with DB-IP for 34 %.
 * @param network null of addresses nobody announces: they are where they were delegated
 * @param isPart the registries speak of a smaller range than DB-IP
 */
export function chooseCountry(
  registered: string | null,
  located: string | null,
  network: { class: AsnClass | null; homes: ReadonlySet<string> } | null,
  isPart: boolean,
): string | null {
  if (network === null || located === null || registered === located) return registered;
  if (registered === null) return located;
  const { class: networkClass, homes } = network;
  if (networkClass !== null && AS_DELEGATED.has(networkClass)) return registered;
  if (networkClass === 'transit' && isPart) return registered;
  if (homes.has(located)) return located;
  if (homes.has(registered)) return networkClass === 'vpn' ? located : registered;
  const isLet = networkClass === 'hosting' || networkClass === 'vpn';
  return isLet && !isPart ? located : registered;
}
