import type { NetworkClass } from '../../../src/core/ip-address.ts';
import { KNOWN_NETWORKS } from './known-networks.ts';
import { NAME_RULES } from './name-rules.ts';
import { namedClass } from './named-networks.ts';
import { NETWORK_BRANDS } from './network-brands.ts';

export interface ClassifiedNetwork {
  class: NetworkClass | null;
  /** Which rule spoke: `asn`, `brand`, `name:<rule>`, or '' when none did. */
  rule: string;
  operator: string;
}

const BY_NUMBER = new Map(
  KNOWN_NETWORKS.flatMap((network) => network.asns.map((asn) => [asn, network] as const)),
);

/** What kind of network this is: its number is surest, then its brand, then words in its registered name. */
export function classifyNetwork(asn: number, name: string): ClassifiedNetwork {
  const network = BY_NUMBER.get(asn);
  if (network) {
    if (!network.name.test(name))
      throw new Error(`AS${asn} is registered to "${name}", not to ${network.operator}`);
    return { class: network.class, rule: 'asn', operator: network.operator };
  }
  const brand = NETWORK_BRANDS.find(({ pattern }) => pattern.test(name));
  if (brand) return { class: brand.class, rule: 'brand', operator: brand.operator };
  const named = namedClass(name);
  if (named) return { class: named, rule: 'brand', operator: '' };
  const rule = NAME_RULES.find(({ pattern }) => pattern.test(name));
  return rule
    ? { class: rule.class, rule: `name:${rule.rule}`, operator: '' }
    : { class: null, rule: '', operator: '' };
}
