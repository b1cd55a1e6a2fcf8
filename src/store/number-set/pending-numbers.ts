import { AREA_BYTES, type AreaBitmap, emptyBitmap, setLine } from './area-bitmap.ts';

/** Bytes of numbers held back before they are written. An isolate has 128 MB for everything. */
export const MAX_PENDING_BYTES = 24 * 1_048_576;

const FIRST_CAPACITY = 1_024;
const BYTES_PER_LINE = 4;

/** A list of lines while they are few, a bitmap once that is smaller. */
interface Pending {
  lines: Uint32Array;
  count: number;
  bitmap: AreaBitmap | null;
}

/** Numbers of one area code as a bitmap. */
function bitmapOf({ lines, count, bitmap }: Pending): AreaBitmap {
  if (bitmap) return bitmap;
  const drawn = emptyBitmap();
  for (let at = 0; at < count; at++) setLine(drawn, lines[at] as number);
  return drawn;
}

/**
 * Numbers read and not yet written, by area code, so that any order of the file costs bounded
 * memory.
 */
export class PendingNumbers {
  readonly #areas = new Map<number, Pending>();
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

  /** Takes out every area code in turn; each is forgotten as it is taken. */
  *drain(): Generator<[area: number, bitmap: AreaBitmap]> {
    for (const [area, pending] of [...this.#areas].sort(([a], [b]) => a - b)) {
      this.#areas.delete(area);
      yield [area, bitmapOf(pending)];
    }
    this.#bytes = 0;
  }

  /** Doubles a list, or turns it into a bitmap where that is no larger. */
  #grow(pending: Pending): void {
    const before = pending.lines.byteLength;
    if (before * 2 >= AREA_BYTES) {
      pending.bitmap = bitmapOf(pending);
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
