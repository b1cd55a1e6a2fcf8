import type { AddressRow, IpAddress } from '../../core/ip/address.ts';
import { embeddedIpv4 } from '../../core/ip/embedded-ipv4.ts';
import type { AddressReputation } from '../../core/ip/reputation.ts';
import { optional, type Source, type Sources } from '../../core/lookup/source.ts';
import { type SpecialPurpose, specialPurposeOf } from '../../data/special-purpose-ranges.ts';
import { addressTable } from '../../sources/address-table.ts';
import { addressReputation } from '../../sources/proxycheck/reputation.ts';

/** The parsed body of the address products. */
export interface IpInput {
  ip: IpAddress;
}

/** Everything the sources know of an address. */
export interface IpFact {
  special: SpecialPurpose | null;
  /** Null for an address that no network can announce: the tables have nothing to say of it. */
  row: AddressRow | null;
  /** Where a reputation service is configured, and answered. */
  reputation?: AddressReputation;
}

/** Raised when {@link IpFact} changes shape or meaning. */
export const IP_FACT_VERSION = 2;

/** The address an answer is about: the IPv4 address that an IPv6 one carries, else itself. */
export const hostOf = (ip: IpAddress): IpAddress => embeddedIpv4(ip)?.address ?? ip;

/**
 * Whether a network can announce it; what the special-purpose registries say no to is not looked
 * up.
 */
export const isRoutable = (ip: IpAddress): boolean =>
  specialPurposeOf(hostOf(ip))?.globallyReachable !== false;

/** The IANA special-purpose registries. */
const addressSpecialPurpose: Source<IpAddress, SpecialPurpose> = {
  name: 'address_special_purpose',
  label: 'special_purpose_registries',
  kind: 'compiled',
  version: (world) => world.shippedTables,
  available: () => true,
  ask: (address) => specialPurposeOf(address),
};

/** The registries first: what they say cannot be routed is not looked up any further. */
export const ipSources: Sources<IpInput, IpFact> = {
  list: [addressSpecialPurpose, addressTable, addressReputation],
  answeredBy: [addressSpecialPurpose, addressTable],
  async resolve({ ip }, ask) {
    const host = hostOf(ip);
    const special = (await ask(addressSpecialPurpose, host)) ?? null;
    if (special?.globallyReachable === false) return { special, row: null };
    const row = (await ask(addressTable, host)) ?? null;
    const reputation = await optional(addressReputation).resolve(host, ask);
    return { special, row, ...(reputation && { reputation }) };
  },
};
