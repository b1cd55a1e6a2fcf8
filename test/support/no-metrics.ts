import type { RequestLog } from '../../src/lookup/account/request-log.ts';
import type { Metrics } from '../../src/lookup/metrics.ts';

/** For tests that look at no counters. */
export const noMetrics: Metrics = { count: () => undefined };

/** For tests that look at no log of requests. */
export const noRequestLog: RequestLog = { record: () => undefined };
