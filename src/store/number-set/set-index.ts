import * as z from 'zod';
import type { Blobs } from '../../core/ports.ts';
import { FIRST_AREA, LAST_AREA } from './number-place.ts';

/**
 * Which bitmap is current for each area code that has numbers. Written once per part of an import,
 * then never changed.
 */
export const setIndex = z.object({
  areas: z.record(
    z.string().regex(/^[2-9]\d\d$/),
    z.object({ importId: z.int(), numbers: z.int().min(0) }),
  ),
  /**
   * Objects the import before still reads and this one does not: removed by the import after this
   * one.
   */
  dropped: z.array(z.string()),
});
export type SetIndex = z.infer<typeof setIndex>;

export const emptyIndex = (): SetIndex => ({ areas: {}, dropped: [] });

export const indexKey = (dataset: string, importId: number): string =>
  `number-sets/${dataset}/${importId}/index.json`;
export const areaKey = (dataset: string, importId: number, area: number | string): string =>
  `number-sets/${dataset}/${importId}/${area}.bin`;

/** Every object an import can have written, needing no list of those it did. */
export const keysOfImport = (dataset: string, importId: number): string[] => [
  ...Array.from({ length: LAST_AREA - FIRST_AREA + 1 }, (_, at) =>
    areaKey(dataset, importId, FIRST_AREA + at),
  ),
  indexKey(dataset, importId),
];

/** Numbers in the whole set. */
export const countNumbers = ({ areas }: SetIndex): number =>
  Object.values(areas).reduce((sum, { numbers }) => sum + numbers, 0);

/** @returns null when the import has written none */
export async function readIndex(
  blobs: Blobs,
  dataset: string,
  importId: number,
): Promise<SetIndex | null> {
  const bytes = await blobs.read(indexKey(dataset, importId));
  return bytes && setIndex.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

export async function writeIndex(
  blobs: Blobs,
  dataset: string,
  importId: number,
  index: SetIndex,
): Promise<void> {
  await blobs.write(indexKey(dataset, importId), JSON.stringify(index));
}

/** The objects an index names. */
export const keysOfIndex = (dataset: string, { areas }: SetIndex): string[] =>
  Object.entries(areas).map(([area, { importId }]) => areaKey(dataset, importId, area));
