import { RangeIndex } from './range-index.ts';

/** The index object of a table with both IP versions: the IPv4 index, then the IPv6 index. */
export function joinIndexes(v4: Uint8Array, v6: Uint8Array): Uint8Array {
  const joined = new Uint8Array(v4.length + v6.length);
  joined.set(v4);
  joined.set(v6, v4.length);
  return joined;
}

/** @throws RangeError when the bytes are not such an index */
export function splitIndexes(bytes: ArrayBuffer): { v4: RangeIndex; v6: RangeIndex } {
  const v4 = new RangeIndex(bytes);
  return { v4, v6: new RangeIndex(bytes, v4.byteLength) };
}
