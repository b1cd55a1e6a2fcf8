import type { Blobs } from '../../src/core/ports.ts';
import { ADDRESS_POINTER_KEY, addressKeys, addressPointer } from '../../src/data/table-pointers.ts';

async function readPointer(blobs: Blobs) {
  const bytes = await blobs.read(ADDRESS_POINTER_KEY);
  return bytes && addressPointer.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/**
 * Copies the compiled address table from one store to another, the pointer last; nothing when it is there.
 * @returns whether anything was copied
 */
export async function publishTables(from: Blobs, to: Blobs): Promise<boolean> {
  const shipped = await readPointer(from);
  if (!shipped) throw new Error('the address tables are not compiled; run npm run data');
  const present = await readPointer(to);
  if (present?.version === shipped.version) return false;
  const keys = addressKeys(shipped.version);
  for (const key of [keys.blocks, keys.index, ADDRESS_POINTER_KEY]) {
    const bytes = await from.read(key);
    if (!bytes) throw new Error(`${key} is named by the pointer and missing`);
    await to.write(key, bytes);
  }
  if (present) await to.remove(Object.values(addressKeys(present.version)));
  return true;
}
