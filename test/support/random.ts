/** A small fast generator with a printable seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  /** In 0..1, without 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (probability: number) => next() < probability,
    below: (limit: number) => Math.floor(next() * limit),
  };
}

export type Random = ReturnType<typeof randomOf>;
