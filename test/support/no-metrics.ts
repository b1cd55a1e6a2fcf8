import type { Metrics } from '../../src/core/metrics.ts';

/** For tests that look at no counters. */
export const noMetrics: Metrics = { count: () => undefined };
