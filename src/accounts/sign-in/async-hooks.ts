import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Takes the place of `@better-auth/core/async_hooks` in the bundle (`alias` of wrangler.toml). That
 * one imports this class in the middle of a request, and is stuck for ever when the request ends
 * first; its other form shares one store among all requests.
 */
export const getAsyncLocalStorage = async (): Promise<typeof AsyncLocalStorage> =>
  AsyncLocalStorage;
