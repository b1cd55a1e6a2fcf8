import type { AsnClass } from '../../../src/domain/ip/address.ts';
import { type Census, mainCountry } from './network-census.ts';

/** The countries most of a network is in: as delegated and as located, so one or two. */
export function homesOf(census: Census): ReadonlyMap<number, ReadonlySet<string>> {
  const homes = new Map<number, ReadonlySet<string>>();
  for (const [asn, { registered, located }] of census) {
    const countries = [mainCountry(registered), mainCountry(located)];
    homes.set(asn, new Set(countries.flatMap((main) => (main ? [main.country] : []))));
  }
  return homes;
}

/** One address answers in many countries: where DB-IP met it says little. */
const ANYCAST: ReadonlySet<AsnClass> = new Set([
  'vpn',
  'cdn',
  'public_dns',
  'infrastructure',
  'platform',
]);

/**
 * Where the registries and DB-IP name different countries. The registries know where a range was
 * delegated, DB-IP where it answers: DB-IP is believed when it names a home of the network, or when
 * the registries name none; of anycast, only when both is so.
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
  const isHome = homes.has(located);
  const isAway = !homes.has(registered);
  const isAnycast = networkClass !== null && ANYCAST.has(networkClass);
  return (isAnycast ? isHome && isAway : isHome || isAway) ? located : registered;
}
