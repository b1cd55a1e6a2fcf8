import addressesByOperator from './public-resolvers.json' with { type: 'json' };

/**
 * Canonical address → operator of the public DNS resolvers, as the operators publish them, for
 * plain DNS, DNSCrypt or DNS over TLS. Those of single persons too: who asks through one is not
 * known by its address.
 */
export const PUBLIC_RESOLVERS: ReadonlyMap<string, string> = new Map(
  Object.entries(addressesByOperator).flatMap(([operator, addresses]) =>
    addresses.map((address) => [address, operator] as const),
  ),
);
