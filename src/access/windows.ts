import type { WindowState } from '../core/access.ts';

/** A fixed window aligned to the clock: at most `limit` calls in every `seconds`. */
export interface Window {
  limit: number;
  seconds: number;
}

/** The windows of the specification ("Limits"). */
export const WINDOWS = {
  standard: { limit: 200, seconds: 10 },
  live: { limit: 1_000, seconds: 60 },
  account: { limit: 1_000, seconds: 60 },
  ceilingSecond: { limit: 500, seconds: 1 },
  ceilingTenSeconds: { limit: 5_000, seconds: 10 },
} as const satisfies Record<string, Window>;

export type WindowName = keyof typeof WINDOWS;

/** Every call of a key counts in these, whatever it asks for. */
export const CEILING = [
  'ceilingSecond',
  'ceilingTenSeconds',
] as const satisfies readonly WindowName[];

/** Calls counted in the current window of each name. Old windows are overwritten, so it never grows. */
export type Counts = Map<WindowName, { startsAt: number; calls: number }>;

function read(counts: Counts, name: WindowName, now: number) {
  const window: Window = WINDOWS[name];
  const lengthMs = window.seconds * 1_000;
  const startsAt = Math.floor(now / lengthMs) * lengthMs;
  const held = counts.get(name);
  return {
    window,
    startsAt,
    calls: held?.startsAt === startsAt ? held.calls : 0,
    reset: (startsAt + lengthMs) / 1_000,
  };
}

/**
 * Counts one call in all of `names`, or in none when any is full.
 * @param now milliseconds since the epoch
 * @returns `tripped`: the full window that ends last; otherwise the state of the first name
 */
export function countCall(
  counts: Counts,
  names: readonly [WindowName, ...WindowName[]],
  now: number,
): { tripped: boolean; state: WindowState } {
  const current = names.map((name) => ({ name, ...read(counts, name, now) }));
  const full = current
    .filter(({ window, calls }) => calls >= window.limit)
    .sort((a, b) => b.reset - a.reset)[0];
  if (full)
    return { tripped: true, state: { limit: full.window.limit, remaining: 0, reset: full.reset } };
  for (const { name, startsAt, calls } of current) counts.set(name, { startsAt, calls: calls + 1 });
  const [first] = current as [(typeof current)[number]];
  return {
    tripped: false,
    state: {
      limit: first.window.limit,
      remaining: first.window.limit - first.calls - 1,
      reset: first.reset,
    },
  };
}
