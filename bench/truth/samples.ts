import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Areas } from './areas.ts';

interface Row {
  /** Where the row is from; its kind first, where a file has several. */
  section: string;
  row: string;
}

/**
 * Counts right answers. Mistakes are printed, but for held-out rows, which are not to be read by
 * whoever mends rules.
 */
export class Tally {
  right = 0;
  all = 0;
  readonly #sample: Sample;

  constructor(sample: Sample) {
    this.#sample = sample;
  }

  mark(isRight: boolean, told: string): void {
    this.all++;
    if (isRight) this.right++;
    else this.#sample.detail(told);
  }

  /** @param atLeast the goal in percent, if there is one */
  share(what: string, atLeast?: number): void {
    this.#sample.share(what, this.right, this.all, atLeast);
  }
}

/** A file of labelled rows or blocks. */
export class Sample {
  readonly text: string;
  readonly #isHeldOut: boolean;
  readonly #areas: Areas;

  constructor(areas: Areas, text: string, isHeldOut = false) {
    this.#areas = areas;
    this.text = text;
    this.#isHeldOut = isHeldOut;
  }

  /** Rows with their sections (`= name`). */
  get rows(): Row[] {
    let section = '';
    const rows: Row[] = [];
    for (const row of this.text.split('\n')) {
      if (row.startsWith('= ')) section = row.slice(2);
      else if (row.trim() && !row.startsWith('# ')) rows.push({ section, row });
    }
    return rows;
  }

  /** Blocks that begin with a mark, without the mark; a comment is before the first. */
  blocks(mark = /^=== /m): string[] {
    return this.text.split(mark).slice(1);
  }

  tally(): Tally {
    return new Tally(this);
  }

  detail(told: string): void {
    if (!this.#isHeldOut) this.#areas.detail(told);
  }

  share(what: string, right: number, all: number, atLeast?: number): void {
    const goal = atLeast === undefined ? null : { atLeast };
    const use = this.#isHeldOut ? 'held out' : 'samples that rules were mended with';
    if (all > 0) this.#areas.share(`${what}, ${use}`, right, all, goal);
  }
}

/**
 * What an area has in samples/: `AREA.txt`, with which rules were mended, and `AREA-held-out.txt`,
 * with which none was; either may be missing.
 */
export const samplesOf = (areas: Areas, area: string): Sample[] =>
  [false, true].flatMap((isHeldOut) => {
    const file = `${area}${isHeldOut ? '-held-out' : ''}.txt`;
    const path = join(import.meta.dirname, 'samples', file);
    return existsSync(path) ? [new Sample(areas, readFileSync(path, 'utf8'), isHeldOut)] : [];
  });
