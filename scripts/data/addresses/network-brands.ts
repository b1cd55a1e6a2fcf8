import type { AsnClass } from '../../../src/domain/ip/address.ts';
import rows from './network-brands.json' with { type: 'json' };

/** Brands whose networks are all of one kind, recognised at the start of the registered name. */
export const NETWORK_BRANDS: readonly { class: AsnClass; operator: string; pattern: RegExp }[] = (
  rows as [AsnClass, string, string][]
).map(([asnClass, operator, pattern]) => ({
  class: asnClass,
  operator,
  pattern: new RegExp(pattern, 'i'),
}));
