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

export const PREFIX_TABLE_MAGIC = 0x31584650;
/** magic, sections, entries, strings. */
export const PREFIX_TABLE_HEADER_U32S = 4;
/** group, prefix length, entries. */
export const PREFIX_SECTION_U32S = 3;

/** Texts by the longest matching digit prefix, in separate groups (a calling code, a region). */
export interface PrefixTable {
  /** @returns the text of the longest prefix of `digits` listed in `group`, or null. */
  find(group: number, digits: string): string | null;
}

interface Section {
  length: number;
  keys: Uint32Array;
  values: Uint16Array;
}

/** @returns the position of `key` in ascending `keys`, or -1. */
function findPrefixKey(keys: Uint32Array, key: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = keys[middle] as number;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * Opens a compiled prefix table in place: nothing is decoded but its directory.
 *
 * Layout, little-endian words: the header; one directory row per section, grouped, longest prefix
 * first; u32 keys, ascending within a section; u16 values, padded to a word; a string table. A key
 * is its prefix read as a decimal number, which the section's length makes unambiguous ("06" is not
 * "6").
 * @throws Error when the bytes are not a prefix table
 */
export function createPrefixTable(bytes: ArrayBuffer): PrefixTable {
  const [magic, sectionCount = 0, entryCount = 0, stringCount = 0] = new Uint32Array(
    bytes,
    0,
    PREFIX_TABLE_HEADER_U32S,
  );
  if (magic !== PREFIX_TABLE_MAGIC) throw new Error('not a prefix table');
  const directory = new Uint32Array(
    bytes,
    PREFIX_TABLE_HEADER_U32S * 4,
    sectionCount * PREFIX_SECTION_U32S,
  );
  const keysAt = PREFIX_TABLE_HEADER_U32S * 4 + directory.byteLength;
  const valuesAt = keysAt + entryCount * 4;
  const strings = readStringTable(bytes, valuesAt + Math.ceil(entryCount / 2) * 4, stringCount);

  const groups = new Map<number, Section[]>();
  let first = 0;
  for (let row = 0; row < directory.length; row += PREFIX_SECTION_U32S) {
    const [group, length, count] = directory.subarray(
      row,
      row + PREFIX_SECTION_U32S,
    ) as unknown as [number, number, number];
    const keys = new Uint32Array(bytes, keysAt + first * 4, count);
    const values = new Uint16Array(bytes, valuesAt + first * 2, count);
    const sections = groups.get(group) ?? [];
    sections.push({ length, keys, values });
    groups.set(group, sections);
    first += count;
  }

  return {
    find(group, digits) {
      for (const { length, keys, values } of groups.get(group) ?? []) {
        if (length > digits.length) continue;
        const position = findPrefixKey(keys, length === 0 ? 0 : Number(digits.slice(0, length)));
        if (position >= 0) return strings.at(values[position] as number);
      }
      return null;
    },
  };
}
