import { type PageShape, pageOf } from './page-shapes.ts';

/** Time may grow this much when a page doubles. */
export const MOST_GROWTH = 2.5;

/** Processor time that is long beside what the clock and the collector of garbage add. */
const SHORTEST_MS = 2;
const FIRST_CHARS = 8_192;
/** A page of this size that takes no time has shown that it grows slowly. */
const MOST_CHARS = 1_048_576;
/** More than one: a slow run of the single page would hide the growth. */
const FIRST_RUNS = 3;
/**
 * A suspect is measured again and again, more often each time: noise goes away, a power of two does
 * not.
 */
const SECOND_LOOKS = [3, 6, 12, 24, 48];

/** Reads a page to its end. */
export type Reader = (html: string) => unknown;

declare const process: { cpuUsage(): { user: number; system: number } };

/** Milliseconds of the processor, which stand still while other programs have it. Node only. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function timeOf(read: Reader, html: string): number {
  const startedAt = cpuMs();
  read(html);
  return cpuMs() - startedAt;
}

/** The shape repeated until it takes long enough to be measured, warmed up, and its time. */
function measurable(read: Reader, shape: PageShape): { times: number; shortest: number } {
  let times = Math.ceil(FIRST_CHARS / (shape.unit.length + (shape.end?.length ?? 0)));
  for (;;) {
    const html = pageOf(shape, times);
    const shortest = Math.min(timeOf(read, html), timeOf(read, html));
    if (shortest >= SHORTEST_MS || html.length >= MOST_CHARS) return { times, shortest };
    times *= 2;
  }
}

/**
 * How many times longer a page of this shape takes when it is twice as long: the mean of two
 * doublings, because memory that no longer fits a cache makes a single one look worse than it is.
 */
export function growthOf(read: Reader, shape: PageShape): number {
  const { times, shortest } = measurable(read, shape);
  const [page, fourPages] = [pageOf(shape, times), pageOf(shape, times * 4)];
  let single = shortest;
  let fourfold = Number.POSITIVE_INFINITY;
  const growth = () => Math.sqrt(fourfold / Math.max(single, SHORTEST_MS));
  for (const runs of [FIRST_RUNS, ...SECOND_LOOKS]) {
    for (let run = 0; run < runs; run++) {
      single = Math.min(single, timeOf(read, page));
      fourfold = Math.min(fourfold, timeOf(read, fourPages));
    }
    if (growth() <= MOST_GROWTH) break;
  }
  return growth();
}
