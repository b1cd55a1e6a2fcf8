import type { AsnClass } from '../../../src/domain/ip/address.ts';
import { KNOWN_NETWORKS, NETWORK_BRANDS } from './known-networks.ts';
import { NAME_RULES } from './name-rules.ts';
import { namedOperator } from './named-networks.ts';
import type { Spread } from './network-spread.ts';

export interface ClassifiedNetwork {
  class: AsnClass | null;
  /** The rule that decided: `asn`, `brand`, `name:<rule>` or `spread`; '' for none. */
  rule: string;
  operator: string;
}

const BY_NUMBER = new Map(
  KNOWN_NETWORKS.flatMap((network) => network.asns.map((asn) => [asn, network] as const)),
);

/** Classes derived from a name that the network's spread can disprove. */
const DISPROVABLE: ReadonlySet<AsnClass> = new Set(['isp', 'mobile', 'business']);

/** Class by spread, for networks whose name decides nothing. */
const BY_SPREAD: Readonly<Record<Spread, ClassifiedNetwork>> = {
  local: { class: null, rule: '', operator: '' },
  regional: { class: 'isp', rule: 'spread', operator: '' },
  strewn: { class: 'hosting', rule: 'spread', operator: '' },
  widely_strewn: { class: 'hosting', rule: 'spread', operator: '' },
};

/** AS handle, which some registries put before the holder's name: `EIJ-AS-AP - PT. …`. */
const HANDLE = /^(?:[\w.-]+ - |[\w.]+-ASN? )/i;

function byOperator(name: string): ClassifiedNetwork | null {
  const brand = NETWORK_BRANDS.find(({ pattern }) => pattern.test(name));
  if (brand) return { class: brand.class, rule: 'brand', operator: brand.operator };
  const named = namedOperator(name);
  return named && { class: named.class, rule: named.rule, operator: '' };
}

/**
 * Classifies a network: by its number first, then by its brand, then by words of its registered
 * name. Its announcements decide if the name does not, or if they clearly contradict it.
 */
export function classifyNetwork(asn: number, name: string, spread: Spread): ClassifiedNetwork {
  const network = BY_NUMBER.get(asn);
  if (network) {
    if (!network.name.test(name))
      throw new Error(`AS${asn} is registered to "${name}", not to ${network.operator}`);
    return { class: network.class, rule: 'asn', operator: network.operator };
  }
  const holder = name.replace(HANDLE, '');
  const known = byOperator(name) ?? (holder === name ? null : byOperator(holder));
  if (known) return known;
  const rule = NAME_RULES.find(({ pattern }) => pattern.test(name));
  if (!rule || (spread === 'widely_strewn' && DISPROVABLE.has(rule.class)))
    return BY_SPREAD[spread];
  return { class: rule.class, rule: `name:${rule.rule}`, operator: '' };
}
