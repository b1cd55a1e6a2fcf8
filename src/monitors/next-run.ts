import { PERIOD_MS, type Schedule, SPREAD_MS } from '../core/monitors/monitor.ts';

/**
 * When a run is due that is due after this moment; null when none is. Milliseconds since the epoch.
 */
export function dueAfter({ frequency, active, startsAt }: Schedule, now: number): number | null {
  if (!active) return null;
  if (now < startsAt) return startsAt;
  const period = PERIOD_MS[frequency];
  return startsAt + (Math.floor((now - startsAt) / period) + 1) * period;
}

/**
 * How long after it is due a monitor's run begins: the same every time, and spread evenly over
 * monitors. FNV-1a over the id, which is random; its low bits alone would do as well.
 */
export function spreadOf(monitorId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < monitorId.length; index++)
    hash = Math.imul(hash ^ monitorId.charCodeAt(index), 0x01000193) >>> 0;
  return hash % SPREAD_MS;
}
