import { ApiError } from '../../lib/errors.ts';
import type { PublicResponse } from '../../lookup/outbound.ts';
import { requireUnchallenged } from './challenge.ts';

/** Product token of the User-Agent header, matched by robots.txt rules. */
export const PRODUCT_TOKEN = 'LookupApiBot';
export const USER_AGENT = `Mozilla/5.0 (compatible; ${PRODUCT_TOKEN}/1.0)`;

export const PAGE_HEADERS: Record<string, string> = {
  'User-Agent': USER_AGENT,
  Accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  'Accept-Language': 'en,*;q=0.5',
};

/** Browsers allow 20 (Fetch standard, 4.4); ordinary sites need few. */
export const MAX_REDIRECTS = 5;

export class PageStatusError extends ApiError {
  readonly httpStatus: number;

  constructor(status: number) {
    super('UPSTREAM_ERROR', `The site answered with status ${status}.`);
    this.httpStatus = status;
  }
}

/** robots.txt is answered with a server error, so no page may be read (RFC 9309, 2.3.1.4). */
export class RobotsOutage extends ApiError {
  constructor(status: number) {
    super(
      'VALIDATION_FAILED',
      `The site's robots.txt answers with status ${status}. Pages are read once it is available.`,
    );
  }
}

/**
 * @throws ApiError UPSTREAM_ERROR for a status without a page, VALIDATION_FAILED for a challenge;
 * the body is cancelled
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

/** How a body is read: `html` is converted, `text` passes through, `code` is fenced. */
export type Reading = { as: 'html' } | { as: 'text' } | { as: 'code'; language: string };

const HTML = new Set(['text/html', 'application/xhtml+xml']);
const TEXT = new Set(['text/plain', 'text/markdown', 'text/x-markdown', 'text/x-rst']);
const CODE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'application/json': 'json',
    'application/ld+json': 'json',
    'application/feed+json': 'json',
    'application/xml': 'xml',
    'text/xml': 'xml',
    'application/rss+xml': 'xml',
    'application/atom+xml': 'xml',
    'text/csv': 'csv',
    'application/yaml': 'yaml',
    'text/yaml': 'yaml',
    'application/javascript': 'js',
    'text/javascript': 'js',
    'text/css': 'css',
  }),
);

/** Media type without parameters, lower case; null when the site sent none. */
export function mediaType(contentType: string | null): string | null {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() || null;
}

/**
 * How to read a body of this type; null when it is not text (PDF, images, archives). A missing type
 * is read as HTML.
 */
export function readingOf(type: string | null): Reading | null {
  if (type === null || HTML.has(type)) return { as: 'html' };
  if (TEXT.has(type)) return { as: 'text' };
  const language =
    CODE.get(type) ??
    (type.endsWith('+json')
      ? 'json'
      : type.endsWith('+xml') && type !== 'image/svg+xml'
        ? 'xml'
        : undefined);
  return language === undefined ? null : { as: 'code', language };
}
