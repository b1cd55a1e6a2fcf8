import type { Blobs } from '../../core/ports.ts';
import { bitOf, byteOf } from './area-bitmap.ts';
import { placeOf } from './number-place.ts';
import { areaKey, type SetIndex } from './set-index.ts';

/** Whether a set holds a number: one byte read, or none where the area code has no numbers. */
export async function holdsNumber(
  blobs: Blobs,
  dataset: string,
  { areas }: SetIndex,
  e164: string,
): Promise<boolean> {
  const place = placeOf(e164);
  const area = place && areas[place.area];
  if (!place || !area) return false;
  const key = areaKey(dataset, area.importId, place.area);
  const byte = await blobs.read(key, { offset: byteOf(place.line), length: 1 });
  if (!byte) throw new Error(`${key} is named by an index and is missing`);
  return ((new Uint8Array(byte)[0] as number) & bitOf(place.line)) !== 0;
}
