import { whenKnown } from '../../core/lookup/when-known.ts';
import type { Blobs } from '../../core/ports.ts';
import { gather } from '../gather.ts';
import { AREA_BYTES, bitOf, byteOf } from './area-bitmap.ts';
import { placeOf } from './number-place.ts';
import { areaKey, readIndex, type SetIndex } from './set-index.ts';

/** Bytes of a bitmap that are read at once: 65,536 numbers, six exchanges and a half. */
export const BLOCK_BYTES = 8_192;

/** 4 MiB of blocks. */
export const MAX_BLOCKS = 512;
const MAX_INDEXES = 8;

/** Remembers the entries that were used last. */
function lastUsed<Value>(limit: number) {
  const entries = new Map<string, Value>();
  const keep = (key: string, value: Value): Value => {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size > limit) entries.delete(entries.keys().next().value as string);
    return value;
  };
  return {
    keep,
    get(key: string): Value | undefined {
      const value = entries.get(key);
      return value === undefined ? undefined : keep(key, value);
    },
  };
}

/**
 * Each read at once with what else is asked for in this turn, and remembered: an import never
 * changes what it wrote.
 */
function remembered<Value>(limit: number, read: (name: string) => Promise<Value>) {
  const memory = lastUsed<Value>(limit);
  const readTogether = gather<Value>(
    async (names) =>
      new Map(
        await Promise.all(
          names.map(async (name) => [name, memory.keep(name, await read(name))] as const),
        ),
      ),
    Number.POSITIVE_INFINITY,
  );
  return (name: string): Value | Promise<Value> =>
    memory.get(name) ?? (readTogether(name) as Promise<Value>);
}

/** Sets of numbers as readers see them. */
export interface NumberSets {
  /**
   * Whether an import of a set holds a number: one block read, or at once where it is remembered or
   * the area code has no numbers.
   * @throws Error when the objects of the import are gone
   */
  holds(dataset: string, importId: number, e164: string): boolean | Promise<boolean>;
}

export function openNumberSets(blobs: Blobs): NumberSets {
  const indexOf = remembered<SetIndex>(MAX_INDEXES, async (name) => {
    const [dataset, importId] = name.split('\t') as [string, string];
    const index = await readIndex(blobs, dataset, Number(importId));
    if (!index) throw new Error(`the number set ${dataset} has no index of import ${importId}`);
    return index;
  });
  const blockOf = remembered<Uint8Array>(MAX_BLOCKS, async (name) => {
    const [key, at] = name.split('\t') as [string, string];
    const offset = Number(at);
    const length = Math.min(BLOCK_BYTES, AREA_BYTES - offset);
    const bytes = await blobs.read(key, { offset, length });
    if (bytes?.byteLength !== length)
      throw new Error(`${key} is named by an index and is missing or cut short`);
    return new Uint8Array(bytes);
  });
  return {
    holds(dataset, importId, e164) {
      const place = placeOf(e164);
      if (!place) return false;
      return whenKnown(indexOf(`${dataset}\t${importId}`), ({ areas }) => {
        const area = areas[place.area];
        if (!area) return false;
        const byte = byteOf(place.line);
        const offset = byte - (byte % BLOCK_BYTES);
        const block = `${areaKey(dataset, area.importId, place.area)}\t${offset}`;
        return whenKnown<Uint8Array, boolean>(
          blockOf(block),
          (bytes) => ((bytes[byte - offset] as number) & bitOf(place.line)) !== 0,
        );
      });
    },
  };
}
