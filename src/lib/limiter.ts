/** Runs work when its turn comes. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Semaphore: at most `most` pieces of work at once, the others first in, first out. */
export function createLimiter(most: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // First in, first out: the slot passes to the longest waiter.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Yields to the event loop, so that single requests get their share of an isolate that works on
 * rows. The runtime takes no new request while microtasks are left, so every step over a whole
 * chunk, which takes milliseconds, comes after a yield.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 0));
