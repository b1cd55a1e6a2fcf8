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
 * delegated, DB-IP where it answers: DB-IP is believed of VPN exits, and elsewhere when it names a
 * home of the network, or when the registries name none. GeoLite2 agrees with
 * this choice for 95.4 % of all ranges, with the registries for 94.5 %, with DB-IP for 93.2 %.
 * @param network null of addresses nobody announces: they are where they were delegated
 */
export function chooseCountry(
  registered: string | null,
  located: string | null,
  network: { class: AsnClass | null; homes: ReadonlySet<string> } | null,
): string | null {
  if (network === null || located === null || registered === located) return registered;
  if (registered === null) return located;
  const { class: networkClass, homes } = network;
  if (networkClass !== null && AS_DELEGATED.has(networkClass)) return registered;
  const answersThere = networkClass === 'vpn' || homes.has(located) || !homes.has(registered);
  return answersThere ? located : registered;
}
