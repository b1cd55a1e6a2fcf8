/** Runs work as soon as a slot is free. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Semaphore: runs at most `most` pieces of work at once; the others wait, first in, first out. */
export function createLimiter(most: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes to the longest waiter.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Yields to the event loop, so that an isolate which processes rows also serves single requests.
 * The runtime accepts no new request while microtasks are pending, so each step over a whole chunk,
 * which takes milliseconds, is preceded by a yield.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 0));
