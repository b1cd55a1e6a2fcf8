import type { PublicFetchOptions } from '../../core/network.ts';

/** One request of a chain of redirects. */
export interface Hop {
  url: string;
  method: NonNullable<PublicFetchOptions['method']>;
  headers: Headers;
  body: PublicFetchOptions['body'];
  /** Redirects that led here. */
  redirects: number;
}

/** RFC 9110 section 15.4; 300, 304, 305 and 306 name nothing to follow. */
const REDIRECTS = [301, 302, 303, 307, 308];

/** Headers that are about the body (RFC 9110 section 15.4). */
const BODY_HEADERS = [
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Content-Language',
  'Content-Location',
];

/** What one site was told must not reach another. */
const SECRET_HEADERS = ['Authorization', 'Cookie', 'Proxy-Authorization'];

/**
 * Where a reply sends its client; null when it does not. An unreadable Location is returned as it
 * is.
 */
export function redirectTarget(response: Response, from: URL): string | null {
  const location = response.headers.get('Location');
  if (location === null || !REDIRECTS.includes(response.status)) return null;
  return URL.parse(location, from.href)?.href ?? location;
}

/**
 * The request that follows a redirect, changed as the Fetch standard says ("HTTP-redirect fetch").
 */
export function afterRedirect(hop: Hop, status: number, target: string): Hop {
  const becomesGet =
    hop.method !== 'HEAD' && (status === 303 || (hop.method === 'POST' && status < 303));
  const headers = new Headers(hop.headers);
  if (becomesGet) for (const name of BODY_HEADERS) headers.delete(name);
  if (URL.parse(target)?.origin !== new URL(hop.url).origin)
    for (const name of SECRET_HEADERS) headers.delete(name);
  return {
    url: target,
    method: becomesGet ? 'GET' : hop.method,
    headers,
    body: becomesGet ? undefined : hop.body,
    redirects: hop.redirects + 1,
  };
}
