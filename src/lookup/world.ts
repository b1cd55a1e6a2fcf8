import * as z from 'zod';
import type { AddressRow, IpAddress } from '../domain/ip/address.ts';
import type { BlockHolders, NumberPlan } from '../domain/phone/number-plan.ts';
import type { Ranks } from '../domain/web/domain-metrics.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Outbound } from './outbound.ts';

/** Position in a search: the source that answered, and its own token for the next page. */
export interface SearchPosition {
  source: string;
  position: string;
}

/** Signs and verifies search cursors; a cursor is valid only for the query it was made for. */
export interface SearchCursors {
  /** @returns null without a secret to sign with */
  make(query: string, position: SearchPosition): Promise<string | null>;
  /** @returns null if the cursor was altered, is for another query, or its secret was removed */
  open(query: string, cursor: string): Promise<SearchPosition | null>;
}

/** Compiled lists of mail domains and mailbox names. Domains are lower-case A-labels. */
export interface DomainLists {
  /** Whether the domain, or a parent domain, provides throwaway addresses. */
  isDisposable(domain: string): boolean;
  /** Name of the forwarding service that hides real addresses behind this domain; else null. */
  relay(domain: string): string | null;
  /** Whether exactly this domain belongs to a public provider of free mailboxes. */
  isFree(domain: string): boolean;
  /** Whether the local part names a function, not a person: "info", "no-reply", "sales+eu". */
  isRole(local: string): boolean;
}

/** RDAP service lookup by domain (RFC 9224). */
export interface RdapRegistries {
  /** Base URL ending in `/` for the longest matching suffix; null if none is published. */
  rdapBase(domain: string): string | null;
}

/** The newest bootstrap: the one that cron stored, else the compiled one. */
export interface RdapRegistryList {
  current(): MaybePromise<RdapRegistries>;
  /** Version of the bootstrap that {@link current} returns. */
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

/** A row with the key it was found under. */
export type KeyedHit = RecordHit & { key: string };

/** A key without a row in files that cover it; `asOf` is the date of the newest of them. */
interface RecordAbsence {
  absent: true;
  asOf: string;
}

/** Answer for a key. Unknown: the data set is not imported, or its file does not cover the key. */
export type RecordAnswer = RecordHit | RecordAbsence | 'unknown';

/** Reports about the other 999 numbers that differ from a number only in the last three digits. */
export interface ReportsNear {
  numbers: number;
  reports: number;
  /** Reports about any number in the files and feeds that were counted. */
  loaded: number;
  /** Date of the newest of these files and feeds, YYYY-MM-DD. */
  asOf: string;
}

/** The operator's imported files. Reads within one tick are batched. */
export interface Records {
  /**
   * Whether at least one of these is imported. Synchronous except for an isolate's first read.
   * @throws ApiError if the list of suppressed people is asked for and lost
   */
  has(...datasets: readonly string[]): MaybePromise<boolean>;
  /**
   * Whether at least one of these data sets covers all these keys, so that absence is an answer.
   * With no keys: whether one covers keys other than its own rows'. Synchronous as {@link has}.
   */
  covers(datasets: readonly string[], keys: readonly string[]): MaybePromise<boolean>;
  /**
   * Data version of these data sets, report counts included; synchronous as {@link has}. An answer
   * is stale when it changes, so read the version before the rows, not after.
   */
  version(datasets: readonly string[]): MaybePromise<string>;
  /** Answers of all these data sets. Synchronous if the isolate has the rows in memory. */
  find(datasets: readonly string[], key: string): MaybePromise<Record<string, RecordAnswer>>;
  /** Hit for the first of these keys, in order, in the data set. Synchronous as {@link find}. */
  findFirst(dataset: string, keys: readonly string[]): KeyedHit | null | Promise<KeyedHit | null>;
  /**
   * Reports about the other numbers in a number's block of a thousand, from files and feeds that
   * are complete for it; null if none is.
   */
  reportsNear(dataset: string, number: string): Promise<ReportsNear | null>;
  /**
   * Keyset page: rows of a data set in key order, for searches by other columns.
   * @param after the key before the first row; '' for the start @param most rows
   */
  page(dataset: string, after: string, most: number): Promise<readonly KeyedHit[]>;
}

/** The hit, for readers that treat absent and unknown alike. */
export const recordHitOf = (answer: RecordAnswer | undefined): RecordHit | null =>
  typeof answer === 'object' && 'data' in answer ? answer : null;

/** Blob store with byte ranges: compiled address tables, refreshed feeds. */
export interface Blobs {
  /** @returns null if the object does not exist */
  read(key: string, range?: { offset: number; length: number }): Promise<ArrayBuffer | null>;
  write(key: string, bytes: ArrayBuffer | Uint8Array | string): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Parses a stored object of JSON. @returns null if the object does not exist */
export async function readJsonBlob<Shape extends z.ZodType>(
  blobs: Blobs,
  key: string,
  shape: Shape,
): Promise<z.output<Shape> | null> {
  const bytes = await blobs.read(key);
  return bytes && shape.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

export interface ListedBlobs extends Blobs {
  /**
   * First keys with this prefix, as many as `remove` takes. @param after key before the first
   * @returns `more` if there are others
   */
  list(prefix: string, after?: string): Promise<{ keys: string[]; more: boolean }>;
}

/** Compiled address table merged with the refreshed feeds. */
export interface AddressTable {
  /** Synchronous if its blocks are in memory. @throws Error if the table cannot be read */
  find(address: IpAddress): MaybePromise<AddressRow>;
  /**
   * Data version of all data in a row. Synchronous if it is in memory.
   * @throws Error if the table cannot be read
   */
  version(): MaybePromise<string>;
}

/** Ports for sources. Built once per isolate by `services.ts`; a test passes its own. */
export interface World {
  clock: Clock;
  /** Data version of the bundled tables. */
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
   * Increases the hold of a lookup priced by a measure, before a paid source does the work. Absent
   * if nothing is charged.
   * @param measure in the unit of the product's price, for example seconds of audio
   * @throws ApiError INSUFFICIENT_CREDITS, RATE_LIMIT_EXCEEDED, SERVICE_BUSY
   */
  cover?(measure: number): Promise<void>;
  /**
   * Marks the fact as partial: an optional call failed, or a paid reply lacks a part. The paid
   * answer is then not stored, so that the completion asks for it again.
   */
  markPartial?(): undefined;
}

/**
 * Rows under one key of a data set with distinguishing columns, which are stored as one object:
 * lists of rows by the values of those columns.
 * @throws ZodError if a stored row does not match its schema
 */
export const rowsOfRecordHit = <Row>(hit: RecordHit, row: z.ZodType<Row>): Row[] =>
  Object.values(hit.data).flatMap((rows) => z.array(row).parse(rows));
