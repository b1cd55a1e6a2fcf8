import type { AsnClass } from '../../../src/domain/ip/address.ts';
import networks from './known-networks.json' with { type: 'json' };
import brands from './network-brands.json' with { type: 'json' };

/** Networks whose registered name does not tell what they are for, by number; wins over all. */
export interface KnownNetwork {
  class: AsnClass;
  /** Brand shown to callers. */
  operator: string;
  /** What each number's registered name must contain: a number that changed hands is refused. */
  name: RegExp;
  asns: readonly number[];
}

export const KNOWN_NETWORKS: readonly KnownNetwork[] = networks.map((network) => ({
  ...network,
  class: network.class as AsnClass,
  name: new RegExp(network.name, 'i'),
}));

/** Brands whose networks are all of one kind, recognised at the start of the registered name. */
export const NETWORK_BRANDS: readonly { class: AsnClass; operator: string; pattern: RegExp }[] = (
  brands as [AsnClass, string, string][]
).map(([asnClass, operator, pattern]) => ({
  class: asnClass,
  operator,
  pattern: new RegExp(pattern, 'i'),
}));
