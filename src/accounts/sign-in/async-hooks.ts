import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Replaces `@better-auth/core/async_hooks` in the bundle (`alias` in wrangler.toml). The original
 * imports this class during a request, and hangs for ever if that request ends first; its other
 * form shares one store among all requests.
 */
export const getAsyncLocalStorage = async (): Promise<typeof AsyncLocalStorage> =>
  AsyncLocalStorage;
