/** Strings by number, decoded only when read. */
export interface StringTable {
  at(index: number): string;
}

const utf8 = new TextDecoder();

/**
 * Reads `count + 1` little-endian u32 offsets followed by UTF-8 text; string i is bytes
 * offset[i]..offset[i+1].
 * @param start byte position of the offsets, a multiple of four
 */
export function readStringTable(bytes: ArrayBuffer, start: number, count: number): StringTable {
  const offsets = new Uint32Array(bytes, start, count + 1);
  const text = new Uint8Array(bytes, start + offsets.byteLength, offsets[count]);
  return {
    at(index) {
      const from = offsets[index];
      const to = offsets[index + 1];
      if (from === undefined || to === undefined)
        throw new RangeError(`string ${index} of ${count}`);
      return utf8.decode(text.subarray(from, to));
    },
  };
}
