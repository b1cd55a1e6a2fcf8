import type { CallKind, WindowName, WindowState } from '../../lookup/account/principal.ts';

/** A fixed window aligned to the clock: at most `limit` calls in every `seconds`. */
interface Window {
  limit: number;
  seconds: number;
}

/**
 * The windows of the specification ("Limits"), and those of a whole organization: its receipts of
 * seven days at these rates fit its object.
 */
export const WINDOWS = {
  standard: { limit: 200, seconds: 10 },
  live: { limit: 1_000, seconds: 60 },
  account: { limit: 1_000, seconds: 60 },
  ceilingSecond: { limit: 500, seconds: 1 },
  ceilingTenSeconds: { limit: 5_000, seconds: 10 },
  organizationStandard: { limit: 1_000, seconds: 10 },
  organizationLive: { limit: 5_000, seconds: 60 },
  organizationSecond: { limit: 1_000, seconds: 1 },
  organizationTenSeconds: { limit: 10_000, seconds: 10 },
} as const satisfies Record<WindowName, Window>;

/** The owner of windows that are the organization's. */
const ORGANIZATION_OWNER = '';

/** Every call counts in these, whatever it asks for. */
const ceilingWindows = (owner: string): readonly WindowRef[] => [
  { owner, name: 'ceilingSecond' },
  { owner, name: 'ceilingTenSeconds' },
  { owner: ORGANIZATION_OWNER, name: 'organizationSecond' },
  { owner: ORGANIZATION_OWNER, name: 'organizationTenSeconds' },
];

/**
 * The windows a call counts in, the first of which its headers report. @param owner whose call it
 * is: a key, a session, an agent
 */
export function windowsForCall(kind: CallKind, owner: string): [WindowRef, ...WindowRef[]] {
  switch (kind) {
    case 'standard':
      return [
        { owner, name: kind },
        { owner: ORGANIZATION_OWNER, name: 'organizationStandard' },
        ...ceilingWindows(owner),
      ];
    case 'live':
      return [
        { owner, name: kind },
        { owner: ORGANIZATION_OWNER, name: 'organizationLive' },
        ...ceilingWindows(owner),
      ];
    case 'account':
      return [{ owner: ORGANIZATION_OWNER, name: kind }, ...ceilingWindows(owner)];
    case 'uncounted':
      return ceilingWindows(owner) as [WindowRef, ...WindowRef[]];
  }
}

/** Windows this long outlive the object that counts them: an idle one is gone after ten seconds. */
const KEPT_SECONDS = 60;

/** Every so many calls a kept window is written, rounded up to the next such step. */
const KEEP_EVERY_CALLS = 25;

/** Windows held at a time; past that, those that have ended are dropped. */
const MAX_HELD = 10_000;

/** A window of a key, or of the whole organization. */
export interface WindowRef {
  /** A key's id, or empty for the organization. */
  owner: string;
  name: WindowName;
}

/** What is written of a window: its place, its start, and at least the calls it has counted. */
export type SavedWindow = readonly [place: string, startsAt: number, calls: number];

interface WindowCount {
  startsAt: number;
  calls: number;
}

interface CountResult {
  /** The full window that ends last; null when the call was counted. */
  tripped: WindowName | null;
  /** Of the tripped window, else of the first one asked for. */
  state: WindowState;
  /** Whether a kept window has reached a step and has to be written before the call is answered. */
  mustBeWritten: boolean;
}

const windowId = ({ owner, name }: WindowRef): string => `${name}:${owner}`;
const windowNameOf = (place: string): WindowName =>
  place.slice(0, place.indexOf(':')) as WindowName;
const isKept = (name: WindowName): boolean => WINDOWS[name].seconds >= KEPT_SECONDS;

/** Calls counted in the current window of each place. */
export class Windows {
  /** Apart from the others, as every commit looks through them. */
  readonly #kept = new Map<string, WindowCount>();
  readonly #brief = new Map<string, WindowCount>();

  constructor(kept: readonly SavedWindow[] = []) {
    for (const [place, startsAt, calls] of kept) this.#kept.set(place, { startsAt, calls });
  }

  /** The state of one window, counting nothing. @param now milliseconds since the epoch */
  peek(of: WindowRef, now: number): WindowState {
    const { window, calls, reset } = this.#read(of, now);
    return { limit: window.limit, remaining: Math.max(0, window.limit - calls), reset };
  }

  /** Counts one call in all of these, or in none when any is full. */
  count(windows: readonly [WindowRef, ...WindowRef[]], now: number): CountResult {
    const current = windows.map((of) => ({ of, ...this.#read(of, now) }));
    const full = current
      .filter(({ window, calls }) => calls >= window.limit)
      .sort((a, b) => b.reset - a.reset)[0];
    if (full) {
      const state = { limit: full.window.limit, remaining: 0, reset: full.reset };
      return { tripped: full.of.name, state, mustBeWritten: false };
    }
    if (this.#kept.size + this.#brief.size > MAX_HELD) this.#dropEnded(now);
    let mustBeWritten = false;
    for (const { of, startsAt, calls } of current) {
      this.#countsOf(of.name).set(windowId(of), { startsAt, calls: calls + 1 });
      mustBeWritten ||= isKept(of.name) && calls % KEEP_EVERY_CALLS === 0;
    }
    return { tripped: null, state: this.peek(windows[0], now), mustBeWritten };
  }

  /**
   * The kept windows that are still open.
   * @param exact false rounds up, so that calls counted after this and never written stay counted
   */
  kept(now: number, exact: boolean): SavedWindow[] {
    return [...this.#kept].flatMap(([place, { startsAt, calls }]) => {
      const { limit, seconds } = WINDOWS[windowNameOf(place)];
      if (startsAt + seconds * 1_000 <= now) return [];
      const bound = Math.ceil(calls / KEEP_EVERY_CALLS) * KEEP_EVERY_CALLS;
      return [[place, startsAt, exact ? calls : Math.min(limit, bound)] as const];
    });
  }

  #countsOf(name: WindowName): Map<string, WindowCount> {
    return isKept(name) ? this.#kept : this.#brief;
  }

  #read(of: WindowRef, now: number) {
    const window: Window = WINDOWS[of.name];
    const lengthMs = window.seconds * 1_000;
    const startsAt = Math.floor(now / lengthMs) * lengthMs;
    const held = this.#countsOf(of.name).get(windowId(of));
    const calls = held?.startsAt === startsAt ? held.calls : 0;
    return { window, startsAt, calls, reset: (startsAt + lengthMs) / 1_000 };
  }

  #dropEnded(now: number): void {
    for (const counts of [this.#kept, this.#brief])
      for (const [place, { startsAt }] of counts)
        if (startsAt + WINDOWS[windowNameOf(place)].seconds * 1_000 <= now) counts.delete(place);
  }
}
