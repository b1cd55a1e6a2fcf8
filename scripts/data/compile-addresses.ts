import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../../src/lookup/world.ts';
import { ATTRIBUTIONS } from '../../src/open-data/attribution.ts';
import { openAddressTable } from '../../src/open-data/ip/address-table.ts';
import {
  ADDRESS_POINTER_KEY,
  type AddressPointer,
  addressKeys,
} from '../../src/open-data/ip/pointers.ts';
import { joinIndexes } from '../../src/open-data/ranges/writer.ts';
import { buildTables } from './addresses/build-tables.ts';
import { sourceFiles } from './addresses/source-files.ts';
import { checkTables } from './addresses/spot-checks.ts';
import { directoryBlobs } from './directory-blobs.ts';
import type { ManifestEntry } from './manifest.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Blobs as they will be once the pointer is written; the pointer is served from memory. */
function withPointer(blobs: Blobs, pointer: AddressPointer): Blobs {
  const bytes = new TextEncoder().encode(JSON.stringify(pointer)).buffer as ArrayBuffer;
  return {
    ...blobs,
    read: (key, range) =>
      key === ADDRESS_POINTER_KEY ? Promise.resolve(bytes) : blobs.read(key, range),
  };
}

/**
 * Compiles the address table into `<outDir>/ip/`, and makes it current after its spot checks have
 * passed.
 * @throws Error if a source is malformed or a check fails; the pointer is not changed then
 */
export async function compileAddresses(
  outDir: string,
  told: (what: string) => void,
): Promise<ManifestEntry[]> {
  const files = sourceFiles();
  const { v4, v6 } = buildTables(files, told);
  told('writing and checking');
  const { blocks, index } = joinIndexes(v4, v6);
  const sources = [files.asn, files.country, files.city];
  const asOf = sources
    .map((source) => source.asOf)
    .sort()
    .at(-1) as string;
  const version = `${asOf.replaceAll('-', '')}-${sha256(blocks).slice(0, 12)}`;
  const rows = { v4: v4.rows, v6: v6.rows };
  const pointer: AddressPointer = {
    version,
    previous: null,
    rows,
    sources: sources.map((source) => ({
      feed: source.feed,
      name: source.package,
      licence: source.licence,
      asOf: source.asOf,
    })),
    attribution: ATTRIBUTIONS.slice(0, 4).map(({ text }) => text),
  };

  await rm(join(outDir, 'ip'), { recursive: true, force: true });
  const blobs = directoryBlobs(outDir);
  const keys = addressKeys(version);
  await blobs.write(keys.blocks, blocks);
  await blobs.write(keys.index, index);
  await checkTables(
    openAddressTable({
      blobs: withPointer(blobs, pointer),
      clock: { now: () => Date.now() },
      feeds: [],
      background: () => undefined,
    }),
    rows,
  );
  await blobs.write(ADDRESS_POINTER_KEY, JSON.stringify(pointer, null, 2));

  const source = sources.map((each) => each.package).join(', ');
  const licence = [...new Set(sources.map((each) => each.licence))].join('; ');
  return [
    { file: keys.blocks, source, licence, asOf, rows: v4.rows + v6.rows, sha256: sha256(blocks) },
    {
      file: keys.index,
      source,
      licence,
      asOf,
      rows: v4.blocks.length + v6.blocks.length,
      sha256: sha256(index),
    },
  ];
}
