import { ApiError } from '../lib/errors.ts';
import { quoted } from '../lib/text.ts';
import {
  AREA_BYTES,
  type AreaBitmap,
  addNumbers,
  areaKey,
  countNewNumbers,
  countNumbersIn,
  countSetNumbers,
  emptyBitmap,
  emptyIndex,
  indexKey,
  numberPositionOf,
  readIndex,
  type SetIndex,
  setLine,
  writeIndex,
} from '../lookup/records/store-number-set.ts';
import type { Blobs } from '../lookup/world.ts';

/** Size of the write buffer in bytes. An isolate has 128 MB in total. */
const MAX_PENDING_BYTES = 24 * 1_048_576;

const FIRST_CAPACITY = 1_024;
const BYTES_PER_LINE = 4;

/** Pending numbers of an area code: a list while they are few, a bitmap once that is smaller. */
interface PendingArea {
  lines: Uint32Array;
  count: number;
  bitmap: AreaBitmap | null;
}

function pendingBitmap({ lines, count, bitmap }: PendingArea): AreaBitmap {
  if (bitmap) return bitmap;
  const merged = emptyBitmap();
  for (let at = 0; at < count; at++) setLine(merged, lines[at] as number);
  return merged;
}

/** Write buffer by area code, so that a file in any order needs bounded memory. */
export class PendingNumbers {
  readonly #areas = new Map<number, PendingArea>();
  #bytes = 0;
  readonly #limitBytes: number;

  constructor(limitBytes = MAX_PENDING_BYTES) {
    this.#limitBytes = limitBytes;
  }

  get full(): boolean {
    return this.#bytes >= this.#limitBytes;
  }

  add(area: number, line: number): void {
    let pending = this.#areas.get(area);
    if (!pending) {
      pending = { lines: new Uint32Array(FIRST_CAPACITY), count: 0, bitmap: null };
      this.#areas.set(area, pending);
      this.#bytes += FIRST_CAPACITY * BYTES_PER_LINE;
    }
    if (!pending.bitmap && pending.count === pending.lines.length) this.#grow(pending);
    if (pending.bitmap) setLine(pending.bitmap, line);
    else pending.lines[pending.count++] = line;
  }

  /** Drains the buffer, one area code after another. */
  *drain(): Generator<[area: number, bitmap: AreaBitmap]> {
    for (const [area, pending] of [...this.#areas].sort(([a], [b]) => a - b)) {
      this.#areas.delete(area);
      yield [area, pendingBitmap(pending)];
    }
    this.#bytes = 0;
  }

  /** Doubles a list, or converts it to a bitmap if that is no larger. */
  #grow(pending: PendingArea): void {
    const before = pending.lines.byteLength;
    if (before * 2 >= AREA_BYTES) {
      pending.bitmap = pendingBitmap(pending);
      pending.lines = new Uint32Array(0);
      this.#bytes += AREA_BYTES - before;
      return;
    }
    const larger = new Uint32Array(pending.lines.length * 2);
    larger.set(pending.lines);
    pending.lines = larger;
    this.#bytes += before;
  }
}

/** Area codes merged concurrently; each holds up to three bitmaps of 1.25 MB. */
const CONCURRENT_AREAS = 4;

/** Loads of number sets, named by `setLoadOf`. */
interface NumberSetImport {
  dataset: string;
  mode: 'append' | 'replace';
  /** This load, which names the objects it writes. */
  own: string | number;
  /** The previous load of this import, whose index this one continues; null for the first. */
  before: string | number | null;
  /** The set that readers see now; null if there is none. */
  live: string | number | null;
}

/** Refusal to add to numbers that cannot be read: they would silently leave the set. */
const setLost = (dataset: string, param: string): ApiError =>
  new ApiError(
    'INVALID_INPUT',
    `The stored numbers of ${quoted(dataset)} are missing or cut short, so nothing can be added to them. Import the whole list with mode=replace and its coverage.`,
    { param },
  );

/** @returns null if the object is missing or cut short */
async function readBitmap(blobs: Blobs, key: string): Promise<AreaBitmap | null> {
  const bytes = await blobs.read(key);
  return bytes?.byteLength === AREA_BYTES ? new Uint8Array(bytes) : null;
}

/** Writes an import of North American numbers, in any order and bounded memory. */
export class NumberSetWriter {
  readonly #blobs: Blobs;
  readonly #import: NumberSetImport;
  readonly #live: SetIndex;
  readonly #index: SetIndex;
  /** Objects of earlier loads that were replaced by this one's. */
  readonly #replaced: string[] = [];
  readonly #pending: PendingNumbers;

  private constructor(
    blobs: Blobs,
    started: NumberSetImport,
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

  /**
   * Begins an import, or continues one that earlier parts began.
   * @throws ApiError INVALID_INPUT if numbers that it would keep are missing: those of the live set
   * for an append, or of earlier parts
   */
  static async open(
    blobs: Blobs,
    started: NumberSetImport,
    pending = new PendingNumbers(),
  ): Promise<NumberSetWriter> {
    const { dataset, before, mode } = started;
    const stored = started.live === null ? null : await readIndex(blobs, dataset, started.live);
    if (started.live !== null && stored === null && mode === 'append')
      throw setLost(dataset, 'mode');
    const live = stored ?? emptyIndex();
    const base = mode === 'append' ? { areas: { ...live.areas } } : emptyIndex();
    const index = before === null ? base : await readIndex(blobs, dataset, before);
    if (!index) throw setLost(dataset, 'import');
    return new NumberSetWriter(blobs, started, live, index, pending);
  }

  get full(): boolean {
    return this.#pending.full;
  }

  /** Distinct numbers in the set once everything is flushed and this import is committed. */
  get numbers(): number {
    return countSetNumbers(this.#index);
  }

  /** @returns false for a number outside North America, which a set cannot hold */
  add(e164: string): boolean {
    const place = numberPositionOf(e164);
    if (place) this.#pending.add(place.area, place.line);
    return place !== null;
  }

  /**
   * @returns how many numbers added since the last flush are new to readers and to earlier flushes
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

  /** Writes the index of everything flushed; it takes effect once it is recorded in D1. */
  async finishPart(): Promise<void> {
    const { dataset, own } = this.#import;
    await writeIndex(this.#blobs, dataset, own, this.#index);
  }

  /**
   * Removes objects of earlier loads after this load's index took effect. Objects that cannot be
   * removed now are purged with the import.
   */
  async removeReplaced(): Promise<void> {
    const { dataset, before } = this.#import;
    const keys = [...this.#replaced, ...(before === null ? [] : [indexKey(dataset, before)])];
    await this.#blobs.remove(keys).catch(() => undefined);
  }

  async #merge(area: number, bitmap: AreaBitmap): Promise<number> {
    const { dataset, own } = this.#import;
    const current = this.#index.areas[area];
    const visible = this.#live.areas[area];
    const before = current
      ? await readBitmap(this.#blobs, areaKey(dataset, current.importId, area))
      : null;
    if (current && !before) throw setLost(dataset, 'mode');
    const separate =
      visible && visible.importId !== current?.importId && this.#import.mode === 'replace';
    // Only for the count of new numbers, so a replaced bitmap may be missing.
    const seen = separate
      ? await readBitmap(this.#blobs, areaKey(dataset, visible.importId, area))
      : null;
    const fresh = countNewNumbers(bitmap, before, seen);
    if (before) addNumbers(bitmap, before);
    await this.#blobs.write(areaKey(dataset, own, area), bitmap);
    // Objects that readers still use stay until this import is visible.
    if (current && ![own, visible?.importId].includes(current.importId))
      this.#replaced.push(areaKey(dataset, current.importId, area));
    this.#index.areas[area] = { importId: own, numbers: countNumbersIn(bitmap) };
    return fresh;
  }
}
