import type { DomainLists, RegistryList } from './email/domain-lists.ts';
import type { AddressRow, IpAddress } from './ip/address.ts';
import type { Cursors } from './lookup/cursors.ts';
import type { Network } from './network.ts';
import type { BlockHolders, NumberPlan } from './phone/number-plan.ts';
import type { Ranks } from './web/ranks.ts';

/** Milliseconds since the epoch; the only source of time below `services.ts`. */
export interface Clock {
  now(): number;
}

/** What an imported data set says of one key; `asOf` is the date of the operator's file. */
export interface RecordHit {
  data: Record<string, unknown>;
  asOf: string | null;
}

/** A row, and the key it was found under. */
export type KeyedHit = RecordHit & { key: string };

/**
 * What a data set says of a key. Unknown: it is not imported, or its file is not complete where the
 * key lies.
 */
export type RecordAnswer = RecordHit | 'absent' | 'unknown';

/** The operator's imported files. What is asked for in the same moment is read together. */
export interface Records {
  /** Whether at least one of these is imported. At once, except for an isolate's first question. */
  has(...datasets: readonly string[]): boolean | Promise<boolean>;
  /**
   * Names the current version of these data sets, report counts included; at once as with {@link
   * has}. An answer that rests on them is stale when it changes: ask before what is to be
   * remembered is read, not after.
   */
  version(datasets: readonly string[]): string | Promise<string>;
  /**
   * The answer holds every data set that was asked. At once where what it needs is in the isolate's
   * memory.
   */
  find(
    datasets: readonly string[],
    key: string,
  ): Record<string, RecordAnswer> | Promise<Record<string, RecordAnswer>>;
  /**
   * The first of several keys, in the order given, that is in the data set. At once as with {@link
   * find}.
   */
  findFirst(dataset: string, keys: readonly string[]): KeyedHit | null | Promise<KeyedHit | null>;
  /**
   * Rows of a data set in the order of their keys, for a search of what no key names.
   * @param after the key before the first one; '' for the start @param most rows
   */
  page(dataset: string, after: string, most: number): Promise<readonly KeyedHit[]>;
}

/** What was found, for a reader to whom absent and unknown are the same. */
export const hitOf = (answer: RecordAnswer | undefined): RecordHit | null =>
  typeof answer === 'object' ? answer : null;

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
   * Names everything a row is made of: another version may answer otherwise. At once when it is in
   * memory.
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
  ranks: Ranks;
  network: Network;
  /** Of searches that go on where they ended. */
  cursors: Cursors;
  numberPlan: NumberPlan;
  blockHolders: BlockHolders;
  domainLists: DomainLists;
  registries: RegistryList;
  /**
   * Of a lookup whose price grows with what a source reads: sets aside what so much will cost,
   * before more is spent on it. Absent where nothing is paid.
   * @param measure in the unit of the product's price, seconds of audio for example
   * @throws ApiError INSUFFICIENT_CREDITS, SERVICE_BUSY
   */
  cover?(measure: number): Promise<void>;
}
