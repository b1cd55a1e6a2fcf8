import * as z from 'zod';
import type { AddressRow, IpAddress } from '../domain/ip/address.ts';
import type { BlockHolders, NumberPlan } from '../domain/phone/number-plan.ts';
import type { Ranks } from '../domain/web/domain-metrics.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Outbound } from './outbound.ts';

/** Position in a search: the source that answered, and its own token of the next page. */
export interface SearchPosition {
  source: string;
  position: string;
}

/** Signs and verifies cursors of searches; a cursor is valid only for the query it was made for. */
export interface SearchCursors {
  /** @returns null where there is no secret to sign with */
  make(query: string, position: SearchPosition): Promise<string | null>;
  /** @returns null for a cursor that was altered, of another query, or whose secret is gone */
  open(query: string, cursor: string): Promise<SearchPosition | null>;
}

/** Compiled lists of mail domains and mailbox names. Domains in lower case, A-labels. */
export interface DomainLists {
  /** The domain, or one above it, hands out throwaway addresses. */
  isDisposable(domain: string): boolean;
  /** The forwarding service that hides its user's real address behind this domain, by name. */
  relay(domain: string): string | null;
  /** A public provider of free mailboxes has exactly this domain. */
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
  current(): MaybePromise<RdapRegistries>;
  /** Names the bootstrap {@link current} gives. */
  version(): MaybePromise<string>;
}

/** Milliseconds since the epoch; the only source of time below `services.ts`. */
export interface Clock {
  now(): number;
}

/** Row of an imported data set; `asOf` is the date of the operator's file. */
export interface RecordHit {
  data: Record<string, unknown>;
  asOf: string | null;
}

/** A row, and the key it was found under. */
export type KeyedHit = RecordHit & { key: string };

/** Answer of a data set for a key. Unknown: not imported, or its file does not cover the key. */
export type RecordAnswer = RecordHit | 'absent' | 'unknown';

/** Reports of the other 999 numbers that share all but a number's last three digits. */
export interface ReportsNear {
  numbers: number;
  reports: number;
  /** Reports of any number in the files and feeds these were counted in. */
  loaded: number;
  /** Date of the newest of those, YYYY-MM-DD. */
  asOf: string;
}

/** The operator's imported files. Reads of one tick are batched. */
export interface Records {
  /** Whether at least one of these is imported. Synchronous, except for an isolate's first read. */
  has(...datasets: readonly string[]): MaybePromise<boolean>;
  /**
   * Whether absence of all these keys is an answer of at least one of these; without keys, whether
   * one covers any besides its own. Synchronous as {@link has}.
   */
  covers(datasets: readonly string[], keys: readonly string[]): MaybePromise<boolean>;
  /**
   * Data version of these data sets, report counts included; synchronous as {@link has}. An answer
   * from them is stale when it changes: read the version before the rows, not after.
   */
  version(datasets: readonly string[]): MaybePromise<string>;
  /** The answer of every data set asked for. Synchronous where the isolate has the rows. */
  find(datasets: readonly string[], key: string): MaybePromise<Record<string, RecordAnswer>>;
  /** The first of several keys, in order, that is in the data set. Synchronous as {@link find}. */
  findFirst(dataset: string, keys: readonly string[]): KeyedHit | null | Promise<KeyedHit | null>;
  /**
   * Reports of the other numbers of a number's block of a thousand, in files and feeds that are
   * complete there; null where none is.
   */
  reportsNear(dataset: string, number: string): Promise<ReportsNear | null>;
  /**
   * Keyset page: rows of a data set in the order of their keys, for searches by other columns.
   * @param after the key before the first one; '' for the start @param most rows
   */
  page(dataset: string, after: string, most: number): Promise<readonly KeyedHit[]>;
}

/** The hit, for readers to whom absent and unknown are the same. */
export const recordHitOf = (answer: RecordAnswer | undefined): RecordHit | null =>
  typeof answer === 'object' ? answer : null;

/** Bytes by name, with byte ranges: compiled address tables, refreshed feeds. */
export interface Blobs {
  /** @returns null when there is no such object. */
  read(key: string, range?: { offset: number; length: number }): Promise<ArrayBuffer | null>;
  write(key: string, bytes: ArrayBuffer | Uint8Array | string): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

export interface ListedBlobs extends Blobs {
  /** The first keys that begin so, of which `remove` takes as many. @returns `more`: not all */
  list(prefix: string): Promise<{ keys: string[]; more: boolean }>;
}

/** Compiled address table merged with the refreshed feeds. */
export interface AddressTable {
  /** At once where its blocks are in memory. @throws Error for an unreadable table */
  find(address: IpAddress): MaybePromise<AddressRow>;
  /**
   * Data version of everything a row is made of. Synchronous when it is in memory.
   * @throws Error when the table cannot be read
   */
  version(): MaybePromise<string>;
}

/** Ports that sources use. Built once per isolate by `services.ts`; a test passes its own. */
export interface World {
  clock: Clock;
  /** Data version of the tables in the bundle. */
  shippedTables: string;
  records: Records;
  addresses: AddressTable;
  ranks: Ranks;
  outbound: Outbound;
  cursors: SearchCursors;
  numberPlan: NumberPlan;
  blockHolders: BlockHolders;
  domainLists: DomainLists;
  registries: RdapRegistryList;
  /**
   * Increases the hold of a lookup whose price grows with a measure, before a paid source does the
   * work. Absent where nothing is paid.
   * @param measure in the unit of the product's price, seconds of audio for example
   * @throws ApiError INSUFFICIENT_CREDITS, SERVICE_BUSY
   */
  cover?(measure: number): Promise<void>;
  /**
   * Marks the fact as partial: a call that only adds to it has failed. Absent for paid sources,
   * whose answers are kept: there such a call is a source of its own.
   */
  markPartial?(): undefined;
}

/**
 * The rows of a key of a data set with distinguishing columns: they are stored as one object of
 * lists, by the values of those columns.
 * @throws ZodError when a stored row is not as it was checked
 */
export const rowsOfRecordHit = <Row>(hit: RecordHit, row: z.ZodType<Row>): Row[] =>
  Object.values(hit.data).flatMap((rows) => z.array(row).parse(rows));
