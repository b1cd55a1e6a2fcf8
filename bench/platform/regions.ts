// Round trips between regions in milliseconds, over public backbones, rounded to ten.
//
// Sydney-Frankfurt 280, Sydney-Sao Paulo 310 and Frankfurt-Sao Paulo 200 are about what clouds
// publish between their regions there (Microsoft, "Azure network round-trip latency statistics":
// Australia East, Brazil South, Germany West Central; the figures vary by some ten percent from
// month to month). 10 within a region is an assumption: an object hinted to a region lies in some
// data center of it, not in the caller's.
//
// D1, KV's central store and the R2 buckets are assumed in western Europe, where this operator
// created them. A KV key or a D1 replica that is already near is faster; the printed figure is a
// caller's first lookup.
import type { Region } from '../../src/domain/regions.ts';

export const CALLERS = { Sydney: 'oc', 'São Paulo': 'sam', Frankfurt: 'weur' } as const;

/** Regions that an organization may choose as its home. */
export const HOMES = ['oc', 'sam', 'weur'] as const satisfies Region[];
export type Home = (typeof HOMES)[number];

/** Region of tables and files. */
export const STORAGE_HOME: Home = 'weur';

const WITHIN_MS = 10;

const BETWEEN_MS: Readonly<Record<Home, Partial<Record<Home, number>>>> = {
  oc: { sam: 310, weur: 280 },
  sam: { oc: 310, weur: 200 },
  weur: { oc: 280, sam: 200 },
};

export const roundTripMs = (from: Home, to: Home): number => BETWEEN_MS[from][to] ?? WITHIN_MS;
