import type { IpAddress } from '../../domain/ip/address.ts';
import { type AddressRange, compareU32s, parseCidr } from '../../domain/ip/address-range.ts';
import rows from './regional-registries.json' with { type: 'json' };

export const REGIONAL_REGISTRIES = ['AFRINIC', 'APNIC', 'ARIN', 'LACNIC', 'RIPE NCC'] as const;
export type RegionalRegistry = (typeof REGIONAL_REGISTRIES)[number];

/** "3 58-60" → 3, 58, 59, 60. */
const octetsOf = (text: string): number[] =>
  text.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

/** Registry by the first octet of an IPv4 address. */
const REGISTRY_OF_OCTET: readonly (RegionalRegistry | undefined)[] = REGIONAL_REGISTRIES.reduce<
  (RegionalRegistry | undefined)[]
>((registries, registry) => {
  for (const octet of octetsOf(rows[registry].ipv4)) registries[octet] = registry;
  return registries;
}, new Array(256));

const REGISTRY_OF_RANGE: readonly { registry: RegionalRegistry; range: AddressRange }[] =
  REGIONAL_REGISTRIES.flatMap((registry) =>
    rows[registry].ipv6
      .split(' ')
      .map((prefix) => ({ registry, range: parseCidr(prefix) as AddressRange })),
  );

/**
 * Regional registry to which IANA's RDAP bootstrap registries (RFC 9224, `ipv4` and `ipv6`) assign
 * the range. Registrations are queried there; it forwards queries for transferred ranges.
 * @returns null for a range that is assigned to none
 */
export function regionalRegistryOf({ version, words }: IpAddress): RegionalRegistry | null {
  if (version === 4) return REGISTRY_OF_OCTET[(words[0] as number) >>> 24] ?? null;
  const found = REGISTRY_OF_RANGE.find(
    ({ range: { first, last } }) => compareU32s(first, words) <= 0 && compareU32s(words, last) <= 0,
  );
  return found?.registry ?? null;
}
