import type { Steps } from './read-ranges.ts';

/**
 * Walks three layers at once and calls `emit` at every address where one changes.
 * @param emit gets the address, each layer's value from there on, the address of the next call, and
 * how the size of the second layer's range there compares with the third's: below zero, it is
 * smaller
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
  const positions = [0, 0, 0];
  for (;;) {
    const [i, j, k] = positions as [number, number, number];
    const start = [a.starts[i], b.starts[j], c.starts[k]].reduce((latest, key) =>
      (key as Key) > (latest as Key) ? key : latest,
    ) as Key;
    const nexts = [a.starts[i + 1], b.starts[j + 1], c.starts[k + 1]];
    let next: Key | undefined;
    for (const key of nexts)
      if (key !== undefined && (next === undefined || key < next)) next = key;
    const order = compareSizes(b.starts, j, c.starts, k);
    emit(start, a.values[i] ?? null, b.values[j] ?? null, c.values[k] ?? null, next, order);
    if (next === undefined) return;
    for (let layer = 0; layer < 3; layer++)
      if (nexts[layer] === next) positions[layer] = (positions[layer] as number) + 1;
  }
}

/** Below zero where the range at one position is smaller than that of the other. */
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

/** The last range has no end. */
function sizeAt<Key extends number | bigint>(
  starts: readonly Key[],
  position: number,
): number | bigint {
  // Both are of one kind of number, which TypeScript cannot tell of a type parameter.
  const [start, end] = [starts[position], starts[position + 1]] as [number, number | undefined];
  return end === undefined ? Number.POSITIVE_INFINITY : end - start;
}
