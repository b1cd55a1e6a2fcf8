import type { AsnClass } from '../../../src/domain/ip/address.ts';
import networks from './known-networks.json' with { type: 'json' };
import brands from './network-brands.json' with { type: 'json' };

/** Networks by number whose registered name does not show their kind; takes precedence over all. */
export interface KnownNetwork {
  class: AsnClass;
  /** Brand shown to callers. */
  operator: string;
  /** Required part of the registered name, so that a number with a new holder is refused. */
  name: RegExp;
  asns: readonly number[];
}

export const KNOWN_NETWORKS: readonly KnownNetwork[] = networks.map((network) => ({
  ...network,
  class: network.class as AsnClass,
  name: new RegExp(network.name, 'i'),
}));

/** Brands whose networks are all of one kind, matched at the start of the registered name. */
export const NETWORK_BRANDS: readonly { class: AsnClass; operator: string; pattern: RegExp }[] = (
  brands as [AsnClass, string, string][]
).map(([asnClass, operator, pattern]) => ({
  class: asnClass,
  operator,
  pattern: new RegExp(pattern, 'i'),
}));
