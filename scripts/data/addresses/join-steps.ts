import type { Steps } from './read-ranges.ts';

/**
 * Walks three layers simultaneously and calls `emit` at every address where one changes.
 * @param emit receives the address, each layer's value from there on, the address of the next call,
 * and the size of the second layer's range compared with the third's, negative if smaller
 */
export function joinSteps<Key extends number | bigint, A, B, C>(
  layers: [Steps<Key, A>, Steps<Key, B>, Steps<Key, C>],
  emit: (
    start: Key,
    a: A | null,
    b: B | null,
    c: C | null,
    next: Key | undefined,
    order: number,
  ) => void,
): void {
  const [a, b, c] = layers;
  let [i, j, k] = [0, 0, 0];
  let start = [a.starts[0], b.starts[0], c.starts[0]].reduce((latest, key) =>
    (key as Key) > (latest as Key) ? key : latest,
  ) as Key;
  // There are millions of steps, so none of them allocates an array.
  for (;;) {
    const nextA = a.starts[i + 1];
    const nextB = b.starts[j + 1];
    const nextC = c.starts[k + 1];
    const next = earlier(earlier(nextA, nextB), nextC);
    const order = compareSizes(b.starts, j, c.starts, k);
    emit(start, a.values[i] ?? null, b.values[j] ?? null, c.values[k] ?? null, next, order);
    if (next === undefined) return;
    if (nextA === next) i += 1;
    if (nextB === next) j += 1;
    if (nextC === next) k += 1;
    start = next;
  }
}

const earlier = <Key extends number | bigint>(
  one: Key | undefined,
  other: Key | undefined,
): Key | undefined => (one === undefined || (other !== undefined && other < one) ? other : one);

/** Compares the sizes of two ranges; negative if the first is smaller. */
function compareSizes<Key extends number | bigint>(
  starts: readonly Key[],
  at: number,
  others: readonly Key[],
  otherAt: number,
): number {
  const size = sizeAt(starts, at);
  const other = sizeAt(others, otherAt);
  return Number(size > other) - Number(size < other);
}

/** Size of a range; the last one has no end. */
function sizeAt<Key extends number | bigint>(starts: readonly Key[], position: number): number {
  const end = starts[position + 1];
  // Both keys have the same numeric type, which TypeScript cannot infer from the type parameter.
  return end === undefined
    ? Number.POSITIVE_INFINITY
    : (end as number) - (starts[position] as number);
}
