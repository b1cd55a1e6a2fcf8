import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError } from '../../lib/errors.ts';
import { nearestName } from '../../lib/inputs.ts';
import { serviceOrigin } from '../../lib/origin.ts';
import { refusalBody } from '../../lookup/envelope.ts';
import { type ApiAccess, type AppEnv, admitRequest } from './context.ts';
import type { Log } from './log.ts';

function toApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  // Hono's validator throws this for a body that is not JSON.
  if (error instanceof HTTPException && error.status < 500)
    return new ApiError('INVALID_REQUEST', 'The body is not valid JSON.');
  return new ApiError('INTERNAL_ERROR', undefined, { cause: error });
}

function errorResponse(c: Context<AppEnv>, error: ApiError) {
  c.set('code', error.code);
  const body = refusalBody(error, {
    requestId: c.get('requestId'),
    origin: serviceOrigin(c.get('publicUrl'), c.req.url),
  });
  return c.json(body, error.status as ContentfulStatusCode, error.headers);
}

/** Wraps a thrown non-error: it would bypass the error handler, and the platform would log it. */
export const wrapNonErrors = createMiddleware(async (_, next) => {
  try {
    await next();
  } catch (thrown) {
    throw thrown instanceof Error
      ? thrown
      : new ApiError('INTERNAL_ERROR', undefined, { cause: thrown });
  }
});

/** Maps every exception to an error code; an unknown one to INTERNAL_ERROR and a log line. */
export const onError =
  (log: Log): ErrorHandler<AppEnv> =>
  (error, c) => {
    const refusal = toApiError(error);
    if (refusal.status >= 500) {
      log('error', 'request failed', {
        request_id: c.get('requestId'),
        // The pattern only: a path may contain the token of a file link.
        route: routePath(c, -1),
        code: refusal.code,
        // Fixed text of the service, as for every failure not caused by the caller.
        reason: refusal.message,
        cause: refusal.cause,
      });
    }
    return errorResponse(c, refusal);
  };

/**
 * Browsers prefer HTML by name; a client without a preference is a program. The reply varies by
 * Accept (RFC 9110, section 12.5.5).
 */
export function prefersHtml(c: Context<AppEnv>): boolean {
  c.header('Vary', 'Accept', { append: true });
  const supports = ['application/json', 'text/html'];
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
}

const API = '/v1/';

/** Nearest path in a list: without a trailing slash, or with a similar last segment. */
function nearestPath(path: string, paths: readonly string[]): string | null {
  const given = path.replace(/\/$/, '');
  if (paths.includes(given)) return given;
  if (given.length < API.length) return null;
  const parent = given.slice(0, given.lastIndexOf('/') + 1);
  const siblings = paths.filter((known) => known.startsWith(parent));
  const nearest = nearestName(
    given.slice(parent.length),
    siblings.map((known) => known.slice(parent.length)),
  );
  return nearest === null ? null : parent + nearest;
}

/** API path for a request without the version, with another version, or with a trailing slash. */
function versionedPath(path: string, paths: readonly string[]): string | null {
  const given = path.replace(/^\/+(?:v\d+(?:\/|$))?/, API).replace(/\/$/, '');
  return paths.includes(given) ? given : null;
}

const nothingHere = (hint: string) =>
  new ApiError('NOT_FOUND', `There is nothing at this path; ${hint}.`);

/**
 * Handles an unknown path. Below /v1 it requires a key, because 401 comes before 404, and the reply
 * names the nearest path; elsewhere a browser gets a page.
 * @param paths below /v1, without parameters
 * @param page HTML page for a browser
 */
export const onNotFound =
  (
    access: ApiAccess,
    paths: readonly string[],
    page: () => Promise<string>,
  ): NotFoundHandler<AppEnv> =>
  async (c) => {
    const { path } = c.req;
    if (!path.startsWith(API)) {
      if (prefersHtml(c)) return c.html(await page(), 404);
      const meant = versionedPath(path, paths);
      return errorResponse(
        c,
        meant === null ? new ApiError('NOT_FOUND') : nothingHere(`use ${meant}`),
      );
    }
    await admitRequest(c, access, 'uncounted');
    const nearest = nearestPath(path, paths);
    c.set('loggedPath', `${API}*`);
    const hint =
      nearest === null ? 'GET /v1/products lists the products' : `the nearest path is ${nearest}`;
    return errorResponse(c, nothingHere(hint));
  };

/** A known path with another method. @param router of all routes */
export const onMethodNotAllowed =
  ({ router }: Pick<Hono<AppEnv>, 'router'>) =>
  (c: Context<AppEnv>, methods: string[]) => {
    const found = router.match(methods[0] ?? '', c.req.path)[0].map(([[, route]]) => route);
    const known = found.find(({ method }) => method !== 'ALL');
    if (known) c.set('loggedPath', known.path);
    return errorResponse(
      c,
      new ApiError('INVALID_REQUEST', `This path accepts ${methods.join(', ')}.`, {
        status: 405,
        headers: { Allow: methods.join(', ') },
      }),
    );
  };
