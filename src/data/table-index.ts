import { RangeIndex } from './ranges/block-index.ts';
import { concatenated, type RangeTable } from './ranges/writer.ts';

/**
 * The two objects of a table with both IP versions: IPv4 first in each. `v6` must have been written
 * from `v4.end` on.
 */
export function tableObjects(
  v4: RangeTable,
  v6: RangeTable,
): { blocks: Uint8Array; index: Uint8Array } {
  return {
    blocks: concatenated([...v4.blocks, ...v6.blocks]),
    index: concatenated([v4.index, v6.index]),
  };
}

/** @throws RangeError when the bytes are not such an index */
export function splitIndexes(bytes: ArrayBuffer): { v4: RangeIndex; v6: RangeIndex } {
  const v4 = new RangeIndex(bytes);
  return { v4, v6: new RangeIndex(bytes, v4.byteLength) };
}
