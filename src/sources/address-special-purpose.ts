import type { IpAddress } from '../core/ip/address.ts';
import type { Source } from '../core/lookup/source.ts';
import { type SpecialPurpose, specialPurposeOf } from '../data/special-purpose-ranges.ts';

/** The IANA special-purpose registries. */
export const addressSpecialPurpose: Source<IpAddress, SpecialPurpose> = {
  name: 'address_special_purpose',
  label: 'special_purpose_registries',
  kind: 'compiled',
  version: (world) => world.shippedTables,
  available: () => true,
  ask: (address) => specialPurposeOf(address),
};
