import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError } from '../../lib/errors.ts';
import { refusalBody } from '../../lookup/envelope.ts';
import { type ApiAccess, type AppEnv, admitRequest } from './context.ts';
import type { Log } from './log.ts';

function toApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  // Hono's validator raises this for a body that is not JSON.
  if (error instanceof HTTPException && error.status < 500)
    return new ApiError('INVALID_REQUEST', 'The body is not valid JSON.');
  return new ApiError('INTERNAL_ERROR', undefined, { cause: error });
}

function errorResponse(c: Context<AppEnv>, error: ApiError) {
  const body = refusalBody(error, c.get('requestId'));
  return c.json(body, error.status as ContentfulStatusCode, error.headers);
}

/**
 * What is thrown and is no error would pass the handler of errors, and the platform would log its
 * text.
 */
export const wrapNonErrors = createMiddleware(async (_, next) => {
  try {
    await next();
  } catch (thrown) {
    throw thrown instanceof Error
      ? thrown
      : new ApiError('INTERNAL_ERROR', undefined, { cause: thrown });
  }
});

/**
 * Every exception becomes a code of the table; what is not one of ours is INTERNAL_ERROR and a log
 * line.
 */
export const onError =
  (log: Log): ErrorHandler<AppEnv> =>
  (error, c) => {
    const refusal = toApiError(error);
    if (refusal.status >= 500) {
      log('error', 'request failed', {
        request_id: c.get('requestId'),
        // The pattern: a path may carry the token of a file link.
        route: routePath(c, -1),
        code: refusal.code,
        cause: refusal.cause,
      });
    }
    return errorResponse(c, refusal);
  };

/** Unknown paths below /v1 need a key: 401 comes before 404. */
export const onNotFound =
  (access: ApiAccess): NotFoundHandler<AppEnv> =>
  async (c) => {
    if (c.req.path.startsWith('/v1/')) await admitRequest(c, access, 'uncounted');
    return errorResponse(c, new ApiError('NOT_FOUND'));
  };

/** A known path asked with another method. */
export const onMethodNotAllowed = (c: Context, methods: string[]) =>
  errorResponse(
    c,
    new ApiError('INVALID_REQUEST', `This path takes ${methods.join(', ')}.`, {
      status: 405,
      headers: { Allow: methods.join(', ') },
    }),
  );
