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
  /** Null for an address that cannot be announced on the Internet; the tables are not queried. */
  row: AddressRow | null;
  /** Present if a reputation service is configured and answered. */
  reputation?: AddressReputation;
}

export const IP_FACT_VERSION = 4;

/** The address an answer is about: the IPv4 address embedded in an IPv6 one, else itself. */
export const effectiveAddress = (ip: IpAddress): IpAddress => embeddedIpv4(ip)?.address ?? ip;

/** Whether it can be announced; an address that the registries exclude is not looked up. */
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

/** Query plan: the IANA registries first; an unreachable address is not looked up further. */
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
