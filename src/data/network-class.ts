import type { NetworkClass } from '../core/ip/address.ts';

/**
 * A class's code in the compiled table is its position here plus one, zero being "not known";
 * append only.
 */
export const NETWORK_CLASSES: readonly NetworkClass[] = [
  'isp',
  'mobile',
  'hosting',
  'vpn',
  'cdn',
  'public_dns',
  'transit',
  'education',
  'government',
  'business',
  'infrastructure',
  'platform',
];

export const networkClassCode = (networkClass: NetworkClass | null): number =>
  networkClass === null ? 0 : NETWORK_CLASSES.indexOf(networkClass) + 1;

export const networkClassOf = (code: number): NetworkClass | null =>
  NETWORK_CLASSES[code - 1] ?? null;
