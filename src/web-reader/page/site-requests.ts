import { ApiError } from '../../lib/errors.ts';
import type { PublicResponse } from '../../lookup/outbound.ts';
import { requireUnchallenged } from './challenge.ts';

/** How this service names itself to sites; the product token is what robots.txt rules address. */
export const PRODUCT_TOKEN = 'LookupApiBot';
export const USER_AGENT = `Mozilla/5.0 (compatible; ${PRODUCT_TOKEN}/1.0)`;

export const PAGE_HEADERS: Record<string, string> = {
  'User-Agent': USER_AGENT,
  Accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  'Accept-Language': 'en,*;q=0.5',
};

/** Browsers allow 20 (Fetch standard, 4.4); honest sites need few. */
export const MAX_REDIRECTS = 5;

export class PageStatusError extends ApiError {
  readonly httpStatus: number;

  constructor(status: number) {
    super('UPSTREAM_ERROR', `The site answered with status ${status}.`);
    this.httpStatus = status;
  }
}

/**
 * @throws ApiError UPSTREAM_ERROR for a status that carries no page, VALIDATION_FAILED for a
 * challenge; the body is given up
 */
export async function requirePage(response: PublicResponse): Promise<void> {
  await requireUnchallenged(response);
  if (
    response.status >= 200 &&
    response.status < 300 &&
    response.status !== 204 &&
    response.status !== 205
  )
    return;
  await response.body.cancel().catch(() => undefined);
  throw new PageStatusError(response.status);
}
