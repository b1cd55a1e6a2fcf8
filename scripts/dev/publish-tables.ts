import type { Blobs } from '../../src/lookup/world.ts';
import {
  ADDRESS_POINTER_KEY,
  type AddressPointer,
  addressKeys,
  addressPointer,
} from '../../src/open-data/ip/pointers.ts';

async function readPointer(blobs: Blobs): Promise<AddressPointer | null> {
  const bytes = await blobs.read(ADDRESS_POINTER_KEY);
  return bytes && addressPointer.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/**
 * Copies the compiled address table from one store to another, the pointer last; nothing when it is
 * there. Only this layout's pointer and objects are touched: code of another layout goes on with
 * its own. Stopping anywhere leaves what is named readable, and the next call ends what this one
 * began.
 * @returns whether anything was copied
 */
export async function publishTables(from: Blobs, to: Blobs): Promise<boolean> {
  const shipped = await readPointer(from);
  if (!shipped) throw new Error('the address tables are not compiled; run npm run data');
  const present = await readPointer(to);
  if (present?.version === shipped.version) return false;
  for (const key of Object.values(addressKeys(shipped.version))) {
    const bytes = await from.read(key);
    if (!bytes) throw new Error(`${key} is named by the pointer and missing`);
    await to.write(key, bytes);
  }
  // Running isolates read the present version for up to a minute, so only the one before it goes.
  if (present?.previous && present.previous !== shipped.version)
    await to.remove(Object.values(addressKeys(present.previous)));
  const pointer: AddressPointer = { ...shipped, previous: present?.version ?? null };
  await to.write(ADDRESS_POINTER_KEY, JSON.stringify(pointer));
  return true;
}
