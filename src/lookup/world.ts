import * as z from 'zod';
import type { AddressRow, IpAddress } from '../domain/ip/address.ts';
import type { BlockHolders, NumberPlan } from '../domain/phone/number-plan.ts';
import type { Ranks } from '../domain/web/domain-metrics.ts';
import type { Outbound } from './outbound.ts';

/** Where a search goes on: which source answered, and what that source calls the place. */
export interface SearchPosition {
  source: string;
  position: string;
}

/**
 * Makes cursors of searches and checks them: each is good for the query it was made for, and no
 * other.
 */
export interface SearchCursors {
  /** @returns null where there is no secret to sign with */
  make(query: string, place: SearchPosition): Promise<string | null>;
  /**
   * @returns null for a cursor that was altered, made for another query, or whose secret is gone
   */
  open(query: string, cursor: string): Promise<SearchPosition | null>;
}

/**
 * What the compiled lists know of mail domains and mailbox names. Domains in lower case, A-labels.
 */
export interface DomainLists {
  /** The domain, or one above it, hands out throwaway addresses. */
  isDisposable(domain: string): boolean;
  /** The forwarding service that hides its user's real address behind this domain, by name. */
  relay(domain: string): string | null;
  /** Anybody can have a free mailbox at exactly this domain. */
  isFree(domain: string): boolean;
  /** The local part names a function, not a person: "info", "no-reply", "sales+eu". */
  isRole(local: string): boolean;
}

/** Which RDAP service answers for a domain (RFC 9224). */
export interface RdapRegistries {
  /** Base URL ending in `/`, of the longest matching suffix; null when none is published. */
  rdapBase(domain: string): string | null;
}

/** The newest bootstrap there is: the one cron stored, else the compiled one. */
export interface RdapRegistryList {
  current(): RdapRegistries | Promise<RdapRegistries>;
  /** Names the bootstrap {@link current} gives. */
  version(): string | Promise<string>;
}

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
export const recordHitOf = (answer: RecordAnswer | undefined): RecordHit | null =>
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
  outbound: Outbound;
  /** Of searches that go on where they ended. */
  cursors: SearchCursors;
  numberPlan: NumberPlan;
  blockHolders: BlockHolders;
  domainLists: DomainLists;
  registries: RdapRegistryList;
  /**
   * Of a lookup whose price grows with what a source reads: sets aside what so much will cost,
   * before more is spent on it. Absent where nothing is paid.
   * @param measure in the unit of the product's price, seconds of audio for example
   * @throws ApiError INSUFFICIENT_CREDITS, SERVICE_BUSY
   */
  cover?(measure: number): Promise<void>;
}

/**
 * The rows of a key of a data set whose rows are told apart: they are stored as one object of
 * lists, by what tells them apart.
 * @throws ZodError when a stored row is not as it was checked
 */
export const rowsOfRecordHit = <Row>(hit: RecordHit, row: z.ZodType<Row>): Row[] =>
  Object.values(hit.data).flatMap((rows) => z.array(row).parse(rows));
