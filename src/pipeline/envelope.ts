import { API_VERSION, type LookupData, SCHEMA_VERSION } from '../core/lookup/envelope.ts';
import type { LookupCall } from './call.ts';
import type { PricedAnswer } from './find-answer.ts';

/**
 * `data` of a successful lookup.
 * @param paid credits this call used, and the balance after it;
 * @param now when it ended
 */
export function envelope(
  { id, product, input, startedAt }: LookupCall,
  { found, sections, metadata }: PricedAnswer,
  paid: { used: number; left: number },
  now: number,
): LookupData {
  return {
    request: {
      id,
      type: product.type,
      input: product.subject(input),
      timestamp: new Date(startedAt).toISOString(),
      processing_time_ms: Math.max(0, Math.round(now - startedAt)),
    },
    metadata: {
      api_version: API_VERSION,
      schema_version: SCHEMA_VERSION,
      credits_used: paid.used,
      credits_remaining: paid.left,
      cache_hit: found.cached,
      ...(found.cached && { cached_at: new Date(found.foundAt).toISOString() }),
      data_sources: found.consulted,
      ...metadata,
    },
    ...sections,
  };
}
