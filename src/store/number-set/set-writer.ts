import type { Blobs } from '../../core/ports.ts';
import { AREA_BYTES, type AreaBitmap, countBits, countFresh, unite } from './area-bitmap.ts';
import { placeOf } from './number-place.ts';
import { PendingNumbers } from './pending-numbers.ts';
import {
  areaKey,
  countNumbers,
  emptyIndex,
  indexKey,
  keysOfIndex,
  readIndex,
  type SetIndex,
  writeIndex,
} from './set-index.ts';

/** Area codes merged at once: each holds up to three bitmaps of 1.25 MB meanwhile. */
const CONCURRENT_AREAS = 4;

export interface SetImport {
  dataset: string;
  /** Names the objects this import writes; nobody reads them before it is committed. */
  importId: number;
  mode: 'append' | 'replace';
  /** The import readers see now; null when there is none. */
  liveId: number | null;
}

async function readBitmap(blobs: Blobs, key: string): Promise<AreaBitmap> {
  const bytes = await blobs.read(key);
  if (bytes?.byteLength !== AREA_BYTES)
    throw new Error(`${key} is named by an index and is missing or cut short`);
  return new Uint8Array(bytes);
}

/**
 * Writes one import of a set of North American numbers, whatever their order, in bounded memory.
 */
export class SetWriter {
  readonly #blobs: Blobs;
  readonly #import: SetImport;
  readonly #live: SetIndex;
  readonly #index: SetIndex;
  readonly #pending: PendingNumbers;

  private constructor(
    blobs: Blobs,
    started: SetImport,
    live: SetIndex,
    index: SetIndex,
    pending: PendingNumbers,
  ) {
    this.#blobs = blobs;
    this.#import = started;
    this.#live = live;
    this.#index = index;
    this.#pending = pending;
  }

  /** Begins an import, or goes on with one that earlier parts began. */
  static async open(
    blobs: Blobs,
    started: SetImport,
    pending = new PendingNumbers(),
  ): Promise<SetWriter> {
    const { dataset, importId, mode, liveId } = started;
    const live = (liveId === null ? null : await readIndex(blobs, dataset, liveId)) ?? emptyIndex();
    const base = mode === 'append' ? { ...emptyIndex(), areas: { ...live.areas } } : emptyIndex();
    const index = (await readIndex(blobs, dataset, importId)) ?? base;
    return new SetWriter(blobs, started, live, index, pending);
  }

  get full(): boolean {
    return this.#pending.full;
  }

  /** Distinct numbers the set holds once this import is committed and everything is flushed. */
  get numbers(): number {
    return countNumbers(this.#index);
  }

  /** @returns false for a number that is not North American: a set cannot hold it */
  add(e164: string): boolean {
    const place = placeOf(e164);
    if (place) this.#pending.add(place.area, place.line);
    return place !== null;
  }

  /**
   * @returns how many of the numbers added since the last flush readers do not see yet and no
   * earlier flush wrote
   */
  async flush(): Promise<number> {
    const areas = this.#pending.drain();
    let fresh = 0;
    const work = async () => {
      for (const [area, bitmap] of areas) {
        const found = await this.#merge(area, bitmap);
        fresh += found;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_AREAS }, work));
    return fresh;
  }

  /**
   * Everything flushed becomes part of the import's index. Readers see it when the import is
   * committed elsewhere.
   */
  async finishPart(): Promise<void> {
    const { dataset, importId, liveId } = this.#import;
    const kept = new Set(keysOfIndex(dataset, this.#index));
    const dropped = keysOfIndex(dataset, this.#live).filter((key) => !kept.has(key));
    this.#index.dropped = liveId === null ? dropped : [...dropped, indexKey(dataset, liveId)];
    await writeIndex(this.#blobs, dataset, importId, this.#index);
  }

  /** Removes what the import before the last one left behind; its readers have moved on by now. */
  async removeDropped(): Promise<void> {
    await this.#blobs.remove(this.#live.dropped);
  }

  async #merge(area: number, bitmap: AreaBitmap): Promise<number> {
    const { dataset, importId } = this.#import;
    const current = this.#index.areas[area];
    const visible = this.#live.areas[area];
    const before = current
      ? await readBitmap(this.#blobs, areaKey(dataset, current.importId, area))
      : null;
    const separate =
      visible && visible.importId !== current?.importId && this.#import.mode === 'replace';
    const seen = separate
      ? await readBitmap(this.#blobs, areaKey(dataset, visible.importId, area))
      : null;
    const fresh = countFresh(bitmap, before, seen);
    if (before) unite(bitmap, before);
    await this.#blobs.write(areaKey(dataset, importId, area), bitmap);
    this.#index.areas[area] = { importId, numbers: countBits(bitmap) };
    return fresh;
  }
}
