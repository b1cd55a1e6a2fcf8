import type { AddressRow, FeedTag, IpAddress } from '../../domain/ip/address.ts';
import { hash53 } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Source } from '../../lookup/source.ts';
import type { AddressTable, Blobs, Clock } from '../../lookup/world.ts';
import type { RangeBlock } from '../ranges/block.ts';
import { BlockCache, RangeTable } from '../ranges/table.ts';
import { splitIndexes } from '../ranges/writer.ts';
import { ASN_COLUMN, PLACE_COLUMN, readAsn, readPlace, readTags, TAGS_COLUMN } from './entries.ts';
import {
  ADDRESS_POINTER_KEY,
  type AddressPointer,
  addressKeys,
  addressPointer,
  type FeedCoverage,
  type FeedPolicy,
  feedCoverage,
  MERGED_FEEDS_POINTER_KEY,
  type MergedFeedsPointer,
  mergedFeedsKeys,
  mergedFeedsPointer,
} from './pointers.ts';

/** How long a pointer is believed before it is read again: a refresh shows after this. */
const POINTER_AGE_MS = 60_000;

interface VersionedTables {
  version: string;
  v4: RangeTable;
  v6: RangeTable;
}

interface AddressTableState {
  version: string;
  base: VersionedTables;
  overlay: VersionedTables | null;
  report: { v4: FeedCoverage; v6: FeedCoverage };
}

/** The table as its own isolate may hold it. */
export interface StoredAddressTable extends AddressTable {
  /**
   * Reads the pointers again, for the isolate that has just flipped one. A lookup tells when they
   * cannot be read.
   */
  recheck(): Promise<void>;
}

const text = new TextDecoder();

/** A feed that is missing says nothing in a row, so the tables' own versions do not tell all. */
function answerVersion(
  base: string,
  overlay: string | null,
  { v4, v6 }: AddressTableState['report'],
): string {
  const missing = [...new Set([...v4.missing, ...v6.missing])];
  return [base, overlay ?? '-', missing.length > 0 ? hash53(missing.join()) : '-'].join('.');
}

/**
 * Reads the compiled address table and the feeds' overlay, one block of each for a lookup.
 * @param deps.feeds the feeds an answer is expected to rest on, besides the compiled ones
 * @param deps.background keeps a promise running when the request that made it has ended
 */
export function openAddressTable(deps: {
  blobs: Blobs;
  clock: Clock;
  feeds: readonly FeedPolicy[];
  background(work: Promise<unknown>): void;
  cache?: BlockCache;
}): StoredAddressTable {
  const { blobs, clock, feeds } = deps;
  const cache = deps.cache ?? new BlockCache();
  let state: AddressTableState | null = null;
  let checkedAt = 0;

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

  async function readPointers(): Promise<{
    base: AddressPointer;
    overlay: MergedFeedsPointer | null;
  }> {
    const [base, overlay] = await Promise.all([
      blobs.read(ADDRESS_POINTER_KEY),
      blobs.read(MERGED_FEEDS_POINTER_KEY),
    ]);
    if (!base)
      throw new Error(`${ADDRESS_POINTER_KEY} is missing: the address table has not been loaded`);
    return {
      base: addressPointer.parse(JSON.parse(text.decode(base))),
      overlay: overlay && mergedFeedsPointer.parse(JSON.parse(text.decode(overlay))),
    };
  }

  async function reload(): Promise<AddressTableState> {
    const before = state;
    checkedAt = clock.now();
    try {
      const pointers = await readPointers();
      const { version } = pointers.base;
      const overlayVersion = pointers.overlay?.version ?? null;
      const base =
        before?.base.version === version ? before.base : await open(addressKeys(version), version);
      const isSameOverlay = before?.overlay && before.overlay.version === overlayVersion;
      const overlay =
        overlayVersion === null
          ? null
          : isSameOverlay
            ? before.overlay
            : await open(mergedFeedsKeys(overlayVersion), overlayVersion);
      const facts = {
        sources: pointers.base.sources,
        states: pointers.overlay?.feeds ?? {},
        feeds,
        now: clock.now(),
      };
      const report = { v4: feedCoverage(4, facts), v6: feedCoverage(6, facts) };
      state = { version: answerVersion(version, overlayVersion, report), base, overlay, report };
      return state;
    } catch (error) {
      // What was true a minute ago is a better answer than none; the next minute tries again.
      if (before) return before;
      throw error;
    }
  }

  /** The answer from memory, or null when a block has to be read. */
  function held(
    { base, overlay, report }: AddressTableState,
    address: IpAddress,
  ): AddressRow | null {
    const version = addressFamily(address);
    const block = base[version].cached(address.words);
    if (!block) return null;
    if (!overlay) return readAddressRow(block, null, address.words, report[version]);
    const overlayBlock = overlay[version].cached(address.words);
    return overlayBlock
      ? readAddressRow(block, overlayBlock, address.words, report[version])
      : null;
  }

  async function read(
    { base, overlay, report }: AddressTableState,
    address: IpAddress,
  ): Promise<AddressRow> {
    const version = addressFamily(address);
    const table = overlay?.[version];
    const [block, overlayBlock] = await Promise.all([
      base[version].cached(address.words) ?? base[version].load(address.words),
      table ? (table.cached(address.words) ?? table.load(address.words)) : null,
    ]);
    return readAddressRow(block, overlayBlock, address.words, report[version]);
  }

  /**
   * Past its minute the state still answers while it is read again: only the first reading is
   * waited for.
   */
  function current(): AddressTableState | null {
    if (state && clock.now() - checkedAt >= POINTER_AGE_MS) deps.background(reload());
    return state;
  }

  async function readBlocks(address: IpAddress): Promise<AddressRow> {
    try {
      return await read(state ?? (await reload()), address);
    } catch {
      // A version can be removed while its pointer is still believed: read the pointer and try once
      // more.
      return read(await reload(), address);
    }
  }

  return {
    find(address) {
      const now = current();
      return (now && held(now, address)) || readBlocks(address);
    },
    version: () => current()?.version ?? reload().then(({ version }) => version),
    async recheck() {
      await reload().catch(() => undefined);
    },
  };
}

const addressFamily = (address: IpAddress): 'v4' | 'v6' => (address.version === 4 ? 'v4' : 'v6');

function readAddressRow(
  block: RangeBlock,
  overlay: RangeBlock | null,
  key: readonly number[],
  report: FeedCoverage,
): AddressRow {
  const position = block.row(key);
  const networkEntry = block.entry(position, ASN_COLUMN);
  const placeEntry = block.entry(position, PLACE_COLUMN);
  const tagsEntry = overlay ? overlay.entry(overlay.row(key), TAGS_COLUMN) : null;
  const network = networkEntry && readAsn(networkEntry);
  const place = placeEntry && readPlace(placeEntry);
  const tags: readonly FeedTag[] = tagsEntry
    ? readTags(tagsEntry).filter(({ feed }) => report.asOf[feed] !== undefined)
    : [];
  return {
    asn: network?.asn ?? null,
    asnName: network?.name || null,
    asnClass: network?.class ?? null,
    classRule: network?.rule || null,
    operator: network?.operator || null,
    countryCode: place?.country ?? null,
    region: place?.region ?? null,
    city: place?.city ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    tags,
    checkedFeeds: report.checked,
    missingFeeds: report.missing,
    feedsAsOf: report.asOf,
  };
}

/** The compiled address table joined with the loaded feeds. */
export const addressTable: Source<IpAddress, AddressRow> = {
  name: 'address_table',
  label: 'network_and_location_tables',
  kind: 'compiled',
  version: (world) => world.addresses.version(),
  available: () => true,
  async ask(address, world) {
    try {
      return await world.addresses.find(address);
    } catch (cause) {
      throw new ApiError('SERVICE_UNAVAILABLE', 'The source address_table cannot be read.', {
        cause,
      });
    }
  },
};
