import type { AddressRow, FeedTag, IpAddress } from '../../domain/ip/address.ts';
import { hash53 } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts';
import { StaleWhileRevalidate } from '../../lib/stale-while-revalidate.ts';
import type { Source } from '../../lookup/source.ts';
import { type AddressTable, type Blobs, type Clock, readJsonBlob } from '../../lookup/world.ts';
import type { RangeBlock } from '../ranges/block.ts';
import { type BlockCache, createBlockCache, RangeTable } from '../ranges/table.ts';
import { splitIndexes } from '../ranges/writer.ts';
import { ASN_COLUMN, PLACE_COLUMN, readAsn, readPlace, readTags, TAGS_COLUMN } from './entries.ts';
import {
  ADDRESS_POINTER_KEY,
  addressKeys,
  addressPointer,
  type FeedCoverage,
  type FeedPolicy,
  feedCoverage,
  MERGED_FEEDS_POINTER_KEY,
  mergedFeedsKeys,
  mergedFeedsPointer,
} from './pointers.ts';

/** How long a pointer is cached; a refresh takes effect after this. */
const POINTER_AGE_MS = 60_000;

interface VersionedTables {
  version: string;
  v4: RangeTable;
  v6: RangeTable;
}

interface AddressTableState {
  version: string;
  base: VersionedTables;
  mergedFeeds: VersionedTables | null;
  report: { v4: FeedCoverage; v6: FeedCoverage };
}

/** Address table with `recheck` for the isolate that holds it. */
interface StoredAddressTable extends AddressTable {
  /**
   * Reads the pointers again, for the isolate that has just switched one. Ignores failures, because
   * a lookup reports them.
   */
  recheck(): Promise<void>;
}

/** Version of answers: that of the tables and of the missing feeds, which rows do not show. */
function answerVersion(
  base: string,
  mergedFeeds: string | null,
  { v4, v6 }: AddressTableState['report'],
): string {
  const missing = [...new Set([...v4.missing, ...v6.missing])];
  return [base, mergedFeeds ?? '-', missing.length > 0 ? hash53(missing.join()) : '-'].join('.');
}

/**
 * Opens the compiled address table and that of the merged feeds; a lookup reads a block of each.
 * @param deps.feeds feeds that an answer should be based on, besides the compiled ones
 * @param deps.background keeps a promise running after the request that started it has ended
 */
export function openAddressTable(deps: {
  blobs: Blobs;
  clock: Clock;
  feeds: readonly FeedPolicy[];
  background(work: Promise<unknown>): void;
  cache?: BlockCache;
}): StoredAddressTable {
  const { blobs, clock, feeds } = deps;
  const cache = deps.cache ?? createBlockCache();
  const tables = new StaleWhileRevalidate(readTables, POINTER_AGE_MS, deps);

  async function open(
    keys: { blocks: string; index: string },
    version: string,
  ): Promise<VersionedTables> {
    const bytes = await blobs.read(keys.index);
    if (!bytes) throw new Error(`${keys.index} is missing`);
    const { v4, v6 } = splitIndexes(bytes);
    return {
      version,
      v4: new RangeTable(v4, blobs, keys.blocks, cache),
      v6: new RangeTable(v6, blobs, keys.blocks, cache),
    };
  }

  async function readPointers() {
    const [base, mergedFeeds] = await Promise.all([
      readJsonBlob(blobs, ADDRESS_POINTER_KEY, addressPointer),
      readJsonBlob(blobs, MERGED_FEEDS_POINTER_KEY, mergedFeedsPointer),
    ]);
    if (!base)
      throw new Error(`${ADDRESS_POINTER_KEY} is missing: the address table has not been loaded`);
    return { base, mergedFeeds };
  }

  async function readTables(before: AddressTableState | null): Promise<AddressTableState> {
    const pointers = await readPointers();
    const { version } = pointers.base;
    const mergedFeedsVersion = pointers.mergedFeeds?.version ?? null;
    const base =
      before?.base.version === version ? before.base : await open(addressKeys(version), version);
    const isSameMerge = before?.mergedFeeds && before.mergedFeeds.version === mergedFeedsVersion;
    const mergedFeeds =
      mergedFeedsVersion === null
        ? null
        : isSameMerge
          ? before.mergedFeeds
          : await open(mergedFeedsKeys(mergedFeedsVersion), mergedFeedsVersion);
    const facts = {
      sources: pointers.base.sources,
      states: pointers.mergedFeeds?.feeds ?? {},
      feeds,
      now: clock.now(),
    };
    const report = { v4: feedCoverage(4, facts), v6: feedCoverage(6, facts) };
    return {
      version: answerVersion(version, mergedFeedsVersion, report),
      base,
      mergedFeeds,
      report,
    };
  }

  function read(
    { base, mergedFeeds, report }: AddressTableState,
    { version, words }: IpAddress,
  ): MaybePromise<AddressRow> {
    const family = version === 4 ? 'v4' : 'v6';
    const block = base[family].block(words);
    const feedsBlock = mergedFeeds?.[family].block(words) ?? null;
    if (block instanceof Promise || feedsBlock instanceof Promise)
      return Promise.all([block, feedsBlock]).then((blocks) =>
        readAddressRow(...blocks, words, report[family]),
      );
    return readAddressRow(block, feedsBlock, words, report[family]);
  }

  return {
    find(address) {
      const row = mapMaybePromise(tables.current(), (state) => read(state, address));
      if (!(row instanceof Promise)) return row;
      // A version can be removed while its pointer is still cached: read the pointers again and
      // retry once.
      return row.catch(async () => read(await tables.reload(), address));
    },
    version: () => mapMaybePromise(tables.current(), ({ version }) => version),
    async recheck() {
      await tables.reload().catch(() => undefined);
    },
  };
}

function readAddressRow(
  block: RangeBlock,
  mergedFeeds: RangeBlock | null,
  key: readonly number[],
  report: FeedCoverage,
): AddressRow {
  const position = block.row(key);
  const asnEntry = block.entry(position, ASN_COLUMN);
  const placeEntry = block.entry(position, PLACE_COLUMN);
  const feedsPosition = mergedFeeds?.row(key) ?? 0;
  const tagsEntry = mergedFeeds?.entry(feedsPosition, TAGS_COLUMN);
  const asn = asnEntry && readAsn(asnEntry);
  const location = placeEntry && readPlace(placeEntry);
  const tags: readonly FeedTag[] = tagsEntry
    ? readTags(tagsEntry).filter(({ feed }) => report.asOf[feed] !== undefined)
    : [];
  return {
    prefixLength: Math.max(
      block.prefixLength(position, key),
      mergedFeeds?.prefixLength(feedsPosition, key) ?? 0,
    ),
    asn: asn?.asn ?? null,
    asnName: asn?.name || null,
    asnCountry: asn?.country ?? null,
    asnClass: asn?.class ?? null,
    classRule: asn?.rule || null,
    operator: asn?.operator || null,
    countryCode: location?.country ?? null,
    registeredCountry: location?.registeredCountry ?? null,
    region: location?.region ?? null,
    city: location?.city ?? null,
    district: location?.district ?? null,
    zip: location?.zip ?? null,
    latitude: location?.latitude ?? null,
    longitude: location?.longitude ?? null,
    tags,
    checkedFeeds: report.checked,
    missingFeeds: report.missing,
    feedsAsOf: report.asOf,
  };
}

function throwUnreadable(cause: unknown): never {
  throw new ApiError('SERVICE_UNAVAILABLE', 'The IP address data is unavailable.', { cause });
}

/** Compiled address table, joined with the loaded feeds. */
export const addressTable: Source<IpAddress, AddressRow> = {
  name: 'address_table',
  label: 'network_and_location_tables',
  kind: 'compiled',
  reads: 'cache',
  version: (world) => world.addresses.version(),
  available: () => true,
  ask(address, world) {
    const row = world.addresses.find(address);
    return row instanceof Promise ? row.catch(throwUnreadable) : row;
  },
};
