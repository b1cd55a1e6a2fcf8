/** Bounds how many rows are looked up at once across everything one consumer does. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `most` pieces of work run at once, the others in the order they came. */
export function createLimiter(most: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to whoever waits longest.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
