import type { DomainLists, RegistryList } from './domain-lists.ts';
import type { AddressRow, IpAddress } from './ip-address.ts';
import type { Network } from './network.ts';
import type { BlockHolders, NumberPlan } from './number-plan.ts';

/** Milliseconds since the epoch; the only source of time below `services.ts`. */
export interface Clock {
  now(): number;
}

/** What an imported data set says of one key; `asOf` is the date of the operator's file. */
export interface RecordHit {
  data: Record<string, unknown>;
  asOf: string | null;
}

/** The operator's imported files. */
export interface Records {
  /** Whether the operator has imported this data set. Known from memory; rarely a read. */
  has(dataset: string): Promise<boolean>;
  /** One read for several data sets; the answer holds only those in which the key was found. */
  find(datasets: readonly string[], key: string): Promise<Record<string, RecordHit>>;
  /** One read for several keys of one data set: the first of them, in the order given, that is in it. */
  findFirst(
    dataset: string,
    keys: readonly string[],
  ): Promise<(RecordHit & { key: string }) | null>;
}

/** Bytes by name, with byte ranges: compiled address tables, refreshed feeds. */
export interface Blobs {
  /** @returns null when there is no such object. */
  read(key: string, range?: { offset: number; length: number }): Promise<ArrayBuffer | null>;
  write(key: string, bytes: ArrayBuffer | Uint8Array | string): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Compiled and refreshed knowledge about addresses. */
export interface AddressTable {
  /** At once when the blocks needed are in memory. @throws Error when the table cannot be read */
  find(address: IpAddress): AddressRow | Promise<AddressRow>;
  /**
   * Names everything a row is made of: another version may answer otherwise. At once when it is in memory.
   * @throws Error when the table cannot be read
   */
  version(): string | Promise<string>;
}

/** What sources may reach. Built once per isolate by `services.ts`; a test passes its own. */
export interface World {
  clock: Clock;
  /** Names the tables that travel in the bundle. */
  shippedTables: string;
  records: Records;
  addresses: AddressTable;
  network: Network;
  numberPlan: NumberPlan;
  blockHolders: BlockHolders;
  domainLists: DomainLists;
  registries: RegistryList;
}
