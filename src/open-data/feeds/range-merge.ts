import { compareKeysAt, type KeyWidth } from '../ranges/rows.ts';
import type { RangeCursor } from './stored-ranges.ts';

/** Ranges of one feed in ascending order, and the tag each of its labels stands for. */
export interface TaggedCursor {
  cursor: RangeCursor;
  /** Tag by label. */
  tags: readonly number[];
}

/** A tag that holds at the position of the merge, and the last address it is known to hold for. */
interface OpenTag {
  tag: number;
  last: readonly number[];
}

type Emit = (start: readonly number[], tags: readonly number[]) => Promise<void> | undefined;

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let word = 0; word < a.length; word++) {
    const difference = (a[word] as number) - (b[word] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The address behind, or null behind the last of all. */
function successor(words: readonly number[]): number[] | null {
  const next = [...words];
  for (let word = next.length - 1; word >= 0; word--) {
    if (next[word] !== 0xffff_ffff) {
      next[word] = (next[word] as number) + 1;
      return next;
    }
    next[word] = 0;
  }
  return null;
}

const keyAt = (rows: Uint32Array, at: number, keyWords: KeyWidth): number[] =>
  keyWords === 1 ? [rows[at] as number] : [rows[at]!, rows[at + 1]!, rows[at + 2]!, rows[at + 3]!];

/** The cursor whose next range starts first. */
function lowestCursor(cursors: readonly TaggedCursor[], keyWords: KeyWidth): TaggedCursor | null {
  let found: TaggedCursor | null = null;
  for (const each of cursors) {
    const { cursor } = each;
    if (cursor.isAtEnd) continue;
    if (
      !found ||
      compareKeysAt(cursor.rows, cursor.at, found.cursor.rows, found.cursor.at, keyWords) < 0
    )
      found = each;
  }
  return found;
}

/** The tags that hold, in ascending order. A few at once, so that a list is faster than a heap. */
class OpenTags {
  readonly open: OpenTag[] = [];

  /** The tag holds up to `last`. It may hold already: only how far counts. */
  add(tag: number, last: readonly number[]): void {
    let at = this.open.length;
    while (at > 0 && (this.open[at - 1] as OpenTag).tag >= tag) at--;
    const known = this.open[at];
    if (known?.tag !== tag) this.open.splice(at, 0, { tag, last });
    else if (compareKeys(last, known.last) > 0) known.last = last;
  }

  /** The last address up to which nothing ends. */
  firstEnd(): readonly number[] | null {
    let first: readonly number[] | null = null;
    for (const { last } of this.open) if (!first || compareKeys(last, first) < 0) first = last;
    return first;
  }

  endAt(last: readonly number[]): void {
    for (let at = this.open.length - 1; at >= 0; at--)
      if (compareKeys((this.open[at] as OpenTag).last, last) === 0) this.open.splice(at, 1);
  }

  get tags(): number[] {
    return this.open.map(({ tag }) => tag);
  }
}

/**
 * Merges sorted ranges, which may overlap, into steps over the whole address space, and yields each
 * by its first address and the tags that hold from there on. Holds one block of each cursor and the
 * tags open at one address.
 */
export async function mergeRanges(
  cursors: readonly TaggedCursor[],
  keyWords: KeyWidth,
  emit: Emit,
): Promise<void> {
  const open = new OpenTags();
  let position = new Array<number>(keyWords).fill(0);
  const moveTo = (next: number[]): Promise<void> | undefined => {
    if (compareKeys(next, position) === 0) return;
    const emitted = emit(position, open.tags);
    position = next;
    return emitted;
  };
  await Promise.all(cursors.map(({ cursor }) => cursor.read()));
  for (;;) {
    const next = lowestCursor(cursors, keyWords);
    const end = open.firstEnd();
    const first = next && keyAt(next.cursor.rows, next.cursor.at, keyWords);
    if (end && (!first || compareKeys(end, first) < 0)) {
      const at = successor(end);
      if (!at) break;
      const moved = moveTo(at);
      if (moved) await moved;
      open.endAt(end);
    } else if (next && first) {
      const { cursor, tags } = next;
      const moved = moveTo(first);
      if (moved) await moved;
      const label = cursor.rows[cursor.at + keyWords * 2] as number;
      open.add(tags[label] as number, keyAt(cursor.rows, cursor.at + keyWords, keyWords));
      const read = cursor.advance();
      if (read) await read;
    } else break;
  }
  await emit(position, open.tags);
}
