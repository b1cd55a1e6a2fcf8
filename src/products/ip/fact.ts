import {
  type AddressReputation,
  type AddressRow,
  embeddedIpv4,
  type IpAddress,
} from '../../domain/ip/address.ts';
import { known, runSteps, type Steps } from '../../lib/maybe-promise.ts';
import {
  foundFact,
  type MemorySource,
  type QuerySource,
  type Sources,
  unlessFailed,
} from '../../lookup/source.ts';
import { addressTable } from '../../open-data/ip/address-table.ts';
import {
  type SpecialPurpose,
  specialPurposeOf,
} from '../../open-data/ip/special-purpose-ranges.ts';
import { addressReputation } from '../../vendors/proxycheck/reputation.ts';

export interface IpInput {
  ip: IpAddress;
}

export interface IpFact {
  special: SpecialPurpose | null;
  /** Null for an address that no network can announce: the tables have nothing to say of it. */
  row: AddressRow | null;
  /** Where a reputation service is configured, and answered. */
  reputation?: AddressReputation;
}

export const IP_FACT_VERSION = 4;

/** The address an answer is about: the IPv4 address that an IPv6 one carries, else itself. */
export const effectiveAddress = (ip: IpAddress): IpAddress => embeddedIpv4(ip)?.address ?? ip;

/** Whether a network can announce it; what the registries say no to is not looked up. */
export const isRoutable = (ip: IpAddress): boolean =>
  specialPurposeOf(effectiveAddress(ip))?.globallyReachable !== false;

const addressSpecialPurpose: MemorySource<IpAddress, SpecialPurpose> = {
  name: 'address_special_purpose',
  label: 'special_purpose_registries',
  kind: 'compiled',
  reads: 'memory',
  version: (world) => world.shippedTables,
  available: () => true,
  ask: (address) => specialPurposeOf(address),
};

/** Query plan: the registries first; an address not routable there is not looked up further. */
export const ipSources: Sources<IpInput, IpFact> = {
  list: [addressSpecialPurpose, addressTable, addressReputation],
  answeredBy: [addressSpecialPurpose, addressTable],
  resolve: (input, ask) => runSteps(askInTurn(input, ask)),
};

function* askInTurn({ ip }: IpInput, ask: QuerySource): Steps<IpFact> {
  const host = effectiveAddress(ip);
  const special = unlessFailed(yield* known(ask(addressSpecialPurpose, host)));
  if (special?.globallyReachable === false) return { special, row: null };
  const row = unlessFailed(yield* known(ask(addressTable, host)));
  const reputation = foundFact(yield* known(ask(addressReputation, host)));
  return { special, row, ...(reputation && { reputation }) };
}
