import { type AddressRange, compareWords, parseCidr } from '../../data/cidr.ts';
import { FeedError } from './feed.ts';

/** A range a feed lists, with what it says about it. */
export interface ListedRange extends AddressRange {
  region: string | null;
  service: string | null;
}

/** A feed that claims more than this at once is broken: it would mark half the internet. */
const SHORTEST_PREFIX = { 4: 8, 6: 16 };
/** Lines that are neither range nor comment; more means the file is something else, such as an error page. */
const MAX_MALFORMED_SHARE = 0.01;

/**
 * Collects the ranges of one feed. A range that continues the one before it extends it, so that a file of
 * hundreds of thousands of small neighbours takes little memory.
 */
export class RangeList {
  readonly ranges: ListedRange[] = [];
  #malformed = 0;
  #added = 0;

  /** Entries read, before merging. */
  get rows(): number {
    return this.#added;
  }

  /** @throws FeedError for a range too wide to be true */
  add(cidr: string, region: string | null = null, service: string | null = null): void {
    const range = parseCidr(cidr.trim());
    if (!range) {
      this.#malformed++;
      return;
    }
    const prefix = Number(cidr.split('/')[1] ?? 128);
    if (prefix < SHORTEST_PREFIX[range.version])
      throw new FeedError(`${cidr} is too wide to be a feed's range`);
    this.#added++;
    const last = this.ranges.at(-1);
    if (last && last.region === region && last.service === service && continues(last, range)) {
      if (compareWords(range.last, last.last) > 0) last.last = range.last;
    } else this.ranges.push({ ...range, region, service });
  }

  /** @throws FeedError when the file was empty or of another form */
  checked(): this {
    if (this.#added === 0) throw new FeedError('the file lists no ranges');
    if (this.#malformed > this.#added * MAX_MALFORMED_SHARE)
      throw new FeedError(`${this.#malformed} entries are not address ranges`);
    return this;
  }
}

/** Whether `next` starts inside `range` or right behind it. */
function continues(range: AddressRange, next: AddressRange): boolean {
  return (
    range.version === next.version &&
    compareWords(next.first, range.first) >= 0 &&
    compareWords(next.first, following(range.last)) <= 0
  );
}

/** The address behind; the last address of all is followed by itself. */
function following(words: readonly number[]): number[] {
  const next = [...words];
  for (let word = next.length - 1; word >= 0; word--) {
    if (next[word] !== 0xffff_ffff) {
      next[word] = (next[word] as number) + 1;
      return next;
    }
    next[word] = 0;
  }
  return [...words];
}
