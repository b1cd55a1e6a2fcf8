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

/**
 * Where the registries and DB-IP name different countries. The registries know where a range was
 * delegated, DB-IP where it answers: DB-IP is believed when it names a home of the network, or when
 * the registries name none. Nothing announced is where it was delegated.
 */
export function chooseCountry(
  registered: string | null,
  located: string | null,
  homes: ReadonlySet<string> | null,
): string | null {
  if (homes === null || located === null || registered === located) return registered;
  const isBelieved = homes.has(located) || registered === null || !homes.has(registered);
  return isBelieved ? located : registered;
}
