import type { Metrics } from '../../src/lookup/metrics.ts';

/** For tests that look at no counters. */
export const noMetrics: Metrics = { count: () => undefined };
