import { type PageShape, pageOf } from './page-shapes.ts';

/** Time may grow this much when a page doubles. */
export const MOST_GROWTH = 2.5;

/**
 * Long enough that a timer's noise does not count, short enough to fit between a busy machine's
 * interruptions.
 */
const SHORTEST_MS = 8;
const FIRST_CHARS = 8_192;
/** A page of this size that takes no time has shown that it grows slowly. */
const MOST_CHARS = 1_048_576;
const FIRST_RUNS = 1;
/**
 * A suspect is measured again and again, more often each time: noise goes away, a power of two does
 * not.
 */
const SECOND_LOOKS = [3, 6, 12];

/** Reads a page to its end. */
export type Reader = (html: string) => unknown;

/** The clock of workerd stands still while code computes, until something has been waited for. */
async function now(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return performance.now();
}

async function timeOf(read: Reader, html: string): Promise<number> {
  const startedAt = await now();
  read(html);
  return (await now()) - startedAt;
}

/** The shortest of several runs of each page by turns, in milliseconds. */
async function compare(
  read: Reader,
  pages: readonly [string, string],
  runs: number,
): Promise<[number, number]> {
  const shortest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < runs; run++) {
    for (const at of [0, 1] as const)
      shortest[at] = Math.min(shortest[at], await timeOf(read, pages[at]));
  }
  return shortest;
}

/** The shape repeated until it takes long enough to be measured, warmed up. */
async function measurable(read: Reader, shape: PageShape): Promise<number> {
  let times = Math.ceil(FIRST_CHARS / (shape.unit.length + (shape.end?.length ?? 0)));
  for (;;) {
    const html = pageOf(shape, times);
    if (html.length >= MOST_CHARS) return times;
    if ((await timeOf(read, html)) >= SHORTEST_MS && (await timeOf(read, html)) >= SHORTEST_MS)
      return times;
    times *= 2;
  }
}

/**
 * How many times longer a page of this shape takes when it is twice as long: the mean of two
 * doublings, because memory that no longer fits a cache makes a single one look worse than it is.
 */
export async function growthOf(read: Reader, shape: PageShape): Promise<number> {
  const times = await measurable(read, shape);
  const pages = [pageOf(shape, times), pageOf(shape, times * 4)] as const;
  let growth = Number.POSITIVE_INFINITY;
  for (const runs of [FIRST_RUNS, ...SECOND_LOOKS]) {
    const [single, fourfold] = await compare(read, pages, runs);
    growth = Math.min(growth, Math.sqrt(fourfold / Math.max(single, SHORTEST_MS)));
    if (growth <= MOST_GROWTH) break;
  }
  return growth;
}
