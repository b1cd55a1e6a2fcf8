import type { Pace } from '../../core/network.ts';

/** What is remembered of one host; times in milliseconds since the epoch. */
export interface HostState {
  /** When the latest requests begin, oldest first; some of them still wait. */
  starts: readonly number[];
  /** The host wants to be left alone until then. */
  closedUntil: number;
}

export const IDLE_HOST: HostState = { starts: [], closedUntil: 0 };

/** A host that closes itself for longer is asked again after this. */
const MAX_CLOSED_MS = 3_600_000;

/** When the next request may begin. */
export function nextStart(
  { starts, closedUntil }: HostState,
  pace: Pace | null,
  now: number,
): number {
  const open = Math.max(now, closedUntil);
  if (!pace) return open;
  const { limit, perMs } = pace;
  const full = starts.length >= limit ? (starts[starts.length - limit] as number) + perMs : 0;
  return Math.max(open, full, starts.at(-1) ?? 0);
}

/** The state with one more request beginning at `start`. */
export const withStart = (state: HostState, pace: Pace | null, start: number): HostState =>
  pace ? { ...state, starts: [...state.starts, start].slice(-pace.limit) } : state;

/** The state after the host has asked to be left alone for `forMs`. */
export const closed = (state: HostState, forMs: number, now: number): HostState => ({
  ...state,
  closedUntil: Math.max(state.closedUntil, now + Math.min(forMs, MAX_CLOSED_MS)),
});
